"""A private copy of a host's JSON value: exact types, bounded, finite whatever was handed in."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from .errors import ExecutionFailure, SchemaError, SchemawrightError
from .limits import Limits

# The compiler measures schemas exactly, in levels of subschemas. A snapshot counts containers and only has to stay
# finite: a subschema is at most two containers below its parent, and metadata lies a little above its schema.
CONTAINERS_PER_LEVEL = 2
MORE_CONTAINERS = 8


def snapshot(value: object, limits: Limits) -> object:
    """A deep copy of `value` as plain JSON types (row T2).

    Any mapping with string keys becomes a dict; nothing else is guessed. Raises `SchemaError` for what is not JSON,
    non-string keys and lone surrogates, `ExecutionFailure` (`schema_depth`, `schema_nodes`, `schema_bytes`) for what is
    too large or endless.
    """
    copier = _Copier(
        nodes=limits.max_schema_nodes,
        size=limits.max_schema_bytes,
        depth=limits.max_schema_depth * CONTAINERS_PER_LEVEL + MORE_CONTAINERS,
    )
    try:
        return copier.copy(value)
    except SchemawrightError:
        raise
    except Exception:  # noqa: BLE001 - a host's mapping may raise anything; its text may hold submitted values
        raise SchemaError("the value failed or changed while it was read", schema_path=copier.pointer()) from None


def thaw(value: object) -> object:
    """A fresh copy of a snapshot, for a caller who may change it."""
    return _Copier(nodes=sys.maxsize, size=sys.maxsize, depth=sys.maxsize).copy(value)


@dataclass(slots=True)
class _Copier:
    """Copies one value without recursion; `nodes`, `size` and `depth` are what is left of its bounds."""

    nodes: int
    size: int
    depth: int
    # Of each container that is being copied: its members still to come, its copy, and the name of the member at hand.
    levels: list[tuple[Iterator[tuple[object, object]], dict[str, object] | list[object]]] = field(default_factory=list)
    tokens: list[object] = field(default_factory=list)

    def copy(self, value: object) -> object:
        root = self.take(value)
        while self.levels:
            members, copied = self.levels[-1]
            member = next(members, None)
            if member is None:
                self.levels.pop()
                self.tokens.pop()
            elif isinstance(copied, dict):
                self.add_member(copied, *member)
            else:
                self.tokens[-1], item = member
                copied.append(self.take(item))
        return root

    def add_member(self, copied: dict[str, object], name: object, member: object) -> None:
        self.tokens[-1] = None
        if type(name) is not str:
            self.refuse("the names of a JSON object are strings")
        if name in copied:
            self.refuse("a mapping has the same name twice")
        self.take_text(name)
        self.tokens[-1] = name
        copied[name] = self.take(member)

    def take(self, value: object) -> object:
        """A scalar itself, or the empty copy of a container whose members come next."""
        self.nodes -= 1
        if self.nodes < 0:
            raise ExecutionFailure("the value has too many members and items", code="schema_nodes")
        if type(value) is str:
            self.take_text(value)
        elif type(value) is int:
            self.spend(value.bit_length() // 8)
        elif value is not None and type(value) is not bool and not (type(value) is float and math.isfinite(value)):
            return self.enter(value)
        return value

    def enter(self, value: object) -> object:
        if len(self.levels) >= self.depth:
            raise ExecutionFailure("the value is nested too deeply", code="schema_depth")
        if type(value) is list:
            array: list[object] = []
            self.levels.append((enumerate(value), array))
            self.tokens.append(None)
            return array
        if not isinstance(value, Mapping):
            self.refuse("not a JSON value")
        members: dict[str, object] = {}
        self.levels.append((iter(value.items()), members))
        self.tokens.append(None)
        return members

    def take_text(self, text: str) -> None:
        self.spend(len(text))
        try:
            text.encode()
        except UnicodeEncodeError:
            self.refuse("a string has a lone surrogate")

    def spend(self, size: int) -> None:
        self.size -= size
        if self.size < 0:
            raise ExecutionFailure("the value is too large", code="schema_bytes")

    def refuse(self, message: str) -> NoReturn:
        raise SchemaError(message, schema_path=self.pointer())

    def pointer(self) -> str:
        escaped = (str(token).replace("~", "~0").replace("/", "~1") for token in self.tokens[:64] if token is not None)
        return "".join(["#", *(f"/{token}" for token in escaped)])
