"""Pattern text for Python engines: ASCII only, with the long property classes kept apart so that they can be shared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from .codes import ALL, DIGIT, NONE, WORD, Codes, codes, complement
from .properties import property_codes, property_stem
from .syntax import Characters, Member

_SHARED_FROM = 24  # ranges: a shorter property is written out where it is used
_CLASS_SPECIAL = frozenset("\\][^-&|~")
_SPECIAL = frozenset(".^$*+?{}[]\\|()")
_WHOLE: dict[Codes, str] = {
    DIGIT: r"\d",
    WORD: r"\w",
    complement(DIGIT): r"\D",
    complement(WORD): r"\W",
    ALL: "(?s:.)",
}


@dataclass(frozen=True, slots=True)
class SharedClass:
    """The inside of a class for one Unicode property: `stem` names it, `text` spells it."""

    stem: str
    text: str


Part: TypeAlias = str | SharedClass


@dataclass(frozen=True, slots=True)
class PatternText:
    """A pattern for an engine, in parts; joined, they are the text."""

    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)

    @property
    def shared(self) -> tuple[SharedClass, ...]:
        """The classes to be named once in a module."""
        return tuple(dict.fromkeys(part for part in self.parts if isinstance(part, SharedClass)))


def pattern_text(parts: list[Part]) -> PatternText:
    """The text of `parts`, with neighbouring strings joined."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part != "":
            joined.append(part)
    return PatternText(tuple(joined))


def escaped(code: int, special: frozenset[str] = _SPECIAL) -> str:
    """The code point as a literal of the pattern."""
    if 0x20 <= code < 0x7F:
        return "\\" + chr(code) if chr(code) in special else chr(code)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def class_body(members: Codes) -> str:
    """The inside of a class: ranges in order, every sign that some engine reads otherwise escaped."""
    body = ""
    for first, last in members:
        body += escaped(first, _CLASS_SPECIAL)
        if last > first:
            body += ("-" if last > first + 1 else "") + escaped(last, _CLASS_SPECIAL)
    return body


@cache
def _shared(expression: str, *, negated: bool) -> SharedClass:
    found = property_codes(expression)
    return SharedClass(
        ("not_" if negated else "") + property_stem(expression), class_body(complement(found) if negated else found)
    )


def class_parts(node: Characters, nothing: str) -> list[Part]:
    """The class as parts; `nothing` is the engine's spelling of a class without members."""
    if node.codes == NONE:
        return [nothing]
    if node.codes in _WHOLE:
        return [_WHOLE[node.codes]]
    large = [member for member in node.members if len(property_codes(member.expression)) >= _SHARED_FROM]
    if large:
        return _with_shared(node, large)
    if len(node.codes) == 1 and node.codes[0][0] == node.codes[0][1]:
        return [escaped(node.codes[0][0])]
    outside = complement(node.codes)
    if len(outside) < len(node.codes) or (node.negated and len(outside) == len(node.codes)):
        return [f"[^{class_body(outside)}]"]
    return [f"[{class_body(node.codes)}]"]


def _with_shared(node: Characters, large: list[Member]) -> list[Part]:
    rest = list(node.rest)
    shared: list[SharedClass] = []
    for member in node.members:
        found = property_codes(member.expression)
        if member in large:
            # \P{...} alone is a negated class of the same text: no second constant.
            shared.append(_shared(member.expression, negated=member.negated))
        else:
            rest += complement(found) if member.negated else found
    if len(node.members) == 1 and node.members[0].negated and not node.rest:
        opening = "[" if node.negated else "[^"
        return [opening, _shared(node.members[0].expression, negated=False), "]"]
    return ["[^" if node.negated else "[", *dict.fromkeys(shared), class_body(codes(rest)), "]"]
