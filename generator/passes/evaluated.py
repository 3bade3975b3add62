"""What each subschema evaluates, so that `unevaluated*` becomes a closed set where that is known when compiling.

Only where a branch decides (`anyOf`, `oneOf`, `if`, `dependentSchemas`) is a condition left for run time: whether that
branch matches the same instance, which a check function answers again without keeping any state (Core 11).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from schemawright.generator import ir

Properties = ir.EvaluatedProperties
Items = ir.EvaluatedItems


def mark_evaluated(program: ir.Program) -> ir.Program:
    """The program with what is evaluated beside each `unevaluatedProperties` and `unevaluatedItems`."""
    changed = dict(program.subschemas)
    for key, subschema in program.subschemas.items():
        if any(isinstance(k, ir.UnevaluatedProperties | ir.UnevaluatedItems) for k in subschema.keywords):
            keywords = tuple(_marked(program, subschema, keyword) for keyword in subschema.keywords)
            changed[key] = replace(subschema, keywords=keywords)
    return replace(program, subschemas=changed)


def _marked(program: ir.Program, subschema: ir.Subschema, keyword: ir.Keyword) -> ir.Keyword:
    match keyword:
        case ir.UnevaluatedProperties():
            return replace(keyword, evaluated=properties_of(program, subschema, without=keyword))
        case ir.UnevaluatedItems():
            return replace(keyword, evaluated=items_of(program, subschema, without=keyword))
        case _:
            return keyword


def conditional(keyword: ir.Keyword) -> Iterator[tuple[ir.Applies | ir.Has | None, ir.Key]]:
    """Each subschema applied in place, with the condition under which what it evaluates counts (`None`: always)."""
    match keyword:
        case ir.Reference():
            yield None, keyword.target
        case ir.AllOf():
            yield from ((None, key) for key in keyword.schemas)
        case ir.AnyOf() | ir.OneOf():
            yield from ((ir.Applies(key), key) for key in keyword.schemas)
        case ir.If():
            yield ir.Applies(keyword.condition), keyword.condition
            if keyword.then is not None:
                yield ir.Applies(keyword.condition), keyword.then
            if keyword.otherwise is not None:
                yield ir.Applies(keyword.condition, positive=False), keyword.otherwise
        case ir.DependentSchemas():
            yield from ((ir.Has(name), key) for name, key in keyword.members)
        case _:
            pass


def properties_of(
    program: ir.Program,
    subschema: ir.Subschema,
    *,
    without: ir.Keyword | None = None,
    above: frozenset[ir.Key] = frozenset(),
) -> Properties:
    """The names that `subschema` evaluates, `without` itself left out; `above` ends a reference cycle in place."""
    names: set[str] = set()
    patterns: set[str] = set()
    everything = False
    branches: list[tuple[ir.Applies | ir.Has, Properties]] = []
    above = above | {subschema.key}
    for keyword in subschema.keywords:
        match keyword:
            case ir.Properties():
                names.update(name for name, _ in keyword.members)
            case ir.PatternProperties():
                patterns.update(pattern for pattern, _ in keyword.members)
            case ir.AdditionalProperties():
                everything = True
            case ir.UnevaluatedProperties():
                everything = everything or keyword is not without
            case _:
                pass
        for condition, key in conditional(keyword):
            if key in above:
                continue
            below = properties_of(program, program.subschemas[key], above=above)
            if condition is not None:
                branches.append((condition, below))
                continue
            everything = everything or below.everything
            names.update(below.names)
            patterns.update(below.patterns)
            branches.extend(below.branches)
    if everything:
        return Properties(everything=True)
    kept = tuple((condition, below) for condition, below in branches if below != Properties())
    return Properties(names=tuple(sorted(names)), patterns=tuple(sorted(patterns)), branches=kept)


def items_of(
    program: ir.Program,
    subschema: ir.Subschema,
    *,
    without: ir.Keyword | None = None,
    above: frozenset[ir.Key] = frozenset(),
) -> Items:
    """The items that `subschema` evaluates, `without` itself left out; `above` ends a reference cycle in place."""
    prefix = 0
    everything = False
    contains: list[ir.Key] = []
    branches: list[tuple[ir.Applies | ir.Has, Items]] = []
    above = above | {subschema.key}
    for keyword in subschema.keywords:
        match keyword:
            case ir.PrefixItems():
                prefix = max(prefix, len(keyword.schemas))
            case ir.Items():
                everything = True
            case ir.UnevaluatedItems():
                everything = everything or keyword is not without
            case ir.Contains():
                contains.append(keyword.schema)
            case _:
                pass
        for condition, key in conditional(keyword):
            if key in above:
                continue
            below = items_of(program, program.subschemas[key], above=above)
            if condition is not None:
                branches.append((condition, below))
                continue
            everything = everything or below.everything
            prefix = max(prefix, below.prefix)
            contains.extend(below.contains)
            branches.extend(below.branches)
    if everything:
        return Items(everything=True)
    kept = tuple((condition, below) for condition, below in branches if below != Items())
    return Items(prefix=prefix, contains=tuple(dict.fromkeys(contains)), branches=kept)
