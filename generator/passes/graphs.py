"""Walks over the graph of subschemas: none of them recurses, for schemas are as deep as their authors like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from schemawright.generator import ir

Graph: TypeAlias = Mapping[ir.Key, tuple[ir.Key, ...]]


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


def callers_of(keys: Iterable[ir.Key], graph: Graph) -> frozenset[ir.Key]:
    """The keys and everything that reaches one of them."""
    callers: dict[ir.Key, list[ir.Key]] = {}
    for key, targets in graph.items():
        for target in targets:
            callers.setdefault(target, []).append(key)
    return _gather(keys, lambda key: callers.get(key, ()))


def reached_from(keys: Iterable[ir.Key], graph: Graph) -> frozenset[ir.Key]:
    """The keys and everything that one of them reaches."""
    return _gather(keys, graph.__getitem__)


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
            component = _gather((key,), lambda k: (c for c in back[k] if c not in found))
            found.update(dict.fromkeys(component, component))
    return found


def _gather(starts: Iterable[ir.Key], neighbours: Callable[[ir.Key], Iterable[ir.Key]]) -> frozenset[ir.Key]:
    pending = list(starts)
    seen = set(pending)
    while pending:
        for key in neighbours(pending.pop()):
            if key not in seen:
                seen.add(key)
                pending.append(key)
    return frozenset(seen)
