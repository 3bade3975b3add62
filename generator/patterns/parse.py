"""The parser for ECMA-262 patterns in unicode mode (22.2.1 with the u flag), without recursion."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from .classes import read_class
from .codes import LINE_BREAK, complement
from .errors import PatternLimit
from .limits import DEFAULT_LIMITS, UNREACHABLE, PatternLimits
from .reader import Reader, Relaxation
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
    with_children,
)

_BRACES = re.compile(r"\{([0-9]+)(,([0-9]*))?\}")
# What some dialect reads as a quantifier: Python has {,n} and {,}, Perl allows spaces.
_ANY_BRACES = re.compile(r"\{[ 0-9]*[0-9,][ 0-9,]*\}")
_SIGNS = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_NO_LINE_BREAK = complement(LINE_BREAK)


@dataclass(frozen=True, slots=True)
class ParsedPattern:
    """A well-formed pattern: its tree, its number of capturing groups, and the readings of Annex B that it needed."""

    source: str
    root: Node
    groups: int
    relaxations: tuple[Relaxation, ...]


class _Closing(Protocol):
    def __call__(self, body: Node) -> Node: ...


@dataclass(slots=True)
class _Level:
    """An open group: what closes it, its branches so far, and the group names that each branch made visible."""

    at: int
    close: _Closing
    can_repeat: bool
    branches: list[Node] = field(default_factory=list)
    parts: list[Node] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    past_names: list[str] = field(default_factory=list)

    def end_branch(self) -> None:
        match self.parts:
            case []:
                self.branches.append(Empty(self.at))
            case [part]:
                self.branches.append(part)
            case parts:
                self.branches.append(Sequence(parts[0].at, tuple(parts)))
        self.parts = []

    def body(self) -> Node:
        self.end_branch()
        return self.branches[0] if len(self.branches) == 1 else Choice(self.at, tuple(self.branches))


def parse(source: str, *, strict: bool = False, limits: PatternLimits = DEFAULT_LIMITS) -> ParsedPattern:
    """The tree of `source` as ECMA-262 reads it with the u flag (22.2.1).

    Raises `PatternError` where it is malformed, `PatternLimit` where it is too large; `strict` refuses the readings of
    Annex B that are otherwise accepted and listed.
    """
    if len(source) > limits.length:
        raise PatternLimit(f"the pattern is longer than {limits.length} characters")
    return _Parser(Reader(source, strict=strict), limits).run()


def _as_group(body: Node, at: int, index: int | None, name: str | None) -> Node:
    return Group(at, index, name, body)


def _as_look(body: Node, at: int, *, ahead: bool, negative: bool) -> Node:
    return Look(at, ahead, negative, body)


class _Parser:
    def __init__(self, reader: Reader, limits: PatternLimits) -> None:
        self.reader = reader
        self.limits = limits
        self.levels = [_Level(0, partial(_as_group, at=0, index=None, name=None), can_repeat=False)]
        self.groups = 0
        self.visible: set[str] = set()
        self.indices: dict[str, list[int]] = {}
        self.named: dict[int, str] = {}
        self.numbered: dict[int, int] = {}

    def run(self) -> ParsedPattern:
        while self.reader.position < len(self.reader.text):
            self.read_term()
        if len(self.levels) > 1:
            raise self.reader.error("a group must end with )", self.levels[-1].at)
        root = self.resolved(self.levels[0].body())
        return ParsedPattern(self.reader.source, root, self.groups, tuple(self.reader.relaxations))

    def read_term(self) -> None:
        reader, level, at = self.reader, self.levels[-1], self.reader.position
        sign = reader.peek()
        reader.position += 1
        match sign:
            case "|":
                level.end_branch()
                self.visible.difference_update(level.names)
                level.past_names += level.names
                level.names = []
            case "(":
                self.open_group(at)
            case ")":
                self.close_group(at)
            case "^":
                level.parts.append(Assertion(at, "start"))
            case "$":
                level.parts.append(Assertion(at, "end"))
            case "\\" if reader.peek() in ("b", "B"):
                level.parts.append(Assertion(at, "word_boundary" if reader.peek() == "b" else "no_word_boundary"))
                reader.position += 1
            case _:
                level.parts.append(self.quantified(self.atom(sign, at)))

    def atom(self, sign: str, at: int) -> Node:
        reader = self.reader
        match sign:
            case ".":
                return Characters(at, _NO_LINE_BREAK, rest=_NO_LINE_BREAK)
            case "[":
                return read_class(reader)
            case "\\":
                return self.escape(at)
            case "*" | "+" | "?":
                raise reader.error("nothing to repeat", at)
            case "{" | "}":
                self.check_brace(sign, at)
            case "]":
                raise reader.error("a closing bracket without its opening one", at)
            case _:
                pass
        return _literal(at, ord(sign))

    def check_brace(self, sign: str, at: int) -> None:
        if sign == "{" and _ANY_BRACES.match(self.reader.text, at):
            is_quantifier = _BRACES.match(self.reader.text, at)
            raise self.reader.error("nothing to repeat" if is_quantifier else "braces that are not a quantifier", at)
        self.reader.relax(f"{sign} must be escaped where it is not part of a quantifier", at)

    def escape(self, at: int) -> Node:
        reader = self.reader
        number = re.compile(r"[1-9][0-9]*").match(reader.text, reader.position)
        if number is not None:
            reader.position = number.end()
            self.numbered[at] = int(number[0]) if len(number[0]) < 7 else UNREACHABLE
            return Reference(at, (self.numbered[at],))
        if reader.take("k"):
            if not reader.take("<"):
                raise reader.error("\\k needs a group name in angle brackets", at)
            self.named[at] = reader.group_name(at)
            return Reference(at, ())
        return reader.class_escape(at) or _literal(at, reader.character_escape(at, in_class=False))

    def open_group(self, at: int) -> None:
        reader = self.reader
        if len(self.levels) > self.limits.nesting:
            raise PatternLimit(f"groups are nested deeper than {self.limits.nesting}")
        close: _Closing
        for sign, ahead, negative in (("?=", 1, 0), ("?!", 1, 1), ("?<=", 0, 0), ("?<!", 0, 1)):
            if reader.take(sign):
                close = partial(_as_look, at=at, ahead=bool(ahead), negative=bool(negative))
                self.levels.append(_Level(at, close, can_repeat=False))
                return
        if reader.take("?:"):
            close = partial(_as_group, at=at, index=None, name=None)
        else:
            name = None
            if reader.take("?<"):
                name = self.declared(reader.group_name(at), at)
            elif reader.looks_at("?"):
                raise reader.error("(? must be followed by one of : = ! <= <! <name>", at)
            self.groups += 1
            if name is not None:
                self.indices.setdefault(name, []).append(self.groups)
            close = partial(_as_group, at=at, index=self.groups, name=name)
        self.levels.append(_Level(at, close, can_repeat=True))

    def declared(self, name: str, at: int) -> str:
        # ES2025 allows one name in two branches of one alternation: then at most one of them takes part.
        if name in self.visible:
            raise self.reader.error("two groups that can both take part have one name", at)
        self.visible.add(name)
        self.levels[-1].names.append(name)
        return name

    def close_group(self, at: int) -> None:
        if len(self.levels) == 1:
            raise self.reader.error("a closing parenthesis without its opening one", at)
        level = self.levels.pop()
        node = level.close(level.body())
        inner = level.past_names + level.names
        self.visible.update(inner)
        self.levels[-1].names += inner
        self.levels[-1].parts.append(self.quantified(node) if level.can_repeat else node)

    def quantified(self, atom: Node) -> Node:
        reader, at = self.reader, self.reader.position
        sign = reader.peek()
        if sign in _SIGNS:
            reader.position += 1
            least, most = _SIGNS[sign]
            return Repeat(atom.at, atom, least, most, reader.take("?"))
        found = _BRACES.match(reader.text, at)
        if found is None:
            return atom
        reader.position = found.end()
        least = _count(found[1])
        most = least if found[2] is None else None if not found[3] else _count(found[3])
        if most is not None and _digits(found[1]) > _digits(found[3] or found[1]):
            raise reader.error("the numbers of a quantifier are out of order", at)
        if self.limits.count < least < UNREACHABLE:
            raise PatternLimit(f"a quantifier asks for more than {self.limits.count} repetitions")
        return Repeat(atom.at, atom, least, None if most == UNREACHABLE else most, reader.take("?"))

    def resolved(self, root: Node) -> Node:
        """`root` with the groups of every named reference filled in; `PatternError` for one without a group."""
        for at, number in self.numbered.items():
            if number > self.groups:
                raise self.reader.error("a back reference to a group that does not exist", at)
        for at, name in self.named.items():
            if name not in self.indices:
                raise self.reader.error("a back reference to a name that no group has", at)
        return fold(root, self.named_reference) if self.named else root

    def named_reference(self, node: Node, below: list[Node]) -> Node:
        if isinstance(node, Reference) and node.at in self.named:
            return Reference(node.at, tuple(self.indices[self.named[node.at]]))
        return with_children(node, below)


def _literal(at: int, code: int) -> Characters:
    return Characters(at, ((code, code),), rest=((code, code),))


def _digits(text: str) -> tuple[int, str]:
    # Compared as text: Python refuses to read numbers of more than 4,300 digits.
    digits = text.lstrip("0")
    return len(digits), digits


def _count(text: str) -> int:
    length, digits = _digits(text)
    return UNREACHABLE if length > 10 else min(int(digits or "0"), UNREACHABLE)
