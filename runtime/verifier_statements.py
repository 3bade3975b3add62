"""Statements of check, explain and measure functions: what each may do, and what is known after it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import cast

from .verifier_conditions import added, assume
from .verifier_names import (
    ANY,
    BITS,
    CHOICE,
    COUNTER,
    DICT,
    DOCUMENT,
    FLAG,
    FOUND,
    INDEX,
    KIND,
    LEVEL,
    LIST,
    NONE,
    STR,
    Env,
    Scope,
    held,
    in_turn,
    integer,
    is_constant,
    is_name,
    joined,
    refuse,
    sort_of,
    text,
    without,
)
from .verifier_values import level_of, member_of, own_call, path_of
from .verifier_measures import assign_left, is_price, is_scan, is_stop

MOST_IN_DOCUMENT = 2**62


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
    kind = type(node)
    if kind is ast.If:
        return _if(scope, cast("ast.If", node), env)
    if kind is ast.Assign:
        return _assign(scope, cast("ast.Assign", node), env)
    if kind is ast.Return:
        if scope.role != "check" or not is_constant(cast("ast.Return", node).value or node, False):
            refuse("a function returns something else than its role says", node)
        return None
    if kind is ast.Expr:
        return _effect(scope, cast("ast.Expr", node).value, env)
    if kind is ast.For:
        return _for(scope, cast("ast.For", node), env)
    if kind is ast.AugAssign:
        return _augmented(scope, cast("ast.AugAssign", node), env)
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


# ------------------------------------------------------------------ names are bound
def bind(scope: Scope, env: Env, name: str, bits: int, level: int) -> Env:
    """The local holds that from now on."""
    return {**env, name: bits | level}


def _assign(scope: Scope, node: ast.Assign, env: Env) -> Env:
    target = node.targets[0]
    if len(node.targets) != 1 or type(target) is not ast.Name or node.type_comment is not None:
        refuse("something else than one local is assigned", node)
    if target.id == "left" and scope.role == "measure":
        assign_left(scope, node.value, env)
        return env
    binder = BINDERS.get(sort_of(target.id))
    if binder is None or target.id == "value":
        refuse("a name is assigned that is no local of the profile", node)
    return binder(scope, target.id, node.value, env)


def _bind_part(scope: Scope, name: str, value: ast.expr, env: Env) -> Env:
    """`value__a = X["a"]`, `= X[0]`, `part__a = X.get("a")`, `value__content = document[0]`."""
    if type(value) is ast.Subscript and type(value.value) is ast.Name and env.get(value.value.id, 0) & BITS == DOCUMENT:
        if not is_constant(value.slice, 0):
            refuse("a document holds one value", value)
        return bind(scope, env, name, ANY, level_of(env, value.value.id))
    container = member_of(value, env) or _got(value, env)
    return bind(scope, env, name, ANY, level_of(env, container))


def _got(value: ast.expr, env: Env) -> str:
    match value:
        case ast.Call(func=ast.Attribute(value=container, attr="get"), args=[key], keywords=[]) if text(key):
            return held(container, env, DICT)
    refuse("this value cannot be assigned to such a local", value)


def _bind_tag(scope: Scope, name: str, value: ast.expr, env: Env) -> Env:
    if is_constant(value, None):
        return bind(scope, env, name, NONE, scope.loops << LEVEL)
    return bind(scope, env, name, ANY, level_of(env, _got(value, env)))


def _bind_looked_up(scope: Scope, name: str, value: ast.expr, env: Env) -> Env:
    family, bits = ("types", KIND) if sort_of(name) == "kind" else ("choices", CHOICE)
    match value:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="get"), args=[key], keywords=[]):
            held(key, env, STR)
            if scope.module.constants.get(table) == family:
                return bind(scope, env, name, bits, 0)
    refuse("this value cannot be assigned to such a local", value)


def _bind_counter(scope: Scope, name: str, value: ast.expr, env: Env) -> Env:
    if not is_constant(value, 0):
        added(scope, value, env)
    return bind(scope, env, name, COUNTER, 0)


def _bind_flag(scope: Scope, name: str, value: ast.expr, env: Env) -> Env:
    assume(scope, value, env)
    return bind(scope, env, name, FLAG, 0)


def _bind_document(scope: Scope, name: str, value: ast.expr, env: Env) -> Env:
    match value:
        case ast.Call(
            func=ast.Name(id="content_document"),
            args=[ast.Call(func=ast.Name(id=decoder), args=[octets], keywords=[]), *bounds],
            keywords=[],
        ):
            source = held(octets, env, STR)
            in_turn(scope, env, source, value)
            scope.module.helper("content_document", value)
            scope.module.helper(decoder, value)
            if decoder in scope.module.known.decoders and len(bounds) == 3 and all(map(_is_bound, bounds)):
                return bind(scope, env, name, DOCUMENT, level_of(env, source))
    refuse("this value cannot be assigned to such a local", value)


def _is_bound(node: ast.expr) -> bool:
    return integer(node) and cast("ast.Constant", node).value <= MOST_IN_DOCUMENT or is_constant(node, None)


def _bind_found(scope: Scope, name: str, value: ast.expr, env: Env) -> Env:
    match value:
        case ast.Call(func=ast.Name(id="attempt"), args=[ast.Name(id="found")], keywords=[]):
            helper = "attempt"
        case ast.Call(func=ast.Name(id="nearer"), args=[ast.Name(id="nearest") as first, ast.Name(id="tried") as second], keywords=[]):
            held(first, env, FOUND)
            held(second, env, FOUND)
            helper = "nearer"
        case _:
            refuse("this value cannot be assigned to such a local", value)
    if scope.role != "explain":
        refuse("a check reports nothing", value)
    scope.module.helper(helper, value)
    return bind(scope, env, name, FOUND, 0)


BINDERS = {
    "value": _bind_part, "part": _bind_part, "tag": _bind_tag, "kind": _bind_looked_up, "choice": _bind_looked_up,
    "matched": _bind_counter, "evaluated": _bind_flag, "document": _bind_document, "tried": _bind_found, "nearest": _bind_found,
}  # fmt: skip


def _augmented(scope: Scope, node: ast.AugAssign, env: Env) -> Env:
    if scope.role == "measure" and is_name(node.target, "left"):
        if type(node.op) is not ast.Sub or not is_price(node.value, env):
            refuse("the budget is changed in another way than by a size", node)
        scope.is_paid = is_name(cast("ast.Call", node.value).args[0], "value")
        return env
    if type(node.op) is not ast.Add or not is_constant(node.value, 1):
        refuse("a counter is changed by something else than one", node)
    held(node.target, env, COUNTER)
    return env


# ------------------------------------------------------------------ loops
def _for(scope: Scope, node: ast.For, env: Env) -> Env:
    if node.orelse or node.type_comment is not None:
        refuse("this loop is not in the profile", node)
    targets = _loop_targets(scope, node.target, node.iter, env)
    env = without(env, {*targets, *bound_in(node.body)})
    scope.loops += 1
    inside = {**env, **{name: bits | scope.loops << LEVEL for name, bits in targets.items()}}
    block(scope, node.body, inside)
    scope.loops -= 1
    return env


def _loop_targets(scope: Scope, target: ast.expr, source: ast.expr, env: Env) -> dict[str, int]:
    names = [target] if type(target) is ast.Name else getattr(target, "elts", [])
    if not 1 <= len(names) <= 2 or any(type(name) is not ast.Name for name in names):
        refuse("something else than locals is bound by a loop", target)
    sorts = tuple(sort_of(name.id) for name in names)
    match source:
        case ast.Call(func=ast.Attribute(value=container, attr="items"), args=[], keywords=[]) if sorts == ("name", "item"):
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
    """The array in `X` or `X[2:]`, where a second argument repeats the number."""
    match node, start:
        case ast.Subscript(value=container, slice=ast.Slice(lower=ast.Constant(value=int(first)), upper=None, step=None)), []:
            if type(first) is int:
                return container
        case (
            ast.Subscript(value=container, slice=ast.Slice(lower=ast.Constant(value=int(first)), upper=None, step=None)),
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
    if scope.role == "measure" and is_scan(scope, node, env):
        return env
    if scope.role == "explain":
        match node.func, node.args:
            case ast.Name(id="report"), [ast.Name(id="found"), path, place, keyword, message]:
                scope.module.helper("report", node)
                path_of(scope, path, env)
                if text(place) and text(keyword) and text(message):
                    return env
            case ast.Attribute(value=ast.Name(id="found"), attr="extend"), [ast.Name(id="nearest") as nearest]:
                held(nearest, env, FOUND)
                return env
            case ast.Name(), _:
                own_call(scope, node, env, "explain")
                return env
    refuse("this call is not in the profile", node)

