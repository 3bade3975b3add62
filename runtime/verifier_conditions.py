"""Conditions: a closed grammar of tests, and what each test tells of the types of the names in it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from .verifier_comparisons import Both, compare
from .verifier_names import (
    ANY,
    DICT,
    EDGE_METHODS,
    FLAG,
    FOUND,
    LIMIT_CODES,
    LIST,
    NUMBER,
    STR,
    TEXT_METHODS,
    Env,
    Scope,
    constant_of,
    decimal_text,
    held,
    in_turn,
    integer,
    is_constant,
    is_name,
    joined,
    narrowed,
    refuse,
    text,
)
from .verifier_values import own_call

NUMBERS = ("is_number", "is_integer", "meets_number")


def assume(scope: Scope, node: ast.expr, env: Env) -> Both:
    """What is known where the condition holds, and where it does not; raises `Refused` for what is no condition."""
    reader = READERS.get(type(node))
    if reader is None:
        refuse("this is no condition", node)
    return reader(scope, node, env)


def _constant(scope: Scope, node: ast.Constant, env: Env) -> Both:
    if node.value is not True and node.value is not False:
        refuse("this is no condition", node)
    return env, env


def _flag(scope: Scope, node: ast.Name, env: Env) -> Both:
    held(node, env, FLAG)
    return env, env


def _not(scope: Scope, node: ast.UnaryOp, env: Env) -> Both:
    if type(node.op) is not ast.Not:
        refuse("this is no condition", node)
    holds, fails = assume(scope, node.operand, env)
    return fails, holds


def _joined_terms(scope: Scope, node: ast.BoolOp, env: Env) -> Both:
    if type(node.op) is ast.And:
        holds, other = assume(scope, node.values[0], env)
        for term in node.values[1:]:
            holds, fails = assume(scope, term, holds)
            other = joined(other, fails)
        return holds, other
    other, fails = assume(scope, node.values[0], env)
    if len(node.values) == 2 and _is_type_from_table(node):
        fails = narrowed(fails, node.values[1].values[1].left.args[0].id, STR)  # type: ignore[attr-defined]
    for term in node.values[1:]:
        holds, fails = assume(scope, term, fails)
        other = joined(other, holds)
    return other, fails


TABLE_TEST = (
    "type(I) is not K or (K is str and len(I) > STRING_LIMIT and too_long())",
    "(type(I) is not K and (K is not int or not is_integer(I))) or (K is str and len(I) > STRING_LIMIT and too_long())",
)
TABLE_SHAPES = frozenset(ast.dump(ast.parse(shape, mode="eval").body) for shape in TABLE_TEST)


def _is_type_from_table(node: ast.BoolOp) -> bool:
    """The one test in which a type from a table decides: the item has that type where the first term fails.

    The type is `str` where the second term goes on, and a string is no integer: so the item is a string there.
    """
    match node.values[1]:
        case ast.BoolOp(
            op=ast.And(),
            values=[
                ast.Compare(left=ast.Name(id=kind)),
                ast.Compare(left=ast.Call(args=[ast.Name(id=item)])),
                ast.Call(),
            ],
        ):
            return ast.dump(node).replace(f"id='{kind}'", "id='K'").replace(f"id='{item}'", "id='I'") in TABLE_SHAPES
    return False


def _choice_of_terms(scope: Scope, node: ast.IfExp, env: Env) -> Both:
    holds, fails = assume(scope, node.test, env)
    first, second = assume(scope, node.body, holds), assume(scope, node.orelse, fails)
    return joined(first[0], second[0]), joined(first[1], second[1])


# ------------------------------------------------------------------ calls that answer
def _call(scope: Scope, node: ast.Call, env: Env) -> Both:
    if node.keywords:
        refuse("an argument is given by name", node)
    if type(node.func) is ast.Attribute:
        _method(scope, node, node.func, env)
        return env, env
    if type(node.func) is not ast.Name:
        refuse("this is no condition", node)
    name, arguments = node.func.id, node.args
    if name in scope.module.metered:
        own_call(scope, node, env, "check")
        return env, env
    scope.module.helper(name, node)
    if name in NUMBERS and len(arguments) == 1:
        return narrowed(env, held(arguments[0], env, ANY), NUMBER), env
    if not _answers(scope, name, arguments, env):
        refuse("this is no condition", node)
    return env, env


def _answers(scope: Scope, name: str, arguments: list[ast.expr], env: Env) -> bool:
    """Whether it is a call of a helper that answers yes or no."""
    match name, arguments:
        case "exceeded", [code]:
            return type(code) is ast.Constant and code.value in LIMIT_CODES
        case "pattern_subject_too_long" | "too_long", []:
            return True
        case "may_look_closer", [found]:
            return is_name(found, "found") and env.get("found") == FOUND
        case "is_unique", [value]:
            in_turn(scope, env, held(value, env, LIST), value)
        case "is_one_of", [value, values]:
            in_turn(scope, env, held(value, env, ANY), value)
            return constant_of(scope, values) == "values"
        case "is_multiple_of", [value, divisor]:
            in_turn(scope, env, held(value, env, NUMBER), value)
            return integer(divisor) or decimal_text(divisor)
        case "matches_stepwise", [program, subject]:
            in_turn(scope, env, held(subject, env, STR), subject)
            return constant_of(scope, program) == "program"
        case "matches_within", [pattern, subject, seconds]:
            in_turn(scope, env, held(subject, env, STR), subject)
            return constant_of(scope, pattern) == "text" and _is_clock(scope, seconds)
        case _, [value] if name in scope.module.known.predicates:
            in_turn(scope, env, held(value, env, STR), value)
        case _:
            return False
    return True


def _is_clock(scope: Scope, node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="seconds_left"), args=[ast.Name(id="budget")], keywords=[]) if scope.metered:
            scope.module.helper("seconds_left", node)
            return True
    return False


def _method(scope: Scope, node: ast.Call, method: ast.Attribute, env: Env) -> None:
    name, arguments = method.attr, node.args
    if constant_of(scope, method.value) == "strings":
        if name != "issuperset" or len(arguments) != 1:
            refuse("a method is called that the profile does not know", node)
        in_turn(scope, env, held(arguments[0], env, DICT), node)
        return
    in_turn(scope, env, held(method.value, env, STR), node)
    if name in TEXT_METHODS and not arguments:
        return
    if name not in EDGE_METHODS or len(arguments) != 1 or not _is_edge(arguments[0]):
        refuse("a method is called that the profile does not know", node)


def _is_edge(node: ast.expr) -> bool:
    return text(node) or (type(node) is ast.Tuple and all(map(text, node.elts)))


# ------------------------------------------------------------------ comparisons and sums
def _compare(scope: Scope, node: ast.Compare, env: Env) -> Both:
    if type(node.left) is not ast.BinOp:
        return compare(scope, node, env)
    if len(node.ops) != 1 or type(node.ops[0]) is not ast.NotEq or not is_constant(node.comparators[0], 1):
        refuse("this comparison is not in the profile", node)
    added(scope, node.left, env)
    return env, env


def added(scope: Scope, node: ast.expr, env: Env) -> None:
    """The number of conditions that hold: `(a) + (b)`."""
    while type(node) is ast.BinOp and type(node.op) is ast.Add:
        assume(scope, node.right, env)
        node = node.left
    assume(scope, node, env)


READERS: dict[type[ast.AST], Callable[[Scope, Any, Env], Both]] = {
    ast.Constant: _constant,
    ast.Name: _flag,
    ast.UnaryOp: _not,
    ast.BoolOp: _joined_terms,
    ast.IfExp: _choice_of_terms,
    ast.Call: _call,
    ast.Compare: _compare,
}
