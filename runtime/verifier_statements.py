"""Statements of check, explain and measure functions: what each may do, and what is known after it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import cast

from .verifier_bindings import assign, augment
from .verifier_conditions import assume
from .verifier_measures import is_scan, is_stop
from .verifier_names import (
    ANY,
    DICT,
    INDEX,
    LEVEL,
    LIST,
    STR,
    TRIED,
    Env,
    Scope,
    held,
    in_turn,
    is_constant,
    is_name,
    joined,
    refuse,
    sort_of,
    text,
    without,
)
from .verifier_payments import is_payment
from .verifier_values import own_call, path_of


def block(scope: Scope, body: list[ast.stmt], env: Env) -> Env | None:
    """What is known after the statements; `None` where they never end in the ordinary way.

    What follows a `return` never runs, and is read as if it did.
    """
    ends = True
    was_charged = scope.is_charged
    for statement in body:
        after = _statement(scope, statement, env)
        ends, env = ends and after is not None, env if after is None else after
        scope.is_paid = type(statement) is ast.AugAssign and scope.is_paid
    scope.is_charged = was_charged
    return env if ends else None


def _statement(scope: Scope, node: ast.stmt, env: Env) -> Env | None:
    scope.module.clock.step()
    kind = type(node)
    if kind is ast.If:
        return _if(scope, cast("ast.If", node), env)
    if kind is ast.Assign:
        return assign(scope, cast("ast.Assign", node), env)
    if kind is ast.Return:
        if scope.role != "check" or not is_constant(cast("ast.Return", node).value or node, False):
            refuse("a function returns something else than its role says", node)
        return None
    if kind is ast.Expr:
        return _effect(scope, cast("ast.Expr", node).value, env)
    if kind is ast.For:
        return _for(scope, cast("ast.For", node), env)
    if kind is ast.AugAssign:
        return augment(scope, cast("ast.AugAssign", node), env)
    if kind is ast.Break and scope.loops:
        return None
    if kind is not ast.Pass:
        refuse("this statement is not in the profile", node)
    return env


def _if(scope: Scope, node: ast.If, env: Env) -> Env | None:
    if scope.role == "measure" and is_stop(scope, node):
        return env
    holds, fails = assume(scope, node.test, env)
    first = block(scope, node.body, holds)
    second = block(scope, node.orelse, fails)
    if first is None or second is None:
        return second if first is None else first
    return joined(first, second)


# ------------------------------------------------------------------ loops
def _for(scope: Scope, node: ast.For, env: Env) -> Env:
    if node.orelse or node.type_comment is not None:
        refuse("this loop is not in the profile", node)
    targets = _loop_targets(scope, node.target, node.iter, env)
    env = without(env, {*targets, *bound_in(node.body)})
    scope.loops += 1
    inside = env.having({name: bits | scope.loops << LEVEL for name, bits in targets.items()})
    block(scope, node.body, inside)
    scope.loops -= 1
    return env


def _loop_targets(scope: Scope, target: ast.expr, source: ast.expr, env: Env) -> dict[str, int]:
    names = [target] if type(target) is ast.Name else getattr(target, "elts", [])
    if not 1 <= len(names) <= 2 or any(type(name) is not ast.Name for name in names):
        refuse("something else than locals is bound by a loop", target)
    sorts = tuple(sort_of(name.id) for name in names)
    bits: tuple[int, ...]
    match source:
        case ast.Call(func=ast.Attribute(value=container, attr="items"), args=[], keywords=[]) if sorts == (
            "name",
            "item",
        ):
            allowed, bits = DICT, (STR, ANY)
        case ast.Call(func=ast.Name(id="enumerate"), args=[items, *start], keywords=[]) if sorts == ("index", "item"):
            container = _rest(items, start)
            allowed, bits = LIST, (INDEX, ANY)
        case _ if sorts == ("item",):
            container = _rest(source, [])
            allowed, bits = LIST, (ANY,)
        case ast.Name() if sorts == ("name",):
            container = source
            allowed, bits = DICT, (STR,)
        case _:
            refuse("this loop is not in the profile", source)
    in_turn(scope, env, held(container, env, allowed), source)
    return dict(zip([name.id for name in names], bits, strict=True))


def _rest(node: ast.expr, start: list[ast.expr]) -> ast.expr:
    """The array in `X`, `X[:]` or `X[2:]`, where a second argument repeats the number."""
    match node, start:
        case ast.Subscript(
            value=container, slice=ast.Slice(lower=ast.Constant(value=int(first)), upper=None, step=None)
        ), []:
            if type(first) is int:
                return container
        case ast.Subscript(value=container, slice=ast.Slice(lower=None, upper=None, step=None)), []:
            return container
        case (
            ast.Subscript(
                value=container, slice=ast.Slice(lower=ast.Constant(value=int(first)), upper=None, step=None)
            ),
            [ast.Constant(value=int(second))],
        ):
            if type(first) is int and type(second) is int and first == second:
                return container
        case ast.Name(), []:
            return node
    refuse("this loop is not in the profile", node)


def bound_in(body: list[ast.stmt]) -> Iterator[str]:
    """The names that are bound in the statements."""
    for node in body:
        if type(node) is ast.Assign:
            yield from (target.id for target in node.targets if type(target) is ast.Name)
        elif type(node) is ast.If:
            yield from bound_in(node.body)
            yield from bound_in(node.orelse)
        elif type(node) is ast.For:
            yield from (name.id for name in ast.walk(node.target) if type(name) is ast.Name)
            yield from bound_in(node.body)


# ------------------------------------------------------------------ effects
def _effect(scope: Scope, node: ast.expr, env: Env) -> Env:
    if type(node) is not ast.Call or node.keywords:
        refuse("a value is thrown away", node)
    if is_name(node.func, "exceeded"):
        assume(scope, node, env)
        return env
    if (scope.role == "measure" and is_scan(scope, node, env)) or is_payment(scope, node, env):
        return env
    if scope.role == "explain":
        match node.func, node.args:
            case ast.Name(id="report"), [ast.Name(id="found"), path, place, keyword, message]:
                scope.module.helper("report", node)
                path_of(scope, path, env)
                if text(place) and text(keyword) and text(message):
                    return env
            case (
                ast.Name(id="report_closest"),
                [
                    ast.Name(id="found"),
                    path,
                    place,
                    keyword,
                    message,
                    ast.List(elts=names),
                    tried,
                    ast.Constant(value=bool()),
                ],
            ):
                scope.module.helper("report_closest", node)
                path_of(scope, path, env)
                held(tried, env, TRIED)
                if all(map(text, (place, keyword, message, *names))):
                    return env
            case ast.Name(), _:
                own_call(scope, node, env, "explain")
                return env
    refuse("this call is not in the profile", node)
