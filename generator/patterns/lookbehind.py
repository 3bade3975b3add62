"""Look-behinds of several widths, split for `re`, which wants each of one width."""

from __future__ import annotations

from .errors import PatternUnsupported
from .syntax import Choice, Empty, Group, Node, Repeat, Sequence, fold
from .widths import width

_MOST_WIDTHS = 64


def fixed_widths(root: Node) -> list[Node]:
    """Nodes of one width each that together match what `root` matches; `PatternUnsupported` for too many of them."""
    size = width(root)
    if size.least == size.most:
        return [root]
    if size.most is None or size.most - size.least >= _MOST_WIDTHS or size.most > _MOST_WIDTHS * 4:
        raise PatternUnsupported("a look-behind of too many widths")
    return list(fold(root, _by_width).values())


def _by_width(node: Node, below: list[dict[int, Node]]) -> dict[int, Node]:
    match node:
        case Sequence():
            found: dict[int, Node] = {0: Empty(node.at)}
            for part in below:
                found = _followed(found, part, node.at)
            return found
        case Choice():
            found = {}
            for part in below:
                for size, one in part.items():
                    found[size] = Choice(node.at, (found[size], one)) if size in found else one
            return found
        case Repeat(at, _, least, most, _):
            return _repeated(at, below[0], least, least if most is None else most)
        case Group(at, index, name):
            return {size: Group(at, index, name, one) for size, one in below[0].items()}
        case _:
            return {width(node).least: node}


def _followed(left: dict[int, Node], right: dict[int, Node], at: int) -> dict[int, Node]:
    found: dict[int, Node] = {}
    if len(left) * len(right) > _MOST_WIDTHS * _MOST_WIDTHS:
        raise PatternUnsupported("a look-behind of too many widths")
    for before, one in left.items():
        for after, other in right.items():
            joined = Sequence(at, (one, other))
            size = before + after
            found[size] = Choice(at, (found[size], joined)) if size in found else joined
    return found


def _repeated(at: int, body: dict[int, Node], least: int, most: int) -> dict[int, Node]:
    if len(body) == 1:
        ((size, one),) = body.items()
        return {size * count: Repeat(at, one, count, count, lazy=False) for count in range(least, most + 1)}
    found: dict[int, Node] = {}
    current: dict[int, Node] = {0: Empty(at)}
    for count in range(most + 1):
        if count >= least:
            for size, one in current.items():
                found[size] = Choice(at, (found[size], one)) if size in found else one
        current = _followed(current, body, at) if count < most else current
    return found
