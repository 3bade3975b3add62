"""Writes a normalised tree for `re` or for `regex` (flag ASCII; `regex` with V0 too), construct by construct."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple

from .lookbehind import fixed_widths
from .syntax import Assertion, Characters, Choice, Empty, Group, Look, Node, Reference, Repeat, Sequence, fold, walk
from .text import Part, PatternText, class_parts, pattern_text


class Engine(Enum):
    """Who matches: the standard library's `re`, or `regex`, which takes a timeout."""

    RE = "re"
    REGEX = "regex"


class _Level(IntEnum):
    CHOICE = 0
    SEQUENCE = 1
    ATOM = 2


class _Written(NamedTuple):
    parts: list[Part]
    level: _Level


# Not $ (which allows a final newline), and not \B (false on '' before Python 3.14).
_ASSERTIONS = {"start": "^", "end": r"\Z", "word_boundary": r"\b", "no_word_boundary": r"(?!\b)"}
# `regex` takes [^\s\S] for everything; `re` needs something that may be repeated.
_NOTHING = {Engine.RE: r"[^\s\S]", Engine.REGEX: "(?!)"}


def translated(root: Node, engine: Engine, *, at_end: bool = False) -> PatternText:
    """`root` for `engine`, ASCII only; `at_end` asks for the end of the text after it.

    Raises `PatternUnsupported` where `re` cannot look behind for so many widths.
    """
    groups = [node.index for node in walk(root) if isinstance(node, Group)]
    numbers = {index: number for number, index in enumerate(groups, start=1) if index is not None}

    def visit(node: Node, below: list[_Written]) -> _Written:
        match node:
            case Empty():
                return _Written([], _Level.SEQUENCE)
            case Characters():
                return _Written(class_parts(node, _NOTHING[engine]), _Level.ATOM)
            case Assertion():
                return _Written([_ASSERTIONS[node.place]], _Level.ATOM)
            case Reference():
                # A plain \1 would fail where the group took no part; ECMA-262 matches the empty text there.
                number = numbers[node.indices[0]]
                return _Written([f"(?({number})\\{number})"], _Level.ATOM)
            case Group():
                return _Written(["(", *below[0].parts, ")"], _Level.ATOM)
            case Look():
                return _look(node, below[0], engine)
            case Repeat():
                return _repeat(node, below[0])
            case Sequence():
                return _Written([part for one in below for part in _wrapped(one, _Level.SEQUENCE)], _Level.SEQUENCE)
            case Choice():
                parts: list[Part] = []
                for branch in below:
                    parts += ["|", *branch.parts] if branch is not below[0] else branch.parts
                return _Written(parts, _Level.CHOICE)

    written = fold(root, visit)
    if at_end:
        return pattern_text([*_wrapped(written, _Level.SEQUENCE), _ASSERTIONS["end"]])
    return pattern_text(written.parts)


def _wrapped(written: _Written, level: _Level) -> list[Part]:
    return written.parts if written.level >= level else ["(?:", *written.parts, ")"]


def _look(node: Look, body: _Written, engine: Engine) -> _Written:
    sign = ("?" if node.ahead else "?<") + ("!" if node.negative else "=")
    if node.ahead or engine is Engine.REGEX:
        return _Written([f"({sign}", *body.parts, ")"], _Level.ATOM)
    # `re` looks behind for one width at a time.
    bodies = fixed_widths(node.body)
    looks: list[list[Part]] = [[f"({sign}", *translated(one, engine).parts, ")"] for one in bodies]
    if len(looks) == 1:
        return _Written(looks[0], _Level.ATOM)
    joined: list[Part] = []
    for look in looks:
        joined += ["|", *look] if joined and not node.negative else look
    return _Written(["(?:", *joined, ")"], _Level.ATOM)


def _repeat(node: Repeat, body: _Written) -> _Written:
    match node.least, node.most:
        case 0, None:
            sign = "*"
        case 1, None:
            sign = "+"
        case 0, 1:
            sign = "?"
        case least, None:
            sign = f"{{{least},}}"
        case least, most:
            sign = f"{{{least}}}" if least == most else f"{{{least},{most}}}"
    is_plain = body.level is _Level.ATOM and not isinstance(node.body, Reference | Repeat | Look | Assertion)
    atom = body.parts if is_plain else ["(?:", *body.parts, ")"]
    return _Written([*atom, sign + ("?" if node.lazy and node.least != node.most else "")], _Level.SEQUENCE)
