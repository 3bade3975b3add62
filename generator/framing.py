"""The two framings of one body: check answers and stops, explain reports and goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from .source import Code, assemble, fixed
from .statements import Apply, Body, Fails, Framed, Line, Loop, Origin, Require, When

Lines: TypeAlias = Iterator[tuple[int, Code]]

ALWAYS = fixed("True")
RETURN_FALSE = fixed("return False")


def check_lines(body: Body, depth: int = 1) -> Lines:
    """The lines of a check function's body, each with its indentation level."""
    above: Code | None = None
    for statement in body:
        match statement:
            case Fails(condition, origin):
                if origin != above:  # one comment for a keyword with several tests
                    yield depth, origin
                above = origin
                yield from _failing(condition, depth)
                continue
            case Require(Fails(condition, origin), inner):
                yield depth, origin
                yield from _failing(condition, depth)
                yield from check_lines(inner, depth)
            case When(condition, inner, otherwise):
                lines = list(check_lines(inner, depth + 1))
                # What only the other framing has to do leaves nothing here: no block may be empty.
                if otherwise or does_something(lines):
                    yield from _when(condition, filled(lines, depth + 1), depth)
                    yield from _else(otherwise, depth, check_lines)
            case Loop(head, _, inner):
                lines = list(check_lines(inner, depth + 1))
                if does_something(lines):
                    yield depth, head
                    yield from lines
            case Apply(check, _, origin):
                yield depth, origin
                yield depth, assemble("if not {}:", check)
                yield depth + 1, RETURN_FALSE
            case Framed(inner):
                yield from check_lines(inner, depth)
            case Line(text) | Origin(text):
                yield depth, text
        above = None


def _failing(condition: Code, depth: int) -> Lines:
    if condition == ALWAYS:
        yield depth, RETURN_FALSE
        return
    yield depth, assemble("if {}:", condition)
    yield depth + 1, RETURN_FALSE


def _when(condition: Code, inner: Lines, depth: int) -> Lines:
    yield depth, assemble("if {}:", condition)
    yield from inner


def _else(otherwise: Body, depth: int, frame: object) -> Lines:
    """`elif` where all that is otherwise done is another test."""
    assert callable(frame)
    if len(otherwise) == 1 and isinstance(otherwise[0], When):
        chained = otherwise[0]
        yield depth, assemble("elif {}:", chained.condition)
        yield from filled(list(frame(chained.body, depth + 1)), depth + 1)
        yield from _else(chained.otherwise, depth, frame)
    elif otherwise:
        yield depth, fixed("else:")
        yield from filled(list(frame(otherwise, depth + 1)), depth + 1)


def does_something(lines: list[tuple[int, Code]]) -> bool:
    """Whether there is more than comments."""
    return any(not text.startswith("#") for _, text in lines)


def filled(lines: list[tuple[int, Code]], depth: int) -> Lines:
    """The lines of a block, which Python wants to have at least one."""
    yield from lines
    if not does_something(lines):
        yield depth, fixed("pass")


def explain_lines(body: Body, depth: int = 1) -> Lines:
    """The lines of an explain function's body, each with its indentation level."""
    for statement in body:
        match statement:
            case Fails(condition, _, report):
                yield from _reporting(condition, report, depth)
            case Require(Fails(condition, _, report), inner):
                yield from _reporting(condition, report, depth)
                lines = list(explain_lines(inner, depth + 1))
                if lines and condition != ALWAYS:
                    yield depth, fixed("else:")
                    yield from lines
            case When(condition, inner, otherwise):
                lines = list(explain_lines(inner, depth + 1)) or [(depth + 1, fixed("pass"))]
                yield from _when(condition, iter(lines), depth)
                yield from _else(otherwise, depth, explain_lines)
            case Loop(_, head, inner):
                yield depth, head
                yield from explain_lines(inner, depth + 1)
            case Apply(_, explain):
                yield depth, explain
            case Framed(_, inner):
                yield from explain_lines(inner, depth)
            case Line(text):
                yield depth, text
            case Origin():
                pass


def _reporting(condition: Code, report: Code, depth: int) -> Lines:
    if condition == ALWAYS:
        yield depth, report
        return
    yield depth, assemble("if {}:", condition)
    yield depth + 1, report
