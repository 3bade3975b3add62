"""Which subschemas recurse or can repeat work without bound, and which cycles make no progress in the instance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from schemawright.generator import ir
from schemawright.generator.pattern_plans import needs_clock
from schemawright.generator.reach import applied, in_place
from schemawright.runtime.errors import SchemaError

from .graphs import Graph, bottom_up, callers_of, cycle_heads, reached_from, strong_components
from .work import prices, survey_work

# A call tree this large runs in milliseconds; a larger one charges the budget in each function of this weight.
HEAVY_PROGRAM = 50_000
HEAVY_FUNCTION = 100


def meter(program: ir.Program) -> ir.Program:
    """The program with what has to pay and what hands the budget on; raises `SchemaError` for an endless cycle."""
    subschemas = program.subschemas
    # What is asked twice counts twice: weights multiply along the way.
    again = {key: tuple(_asked_again(subschema)) for key, subschema in subschemas.items()}
    graph = {key: (*applied(subschema), *again[key]) for key, subschema in subschemas.items()}
    here = {key: tuple(in_place(subschema)) for key, subschema in subschemas.items()}
    called = {key: tuple(end for target in targets for end in _ends(program, target)) for key, targets in graph.items()}
    heads = cycle_heads(called, program.entries.values())
    components = strong_components(graph) if heads else {key: frozenset({key}) for key in graph}
    recursive = frozenset(key for key in graph if heads and (len(components[key]) > 1 or key in graph[key]))
    if heads:
        _refuse_endless(program)
    still = strong_components(here) if heads else components
    stalling = frozenset(
        (key, end)
        for key, targets in here.items()
        for target in targets
        for end in _ends(program, target)
        if end == key or (end in still[key] and len(still[key]) > 1)
    )
    charging = (heads & recursive) | _heavy_functions(program, graph, components)
    looked = {key: (*here[key], *again[key]) for key in here}
    work = survey_work(program, graph, looked, components)
    paying = reached_from({*recursive, *filter(work.nests_much, graph)}, graph)
    paying |= reached_from(filter(work.loops_much, graph), looked)
    searching = reached_from(filter(work.searches_much, graph), looked)
    timed = {key for key, subschema in subschemas.items() if _uses_clock(subschema)}
    return replace(
        program,
        charging=charging,
        paying=paying,
        searching=searching,
        prices=prices(program, graph, looked, charging),
        metered=callers_of({*recursive, *charging, *paying, *searching, *timed}, graph),
        stalling=stalling,
        # To come back without progress is endless, so a level has no more turns than its ring has members.
        turns=max((len(still[key]) for key, _ in stalling), default=1),
    )


def _heavy_functions(
    program: ir.Program, graph: Graph, components: Mapping[ir.Key, frozenset[ir.Key]]
) -> frozenset[ir.Key]:
    """The functions that many calls go through, where the whole call tree is large."""
    weights = _weights(graph, components)
    if max((weights[key] for key in program.entries.values()), default=0) <= HEAVY_PROGRAM:
        return frozenset()
    return frozenset(key for key, weight in weights.items() if weight > HEAVY_FUNCTION)


def _ends(program: ir.Program, key: ir.Key) -> Iterable[ir.Key]:
    """The subschema after those that it is nothing but a reference to: functions call the last of them directly."""
    ends: dict[ir.Key, None] = {}
    while key not in ends:
        ends[key] = None
        match program.subschemas[key].keywords:
            case (ir.Reference(target=target),):
                key = target
            case _:
                break
    return reversed(ends)


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
                if any(needs_clock(source, at.child(source)) for source, _ in members):
                    return True
            case _:
                pass
    return False


def _refuse_endless(program: ir.Program) -> None:
    """A cycle of subschemas that always apply to the same instance can never end (Core 9.4.1)."""
    always = {key: tuple(_always_in_place(subschema)) for key, subschema in program.subschemas.items()}
    components = strong_components(always)
    for key in sorted(always):
        if key in always[key] or len(components[key]) > 1:
            raise SchemaError(
                "a reference comes back to itself without going into the instance", schema_path=key.at.uri
            )


def _always_in_place(subschema: ir.Subschema) -> Iterator[ir.Key]:
    for keyword in subschema.keywords:
        match keyword:
            case ir.Reference():
                yield keyword.target
            case ir.AllOf() | ir.OneOf():
                yield from keyword.schemas
            case ir.AnyOf() if len(keyword.schemas) == 1:
                yield from keyword.schemas
            case ir.Not():
                yield keyword.schema
            case ir.If() if keyword.then is not None or keyword.otherwise is not None:
                yield keyword.condition
            case _:
                pass


def _weights(graph: Graph, components: Mapping[ir.Key, frozenset[ir.Key]]) -> Mapping[ir.Key, int]:
    """The number of calls below each key, cycles counted once."""
    weights: dict[ir.Key, int] = {}
    for key in bottom_up(graph):
        weights[key] = 1 + sum(weights.get(target, 0) for target in graph[key] if target not in components[key])
    return weights
