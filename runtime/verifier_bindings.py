"""Assignments: the sort of a local, by its name, says what may be bound to it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import cast

from .verifier_comparisons import is_number_of_reports
from .verifier_conditions import added, assume
from .verifier_measures import assign_left, is_price
from .verifier_names import (
    ANY,
    BITS,
    CHOICE,
    COUNTER,
    DICT,
    DOCUMENT,
    FLAG,
    KIND,
    LEVEL,
    NONE,
    STR,
    TRIED,
    Env,
    Scope,
    held,
    in_turn,
    is_constant,
    is_name,
    refuse,
    sort_of,
    text,
)
from .verifier_values import level_of, member_of

MOST_IN_DOCUMENT = 2**62
MOST_ATTEMPTS = 10_000


def bind(scope: Scope, env: Env, name: str, bits: int, level: int) -> Env:
    """The local holds that from now on."""
    return env.having({name: bits | level})


def assign(scope: Scope, node: ast.Assign, env: Env) -> Env:
    """One local of a known sort is bound; raises `Refused` for another assignment."""
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
    if type(value) is ast.Subscript and type(value.value) is ast.Name and env.get(value.value.id) & BITS == DOCUMENT:
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


def _bind_number_of_reports(scope: Scope, name: str, value: ast.expr, env: Env) -> Env:
    if not is_number_of_reports(value, env):
        refuse("this value cannot be assigned to such a local", value)
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
    if is_constant(node, None):
        return True
    return type(node) is ast.Constant and type(node.value) is int and node.value <= MOST_IN_DOCUMENT


def _bind_tried(scope: Scope, name: str, value: ast.expr, env: Env) -> Env:
    match value:
        case ast.Call(
            func=ast.Name(id="attempts"), args=[ast.Name(id="found"), ast.Constant(value=number)], keywords=[]
        ):
            scope.module.helper("attempts", value)
            if scope.role == "explain" and type(number) is int and 0 < number <= MOST_ATTEMPTS:
                return bind(scope, env, name, TRIED, 0)
    refuse("this value cannot be assigned to such a local", value)


BINDERS: dict[str, Callable[[Scope, str, ast.expr, Env], Env]] = {
    "value": _bind_part,
    "part": _bind_part,
    "tag": _bind_tag,
    "kind": _bind_looked_up,
    "choice": _bind_looked_up,
    "matched": _bind_counter,
    "reported": _bind_number_of_reports,
    "evaluated": _bind_flag,
    "matches": _bind_flag,
    "document": _bind_document,
    "tried": _bind_tried,
}


def augment(scope: Scope, node: ast.AugAssign, env: Env) -> Env:
    """A counter goes up by one, or what is left of the budget down by a size; raises `Refused` for anything else."""
    if scope.role == "measure" and is_name(node.target, "left"):
        if type(node.op) is not ast.Sub or not is_price(node.value, env):
            refuse("the budget is changed in another way than by a size", node)
        scope.is_paid = is_name(cast("ast.Call", node.value).args[0], "value")
        return env
    if type(node.op) is not ast.Add or not is_constant(node.value, 1):
        refuse("a counter is changed by something else than one", node)
    held(node.target, env, COUNTER)
    return env
