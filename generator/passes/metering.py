"""What has to pay for its work, and what hands the budget on to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from schemawright.generator import ir
from schemawright.generator.pattern_plans import needs_clock
from schemawright.generator.reach import applied, in_place

from .cycles import find_cycles
from .graphs import Graph, bottom_up, callers_of, reached_from
from .work import prices, survey_work

# A call tree this large runs in milliseconds; a larger one charges the budget in each function of this weight.
HEAVY_PROGRAM = 50_000
HEAVY_FUNCTION = 100


def meter(program: ir.Program) -> ir.Program:
    """The program with what has to pay and what hands the budget on; raises `SchemaError` for an endless cycle."""
    subschemas = program.subschemas
    again = {key: tuple(_asked_again(subschema)) for key, subschema in subschemas.items()}
    here = {key: tuple(in_place(subschema)) for key, subschema in subschemas.items()}
    # What is asked twice counts twice: weights multiply along the way.
    graph = {key: (*applied(subschema), *again[key]) for key, subschema in subschemas.items()}
    looked = {key: (*here[key], *again[key]) for key in here}
    cycles = find_cycles(program, graph, looked)
    work = survey_work(program, graph, looked, cycles.components)
    charging = cycles.heads | _heavy_functions(program, graph, cycles.components)
    nested = reached_from({*cycles.recursive, *filter(work.nests_much, graph)}, graph)
    paying = nested | reached_from(filter(work.loops_much, graph), looked)
    searching = reached_from(filter(work.searches_much, graph), looked)
    timed = {key for key, subschema in subschemas.items() if _uses_clock(subschema)}
    return replace(
        program,
        charging=charging,
        paying=paying,
        searching=searching,
        prices=prices(program, graph, looked, charging),
        metered=callers_of({*cycles.recursive, *charging, *paying, *searching, *timed}, graph),
        stalling=cycles.stalling,
        rounds=cycles.rounds,
    )


def _heavy_functions(
    program: ir.Program, graph: Graph, components: Mapping[ir.Key, frozenset[ir.Key]]
) -> frozenset[ir.Key]:
    """The functions that many calls go through, where the whole call tree is large."""
    weights = _weights(graph, components)
    if max((weights[key] for key in program.entries.values()), default=0) <= HEAVY_PROGRAM:
        return frozenset()
    return frozenset(key for key, weight in weights.items() if weight > HEAVY_FUNCTION)


def _asked_again(subschema: ir.Subschema) -> Iterator[ir.Key]:
    """What `unevaluated*` asks once more, to know what a branch evaluated: nested, that doubles at each level."""
    for keyword in subschema.keywords:
        if isinstance(keyword, ir.UnevaluatedProperties | ir.UnevaluatedItems):
            pending: list[ir.EvaluatedProperties | ir.EvaluatedItems] = [keyword.evaluated]
            while pending:
                evaluated = pending.pop()
                if isinstance(evaluated, ir.EvaluatedItems):
                    yield from evaluated.contains
                for condition, below in evaluated.branches:
                    if isinstance(condition, ir.Applies):
                        yield condition.schema
                    pending.append(below)


def _uses_clock(subschema: ir.Subschema) -> bool:
    """Some pattern of its own can run until the time is over."""
    for keyword in subschema.keywords:
        match keyword:
            case ir.Pattern(at=at, source=source):
                if needs_clock(source, at):
                    return True
            case ir.PatternProperties(at=at, members=members):
                if True in {needs_clock(source, at.child(source)) for source, _ in members}:  # all of them are read
                    return True
            case _:
                pass
    return False


def _weights(graph: Graph, components: Mapping[ir.Key, frozenset[ir.Key]]) -> Mapping[ir.Key, int]:
    """The number of calls below each key, cycles counted once."""
    weights: dict[ir.Key, int] = {}
    for key in bottom_up(graph):
        weights[key] = 1 + sum(weights.get(target, 0) for target in graph[key] if target not in components[key])
    return weights
