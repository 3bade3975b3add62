"""Reads a pattern source: code points, escapes and names (ECMA-262 22.2.1), with the offset of whatever is wrong."""

from __future__ import annotations

import re
from typing import NamedTuple

from .codes import DIGIT, SPACE, WORD, Codes, complement, contains, of_text
from .errors import PatternError
from .properties import is_property, property_codes
from .syntax import Characters, Member

SYNTAX_CHARACTERS = "^$\\.*+?()[]{}|/"
# Annex B reads a backslash before these as nothing, and no dialect reads it otherwise.
RELAXED_ESCAPES = " !\"#%&',-:;<=>@_`~"
_CONTROLS = {"t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D}
_CLASS_ESCAPES: dict[str, Codes] = {
    "d": DIGIT,
    "D": complement(DIGIT),
    "s": SPACE,
    "S": complement(SPACE),
    "w": WORD,
    "W": complement(WORD),
}
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_NAME_SIGNS = of_text("$_")
_NAME_JOINERS = of_text("$\u200c\u200d")


class Relaxation(NamedTuple):
    """One place where a reading of Annex B was accepted, and why it cannot be misunderstood."""

    offset: int
    rule: str


def joined(source: str) -> str:
    """`source` with each surrogate pair of two halves as the one code point that it stands for."""
    return _PAIR.sub(lambda pair: pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le"), source)


class Reader:
    """A cursor over one pattern source."""

    def __init__(self, source: str, *, strict: bool) -> None:
        self.source = source
        self.text = joined(source)
        self.position = 0
        self.strict = strict
        self.relaxations: list[Relaxation] = []

    def offset(self, position: int) -> int:
        """Where `position` is in the source as it was given."""
        if len(self.text) == len(self.source):
            return position
        at = 0
        for _ in range(position):
            at += 2 if _PAIR.match(self.source, at) else 1
        return at

    def error(self, rule: str, position: int | None = None) -> PatternError:
        """The error for what is at `position`, or at the cursor."""
        return PatternError(self.offset(self.position if position is None else position), rule)

    def relax(self, rule: str, position: int) -> None:
        """Accepts a reading of Annex B; `PatternError` when strict."""
        if self.strict:
            raise self.error(rule, position)
        self.relaxations.append(Relaxation(self.offset(position), rule))

    def peek(self) -> str:
        """The character at the cursor, or nothing at the end."""
        return self.text[self.position : self.position + 1]

    def looks_at(self, prefix: str) -> bool:
        """Whether the text goes on with `prefix`."""
        return self.text.startswith(prefix, self.position)

    def take(self, prefix: str) -> bool:
        """Moves past `prefix` if the text goes on with it."""
        if self.looks_at(prefix):
            self.position += len(prefix)
            return True
        return False

    def hex_digits(self, count: int) -> int | None:
        """The number of exactly `count` hexadecimal digits, or `None` with the cursor unmoved."""
        found = re.compile(rf"[0-9A-Fa-f]{{{count}}}").match(self.text, self.position)
        if found is None:
            return None
        self.position = found.end()
        return int(found[0], 16)

    def unicode_escape(self, start: int) -> int:
        """The code point after `\\u` (RegExpUnicodeEscapeSequence); the cursor is past the `u`."""
        if self.take("{"):
            found = re.compile(r"0*([0-9A-Fa-f]{1,6})\}").match(self.text, self.position)
            if found is None or int(found[1], 16) > 0x10FFFF:
                raise self.error("a \\u{} escape needs a hexadecimal code point up to 10FFFF", start)
            self.position = found.end()
            return int(found[1], 16)
        lead = self.hex_digits(4)
        if lead is None:
            raise self.error("a \\u escape needs four hexadecimal digits or braces", start)
        after = self.position
        if 0xD800 <= lead <= 0xDBFF and self.take("\\u"):
            trail = self.hex_digits(4)
            if trail is not None and 0xDC00 <= trail <= 0xDFFF:
                return 0x10000 + (lead - 0xD800) * 0x400 + (trail - 0xDC00)
            self.position = after
        return lead

    def character_escape(self, start: int, *, in_class: bool) -> int:
        """The code point of a CharacterEscape; the cursor is past the backslash."""
        sign = self.peek()
        self.position += 1
        if sign in _CONTROLS:
            return _CONTROLS[sign]
        if sign == "c" and re.compile(r"[A-Za-z]").match(self.text, self.position):
            self.position += 1
            return ord(self.text[self.position - 1]) % 32
        if sign == "0" and not re.compile(r"[0-9]").match(self.text, self.position):
            return 0
        if sign == "x":
            code = self.hex_digits(2)
            if code is None:
                raise self.error("a \\x escape needs two hexadecimal digits", start)
            return code
        if sign == "u":
            return self.unicode_escape(start)
        if sign and (sign in SYNTAX_CHARACTERS or (in_class and sign == "-")):
            return ord(sign)
        if sign and sign in RELAXED_ESCAPES:
            self.relax(f"a backslash before {sign!r} is not needed and not allowed", start)
            return ord(sign)
        raise self.error(
            "a backslash at the end" if not sign else f"a backslash before {sign!r} is not an escape", start
        )

    def class_escape(self, start: int) -> Characters | None:
        """A CharacterClassEscape, or `None` with the cursor unmoved; the cursor is past the backslash."""
        sign = self.peek()
        if sign in _CLASS_ESCAPES:
            self.position += 1
            return Characters(start, _CLASS_ESCAPES[sign], rest=_CLASS_ESCAPES[sign])
        if sign not in ("p", "P"):
            return None
        found = re.compile(r"[pP]\{([A-Za-z0-9_=]*)\}").match(self.text, self.position)
        if found is None or not is_property(found[1]):
            raise self.error(f"\\{sign} needs the exact name of a Unicode property in braces", start)
        self.position = found.end()
        members = property_codes(found[1])
        is_negated = sign == "P"
        return Characters(start, complement(members) if is_negated else members, (Member(found[1], is_negated),))

    def group_name(self, start: int) -> str:
        """The name before `>` (GroupName); the cursor is past the `<`."""
        name = ""
        while not self.take(">"):
            code = self._name_code(start)
            is_first = not name
            letters = property_codes("ID_Start" if is_first else "ID_Continue")
            if not (contains(letters, code) or contains(_NAME_SIGNS if is_first else _NAME_JOINERS, code)):
                raise self.error("a group name must be an identifier", start)
            name += chr(code)
        if not name:
            raise self.error("a group name must not be empty", start)
        return name

    def _name_code(self, start: int) -> int:
        sign = self.peek()
        if not sign:
            raise self.error("a group name must end with >", start)
        self.position += 1
        if sign != "\\":
            return ord(sign)
        if not self.take("u"):
            raise self.error("only \\u escapes may stand in a group name", start)
        return self.unicode_escape(start)
