"""What a back reference can mean to an engine that does not reset captures (ECMA-262 22.2.2.3.1, 22.2.2.7.2)."""

from __future__ import annotations

from collections.abc import Sequence as Series
from typing import TypeAlias

from .errors import PatternUnsupported
from .syntax import Choice, Empty, Group, Look, Node, Reference, Repeat, Sequence, children, fold, walk, with_children
from .widths import width

Path: TypeAlias = tuple[tuple[Node, int], ...]


def has_references(root: Node) -> bool:
    """Whether any back reference is in the tree."""
    return any(isinstance(node, Reference) for node in walk(root))


def settled(root: Node) -> Node:
    """`root` with every reference either empty, or to one group whose last capture is the one that ECMA-262 sees.

    Raises `PatternUnsupported` for a reference whose value depends on the reset of captures by each repetition, or that
    has to do with a look-behind, which ECMA-262 matches backwards.
    """
    groups: dict[int, Path] = {}
    references: dict[int, Path] = {}
    waiting: list[tuple[Node, Path]] = [(root, ())]
    while waiting:
        node, path = waiting.pop()
        if isinstance(node, Group) and node.index is not None:
            groups[node.index] = path
        elif isinstance(node, Reference):
            references[node.at] = path
        waiting.extend((child, (*path, (node, index))) for index, child in enumerate(children(node)))

    def visit(node: Node, below: list[Node]) -> Node:
        if not isinstance(node, Reference):
            return with_children(node, below)
        here = references[node.at]
        kept = [Reference(node.at, (index,)) for index in node.indices if _is_reachable(index, groups[index], here)]
        return Sequence(node.at, tuple(kept)) if len(kept) > 1 else kept[0] if kept else Empty(node.at)

    return fold(root, visit)


def _is_reachable(index: int, group: Path, reference: Path) -> bool:
    """Whether the reference can see the group's capture; `PatternUnsupported` where only ECMA-262 could tell."""
    if any(isinstance(node, Group) and node.index == index for node, _ in reference):
        return False
    shared = next(i for i, (left, right) in enumerate(zip(group, reference, strict=False)) if left != right)
    common, own = group[shared], group[shared:]
    if any(isinstance(node, Look) and not node.ahead for node, _ in (*group, *reference)):
        raise PatternUnsupported("a back reference together with a look-behind")
    if isinstance(common[0], Choice) or common[1] > reference[shared][1]:
        return False
    if any(isinstance(node, Look) and node.negative for node, _ in own):
        return False
    for depth, (node, _) in enumerate(group):
        if isinstance(node, Repeat) and not _keeps_captures(node, group[depth + 1 :]):
            raise PatternUnsupported("a back reference to a group that a repetition may leave unset")
    return True


def _keeps_captures(loop: Repeat, inside: Series[tuple[Node, int]]) -> bool:
    """Whether the group's last capture is the one that the loop leaves behind."""
    if loop.least == loop.most == 1:
        return True
    if width(loop.body).least == 0:
        # ECMA-262 undoes an empty round with all that its look-aheads captured.
        return False
    return loop.most == 1 or _is_set_each_time(inside)


def _is_set_each_time(inside: Series[tuple[Node, int]]) -> bool:
    return not any(
        isinstance(node, Choice)
        or (isinstance(node, Repeat) and node.least == 0)
        or (isinstance(node, Look) and node.negative)
        for node, _ in inside
    )
