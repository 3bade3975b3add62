"""The condition of a plan as one boolean Python expression.

Text enters through the two functions of the `Door`: the caller quotes values and names constants, so that nothing of a
pattern reaches source any other way. Each kind is rendered so (`v` is the subject, an exact `str`):

    Always, Never     True, False
    StartsWith        v.startswith("x-"), v.startswith(("http://", "https://"))
    EndsWith          v.endswith(".json")
    Contains          "foo" in v
    OneOf             v == "foo", v in TEXTS
    Length            len(v) == 3, 1 <= len(v) <= 64
    Ascii             v.isascii() and v.isdigit()
    Excludes          "\\n" not in v and "\\r" not in v
    HasOther          v.strip(" \\t") != ""
    Matches           PATTERN.fullmatch(v) is not None
                      with a limit: (... if len(v) <= 262144 else pattern_subject_too_long())
    Gated             (PATTERN.fullmatch(v) is not None if len(v) <= 2000 else matches_within(SLOW, v, SECONDS))
    Bounded           matches_within(SLOW, v, SECONDS)
    Stepped           matches_stepwise(PROGRAM, v)

Names in lower case but `v` are helpers that travel in the module (templates/helpers). `is_failure=True` gives the
negation with `is None`, `!=`, `not in` where Python has them.

Constants (`plan.constants`) are written so, joined from the parts of their text, where a `SharedClass` is itself a
module-level string that is named once:

    re                PATTERN = re.compile("[a-z]+", re.ASCII)
    re, deferred      PATTERN = pattern_on_first_use("[" + LETTERS + "]+")
    regex             SLOW = "^(?:...)", the text alone: matches_within compiles it on first use
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, Protocol

from .condition import (
    All,
    Always,
    AnyOf,
    Ascii,
    Bounded,
    Condition,
    Constant,
    Contains,
    EndsWith,
    Excludes,
    Gated,
    HasOther,
    Length,
    Matches,
    Never,
    Not,
    OneOf,
    StartsWith,
    Stepped,
)


class Door(Protocol):
    """How values and constants are written."""

    def literal(self, value: str | int | tuple[str, ...]) -> str:
        """The value as a Python literal."""

    def name(self, constant: Constant | OneOf | Stepped) -> str:
        """The name of the module constant."""

    def seconds(self) -> str:
        """The expression of the time that is left for one match."""


class _Level(IntEnum):
    OR = 0
    AND = 1
    TERM = 2


class _Text(NamedTuple):
    text: str
    level: _Level


def expression(condition: Condition, subject: str, door: Door, *, is_failure: bool = False) -> str:
    """The expression that is true where `condition` holds, or where it fails."""
    return _written(condition, subject, door, is_failure).text


def _written(condition: Condition, v: str, door: Door, negate: bool) -> _Text:
    match condition:
        case Always() | Never():
            return _term("True" if isinstance(condition, Always) is not negate else "False")
        case StartsWith(texts):
            return _call(f"{v}.startswith({_edges(texts, door)})", negate)
        case EndsWith(texts):
            return _call(f"{v}.endswith({_edges(texts, door)})", negate)
        case Contains(part):
            return _term(f"{door.literal(part)} {'not in' if negate else 'in'} {v}")
        case OneOf(texts):
            if len(texts) == 1:
                return _term(f"{v} {'!=' if negate else '=='} {door.literal(texts[0])}")
            return _term(f"{v} {'not in' if negate else 'in'} {door.name(condition)}")
        case Length():
            return _length(condition, v, door, negate)
        case Ascii(predicates):
            return _joined([_call(f"{v}.{name}()", negate) for name in ("isascii", *predicates)], "and", negate)
        case Excludes(characters):
            parts = [_written(Contains(character), v, door, not negate) for character in characters]
            return _joined(parts, "and", negate)
        case HasOther(characters):
            return _term(f"{v}.strip({door.literal(characters)}) {'==' if negate else '!='} {door.literal('')}")
        case Not(inner):
            return _written(inner, v, door, not negate)
        case All(conditions):
            return _joined([_written(one, v, door, negate) for one in conditions], "and", negate)
        case AnyOf(conditions):
            return _joined([_written(one, v, door, negate) for one in conditions], "or", negate)
        case _:
            return _engine(condition, v, door, negate)


def _engine(condition: Matches | Gated | Bounded | Stepped, v: str, door: Door, negate: bool) -> _Text:
    outcome = "is None" if negate else "is not None"
    match condition:
        case Matches(method, constant, limit):
            test = f"{door.name(constant)}.{method}({v}) {outcome}"
            if limit is None:
                return _term(test)
            return _term(f"({test} if len({v}) <= {door.literal(limit)} else pattern_subject_too_long())")
        case Gated(method, quick, gate, slow):
            test = f"{door.name(quick)}.{method}({v}) {outcome}"
            above = _call(f"matches_within({door.name(slow)}, {v}, {door.seconds()})", negate).text
            return _term(f"({test} if len({v}) <= {door.literal(gate)} else {above})")
        case Bounded(slow):
            return _call(f"matches_within({door.name(slow)}, {v}, {door.seconds()})", negate)
        case Stepped():
            return _call(f"matches_stepwise({door.name(condition)}, {v})", negate)


def _term(text: str) -> _Text:
    return _Text(text, _Level.TERM)


def _call(text: str, negate: bool) -> _Text:
    return _term(f"not {text}" if negate else text)


def _edges(texts: tuple[str, ...], door: Door) -> str:
    return door.literal(texts[0] if len(texts) == 1 else texts)


def _length(condition: Length, v: str, door: Door, negate: bool) -> _Text:
    least, most = condition.least, condition.most
    if least == most:
        return _term(f"len({v}) {'!=' if negate else '=='} {door.literal(least)}")
    if most is None:
        return _term(f"len({v}) {'<' if negate else '>='} {door.literal(least)}")
    if least == 0:
        return _term(f"len({v}) {'>' if negate else '<='} {door.literal(most)}")
    return _call(f"{door.literal(least)} <= len({v}) <= {door.literal(most)}", negate)


def _joined(parts: list[_Text], word: str, negate: bool) -> _Text:
    if len(parts) == 1:
        return parts[0]
    is_and = (word == "and") is not negate
    level = _Level.AND if is_and else _Level.OR
    texts = [part.text if part.level in (level, _Level.TERM) else f"({part.text})" for part in parts]
    return _Text((" and " if is_and else " or ").join(texts), level)
