"""Parts of the instance as values and arguments, and the calls between a module's own functions."""

from __future__ import annotations

import ast

from .verifier_names import (
    ANY,
    DICT,
    FOUND,
    INDEX,
    LEVEL,
    LIST,
    STR,
    TRIED,
    Call,
    Env,
    Scope,
    held,
    in_turn,
    integer,
    is_name,
    refuse,
    text,
)

MOST_LEVELS = 64


def member_of(node: ast.expr, env: Env) -> str | None:
    """The name of the container in `X["literal"]` or `X[0]`, where its type is known; `None` for another shape."""
    if type(node) is not ast.Subscript:
        return None
    if text(node.slice):
        return held(node.value, env, DICT)
    if integer(node.slice):
        return held(node.value, env, LIST)
    return None


def part_argument(scope: Scope, node: ast.expr, env: Env) -> None:
    """A part of the instance as an argument: a local, or a member or item of one; bound in this turn of the loop."""
    name = member_of(node, env)
    in_turn(scope, env, held(node, env, ANY) if name is None else name, node)


def own_call(scope: Scope, node: ast.Call, env: Env, role: str) -> None:
    """A call of one of the module's own functions; raises `Refused` where its arguments are not those of its role."""
    name = node.func.id if type(node.func) is ast.Name else ""
    metered = scope.module.metered.get(name)
    if metered is None or name.partition("__")[0] != role or node.keywords:
        refuse("a function that is called is not in the module", node)
    arguments = node.args
    expected = {"check": 1, "explain": 3, "measure": 3}[role] + (2 if metered and role != "measure" else 0)
    if len(arguments) != expected:
        refuse("a call has another number of arguments than its function takes", node)
    part_argument(scope, arguments[0], env)
    if role == "explain":
        path_of(scope, arguments[1], env)
        _is_list_of_violations(arguments[2], env)
    if role == "measure":
        if not is_name(arguments[1], "left"):
            refuse("what is left of the budget is not handed on", node)
        deeper = is_deeper(arguments[2], MOST_LEVELS)
        if is_name(arguments[0], "value"):
            refuse("a value is counted twice", node)
    else:
        deeper = metered and bounds_arguments(scope, arguments[-2:], node)
    scope.module.calls[scope.name].append(Call(name, scope.is_charged, deeper))


def _is_list_of_violations(node: ast.expr, env: Env) -> None:
    """`found`, or `tried[0]`."""
    if type(node) is ast.Subscript and integer(node.slice):
        held(node.value, env, TRIED)
    else:
        held(node, env, FOUND)


def bounds_arguments(scope: Scope, arguments: list[ast.expr], node: ast.AST) -> bool:
    """Depth and budget of this very call, handed on: whether the depth is one less."""
    if not scope.metered or not is_name(arguments[1], "budget"):
        refuse("the budget is not handed on", node)
    return is_deeper(arguments[0], 1)


def is_deeper(node: ast.expr, most: int) -> bool:
    """Whether it is `depth - 1` rather than `depth`; raises `Refused` for anything else."""
    if is_name(node, "depth"):
        return False
    match node:
        case ast.BinOp(left=ast.Name(id="depth"), op=ast.Sub(), right=ast.Constant(value=levels)):
            if type(levels) is int and 0 < levels <= most:
                return True
    refuse("the depth of a call is not this one's, less a level", node)


def path_of(scope: Scope, node: ast.expr, env: Env) -> None:
    """A path: the parameter, with a literal or a name or an index of a loop added."""
    match node:
        case ast.Name(id="path") if scope.role == "explain":
            return
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=str())):
            path_of(scope, left, env)
            return
        case ast.Call(func=ast.Name(id="pointer"), args=[path, ast.Name(id=part) as name], keywords=[]):
            scope.module.helper("pointer", node)
            if part.partition("__")[0] not in ("name", "index"):
                refuse("a part of a path is neither a name nor an index", node)
            held(name, env, STR | INDEX)
            path_of(scope, path, env)
            return
    refuse("this is no path", node)


def level_of(env: Env, name: str) -> int:
    """The number of loops around the place where the name was bound, as the bits that say so."""
    return env.get(name) >> LEVEL << LEVEL
