"""What is done before work that a large instance can multiply: its size is asked, and the budget is charged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from schemawright.generator import ir
from schemawright.generator.passes.work import LIGHT, pattern_looks
from schemawright.generator.source import Code, assemble, fixed, literal
from schemawright.generator.statements import Body, Framed, Line, Loop, When, is_cheap

from .inline import is_inline, target_of
from .place import Module, Place

# Of a budget's slice of 4096, after which the clock is read.
SEARCH = 64
UNIQUE = 4_096


def repeated(module: Module, caller: ir.Key, place: Place, loop: Loop, turns: Iterable[tuple[ir.Key, int]]) -> Body:
    """The loop, with what it pays: for all turns at once, or for each where a single one is much.

    `turns` are the subschemas that a turn applies, each with the looks that the loop itself takes for it.
    """
    price = sum(_price(module, key, looks) for key, looks in turns)
    before = _early(module, place, loop.body)
    if price == 0 or caller not in module.program.paying:
        return (*before, loop)
    if price > LIGHT:
        return (*before, replace(loop, body=(*_pay(module, literal(price)), *loop.body)))
    length = assemble("len({})", place.value)
    return (*before, *_pay(module, length if price == 1 else assemble("{} * {}", literal(price), length)), loop)


def paid_at_once(module: Module, caller: ir.Key) -> Body:
    """Before all the items of an array are told apart, which nothing can interrupt."""
    return _pay(module, literal(UNIQUE)) if caller in module.program.paying else ()


def searched(module: Module, caller: ir.Key, keyword: ir.Pattern) -> Body:
    """Before one of many patterns searches a string."""
    price = max(SEARCH, pattern_looks(keyword.source, keyword.at))
    return _pay(module, literal(price)) if caller in module.program.searching else ()


def _price(module: Module, key: ir.Key, looks: int) -> int:
    """Of one turn; a function that pays when it is called pays for a look of the loop as well, but for no pattern."""
    target = target_of(module, key)
    if target in module.program.charging and not is_inline(module, target):
        return looks if looks > 1 else 0
    return looks + module.program.prices[key]


def _pay(module: Module, price: Code) -> Body:
    module.use("spend")
    return (Line(assemble("spend({}, depth, budget)", price)),)


def _early(module: Module, place: Place, body: Body) -> Body:
    """What is over the limit by itself is not worked through first, where more is done than to look at types."""
    limit = module.limits.max_instance_nodes
    if limit is None or (is_cheap(body) and "PATTERN" not in str(body)):
        return ()
    module.use("exceeded")
    too_many = When(assemble("len({}) > NODE_LIMIT", place.value), (Line(fixed('exceeded("nodes")')),))
    return (Framed((too_many,), ()),)
