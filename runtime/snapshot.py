"""A private copy of a host's JSON value: exact types, bounded, finite whatever was handed in."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .errors import ExecutionFailure, SchemaError, SchemawrightError
from .limits import Limits

# The compiler measures schemas exactly; a snapshot only has to stay finite, so it allows a little more depth.
DEPTH_ALLOWANCE = 8

Place = tuple["Place", str] | None


@dataclass(slots=True)
class Budget:
    """What is left of one snapshot's bounds."""

    nodes: int
    size: int

    def spend(self, size: int) -> None:
        """Count one value of `size` code points or bytes; raises `ExecutionFailure` (`nodes`, `size`) at the bound."""
        self.nodes -= 1
        self.size -= size
        if self.nodes < 0:
            raise ExecutionFailure("the value has too many members and items", code="nodes")
        if self.size < 0:
            raise ExecutionFailure("the value is too large", code="size")


def snapshot(value: object, limits: Limits) -> object:
    """A deep copy of `value` as plain JSON types (row T2).

    Any mapping with string keys becomes a dict; nothing else is guessed. Raises `SchemaError` for what is not JSON,
    non-string keys and lone surrogates, `ExecutionFailure` (`depth`, `nodes`, `size`) for what is too large or endless.
    """
    budget = Budget(limits.max_schema_nodes, limits.max_schema_bytes)
    try:
        return _copy(value, budget, limits.max_schema_depth + DEPTH_ALLOWANCE, None)
    except SchemawrightError:
        raise
    except (MemoryError, RecursionError):
        raise ExecutionFailure("the value is nested too deeply", code="depth") from None
    except Exception:  # noqa: BLE001 - a host's mapping may raise anything; its text may hold submitted values
        raise SchemaError("the value failed or changed while it was read") from None


def thaw(value: object) -> object:
    """A fresh copy of a snapshot, for a caller who may change it."""
    if type(value) is dict:
        return {name: thaw(member) for name, member in value.items()}
    if type(value) is list:
        return [thaw(item) for item in value]
    return value


def content_digest(value: object) -> str:
    """`sha256:` and the digest of a snapshot's canonical JSON; raises `ExecutionFailure` for an endless integer."""
    try:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except ValueError:  # Python bounds the digits of an integer that it writes
        raise ExecutionFailure("a number has too many digits", code="digits") from None
    return f"sha256:{hashlib.sha256(text.encode('ascii')).hexdigest()}"


def _copy(value: object, budget: Budget, depth: int, at: Place) -> object:
    kind = type(value)
    if kind is str:
        budget.spend(len(_well_formed(value, at)))
    elif value is None or kind is bool:
        budget.spend(0)
    elif type(value) is int:
        budget.spend(value.bit_length() // 8)
    elif type(value) is float and math.isfinite(value):
        budget.spend(8)
    elif type(value) is list:
        _descend(budget, depth)
        return [_copy(item, budget, depth - 1, (at, str(index))) for index, item in enumerate(value)]
    elif isinstance(value, Mapping):
        _descend(budget, depth)
        return _copy_members(value.items(), budget, depth, at)
    else:
        raise SchemaError("not a JSON value", schema_path=_pointer(at))
    return value


def _copy_members(members: Iterable[tuple[object, object]], budget: Budget, depth: int, at: Place) -> dict[str, object]:
    copied: dict[str, object] = {}
    for name, member in members:
        name_text = _well_formed(name, at)
        budget.spend(len(name_text))
        if name_text in copied:
            raise SchemaError("a mapping has the same name twice", schema_path=_pointer(at))
        copied[name_text] = _copy(member, budget, depth - 1, (at, name_text))
    return copied


def _descend(budget: Budget, depth: int) -> None:
    budget.spend(0)
    if depth <= 0:
        raise ExecutionFailure("the value is nested too deeply", code="depth")


def _well_formed(text: object, at: Place) -> str:
    if type(text) is not str:
        raise SchemaError("the names of a JSON object are strings", schema_path=_pointer(at))
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise SchemaError("a string has a lone surrogate", schema_path=_pointer(at))
    return text


def _pointer(at: Place) -> str:
    tokens: list[str] = []
    while at is not None:
        at, token = at
        tokens.append(token.replace("~", "~0").replace("/", "~1"))
    return "".join(["#", *(f"/{token}" for token in reversed(tokens))])
