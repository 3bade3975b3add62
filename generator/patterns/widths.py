"""How many code points a node may consume."""

from __future__ import annotations

from typing import NamedTuple

from .syntax import Characters, Choice, Empty, Group, Node, Reference, Repeat, Sequence, fold


class Width(NamedTuple):
    """The fewest and the most code points, `None` for no bound; `may_skip`: the empty text always matches."""

    least: int
    most: int | None
    may_skip: bool


def width(root: Node) -> Width:
    """The width of `root`."""
    return fold(root, width_of)


def width_of(node: Node, below: list[Width]) -> Width:
    """The width of `node` from the widths of its children."""
    match node:
        case Empty():
            return Width(0, 0, may_skip=True)
        case Characters():
            return Width(1, 1, may_skip=False)
        case Reference():
            return Width(0, None, may_skip=False)
        case Group():
            return below[0]
        case Sequence():
            most = None if any(part.most is None for part in below) else sum(part.most or 0 for part in below)
            return Width(sum(part.least for part in below), most, all(part.may_skip for part in below))
        case Choice():
            most = None if any(part.most is None for part in below) else max(part.most or 0 for part in below)
            return Width(min(part.least for part in below), most, any(part.may_skip for part in below))
        case Repeat(_, _, least, most, _):
            part = below[0]
            bound = (
                0 if part.most == 0 or most == 0 else None if part.most is None or most is None else part.most * most
            )
            return Width(part.least * least, bound, least == 0 or part.may_skip)
        case _:
            return Width(0, 0, may_skip=False)


def unrolled(root: Node) -> int:
    """How many nodes there are once every repetition is written out as often as it must happen."""

    def visit(node: Node, below: list[int]) -> int:
        size = sum(below) + 1
        return size * max(node.least, 1) if isinstance(node, Repeat) else size

    return fold(root, visit)
