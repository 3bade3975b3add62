"""Rewrites that keep every answer: fewer nodes, no idle groups, nothing that an engine refuses to repeat."""

from __future__ import annotations

from .codes import NONE, Codes, is_subset, union
from .limits import UNREACHABLE
from .references import has_references, settled
from .syntax import (
    Characters,
    Choice,
    Empty,
    Group,
    Look,
    Member,
    Node,
    Reference,
    Repeat,
    Sequence,
    fold,
    walk,
    with_children,
)
from .widths import width


def normalised(root: Node) -> Node:
    """A tree that matches the same texts (ECMA-262 22.2.2); raises `PatternUnsupported` as `settled` does."""
    if has_references(root):
        root = settled(root)
    referenced = frozenset(index for node in walk(root) if isinstance(node, Reference) for index in node.indices)

    def visit(node: Node, below: list[Node]) -> Node:
        node = with_children(node, below)
        match node:
            case Group(_, index, _, body) if index not in referenced:
                return body
            case Repeat():
                return _repeat(node, may_merge=not referenced)
            case Sequence(at, parts):
                return _sequence(at, parts, may_absorb=not referenced)
            case Choice(at, branches):
                return _choice(at, branches)
            case _:
                return node

    result = fold(root, visit)
    return _without_lost_groups(result) if referenced else result


def _repeat(node: Repeat, *, may_merge: bool) -> Node:
    body, least, most = node.body, node.least, node.most
    size = width(body)
    if most == 0 or isinstance(body, Empty):
        return Empty(node.at)
    if least == most == 1:
        return body
    if size.most == 0:
        # A look-around or an assertion: engines will not repeat it, and once is as good.
        return Empty(node.at) if least == 0 else body
    if may_merge and isinstance(body, Repeat) and least == most and body.least == body.most:
        # (?:X{2}){3} is X{6}.
        return _repeat(Repeat(node.at, body.body, least * body.least, least * body.least, node.lazy), may_merge=True)
    if least >= UNREACHABLE and size.least > 0:
        return Characters(node.at, NONE)
    if may_merge and size.may_skip:
        least = 0
    if may_merge and isinstance(body, Repeat) and body.least <= 1 and least <= 1:
        # (?:X+)* is X*, (?:X?)+ is X* and so on; (?:X?)? too, but an inner bound counts for each outer round.
        if None in (most, body.most) and (body.most in (None, 1) and most in (None, 1)):
            return Repeat(node.at, body.body, min(least, body.least), None, node.lazy)
        if most == body.most == 1:
            return Repeat(node.at, body.body, 0, 1, node.lazy)
    return node if least == node.least else Repeat(node.at, body, least, most, node.lazy)


def _sequence(at: int, parts: tuple[Node, ...], *, may_absorb: bool) -> Node:
    flat: list[Node] = []
    for part in parts:
        for inner in part.parts if isinstance(part, Sequence) else (part,):
            if isinstance(inner, Empty):
                continue
            flat.append(inner)
            while may_absorb and len(flat) > 1 and (merged := _absorbed(flat[-2], flat[-1])) is not None:
                flat[-2:] = merged
    return flat[0] if len(flat) == 1 else Sequence(at, tuple(flat)) if flat else Empty(at)


def _absorbed(left: Node, right: Node) -> list[Node] | None:
    """`X{m,n}Y{k,}` is `X{m}Y{k,}` where X lies inside Y, in either order; `None` where nothing changes."""
    if not (isinstance(left, Repeat) and isinstance(right, Repeat)):
        return None
    for one, other in ((left, right), (right, left)):
        small, large = _run(one), _run(other)
        if small is None or large is None or other.most is not None or one.least == one.most:
            continue
        if is_subset(small, large):
            kept: list[Node] = [] if one.least == 0 else [_times(one)]
            return [*kept, right] if one is left else [left, *kept]
    return None


def _run(node: Repeat) -> Codes | None:
    return node.body.codes if isinstance(node.body, Characters) else None


def _times(node: Repeat) -> Node:
    return node.body if node.least == 1 else Repeat(node.at, node.body, node.least, node.least, node.lazy)


def _choice(at: int, branches: tuple[Node, ...]) -> Node:
    flat: list[Node] = []
    for branch in branches:
        flat.extend(branch.branches if isinstance(branch, Choice) else (branch,))
    if all(isinstance(branch, Characters) for branch in flat):
        return _one_class(at, [branch for branch in flat if isinstance(branch, Characters)])
    if isinstance(flat[-1], Empty) or isinstance(flat[0], Empty):
        full = [branch for branch in flat if not isinstance(branch, Empty)]
        if not full:
            return Empty(at)
        body = full[0] if len(full) == 1 else Choice(at, tuple(full))
        if width(body).most != 0 and len(full) < len(flat) and not _holds_group(body):
            return Repeat(at, body, 0, 1, lazy=isinstance(flat[0], Empty))
    return flat[0] if len(flat) == 1 else Choice(at, tuple(flat))


def _holds_group(node: Node) -> bool:
    return any(isinstance(inner, Group | Look | Repeat) for inner in walk(node))


def _one_class(at: int, parts: list[Characters]) -> Characters:
    members: dict[Member, None] = {}
    rests: list[Codes] = []
    for part in parts:
        if part.negated:
            rests.append(part.codes)
        else:
            members.update(dict.fromkeys(part.members))
            rests.append(part.rest)
    return Characters(at, union(*(part.codes for part in parts)), tuple(members), union(*rests))


def _without_lost_groups(root: Node) -> Node:
    # A group inside X{0} is gone: what refers to it matches the empty text.
    present = {node.index for node in walk(root) if isinstance(node, Group)}

    def visit(node: Node, below: list[Node]) -> Node:
        if isinstance(node, Reference) and not present.issuperset(node.indices):
            return Empty(node.at)
        return with_children(node, below)

    return fold(root, visit)
