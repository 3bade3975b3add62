"""A pattern as independent questions: where each is anchored, what can be cut off its open ends (ECMA-262 22.2.2)."""

from __future__ import annotations

from dataclasses import dataclass

from .codes import ALL, LINE_BREAK, Codes, complement, is_subset
from .normalise import normalised
from .references import has_references
from .syntax import Assertion, Characters, Choice, Empty, Look, Node, Repeat, Sequence, walk


@dataclass(frozen=True, slots=True)
class Question:
    """Whether `body` is found, at the `start` only, up to the `end` only; `negative` asks that it is not."""

    body: Node
    start: bool
    end: bool
    negative: bool = False


def questions(root: Node) -> tuple[Question, ...]:
    """The questions that a text must all answer with yes to match the normalised tree `root`."""
    is_free = not has_references(root)
    asked = _split(root, start=False, end=False, negative=False, is_free=is_free)
    if len(asked) > 1 and any(_excludes_line_breaks(question) for question in asked):
        asked = [part for one in asked for part in ([one] if _excludes_line_breaks(one) else _unbroken(one))]
    return tuple(asked)


def _excludes_line_breaks(question: Question) -> bool:
    """Whether a text with a line break in it is refused by this question already."""
    if question.negative or not (question.start and question.end):
        return False
    consuming = [node for node in walk(question.body) if isinstance(node, Characters)]
    return all(is_subset(node.codes, _NO_LINE_BREAK) for node in consuming)


def _unbroken(question: Question) -> list[Question]:
    """The same question to a text without line breaks: a dot is any character, so `^.*a` is `a`."""
    parts = [_ANYTHING if _is_run_of(part, _NO_LINE_BREAK) else part for part in _parts(question.body)]
    root = _sequence(question.body.at, parts)
    return _split(root, start=question.start, end=question.end, negative=question.negative, is_free=True)


def branch_questions(question: Question, branch: Node) -> tuple[Question, ...]:
    """The questions that one branch of the question's body asks where the question asks it."""
    return tuple(_split(branch, start=question.start, end=question.end, negative=False, is_free=True))


def _split(root: Node, *, start: bool, end: bool, negative: bool, is_free: bool) -> list[Question]:
    if (inner := _strip(root, "start")) is not None:
        root, start = inner, True
    asked: list[Question] = []
    parts = list(_parts(root))
    while is_free and start and not negative and parts:
        # At the start, a look-ahead is a question of its own: the whole text is before it.
        look = parts[0]
        if not (isinstance(look, Look) and look.ahead):
            break
        parts.pop(0)
        asked += _split(look.body, start=True, end=False, negative=look.negative, is_free=True)
    root = _sequence(root.at, parts)
    if (inner := _strip(root, "end")) is not None:
        root, end = inner, True
    if is_free:
        root, start, end = _opened(root, start=start, end=end)
        root = root if end else _trimmed(root, last=True)
        root = root if start else _trimmed(root, last=False)
    if asked and isinstance(root, Empty) and not (start and end):
        return asked
    return [*asked, Question(normalised(root), start, end, negative)]


def _parts(node: Node) -> tuple[Node, ...]:
    return node.parts if isinstance(node, Sequence) else () if isinstance(node, Empty) else (node,)


def _sequence(at: int, parts: list[Node]) -> Node:
    return parts[0] if len(parts) == 1 else Sequence(at, tuple(parts)) if parts else Empty(at)


def _strip(node: Node, place: str) -> Node | None:
    """`node` without the anchor that every way through it passes first (or last), `None` where one does not."""
    edge = 0 if place == "start" else -1
    match node:
        case Assertion(at, found) if found == place:
            return Empty(at)
        case Sequence(at, parts):
            inner = _strip(parts[edge], place)
            if inner is None:
                return None
            rest = list(parts[1:] if edge == 0 else parts[:-1])
            rest[0:0] = [] if edge else _parts(inner)
            rest += _parts(inner) if edge else []
            again = _sequence(at, rest)
            # `^^a`: once is enough, and the second must not stay behind in front of the body.
            return _strip(again, place) or again
        case Choice(at, branches):
            stripped: list[Node] = []
            for branch in branches:
                inner = _strip(branch, place)
                if inner is None:
                    return None
                stripped.append(inner)
            return Choice(at, tuple(stripped))
        case _:
            return None


def _opened(root: Node, *, start: bool, end: bool) -> tuple[Node, bool, bool]:
    """An anchor beside a run of anything is none: `^[^]*a` is `a`."""
    parts = list(_parts(root))
    if start and parts and _is_anything(parts[0]):
        parts.pop(0)
        start = False
    if end and parts and _is_anything(parts[-1]):
        parts.pop()
        end = False
    if len(parts) == len(_parts(root)):
        return root, start, end
    return _sequence(root.at, parts), start, end


def _is_anything(node: Node) -> bool:
    return _is_run_of(node, ALL)


def _is_run_of(node: Node, codes: Codes) -> bool:
    if not (isinstance(node, Repeat) and (node.least, node.most) == (0, None)):
        return False
    return isinstance(node.body, Characters) and node.body.codes == codes


_NO_LINE_BREAK = complement(LINE_BREAK)
_ANYTHING = Repeat(0, Characters(0, ALL, rest=ALL), 0, None, lazy=False)


def _trimmed(node: Node, *, last: bool) -> Node:
    """`node` without what its open edge may match or not: `a+b*` is `a` where anything may follow."""
    match node:
        case Repeat(at, body, least, most, lazy):
            if least == 0:
                return Empty(at)
            if least == 1:
                return _trimmed(body, last=last)
            return Repeat(at, body, least, least, lazy) if most != least else node
        case Sequence(at, parts):
            kept = list(parts)
            while kept:
                edge = kept.pop() if last else kept.pop(0)
                inner = _parts(_trimmed(edge, last=last))
                kept[len(kept) if last else 0 : len(kept) if last else 0] = inner
                if inner:
                    break
            return _sequence(at, kept)
        case Choice(at, branches):
            trimmed = [_trimmed(branch, last=last) for branch in branches]
            if any(isinstance(branch, Empty) for branch in trimmed):
                return Empty(at)
            return Choice(at, tuple(trimmed))
        case _:
            return node
