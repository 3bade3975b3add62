"""Questions that string methods answer as well as an engine, and faster."""

from __future__ import annotations

from .codes import ALL, DIGIT, NONE, WORD, Codes, complement, of_text, size
from .condition import (
    All,
    Always,
    AnyOf,
    Ascii,
    Condition,
    Contains,
    EndsWith,
    Excludes,
    HasOther,
    Length,
    Never,
    Not,
    OneOf,
    StartsWith,
)
from .questions import Question, branch_questions
from .references import has_references
from .syntax import Characters, Choice, Empty, Node, Repeat, Sequence, fold

_MOST_TEXTS = 1_024
_MOST_EDGES = 16
_MOST_CONTAINED = 3
_MOST_EXCLUDED = 4
_MOST_STRIPPED = 32
_LOWER = of_text("abcdefghijklmnopqrstuvwxyz")
_UPPER = of_text("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_LETTERS: Codes = (*_UPPER, *_LOWER)
# Exact only together with isascii: beyond ASCII these methods know far more characters.
_PREDICATES: dict[Codes, tuple[str, ...]] = {
    DIGIT: ("isdigit",),
    _LETTERS: ("isalpha",),
    (*DIGIT, *_LETTERS): ("isalnum",),
    _LOWER: ("isalpha", "islower"),
    _UPPER: ("isalpha", "isupper"),
}
_NAME_START: Codes = (*_UPPER, (0x5F, 0x5F), *_LOWER)


def shape(question: Question) -> Condition | None:
    """The test without an engine that gives the same answer as the question (not looking at `negative`), if any."""
    body = question.body
    if isinstance(body, Empty):
        return OneOf(("",)) if question.start and question.end else Always()
    if isinstance(body, Characters) and body.codes == NONE:
        return Never()
    texts = _texts(body)
    if texts is not None and (found := _literal(question, texts)) is not None:
        return found
    if question.start and question.end:
        found = _run(body) or _name(body)
    elif isinstance(body, Characters) and body.codes == ALL:
        found = Length(1, None)
    elif not question.start and not question.end:
        found = _somewhere(body)
    else:
        found = None
    return found or _alternatives(question)


def _literal(question: Question, texts: tuple[str, ...]) -> Condition | None:
    if question.start and question.end:
        return OneOf(texts)
    if question.start or question.end:
        if len(texts) > _MOST_EDGES:
            return None
        return StartsWith(texts) if question.start else EndsWith(texts)
    if len(texts) > _MOST_CONTAINED:
        return None
    parts = tuple(Contains(text) for text in texts)
    return parts[0] if len(parts) == 1 else AnyOf(parts)


def _texts(root: Node) -> tuple[str, ...] | None:
    """The few texts that `root` matches, sorted, or `None`."""

    def visit(node: Node, below: list[frozenset[str] | None]) -> frozenset[str] | None:
        match node:
            case Empty():
                return frozenset([""])
            case Characters() if 0 < size(node.codes) <= 2:
                return frozenset(chr(code) for first, last in node.codes for code in range(first, last + 1))
            case Sequence():
                return _products(below)
            case Choice():
                joined = frozenset[str]().union(*(part for part in below if part is not None))
                return joined if None not in below and len(joined) <= _MOST_TEXTS else None
            case Repeat(_, _, least, most, _) if most is not None and most <= 4:
                found: set[str] = set()
                for count in range(least, most + 1):
                    product = _products([below[0]] * count)
                    if product is None:
                        return None
                    found |= product
                return frozenset(found)
            case _:
                return None

    texts = fold(root, visit)
    return None if texts is None else tuple(sorted(texts))


def _products(parts: list[frozenset[str] | None]) -> frozenset[str] | None:
    joined = frozenset([""])
    for part in parts:
        # A word list may be long; what classes and optional parts multiply to must stay readable.
        if part is None or (len(joined) > 1 and len(part) > 1 and len(joined) * len(part) > _MOST_EDGES):
            return None
        joined = frozenset(left + right for left in joined for right in part)
    return joined


def _run(body: Node) -> Condition | None:
    """`^[...]{m,n}$`."""
    if isinstance(body, Characters):
        body = Repeat(body.at, body, 1, 1, lazy=False)
    if not (isinstance(body, Repeat) and isinstance(body.body, Characters)):
        return None
    codes = body.body.codes
    conditions: list[Condition] = [] if (body.least, body.most) == (0, None) else [Length(body.least, body.most)]
    outside = complement(codes)
    if codes in _PREDICATES and body.least > 0:
        if (body.least, body.most) == (1, None):
            conditions = []
        conditions.append(Ascii(_PREDICATES[codes]))
    elif size(outside) <= _MOST_EXCLUDED:
        if outside:
            conditions.append(Excludes(_characters(outside)))
    else:
        return None
    return Always() if not conditions else conditions[0] if len(conditions) == 1 else All(tuple(conditions))


def _name(body: Node) -> Condition | None:
    """`^[A-Za-z_][A-Za-z0-9_]*$`, which is what Python calls an identifier in ASCII."""
    match body:
        case Sequence(_, (Characters(_, first), Repeat(_, Characters(_, codes), 0, None, _))):
            return Ascii(("isidentifier",)) if first == _NAME_START and codes == WORD else None
        case _:
            return None


def _somewhere(body: Node) -> Condition | None:
    """An unanchored `[...]`."""
    if not isinstance(body, Characters):
        return None
    outside = complement(body.codes)
    if size(body.codes) <= _MOST_CONTAINED:
        return AnyOf(tuple(Contains(character) for character in _characters(body.codes)))
    return HasOther(_characters(outside)) if size(outside) <= _MOST_STRIPPED else None


def _alternatives(question: Question) -> Condition | None:
    """A few branches, each a shape."""
    if not isinstance(question.body, Choice) or len(question.body.branches) > _MOST_CONTAINED:
        return None
    if has_references(question.body):
        return None
    found: list[Condition] = []
    for branch in question.body.branches:
        shapes = [(one.negative, shape(one)) for one in branch_questions(question, branch)]
        conditions = [Not(one) if negative else one for negative, one in shapes if one is not None]
        if len(conditions) < len(shapes):
            return None
        found.append(conditions[0] if len(conditions) == 1 else All(tuple(conditions)))
    return AnyOf(tuple(found))


def _characters(codes: Codes) -> str:
    return "".join(chr(code) for first, last in codes for code in range(first, last + 1))
