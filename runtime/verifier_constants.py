"""Constants: literals of JSON, sets of strings, tables of types, patterns and programs, each under its own prefix."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable

from .verifier_names import (
    STRINGS,
    Module,
    decimal_text,
    integer,
    is_constant,
    is_name,
    refuse,
    text,
)

MOST_PATTERN_TEXT = 4_194_304
MOST_STATES = 512


def read_constant(module: Module, name: str, value: ast.expr) -> None:
    """Notes what the constant is; raises `Refused` for a value that its prefix does not allow."""
    family = name.partition("__")[0]
    reader = READERS.get("STRINGS" if family in STRINGS else family)
    if reader is None:
        refuse("a constant has no prefix of the profile", value)
    if name in module.constants:
        refuse("a name is defined twice", value)
    module.constants[name] = reader(module, value)


def _strings(module: Module, node: ast.expr) -> str:
    match node:
        case ast.Call(func=ast.Name(id="frozenset"), args=[ast.Set(elts=members)], keywords=[]) if all(
            map(text, members)
        ):
            return "strings"
    refuse("this is no set of strings", node)


def _values(module: Module, node: ast.expr) -> str:
    if type(node) is not ast.Tuple:
        refuse("this is no tuple of values", node)
    for member in node.elts:
        _json(module, member)
    return "values"


def _json(module: Module, node: ast.expr) -> None:
    match node:
        case ast.Constant(value=value):
            if value is None or type(value) in (bool, str, int) or (type(value) is float and math.isfinite(value)):
                return
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)):
            if type(value) is int or (type(value) is float and math.isfinite(value)):
                return
        case ast.List(elts=members):
            for member in members:
                _json(module, member)
            return
        case ast.Dict(keys=keys, values=values) if all(key is not None and text(key) for key in keys):
            for member in values:
                _json(module, member)
            return
        case ast.Call(func=ast.Name(id="Decimal"), args=[number], keywords=[]) if decimal_text(number):
            return
    refuse("this is no literal of JSON", node)


def _rows(node: ast.expr) -> list[ast.expr]:
    if type(node) is not ast.Dict or not all(key is not None and text(key) for key in node.keys):
        refuse("this is no table", node)
    return node.values


def _types(module: Module, node: ast.expr) -> str:
    for row in _rows(node):
        match row:
            case ast.Name(id="bool" | "str" | "int"):
                continue
            case ast.Call(func=ast.Name(id="type"), args=[nothing], keywords=[]) if is_constant(nothing, None):
                continue
        refuse("this is no type of the profile", row)
    return "types"


def _choices(module: Module, node: ast.expr) -> str:
    for row in _rows(node):
        _strings(module, row)
    return "choices"


def _pattern(module: Module, node: ast.expr) -> str:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="compile"), args=[source, flags], keywords=[]):
            if type(flags) is ast.Attribute and flags.attr == "ASCII" and is_name(flags.value, "re"):
                _pattern_text(module, source)
                return "pattern"
            refuse("a pattern has other flags", node)
        case ast.Call(func=ast.Name(id="pattern_on_first_use"), args=[source], keywords=[]):
            module.helper("pattern_on_first_use", node)
            _pattern_text(module, source)
            return "pattern"
    _pattern_text(module, node)
    return "text"


def _pattern_text(module: Module, node: ast.expr) -> None:
    """A literal, or literals and classes that are added."""
    parts: list[ast.expr] = []
    first = node
    while type(first) is ast.BinOp and type(first.op) is ast.Add:
        parts.append(first.right)
        first = first.left
    for part in (*parts, first):
        if text(part):
            module.pattern_text += len(part.value)  # type: ignore[attr-defined]
        elif type(part) is ast.Name and module.constants.get(part.id, "").startswith("class "):
            module.pattern_text += int(module.constants[part.id].removeprefix("class "))
        else:
            refuse("this is no text of a pattern", part)
    if module.pattern_text > MOST_PATTERN_TEXT:
        refuse("the patterns are too long", node)


def _class(module: Module, node: ast.expr) -> str:
    if not text(node):
        refuse("this is no text of a pattern", node)
    return f"class {len(node.value)}"  # type: ignore[attr-defined]


def _program(module: Module, node: ast.expr) -> str:
    """`(groups, registers, instructions)` for the stepwise matcher."""
    match node:
        case ast.Tuple(elts=[groups, registers, ast.Tuple() as instructions]) if integer(groups) and integer(registers):
            if groups.value <= MOST_STATES and registers.value <= MOST_STATES:  # type: ignore[attr-defined]
                _instruction(instructions)
                return "program"
    refuse("this is no program of a pattern", node)


def _instruction(node: ast.expr) -> None:
    match node:
        case ast.Tuple(elts=members):
            for member in members:
                _instruction(member)
            return
        case ast.Constant(value=value) if value is None or type(value) in (bool, str):
            return
        case ast.Constant(value=value) if type(value) is int and value <= 2**31:
            return
    refuse("this is no program of a pattern", node)


READERS: dict[str, Callable[[Module, ast.expr], str]] = {
    "STRINGS": _strings,
    "VALUES": _values,
    "TYPES": _types,
    "CHOICES": _choices,
    "PATTERN": _pattern,
    "CLASS": _class,
    "PROGRAM": _program,
}
