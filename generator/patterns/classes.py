"""Character classes in brackets (ECMA-262 22.2.1, CharacterClass)."""

from __future__ import annotations

from .codes import Codes, codes, complement, union
from .properties import property_codes
from .reader import Reader
from .syntax import Characters, Member


def class_of(at: int, members: tuple[Member, ...], rest: Codes, *, negated: bool) -> Characters:
    """One class of property `members` and other code points, or of all that they leave out."""
    sets = [property_codes(member.expression) for member in members]
    named = [complement(found) if member.negated else found for member, found in zip(members, sets, strict=True)]
    everything = union(rest, *named)
    return Characters(at, complement(everything) if negated else everything, members, rest, negated)


def read_class(reader: Reader) -> Characters:
    """The class at the cursor, which is past its opening bracket."""
    start = reader.position - 1
    is_negated = reader.take("^")
    members: list[Member] = []
    ranges: list[tuple[int, int]] = []
    while not reader.take("]"):
        at = reader.position
        first = _read_atom(reader, start)
        if not _is_range(reader):
            _add(first, members, ranges)
            continue
        reader.position += 1
        last = _read_atom(reader, start)
        if isinstance(first, int) and isinstance(last, int):
            if first > last:
                raise reader.error("a range in a class is out of order", at)
            ranges.append((first, last))
            continue
        if any(isinstance(atom, Characters) and atom.members for atom in (first, last)):
            # Without the flag \p is a plain p: there is no one meaning to relax to.
            raise reader.error("a property cannot be the end of a range", at)
        reader.relax("a class escape cannot be the end of a range: its dash means itself", at)
        _add(first, members, ranges)
        _add(last, members, ranges)
        ranges.append((ord("-"), ord("-")))
    return class_of(start, tuple(dict.fromkeys(members)), codes(ranges), negated=is_negated)


def _is_range(reader: Reader) -> bool:
    return reader.looks_at("-") and not reader.looks_at("-]") and reader.position + 1 < len(reader.text)


def _read_atom(reader: Reader, start: int) -> int | Characters:
    sign = reader.peek()
    if not sign:
        raise reader.error("a class must end with ]", start)
    at = reader.position
    reader.position += 1
    if sign != "\\":
        return ord(sign)
    if reader.take("b"):
        return 0x08
    return reader.class_escape(at) or reader.character_escape(at, in_class=True)


def _add(atom: int | Characters, members: list[Member], ranges: list[tuple[int, int]]) -> None:
    if isinstance(atom, int):
        ranges.append((atom, atom))
    else:
        members.extend(atom.members)
        ranges.extend(atom.rest)
