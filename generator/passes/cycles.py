"""Which subschemas come back to themselves, and which of them without going into the instance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from schemawright.generator import ir
from schemawright.runtime.errors import SchemaError

from .graphs import Graph, cycle_heads, strong_components

MOST_ROUNDS = 64  # times the levels, this is beyond Python's own stack


@dataclass(frozen=True, slots=True)
class Cycles:
    """`heads` is one subschema of each cycle at least; `components` are those that come round to each other.

    `stalling` are pairs of caller and target on a cycle that stays in place, `rounds` the most of them for each level.
    """

    heads: frozenset[ir.Key]
    components: Mapping[ir.Key, frozenset[ir.Key]]
    recursive: frozenset[ir.Key]
    stalling: frozenset[tuple[ir.Key, ir.Key]]
    rounds: int


def find_cycles(program: ir.Program, graph: Graph, in_place: Graph) -> Cycles:
    """The cycles of the graph; raises `SchemaError` for one that can never end."""
    called = {key: tuple(end for target in targets for end in _ends(program, target)) for key, targets in graph.items()}
    heads = cycle_heads(called, program.entries.values())
    if not heads:
        alone = {key: frozenset({key}) for key in graph}
        return Cycles(frozenset(), alone, frozenset(), frozenset(), 1)
    _refuse_endless(program)
    components, still = strong_components(graph), strong_components(in_place)
    recursive = frozenset(key for key in graph if len(components[key]) > 1 or key in graph[key])
    stalling = frozenset(
        (key, end)
        for key, targets in in_place.items()
        for target in targets
        for end in _ends(program, target)
        if end == key or (end in still[key] and len(still[key]) > 1)
    )
    # To come back without progress is endless, so a level has no more rounds than its ring has members.
    rounds = max((min(len(still[key]), MOST_ROUNDS) for key, _ in stalling), default=1)
    return Cycles(heads & recursive, components, recursive, stalling, rounds)


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
