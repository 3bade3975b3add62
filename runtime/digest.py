"""Canonical JSON text and the digest made of it: equal schemas, whatever their member order, have one digest."""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Context, Decimal
from hashlib import sha256
from json.encoder import encode_basestring_ascii

from .errors import ExecutionFailure, SchemaError

MAX_DEPTH = 1000
MAX_NODES = 1_000_000
PLAIN = Context(capitals=1)  # the text of a Decimal would else depend on the caller's context


def canonical_json(value: object, *, max_depth: int = MAX_DEPTH, max_nodes: int = MAX_NODES) -> str:
    """The value as ASCII JSON text (RFC 8259): members by code point, no blanks; equal texts mean equal values.

    Raises `SchemaError` with code `not_json` for anything but exact JSON types, a number that is not finite or a lone
    surrogate, and `ExecutionFailure` with code `depth`, `nodes` or `digits`; nothing recurses.
    """
    parts: list[str] = []
    open_containers: list[_Container] = []
    nodes = 0
    current: object = value
    while True:
        nodes += 1
        if nodes > max_nodes:
            raise ExecutionFailure(f"the value has more than {max_nodes} values", code="nodes")
        if type(current) is dict or type(current) is list:
            if len(open_containers) >= max_depth:
                raise ExecutionFailure(f"the value is nested deeper than {max_depth} levels", code="depth")
            open_containers.append(_Container(current))
        else:
            parts.append(_scalar(current))
        while open_containers:
            prefix, done, current = open_containers[-1].advance()
            parts.append(prefix)
            if not done:
                break
            open_containers.pop()
        if not open_containers:
            return "".join(parts)


def schema_digest(value: object, *, max_depth: int = MAX_DEPTH, max_nodes: int = MAX_NODES) -> str:
    """`sha256:` and the 64 hexadecimal digits over `canonical_json`, with the errors of that."""
    text = canonical_json(value, max_depth=max_depth, max_nodes=max_nodes)
    return f"sha256:{sha256(text.encode('ascii')).hexdigest()}"


class _Container:
    """An array or object half written: what to write next, and the value that follows it."""

    __slots__ = ("_close", "_entries", "_separator")

    def __init__(self, container: dict[object, object] | list[object]) -> None:
        if type(container) is dict:
            self._separator, self._close = "{", "}"
            self._entries = _members(container)
        else:
            self._separator, self._close = "[", "]"
            self._entries = (("", item) for item in tuple(container))

    def advance(self) -> tuple[str, bool, object]:
        for name, entry in self._entries:
            prefix = self._separator + name
            self._separator = ","
            return prefix, False, entry
        return (self._separator if self._separator in "{[" else "") + self._close, True, None


def _members(members: dict[object, object]) -> Iterator[tuple[str, object]]:
    ordered = sorted(members.items(), key=_name)
    return ((f"{_string(_name(member))}:", member[1]) for member in ordered)


def _name(member: tuple[object, object]) -> str:
    name = member[0]
    if type(name) is not str:
        raise SchemaError("a member name must be a string", code="not_json")
    return name


def _scalar(value: object) -> str:
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if type(value) is str:
        return _string(value)
    if type(value) is int:
        return _integer(value)
    if type(value) is float and math.isfinite(value):
        return repr(value)
    if type(value) is Decimal and value.is_finite():
        return PLAIN.to_sci_string(value)
    raise SchemaError("not JSON: neither null, true, false, string, finite number, list nor dict", code="not_json")


def _string(text: str) -> str:
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise SchemaError("a string holds a surrogate that stands alone", code="not_json")
    return encode_basestring_ascii(text)


def _integer(number: int) -> str:
    try:
        return str(number)
    except ValueError:  # the interpreter's limit on digits
        pass
    raise ExecutionFailure("an integer has too many digits", code="digits")
