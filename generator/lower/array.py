"""Arrays: counts, positions, the rest, `contains`, and what stays unevaluated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.location import Location
from schemawright.generator.source import Code, assemble, both, either, fixed, literal, negated
from schemawright.generator.statements import Body, Line, Loop, Statement, When

from . import branches
from . import subschema as lowering
from .flags import note_evaluated
from .paying import paid_at_once, repeated
from .place import Module, Place, fails
from .purpose import Purpose


def items(count: int) -> str:
    """`count` with its noun."""
    return "1 item" if count == 1 else f"{count} items"


def lower_array(module: Module, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
    for keyword in subschema.keywords:
        match keyword:
            case ir.MinItems(at=at, limit=limit) if limit > 0:
                test = condition("fewer", place.value, literal(limit))
                yield fails(test, at, f"must have at least {items(limit)}", place)
            case ir.MaxItems(at=at, limit=limit):
                yield fails(
                    condition("more", place.value, literal(limit)), at, f"must have at most {items(limit)}", place
                )
            case ir.UniqueItems(at=at):
                module.use("is_unique")
                yield from paid_at_once(module, subschema.key)
                yield fails(condition("repeats", place.value), at, "must not have two equal items", place)
            case ir.PrefixItems():
                yield from lower_prefix(keyword, place, asserting(module, subschema.key, place))
            case ir.Items():
                yield from _lower_items(module, subschema.key, keyword, place)
            case ir.Contains():
                yield from _lower_contains(module, subschema.key, keyword, place)
            case _:
                pass


def asserting(module: Module, caller: ir.Key, place: Place) -> Purpose:
    """An item must match."""

    def part(key: ir.Key, item: Place, at: Location) -> Body:
        return lowering.lower_part(module, caller, key, item)

    return Purpose(part, note_evaluated(place))


def lower_prefix(keyword: ir.PrefixItems, place: Place, purpose: Purpose) -> Iterator[Statement]:
    """What is done with each item that has a subschema of its own."""
    for position, key in enumerate(keyword.schemas):
        item = place.item_at(position)
        body = purpose.part(key, item, keyword.at)
        if body:
            get = Line(assemble("{} = {}[{}]", item.value, place.value, literal(position)))
            yield When(condition("more", place.value, literal(position)), (get, *body))


def loop(module: Module, place: Place, start: int, body: Body) -> Loop:
    """A loop over the items from `start` on."""
    item, items = place.any_item().value, items_of(module, place, start)
    first = assemble(", {}", literal(start)) if start else fixed("")
    head = assemble("for {}, {} in enumerate({}{}):", place.index, item, items, first)
    return Loop(assemble("for {} in {}:", item, items), head, body)


def items_of(module: Module, place: Place, start: int = 0) -> Code:
    """The items as they are now: another thread may add to an array without end."""
    if start:
        return assemble("{}[{}:]", place.value, literal(start))
    return place.value if module.limits.trusts_instances else assemble("{}[:]", place.value)


def _lower_items(module: Module, caller: ir.Key, keyword: ir.Items, place: Place) -> Iterator[Statement]:
    if module.program.subschemas[keyword.schema].verdict is False:
        message = f"must have at most {items(keyword.start)}"
        yield fails(condition("more", place.value, literal(keyword.start)), keyword.at, message, place)
        return
    body = lowering.lower_part(module, caller, keyword.schema, place.any_item())
    if body:
        yield from repeated(module, caller, place, loop(module, place, keyword.start, body), [(keyword.schema, 1)])


def _lower_contains(module: Module, caller: ir.Key, keyword: ir.Contains, place: Place) -> Iterator[Statement]:
    if keyword.minimum == 0 and keyword.maximum is None:
        return
    item = place.any_item()
    count = place.local("matched", "contains")
    enough = keyword.minimum if keyword.maximum is None else keyword.maximum + 1
    matches = negated(lowering.mismatch(module, caller, keyword.schema, item, descends=True))
    stop = When(assemble("{} == {}", count, literal(enough)), (Line(fixed("break")),))
    yield Line(assemble("{} = 0", count))
    head = assemble("for {} in {}:", item.value, items_of(module, place))
    counting = Loop(head, head, (When(matches, (Line(assemble("{} += 1", count)), stop)),))
    yield from repeated(module, caller, place, counting, [(keyword.schema, 1)])
    if keyword.minimum > 0:
        noun = "1 item that matches" if keyword.minimum == 1 else f"{keyword.minimum} items that match"
        test = assemble("{} < {}", count, literal(keyword.minimum))
        yield fails(test, keyword.minimum_at, f"must contain at least {noun}", place)
    if keyword.maximum is not None:
        noun = "1 item that matches" if keyword.maximum == 1 else f"{keyword.maximum} items that match"
        test = assemble("{} > {}", count, literal(keyword.maximum))
        yield fails(test, keyword.maximum_at, f"must contain at most {noun}", place)


def lower_unevaluated(module: Module, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
    for keyword in subschema.keywords:
        if isinstance(keyword, ir.UnevaluatedItems):
            purpose = _without_further_items(asserting(module, subschema.key, place), module)
            yield from lower_unevaluated_items(module, subschema.key, keyword, place, purpose)


def _without_further_items(purpose: Purpose, module: Module) -> Purpose:
    """A false subschema fails under the applicator's name."""

    def part(key: ir.Key, place: Place, at: Location) -> Body:
        if module.program.subschemas[key].verdict is False:
            return (fails(fixed("True"), at, "no further item is allowed", place),)
        return purpose.part(key, place, at)

    return replace(purpose, part=part)


def lower_unevaluated_items(
    module: Module, caller: ir.Key, keyword: ir.UnevaluatedItems, place: Place, purpose: Purpose
) -> Iterator[Statement]:
    """The items that are still unevaluated, and what is done with them."""
    child = module.program.subschemas[keyword.schema]
    evaluated = keyword.evaluated
    if evaluated.everything or child.verdict is True:
        return
    item = place.any_item()
    body = purpose.part(keyword.schema, item, keyword.at)
    if not body:
        return
    flags, conditions = _flags(module, caller, evaluated, place, purpose)
    for flag, holds in flags:
        yield from purpose.flag(flag, holds)
    conditions += [lowering.mismatch(module, caller, key, item, descends=True) for key in evaluated.contains]
    if not conditions and child.verdict is False:
        test = condition("more", place.value, literal(evaluated.prefix))
        yield fails(test, keyword.at, f"must have at most {items(evaluated.prefix)}", place)
        return
    inner: Body = (When(both(conditions), body),) if conditions else body
    explained = loop(module, place, evaluated.prefix, inner)
    # The position matters to a branch that evaluated a prefix: then the check needs it too.
    indexed = Loop(explained.explain_head, explained.explain_head, inner)
    turns = [(key, 1) for key in (keyword.schema, *evaluated.contains)]
    yield from repeated(module, caller, place, indexed if _needs_index(evaluated) else explained, turns)


def _needs_index(evaluated: ir.EvaluatedItems) -> bool:
    return any(below.prefix or _needs_index(below) for _, below in evaluated.branches)


def _flags(
    module: Module,
    caller: ir.Key,
    evaluated: ir.EvaluatedItems,
    place: Place,
    purpose: Purpose,
    above: Code | None = None,
    path: tuple[str, ...] = (),
) -> tuple[list[tuple[Code, Code]], list[Code]]:
    """A flag for each branch that may have evaluated items, and what must hold for an item to be left over."""
    flags: list[tuple[Code, Code]] = []
    conditions: list[Code] = []
    item = place.any_item()
    for number, (when, below) in enumerate(evaluated.branches):
        tokens = (*path, str(number))
        holding = branches.branch_holds(module, caller, when, place, above, purpose)
        flag, holds = branches.held(place.local("evaluated", "items", *tokens), holding)
        flags.append((flag, holds))
        if below.everything:
            conditions.append(negated(flag))
            continue
        if below.prefix:
            conditions.append(either([negated(flag), assemble("{} >= {}", place.index, literal(below.prefix))]))
        conditions += [
            either([negated(flag), lowering.mismatch(module, caller, key, item, descends=True)])
            for key in below.contains
        ]
        more, inner = _flags(module, caller, below, place, purpose, flag, tokens)
        flags += more
        conditions += inner
    return flags, conditions
