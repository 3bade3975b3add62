"""Comparisons: of a local with a literal or a constant, of its exact type, its length, or what a pattern says of it."""

from __future__ import annotations

import ast

from .verifier_names import (
    ANY,
    BITS,
    BOOL,
    CHOICE,
    COUNTER,
    DICT,
    DOCUMENT,
    FOUND,
    INDEX,
    INT,
    KIND,
    NONE,
    NUMBER,
    PATTERN_METHODS,
    SIZED,
    STR,
    TEXT,
    TYPE_BITS,
    Env,
    Scope,
    constant_of,
    decimal_text,
    held,
    in_turn,
    integer,
    is_constant,
    is_name,
    narrowed,
    number,
    refuse,
    text,
)

ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
EQUALITY = (ast.Eq, ast.NotEq)
IDENTITY = (ast.Is, ast.IsNot)
MEMBERSHIP = (ast.In, ast.NotIn)
Both = tuple[Env, Env]


def compare(scope: Scope, node: ast.Compare, env: Env) -> Both:
    """What is known where the comparison holds, and where it does not; raises `Refused` for another comparison."""
    left, operator, right = node.left, type(node.ops[0]), node.comparators[0]
    if len(node.ops) == 2 and integer(left):
        bound = node.comparators[1]
        if (
            operator is not ast.LtE
            or type(node.ops[1]) is not ast.LtE
            or not _is_length(right, env)
            or not integer(bound)
        ):
            refuse("this comparison is not in the profile", node)
        return env, env
    if len(node.ops) != 1:
        refuse("this comparison is not in the profile", node)
    if type(left) is ast.Name and _local(scope, left, operator, right, env):
        return _singleton(left, operator, right, env)
    if type(left) is ast.Call and not left.keywords:
        return _compared_call(scope, left, operator, right, env)
    if operator not in MEMBERSHIP or not text(left):
        refuse("this comparison is not in the profile", node)
    held(right, env, DICT if env.get(getattr(right, "id", "")) & BITS != STR else STR)
    return env, env


def _singleton(left: ast.Name, operator: type[ast.cmpop], right: ast.expr, env: Env) -> Both:
    """`X is None`, `X is True`: what it tells of a part of the instance."""
    if operator not in IDENTITY or type(right) is not ast.Constant or env.get(left.id) & BITS & ~ANY:
        return env, env
    same = narrowed(env, left.id, NONE if right.value is None else BOOL)
    other = narrowed(env, left.id, ANY & ~NONE) if right.value is None else env
    return (same, other) if operator is ast.Is else (other, same)


def _local(scope: Scope, left: ast.Name, operator: type[ast.cmpop], right: ast.expr, env: Env) -> bool:
    """Whether the comparison may have that local on its left; refuses what its types do not allow."""
    bits = env.get(left.id) & BITS
    if operator in IDENTITY:
        if is_constant(right, None):
            return held(left, env, ANY | KIND | CHOICE | DOCUMENT) != ""
        if is_constant(right, True) or is_constant(right, False):
            return held(left, env, ANY) != ""
        return bits == KIND and is_name(right, "int", "str")
    if bits == COUNTER:
        return (operator in EQUALITY or operator in ORDER) and integer(right)
    if bits == INDEX:
        return operator is ast.GtE and integer(right)
    if operator in MEMBERSHIP:
        family = constant_of(scope, right)
        if family == "values":
            return held(left, env, INT) != ""
        if family == "strings":
            return held(left, env, TEXT) != ""
        return held(left, env, STR) != "" and held(right, env, CHOICE) != ""
    if operator in EQUALITY:
        return held(left, env, TEXT if text(right) else INT) != "" and (text(right) or _is_integer(right))
    return operator in ORDER and number(right) and held(left, env, NUMBER) != ""


def _is_integer(node: ast.expr) -> bool:
    if type(node) is ast.UnaryOp and type(node.op) is ast.USub:
        node = node.operand
    return integer(node)


def _compared_call(scope: Scope, call: ast.Call, operator: type[ast.cmpop], right: ast.expr, env: Env) -> Both:
    function, arguments = call.func, call.args
    if type(function) is ast.Attribute:
        _compared_method(scope, call, function, operator, right, env)
        return env, env
    if is_name(function, "type") and len(arguments) == 1 and operator in IDENTITY and type(right) is ast.Name:
        name = held(arguments[0], env, ANY)
        bits = TYPE_BITS.get(right.id)
        if bits is None:
            held(right, env, KIND)
            return env, env
        same, other = narrowed(env, name, bits), narrowed(env, name, ANY & ~bits)
        return (same, other) if operator is ast.Is else (other, same)
    if operator is ast.Gt and is_number_of_reports(call, env):
        held(right, env, COUNTER)
        return env, env
    is_bound = integer(right) or is_name(right, "STRING_LIMIT", "NODE_LIMIT")
    if _is_length(call, env) and (operator in ORDER or operator in EQUALITY) and is_bound:
        return env, env
    if is_name(function, "compare") and len(arguments) == 2 and operator in ORDER and is_constant(right, 0):
        scope.module.helper("compare", call)
        in_turn(scope, env, held(arguments[0], env, NUMBER), call)
        if decimal_text(arguments[1]) or _is_integer(arguments[1]):
            return env, env
    refuse("this comparison is not in the profile", call)


def is_number_of_reports(node: ast.expr, env: Env) -> bool:
    """Whether it is `len(found)`."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id="found")], keywords=[]):
            return env.get("found") == FOUND
    return False


def _is_length(node: ast.expr, env: Env) -> bool:
    if type(node) is not ast.Call or not is_name(node.func, "len") or len(node.args) != 1 or node.keywords:
        return False
    held(node.args[0], env, SIZED)
    return True


def _compared_method(
    scope: Scope, call: ast.Call, method: ast.Attribute, operator: type[ast.cmpop], right: ast.expr, env: Env
) -> None:
    """`PATTERN.search(X) is None`, and `X.strip("...") == ""`."""
    if constant_of(scope, method.value) == "pattern":
        if method.attr in PATTERN_METHODS and operator in IDENTITY and is_constant(right, None) and len(call.args) == 1:
            in_turn(scope, env, held(call.args[0], env, STR), call)
            return
    elif method.attr == "strip" and len(call.args) == 1 and text(call.args[0]) and operator in EQUALITY:
        in_turn(scope, env, held(method.value, env, STR), call)
        if text(right):
            return
    refuse("a method is called that the profile does not know", call)
