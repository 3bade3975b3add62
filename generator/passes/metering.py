"""Which subschemas recurse or can repeat work without bound, and which cycles make no progress in the instance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from schemawright.generator import ir
from schemawright.generator.pattern_plans import needs_clock
from schemawright.generator.reach import applied, in_place
from schemawright.runtime.errors import SchemaError

# A call tree this large runs in milliseconds; a larger one charges the budget in each function of this weight.
HEAVY_PROGRAM = 50_000
HEAVY_FUNCTION = 100

Graph = Mapping[ir.Key, tuple[ir.Key, ...]]


def meter(program: ir.Program) -> ir.Program:
    """The program with its metered, charging and stalling subschemas; raises `SchemaError` for an endless cycle."""
    # What is asked twice counts twice: weights multiply along the way.
    graph = {key: (*applied(subschema), *_asked_again(subschema)) for key, subschema in program.subschemas.items()}
    here = {key: tuple(in_place(subschema)) for key, subschema in program.subschemas.items()}
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
    charging = heads & recursive
    metered = set(recursive) | {key for key, subschema in program.subschemas.items() if _uses_clock(subschema)}
    weights = _weights(graph, components)
    if max((weights[key] for key in program.entries.values()), default=0) > HEAVY_PROGRAM:
        heavy = {key for key, weight in weights.items() if weight > HEAVY_FUNCTION}
        metered |= heavy
        charging |= heavy
    # To come back to a subschema without progress is endless, so a level has no more turns than its ring has members.
    turns = max((len(still[key]) for key, _ in stalling), default=1)
    metered = callers_of(metered, graph)
    return replace(program, charging=charging, stalling=stalling, turns=turns, metered=frozenset(metered))


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


def cycle_heads(graph: Graph, entries: Iterable[ir.Key]) -> frozenset[ir.Key]:
    """One subschema of each cycle at least: what a depth-first walk from the entries comes back to."""
    heads: set[ir.Key] = set()
    done: set[ir.Key] = set()
    for entry in entries:
        path: dict[ir.Key, Iterator[ir.Key]] = {}
        if entry not in done:
            path[entry] = iter(graph[entry])
        while path:
            key, targets = next(reversed(path.items()))
            target = next(targets, None)
            if target is None:
                done.add(key)
                path.popitem()
            elif target in path:
                heads.add(target)
            elif target not in done:
                path[target] = iter(graph[target])
    return frozenset(heads)


def callers_of(keys: Iterable[ir.Key], graph: Graph) -> set[ir.Key]:
    """The keys and everything that reaches one of them."""
    callers: dict[ir.Key, list[ir.Key]] = {}
    for key, targets in graph.items():
        for target in targets:
            callers.setdefault(target, []).append(key)
    found: set[ir.Key] = set()
    pending = list(keys)
    while pending:
        key = pending.pop()
        if key not in found:
            found.add(key)
            pending.extend(callers.get(key, ()))
    return found


def _weights(graph: Graph, components: Mapping[ir.Key, frozenset[ir.Key]]) -> Mapping[ir.Key, int]:
    """The number of calls below each key, cycles counted once."""
    weights: dict[ir.Key, int] = {}
    for key in bottom_up(graph):
        weights[key] = 1 + sum(weights.get(target, 0) for target in graph[key] if target not in components[key])
    return weights


def bottom_up(graph: Graph) -> Iterator[ir.Key]:
    """Every key after the keys it reaches, where no cycle is in the way."""
    done: set[ir.Key] = set()
    for root in graph:
        stack: list[tuple[ir.Key, bool]] = [(root, False)]
        while stack:
            key, ready = stack.pop()
            if ready:
                yield key
            elif key not in done:
                done.add(key)
                stack.append((key, True))
                stack.extend((target, False) for target in graph[key] if target not in done)


def strong_components(graph: Graph) -> Mapping[ir.Key, frozenset[ir.Key]]:
    """For each key the strongly connected component it is in (Kosaraju)."""
    order = list(bottom_up(graph))
    back: dict[ir.Key, list[ir.Key]] = {key: [] for key in graph}
    for key, targets in graph.items():
        for target in targets:
            back[target].append(key)
    found: dict[ir.Key, frozenset[ir.Key]] = {}
    for key in reversed(order):
        if key not in found:
            component = _gather(key, lambda k: (c for c in back[k] if c not in found))
            found.update(dict.fromkeys(component, component))
    return found


def _gather(start: ir.Key, neighbours: Callable[[ir.Key], Iterable[ir.Key]]) -> frozenset[ir.Key]:
    seen = {start}
    pending = [start]
    while pending:
        for key in neighbours(pending.pop()):
            if key not in seen:
                seen.add(key)
                pending.append(key)
    return frozenset(seen)
