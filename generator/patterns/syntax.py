"""The syntax tree of a pattern; every node says where it starts, in code points of the source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypeVar

from .codes import Codes

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Empty:
    """Matches the empty text (ECMA-262 22.2.2.4)."""

    at: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Member:
    """A property inside a class, kept by name so that its text can be shared; `negated` for `\\P`."""

    expression: str
    negated: bool


@dataclass(frozen=True, slots=True)
class Characters:
    """Matches one code point of `codes`, spelled as `members` and `rest` together, or as what they leave out."""

    at: int = field(compare=False)
    codes: Codes
    members: tuple[Member, ...] = ()
    rest: Codes = ()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Assertion:
    """Matches the empty text at a place (ECMA-262 22.2.2.4)."""

    at: int = field(compare=False)
    place: Literal["start", "end", "word_boundary", "no_word_boundary"]


@dataclass(frozen=True, slots=True)
class Look:
    """Looks ahead or behind without consuming (ECMA-262 22.2.2.4)."""

    at: int = field(compare=False)
    ahead: bool
    negative: bool
    body: Node


@dataclass(frozen=True, slots=True)
class Group:
    """A group; `index` counts capturing groups from 1, and is `None` where nothing is captured."""

    at: int = field(compare=False)
    index: int | None
    name: str | None
    body: Node


@dataclass(frozen=True, slots=True)
class Reference:
    """Matches again what one of the groups `indices` captured, or the empty text (ECMA-262 22.2.2.7.2)."""

    at: int = field(compare=False)
    indices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Matches `body` from `least` to `most` times, `None` for no end (ECMA-262 22.2.2.3.1)."""

    at: int = field(compare=False)
    body: Node
    least: int
    most: int | None
    lazy: bool


@dataclass(frozen=True, slots=True)
class Sequence:
    """Matches `parts` one after the other."""

    at: int = field(compare=False)
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Matches the first of `branches` that leads to a match."""

    at: int = field(compare=False)
    branches: tuple[Node, ...]


Node: TypeAlias = Empty | Characters | Assertion | Look | Group | Reference | Repeat | Sequence | Choice


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below `node`."""
    match node:
        case Sequence(_, parts):
            return parts
        case Choice(_, branches):
            return branches
        case Repeat() | Group() | Look():
            return (node.body,)
        case _:
            return ()


def fold(root: Node, visit: Callable[[Node, list[Result]], Result]) -> Result:
    """The result of `visit` for `root`; children come first, and no call nests however deep the tree is."""
    waiting: list[tuple[Node, bool]] = [(root, False)]
    results: list[Result] = []
    while waiting:
        node, is_ready = waiting.pop()
        below = children(node)
        if below and not is_ready:
            waiting.append((node, True))
            waiting.extend((child, False) for child in reversed(below))
            continue
        first = len(results) - len(below)
        results[first:] = [visit(node, results[first:])]
    return results[0]


def walk(root: Node) -> list[Node]:
    """Every node of the tree, parents before children, in source order."""
    waiting, found = [root], []
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(reversed(children(node)))
    return found


def with_children(node: Node, below: list[Node]) -> Node:
    """`node` with its children replaced by `below`; the same object where nothing changed."""
    if all(new is old for new, old in zip(below, children(node), strict=True)):
        return node
    match node:
        case Sequence(at):
            return Sequence(at, tuple(below))
        case Choice(at):
            return Choice(at, tuple(below))
        case Repeat(at, _, least, most, lazy):
            return Repeat(at, below[0], least, most, lazy)
        case Group(at, index, name):
            return Group(at, index, name, below[0])
        case Look(at, ahead, negative):
            return Look(at, ahead, negative, below[0])
        case _:
            return node
