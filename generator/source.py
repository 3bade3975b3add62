"""The only door into generated text: every piece of source is a `Code`, and only this module makes one."""

from __future__ import annotations

import hashlib
import keyword
import math
import re
from decimal import Decimal
from typing import LiteralString

from .extra import needs_the_extra

with needs_the_extra():
    from markupsafe import Markup

from schemawright.runtime.errors import ExecutionFailure

from .ir import Json

COMMENT_WIDTH = 110
HEX_ABOVE = 10**40
DEEPEST_LITERAL = 150  # Python reads 200 nested brackets


class Code(Markup):
    """Text that is safe to stand in a generated module."""

    __slots__ = ()


def fixed(text: LiteralString) -> Code:
    """`text` of this project's own, as source."""
    return Code(text)


def assemble(layout: LiteralString, *parts: Markup) -> Code:
    """`layout` with each `{}` replaced by a part; raises `TypeError` for a part that is not source."""
    for part in parts:
        if not isinstance(part, Markup):
            raise TypeError(f"a bare {type(part).__name__} is not source")
    return Code(str.format(str(layout), *(str.__str__(part) for part in parts)))


def literal(value: Json) -> Code:
    """`value` as one line of ASCII source that evaluates to an equal value of the same types.

    Raises `ExecutionFailure` for a number without a literal (an infinity), and for containers nested deeper than
    Python reads.
    """
    return Code("".join(_pieces(value, DEEPEST_LITERAL)))


def _pieces(value: Json, left: int) -> list[str]:
    if value is None or value is True or value is False:
        return [str(value)]
    if isinstance(value, str):
        return [quoted(value)]
    if isinstance(value, int):
        return [hex(value) if abs(value) > HEX_ABOVE else str(value)]
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ExecutionFailure("a number is too large", code="number")
        return [repr(value)]
    if isinstance(value, Decimal):
        return ["Decimal(", quoted(str(value)), ")"]
    if left == 0:
        raise ExecutionFailure("a value of enum or const is nested too deeply", code="schema_depth")
    if isinstance(value, list):
        items = [", ".join("".join(_pieces(item, left - 1)) for item in value)]
        return ["[", *items, "]"]
    members = (f"{quoted(name)}: {''.join(_pieces(value[name], left - 1))}" for name in sorted(value))
    return ["{", ", ".join(members), "}"]


_PLAIN = re.compile(r"[ !#-\[\]-~]*\Z")


def quoted(text: str) -> str:
    """A double-quoted literal in printable ASCII; a quote is written in hexadecimal: no formatter re-quotes it."""
    if _PLAIN.match(text):
        return f'"{text}"'
    return '"' + "".join(map(_escaped, text)) + '"'


_SHORT_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': "\\x22"}


def _escaped(character: str) -> str:
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    point = ord(character)
    if 0x20 <= point <= 0x7E:
        return character
    if point <= 0xFF:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


def comment(text: str) -> Code:
    """`text` as one comment line: printable ASCII, cut to a width a reviewer sees whole."""
    shown = "".join(map(_escaped, text[: COMMENT_WIDTH + 1])).replace("\\x22", '"').replace("\\\\", "\\")
    if len(shown) > COMMENT_WIDTH:
        shown = shown[: COMMENT_WIDTH - 3] + "..."
    return Code("# " + shown)


class Digest(str):
    """A path token that is a digest already: `x` and 8 hexadecimal digits."""

    __slots__ = ()

    @classmethod
    def of(cls, text: str) -> Digest:
        """The digest of `text`."""
        return cls("x" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8])


_KEYWORD_TOKENS = {"$defs": "defs", "$ref": "ref", "$dynamicRef": "dynamicRef"}
_READABLE_TOKEN = re.compile(r"[A-Za-z0-9]+(?:_[A-Za-z0-9]+)*\Z")
_UNREADABLE = re.compile(r"[^A-Za-z0-9]+")
LONGEST_TOKEN = 40


def token_name(token: str) -> str:
    """One path token as part of an identifier: itself where it reads as one, else a slug and a digest."""
    if isinstance(token, Digest):
        return str.__str__(token)
    if token in _KEYWORD_TOKENS:
        return _KEYWORD_TOKENS[token]
    ambiguous = token in _KEYWORD_TOKENS.values() or _HASHED.search(token) is not None
    if len(token) <= LONGEST_TOKEN and _READABLE_TOKEN.match(token) and not ambiguous:
        return token
    slug = _UNREADABLE.sub("_", token)[:LONGEST_TOKEN].strip("_")
    digest = str.__str__(Digest.of(token))
    return f"{slug}_{digest}" if slug else digest


_HASHED = re.compile(r"(?:^|_)x[0-9a-f]{8}\Z")


def identifier(prefix: LiteralString, tokens: tuple[str, ...]) -> Code:
    """A name (or, without a prefix, the end of one) from path tokens alone; `ValueError` where it is none."""
    name = "__".join([prefix, *(token_name(token) for token in tokens)])
    if (name and not name.isidentifier()) or (name and (keyword.iskeyword(name) or not name.isascii())):
        raise ValueError("not an identifier")
    return Code(name)


def either(terms: list[Code]) -> Code:
    """The terms joined by `or`."""
    if len(terms) == 1:
        return terms[0]
    return Code(" or ".join(_guarded(str.__str__(term), " and ") for term in terms))


def both(terms: list[Code]) -> Code:
    """The terms joined by `and`."""
    if len(terms) == 1:
        return terms[0]
    return Code(" and ".join(_guarded(str.__str__(term), " or ") for term in terms))


def added(terms: list[Code]) -> Code:
    """The number of terms that hold."""
    return Code(
        " + ".join(
            f"({str.__str__(term)})" if " " in term and not _CALL.match(term) else str.__str__(term) for term in terms
        )
    )


def _guarded(text: str, other: str) -> str:
    """The term, in parentheses where the other operator or a choice stands in it outside of brackets."""
    return f"({text})" if len(_split(text, other)) > 1 or len(_split(text, " if ")) > 1 else text


_NEVER_RETURN = ("too_long()", "pattern_subject_too_long()")
_OPPOSITES = {
    "is not": "is",
    "not in": "in",
    "!=": "==",
    "is": "is not",
    "in": "not in",
    "==": "!=",
    "<": ">=",
    ">": "<=",
}
_COMPARISON = re.compile(r'([^ ]+) (is not|not in|!=|is|in|==|<|>) ("(?:[^"\\]|\\.)*"|[^ "]+)\Z')


def negated(term: Code) -> Code:
    """The opposite of the term."""
    text = _unwrapped(str.__str__(term))
    compared = _COMPARISON.match(text)
    if compared is not None:
        return Code(f"{compared[1]} {_OPPOSITES[compared[2]]} {compared[3]}")
    if text in _NEVER_RETURN:
        return Code(text)
    if text.startswith("not ") and len(_split(text, " or ")) == len(_split(text, " and ")) == 1:
        rest = text.removeprefix("not ")
        if _unwrapped(rest) != rest or " if " not in rest:
            return Code(_unwrapped(rest))
    # Each term's own opposite reads better than a negated pair of parentheses.
    for word, joined in ((" or ", both), (" and ", either)):
        terms = _split(text, word)
        opposites = [negated(Code(term)) for term in terms] if len(terms) > 1 else []
        if opposites and not any("not (" in opposite for opposite in opposites):
            return joined(opposites)
    return Code(f"not {text}" if _CALL.match(text) is not None else f"not ({text})")


def _unwrapped(text: str) -> str:
    """The text without a pair of parentheses around all of it."""
    if not text.startswith("("):
        return text
    depth = 0
    for mark in _MARKS.finditer(text):
        depth += (mark[0] in "([{") - (mark[0] in ")]}")
        if depth == 0:
            return text[1:-1] if mark.end() == len(text) else text
    return text


def _split(text: str, word: str) -> list[str]:
    """What the word stands between, outside of brackets and literals; a choice has no terms."""
    terms, depth, start = [], 0, 0
    for mark in _MARKS.finditer(text):
        found = mark[0]
        depth += (found in "([{") - (found in ")]}")
        if depth == 0 and found == " if " != word:
            return [text]
        if depth == 0 and found == word:
            terms.append(text[start : mark.start()])
            start = mark.end()
    return [*terms, text[start:]]


_MARKS = re.compile(r'"(?:[^"\\]|\\.)*"|[()\[\]{}]| (?:or|and|if) ')
_CALL = re.compile(r"[a-z_A-Z0-9]+(?:\([a-zA-Z_0-9, -]*\))?\Z")
