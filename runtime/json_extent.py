"""How deep, how many and how long the values of a JSON text are, told before anything is built from it."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import NamedTuple

from .errors import ExecutionFailure

# An unterminated string runs to the end of the text: the parser stops there too, and the scan stays linear.
STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
EMPTY = re.compile(r"\[[ \t\r\n]*+\]|\{[ \t\r\n]*+\}")
ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL)
OTHER = bytes(set(range(256)) - set(b"[]{}"))
STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


class Extent(NamedTuple):
    """Bounds: levels of containers, values (members and items included), code points of one string."""

    depth: int
    nodes: int | None
    string_length: int | None


def check_extent(source: str, bounds: Extent) -> None:
    """Raise `ExecutionFailure` with code `depth`, `nodes` or `string_length` where the text goes beyond a bound.

    Text that is not JSON may pass, or fail in its place; nothing here recurses, and every scan is linear.
    """
    openings = source.count("[") + source.count("{")
    values = openings + source.count(",") + 1
    is_deep = openings > bounds.depth
    is_large = bounds.nodes is not None and values > bounds.nodes
    if is_deep or is_large:
        plain = _plain(source)
        if is_deep and _depth(plain) > bounds.depth:
            raise ExecutionFailure(f"the text is nested deeper than {bounds.depth} levels", code="depth")
        if is_large and _values(plain) > (bounds.nodes or 0):
            raise ExecutionFailure(f"the text has more than {bounds.nodes} values", code="nodes")
    longest = bounds.string_length
    if longest is not None and len(source) > longest and _longest(source, longest) > longest:
        raise ExecutionFailure(f"a string is longer than {longest} characters", code="string_length")


def unquoted(source: str) -> str:
    """The text with every string blanked out, offsets unchanged."""
    return STRING.sub(lambda match: " " * len(match[0]), source)


def _plain(source: str) -> str:
    """The text with 0 for every string: escapes taken away, each second part between quotes is outside of strings."""
    return "0".join(source.replace("\\\\", "").replace('\\"', "").split('"')[::2])


def _depth(plain: str) -> int:
    marks = plain.encode("ascii", "replace").translate(None, OTHER)
    return max(accumulate(map(STEP.__getitem__, marks)), default=0)


def _values(plain: str) -> int:
    return plain.count("[") + plain.count("{") + plain.count(",") + 1 - sum(1 for _ in EMPTY.finditer(plain))


def _longest(source: str, bound: int) -> int:
    longest = 0
    for match in STRING.finditer(source):
        if match.end() - match.start() - 2 > bound:
            longest = max(longest, len(ESCAPE.sub("0", match[0])) - 2)
    return longest
