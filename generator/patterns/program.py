"""A pattern as instructions for the step-counting matcher, which follows ECMA-262 22.2.2 to the letter.

Instructions are tuples, the operation first. Targets are absolute indices.

    ("code", ranges, back)                    one code point in `ranges`, before the position if `back`
    ("reference", groups, back)               what one of `groups` captured, or nothing
    ("place", which)                          "start", "end", "word_boundary", "no_word_boundary"
    ("split", first, second)                  goes to `first`, later to `second`
    ("jump", target)
    ("open", register), ("close", group, register, back)
    ("enter", register), ("round", register, least, most, lazy, groups, exit), ("again", register, least, round)
    ("look", negative, after), ("seen", negative, after)
    ("matched",)
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from .parse import ParsedPattern
from .syntax import (
    Assertion,
    Characters,
    Choice,
    Empty,
    Group,
    Look,
    Node,
    Reference,
    Repeat,
    Sequence,
    fold,
    walk,
)

Instruction: TypeAlias = tuple[object, ...]


class _Relative(NamedTuple):
    """A target, relative to the instruction that holds it."""

    distance: int


Code: TypeAlias = list[Instruction]


class _Both(NamedTuple):
    ahead: Code
    back: Code


def program(parsed: ParsedPattern) -> tuple[object, ...]:
    """The number of groups and of registers, and the instructions for one attempt at one position."""
    registers = 0

    def visit(node: Node, below: list[_Both]) -> _Both:
        nonlocal registers
        registers += 1
        return _Both(
            _written(node, [part.ahead for part in below], below, registers - 1, back=False),
            _written(node, [part.back for part in below], below, registers - 1, back=True),
        )

    code = [*fold(parsed.root, visit).ahead, ("matched",)]
    return parsed.groups, registers, tuple(_absolute(instruction, index) for index, instruction in enumerate(code))


def _absolute(instruction: Instruction, index: int) -> Instruction:
    return tuple(index + part.distance if isinstance(part, _Relative) else part for part in instruction)


def _written(node: Node, below: list[Code], both: list[_Both], register: int, *, back: bool) -> Code:
    match node:
        case Empty():
            return []
        case Characters():
            return [("code", node.codes, back)]
        case Assertion():
            return [("place", node.place)]
        case Reference():
            return [("reference", node.indices, back)]
        case Group(_, None):
            return below[0]
        case Group():
            return [("open", register), *below[0], ("close", node.index, register, back)]
        case Look():
            body = both[0].ahead if node.ahead else both[0].back
            after = _Relative(len(body) + 2)
            return [("look", node.negative, after), *body, ("seen", node.negative, _Relative(1))]
        case Sequence():
            return [instruction for part in (reversed(below) if back else below) for instruction in part]
        case Choice():
            return _choice(below)
        case Repeat():
            return _repeat(node, below[0], register)


def _choice(branches: list[Code]) -> Code:
    code = branches[-1]
    for branch in reversed(branches[:-1]):
        code = [
            ("split", _Relative(1), _Relative(len(branch) + 2)),
            *branch,
            ("jump", _Relative(len(code) + 1)),
            *code,
        ]
    return code


def _repeat(node: Repeat, body: Code, register: int) -> Code:
    groups = tuple(inner.index for inner in walk(node.body) if isinstance(inner, Group) and inner.index is not None)
    return [
        ("enter", register),
        ("round", register, node.least, node.most, node.lazy, groups, _Relative(len(body) + 2)),
        *body,
        ("again", register, node.least, _Relative(-len(body) - 1)),
    ]
