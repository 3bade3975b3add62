"""Sets of code points, as sorted ranges that neither overlap nor touch."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import TypeAlias

Codes: TypeAlias = tuple[tuple[int, int], ...]

LAST_CODE = 0x10FFFF
ALL: Codes = ((0, LAST_CODE),)
NONE: Codes = ()


def codes(ranges: Iterable[tuple[int, int]]) -> Codes:
    """The set of all code points in `ranges`, each a first and a last one."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return tuple(merged)


def of_text(text: str) -> Codes:
    """The set of the characters of `text`."""
    return codes((ord(character), ord(character)) for character in text)


def complement(members: Codes) -> Codes:
    """Every code point that is not in `members`."""
    outside: list[tuple[int, int]] = []
    following = 0
    for first, last in members:
        if following < first:
            outside.append((following, first - 1))
        following = last + 1
    if following <= LAST_CODE:
        outside.append((following, LAST_CODE))
    return tuple(outside)


def union(*sets: Codes) -> Codes:
    """Every code point in any of `sets`."""
    return sets[0] if len(sets) == 1 else codes(pair for members in sets for pair in members)


def contains(members: Codes, code: int) -> bool:
    """Whether `code` is in `members`."""
    index = bisect_right(members, (code, LAST_CODE))
    return index > 0 and code <= members[index - 1][1]


def is_subset(inner: Codes, outer: Codes) -> bool:
    """Whether every member of `inner` is in `outer`."""
    for first, last in inner:
        index = bisect_right(outer, (first, LAST_CODE))
        if index == 0 or last > outer[index - 1][1]:
            return False
    return True


def size(members: Codes) -> int:
    """How many code points there are in `members`."""
    return sum(last - first + 1 for first, last in members)


DIGIT: Codes = ((0x30, 0x39),)
WORD: Codes = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
# ECMA-262 22.2.2.9: WhiteSpace and LineTerminator, which is neither Python's \s nor that of ASCII.
SPACE: Codes = codes(
    [
        *((0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029)),
        *((0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
    ]
)
LINE_BREAK: Codes = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
