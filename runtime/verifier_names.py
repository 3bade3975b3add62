"""What a name in a generated module can hold: sorts by prefix, and sets of exact types for parts of the instance."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn, Self

from .clock import Clock
from .helper_space import Table, table
from .refusal import Refused

# Exact types that a part of the instance can have, as bits.
DICT, LIST, STR, INT, FLOAT, DECIMAL, BOOL, NONE, OTHER = (1 << bit for bit in range(9))
ANY = (1 << 9) - 1
NUMBER = INT | FLOAT | DECIMAL
SIZED = DICT | LIST | STR
TEXT = STR | NONE
# Other locals: what they hold is known by their name alone.
COUNTER, FLAG, KIND, CHOICE, DOCUMENT, INDEX, FOUND, TRIED = (1 << bit for bit in range(9, 17))
BITS = (1 << 17) - 1
LEVEL = 17  # above the bits: the number of loops around the place where the name was bound

TYPE_BITS = {"dict": DICT, "list": LIST, "str": STR, "int": INT, "float": FLOAT, "bool": BOOL}
SORTS = {
    "value": ANY, "item": ANY, "part": ANY, "name": STR, "tag": ANY, "index": INDEX, "matched": COUNTER,
    "reported": COUNTER,
    "evaluated": FLAG,
    "matches": FLAG, "kind": KIND, "choice": CHOICE, "document": DOCUMENT, "tried": TRIED,
}  # fmt: skip

STRINGS = frozenset({"STRINGS", "NAMES", "TAGS", "TEXTS"})
FAMILIES = STRINGS | {"VALUES", "TYPES", "CHOICES", "PATTERN", "PROGRAM", "CLASS"}
LIMIT_CODES = frozenset({"string_length", "nodes", "depth", "not_json"})
TEXT_METHODS = frozenset({"isascii", "isdigit", "isalpha", "isalnum", "islower", "isupper", "isidentifier"})
EDGE_METHODS = frozenset({"startswith", "endswith"})
PATTERN_METHODS = frozenset({"search", "match", "fullmatch"})

DECIMAL_TEXT = re.compile(r"-?(?=[0-9.])[0-9]{0,20000}(?:\.[0-9]{1,20000})?(?:[Ee][+-]?[0-9]{1,4})?")


@dataclass(slots=True)
class Call:
    """A call between the module's own functions, whether it is paid for, and whether it goes down a level."""

    target: str
    is_charged: bool
    is_deeper: bool


@dataclass(slots=True)
class Module:
    """What is known of the module so far."""

    helpers: frozenset[str]
    clock: Clock
    metered: dict[str, bool]  # function -> whether it takes depth and budget
    constants: dict[str, str] = field(default_factory=dict)  # name -> what it is
    calls: dict[str, list[Call]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    pattern_text: int = 0  # characters, classes counted wherever they stand
    known: Table = field(default_factory=table)

    def helper(self, name: str, node: ast.AST) -> None:
        """The module uses a helper that it carries."""
        if name not in self.helpers:
            refuse("a function that is called is not in the module", node)
        self.used.add(name)


@dataclass(slots=True)
class Scope:
    """The function that is being read."""

    module: Module
    name: str
    role: str
    metered: bool
    is_charged: bool = False
    is_paid: bool = False  # the statement before pays for the value that a measure function counts
    loops: int = 0


def refuse(rule: str, node: ast.AST) -> NoReturn:
    """Raises `Refused` at the node."""
    raise Refused(rule, getattr(node, "lineno", 0))


def sort_of(name: str) -> str:
    """The prefix that says what a local holds, empty for a name of no sort."""
    prefix = name.partition("__")[0]
    return prefix if prefix in SORTS else ""


def is_name(node: ast.AST, *names: str) -> bool:
    """Whether the node is one of these names."""
    return type(node) is ast.Name and node.id in names


def is_constant(node: ast.AST, value: object) -> bool:
    """Whether the node is that constant, of that very type."""
    return type(node) is ast.Constant and type(node.value) is type(value) and node.value == value


def integer(node: ast.AST) -> bool:
    """Whether the node is an integer literal that is not negative."""
    return type(node) is ast.Constant and type(node.value) is int


def text(node: ast.AST) -> bool:
    """Whether the node is a string literal."""
    return type(node) is ast.Constant and type(node.value) is str


def number(node: ast.AST) -> bool:
    """Whether the node is a number literal, with or without a sign."""
    if type(node) is ast.UnaryOp and type(node.op) is ast.USub:
        node = node.operand
    return type(node) is ast.Constant and type(node.value) in (int, float)


def decimal_text(node: ast.AST) -> bool:
    """Whether the node is the text of a number whose size in memory is that of its text."""
    return type(node) is ast.Constant and type(node.value) is str and DECIMAL_TEXT.fullmatch(node.value) is not None


def constant_of(scope: Scope, node: ast.expr) -> str:
    """What the module's constant is, empty for what is none."""
    return scope.module.constants.get(node.id, "") if type(node) is ast.Name else ""


def held(node: ast.AST, env: Env, allowed: int) -> str:
    """The name of a local that holds nothing but what is allowed; raises `Refused`."""
    if type(node) is not ast.Name:
        refuse("something else stands where a local must", node)
    bits = env.get(node.id, GONE)
    if bits == GONE:
        refuse("a name is used that is not bound here", node)
    if bits & BITS & ~allowed:
        refuse("a local may hold another type than this use allows", node)
    return node.id


def in_turn(scope: Scope, env: Env, name: str, node: ast.AST) -> None:
    """Work on a value is done once for each turn of the loop that yields it, not for each turn of loops inside."""
    if env.get(name) >> LEVEL != scope.loops:
        refuse("a loop repeats work on a value from outside of it", node)


MOST_CHANGES = 32
GONE = -1


class Env:
    """What each name holds at one place of a function; nothing changes it.

    Places share most of what is known: what differs from the shared part stands apart, and is short.
    """

    __slots__ = ("_changes", "_shared")

    def __init__(self, shared: dict[str, int], changes: dict[str, int] | None = None) -> None:
        self._shared = shared
        self._changes = changes or {}
        if len(self._changes) > MOST_CHANGES:
            self._shared = {name: bits for name, bits in {**shared, **self._changes}.items() if bits != GONE}
            self._changes = {}

    def get(self, name: str, unbound: int = 0) -> int:
        """What the name holds."""
        bits = self._changes.get(name)
        if bits is None:
            bits = self._shared.get(name, GONE)
        return unbound if bits == GONE else bits

    def __contains__(self, name: str) -> bool:
        return self.get(name, GONE) != GONE

    def having(self, names: Mapping[str, int]) -> Self:
        """The same place, where these names hold something else."""
        return type(self)(self._shared, {**self._changes, **names})

    def without(self, names: Iterable[str]) -> Self:
        """The same place, where those names are not bound."""
        return self.having(dict.fromkeys([name for name in names if name in self], GONE))

    def joined(self, other: Self) -> Self:
        """What is known where two ways meet."""
        if self is other:
            return self
        if self._shared is other._shared:
            changed = {**self._changes, **other._changes}
            return type(self)(self._shared, {name: self._either(other, name) for name in changed})
        both = {name: self._either(other, name) for name in {**self._shared, **self._changes}}
        return type(self)({name: bits for name, bits in both.items() if bits != GONE})

    def _either(self, other: Self, name: str) -> int:
        one, two = self.get(name, GONE), other.get(name, GONE)
        if one == two:
            return one
        return GONE if GONE in (one, two) else (one | two) & BITS | min(one >> LEVEL, two >> LEVEL) << LEVEL


def narrowed(env: Env, name: str, bits: int) -> Env:
    """The names where that one holds nothing else."""
    old = env.get(name)
    new = old & ~BITS | old & bits
    return env if new == old else env.having({name: new})


def joined(first: Env, second: Env) -> Env:
    """What is known where two ways meet."""
    return first.joined(second)


def without(env: Env, names: Iterable[str]) -> Env:
    """The names but those, which a loop binds anew; counters and flags keep what they are."""
    return env.without({name: None for name in names if env.get(name) & BITS & ~(COUNTER | FLAG)})
