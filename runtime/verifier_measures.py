"""Measure functions: how they pay for what they count, and when they stop."""

from __future__ import annotations

import ast

from .verifier_names import DICT, LIST, SIZED, Env, Scope, held, in_turn, is_constant, refuse
from .verifier_values import MOST_LEVELS, is_deeper, own_call, part_argument

CODE = "IfExp(test={}, body=Constant(value='depth'), orelse=Constant(value='nodes'))"
SCANNERS = {"scan": None, "scan_array": LIST, "scan_object": DICT}


def is_stop(scope: Scope, node: ast.If) -> bool:
    """Whether it is the test that ends the count where depth or budget are used up: what follows it is paid for."""
    match node:
        case ast.If(
            test=ast.BoolOp(
                op=ast.Or(), values=[first, ast.Compare(left=ast.Name(id="left"), ops=[ast.Lt()], comparators=[zero])]
            ),
            body=[ast.Expr(value=ast.Call(func=ast.Name(id="exceeded"), args=[code], keywords=[]))],
            orelse=[],
        ) if is_constant(zero, 0) and _is_too_deep(first):
            if ast.dump(code) != CODE.format(ast.dump(first)):
                return False
            scope.module.helper("exceeded", node)
            scope.is_charged = scope.is_charged or scope.is_paid
            return True
    return False


def _is_too_deep(node: ast.expr) -> bool:
    """Whether it is `depth < 1`, or some other number for a container further down."""
    match node:
        case ast.Compare(left=ast.Name(id="depth"), ops=[ast.Lt()], comparators=[ast.Constant(value=levels)]):
            return type(levels) is int and 0 < levels <= MOST_LEVELS
    return False


def assign_left(scope: Scope, value: ast.expr, env: Env) -> None:
    """`left = scan(X, left, depth)` and the like; raises `Refused` for anything else."""
    if type(value) is not ast.Call or type(value.func) is not ast.Name or value.keywords:
        refuse("the budget is assigned from something else than a count", value)
    name, arguments = value.func.id, value.args
    if name in scope.module.metered:
        own_call(scope, value, env, "measure")
        return
    scope.module.helper(name, value)
    if name == "scan_others" and len(arguments) == 4:
        in_turn(scope, env, held(arguments[0], env, DICT), value)
        names = arguments[1]
        if type(names) is not ast.Name or scope.module.constants.get(names.id) != "strings":
            refuse("the names that were counted are no constant", value)
        _bounds(arguments[2], arguments[3], "", env)
        return
    if name not in SCANNERS or len(arguments) != 3:
        refuse("the budget is assigned from something else than a count", value)
    kind = SCANNERS[name]
    if kind is None:
        part_argument(scope, arguments[0], env)
        _bounds(arguments[1], arguments[2], "", env)
        return
    container = held(arguments[0], env, kind)
    in_turn(scope, env, container, value)
    _bounds(arguments[1], arguments[2], container, env)


def _bounds(left: ast.expr, depth: ast.expr, container: str, env: Env) -> None:
    """`left` or, where the container is paid for, `left - len(X)`; and the depth of this call or less."""
    is_deeper(depth, MOST_LEVELS)
    match left:
        case ast.Name(id="left") if not container:
            return
        case ast.BinOp(
            left=ast.Name(id="left"),
            op=ast.Sub(),
            right=ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)], keywords=[]),
        ) if name == container:
            return
    refuse("what is left of the budget is not handed on", left)


def is_price(node: ast.expr, env: Env) -> bool:
    """Whether it is `len(X)`, which a container costs."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[value], keywords=[]):
            held(value, env, SIZED)
            return True
    return False


def is_scan(scope: Scope, node: ast.Call, env: Env) -> bool:
    """Whether it is one of the calls that count nothing more: `scan_scalar(X)`, `scan_names(X)`."""
    match node:
        case ast.Call(func=ast.Name(id="scan_scalar"), args=[value], keywords=[]):
            scope.module.helper("scan_scalar", node)
            part_argument(scope, value, env)
            return True
        case ast.Call(func=ast.Name(id="scan_names"), args=[value], keywords=[]):
            scope.module.helper("scan_names", node)
            in_turn(scope, env, held(value, env, DICT), node)
            return True
    return False
