"""How check and explain functions pay: on entry, and for the turns of their loops."""

from __future__ import annotations

import ast

from .verifier_names import DICT, LIST, Env, Scope, held, is_name

_ENTRY = ast.dump(ast.parse("budget[0] -= 1").body[0])
_CHARGE = ast.dump(ast.parse("if depth < 0 or budget[0] < 0:\n    charge(depth, budget)").body[0])


def pays_on_entry(scope: Scope, body: list[ast.stmt]) -> bool:
    """Whether the function's first two statements pay for the call."""
    first = body[0]
    if not scope.metered or len(body) < 2 or type(first) is not ast.AugAssign or not _is_price(first.value, Env({})):
        return False
    if ast.dump(body[1]) != _CHARGE or ast.dump(first).replace(ast.dump(first.value), "Constant(value=1)") != _ENTRY:
        return False
    scope.module.helper("charge", body[1])
    return True


def is_payment(scope: Scope, node: ast.Call, env: Env) -> bool:
    """Whether it is `spend(5, depth, budget)`, with `len(X)` or `5 * len(X)` for a price perhaps."""
    match node.args:
        case [price, depth, budget] if scope.metered and is_name(node.func, "spend"):
            scope.module.helper("spend", node)
            return is_name(depth, "depth") and is_name(budget, "budget") and _is_price(price, env)
    return False


def _is_price(node: ast.expr, env: Env) -> bool:
    match node:
        case ast.Constant(value=looks):
            return type(looks) is int and looks > 0
        case ast.BinOp(left=ast.Constant() as looks, op=ast.Mult(), right=ast.Call() as length):
            return _is_price(looks, env) and _is_price(length, env)
        case ast.Call(func=ast.Name(id="len"), args=[container], keywords=[]):
            held(container, env, DICT | LIST)
            return True
    return False
