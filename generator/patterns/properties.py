"""The pinned Unicode property table: equal answers on every Python, whatever Unicode its `unicodedata` has."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from .codes import Codes, codes, union

UNICODE_VERSION = "17.0"
_LAST = {digit: value for value, digit in enumerate("0123456789abcdefghijklmnopqrstuv")}
_MORE = {digit: value for value, digit in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZwxyz~_")}
_PREFIXES = {
    "g": ("", "gc=", "General_Category="),
    "G": ("", "gc=", "General_Category="),
    "b": ("",),
    "s": ("sc=", "Script=", "scx=", "Script_Extensions="),
    "x": ("scx=", "Script_Extensions="),
}


class _Entry(NamedTuple):
    kind: str
    name: str
    text: str


def _decoded(text: str) -> Codes:
    bounds: list[int] = []
    at = value = 0
    for digit in text:
        if digit in _MORE:
            value = value * 32 + _MORE[digit]
            continue
        at += value * 32 + _LAST[digit]
        value = 0
        bounds.append(at)
    return codes((first, after - 1) for first, after in zip(bounds[::2], bounds[1::2], strict=True))


@cache
def _table() -> MappingProxyType[str, _Entry]:
    text = files("schemawright.generator.patterns").joinpath("properties.txt").read_text(encoding="ascii")
    entries: dict[str, _Entry] = {}
    for line in text.splitlines()[1:]:
        kind, names, ranges = line.split(" ")
        name = {"s": "sc_", "x": "scx_"}.get(kind, "") + names.split(",")[0]
        for alias in names.split(","):
            entries.update(dict.fromkeys((prefix + alias for prefix in _PREFIXES[kind]), _Entry(kind, name, ranges)))
    return MappingProxyType(entries)


def is_property(expression: str) -> bool:
    """Whether `expression` may stand between the braces of a property escape (ECMA-262 tables 67 to 69)."""
    return expression in _table()


def property_names() -> tuple[str, ...]:
    """Every expression that may stand between the braces of a property escape."""
    return tuple(_table())


def property_stem(expression: str) -> str:
    """A name for the set of `expression` that all its spellings share, fit for an identifier."""
    return _table()[expression].name


@cache
def _by_stem(entry: _Entry) -> Codes:
    if entry.kind == "G":
        return union(*(_by_stem(_table()[name]) for name in entry.text.split(",")))
    return _decoded(entry.text)


def property_codes(expression: str) -> Codes:
    """The code points that have the property; `KeyError` for an unknown name."""
    return _by_stem(_table()[expression])
