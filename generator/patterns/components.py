"""Strongly connected components of a small graph, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Vertex = TypeVar("Vertex")


def components(
    vertices: Iterable[Vertex], onwards: Callable[[Vertex], Iterable[Vertex]]
) -> tuple[list[list[Vertex]], dict[Vertex, int]]:
    """The components, each after all that it leads to, and the number of the one that a vertex is in (Tarjan)."""
    found: list[list[Vertex]] = []
    number: dict[Vertex, int] = {}
    order: dict[Vertex, int] = {}
    low: dict[Vertex, int] = {}
    open_vertices: list[Vertex] = []
    for root in vertices:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        open_vertices.append(root)
        path: list[tuple[Vertex, Iterator[Vertex]]] = [(root, iter(onwards(root)))]
        while path:
            vertex, rest = path[-1]
            entered = False
            for target in rest:
                if target not in order:
                    order[target] = low[target] = len(order)
                    open_vertices.append(target)
                    path.append((target, iter(onwards(target))))
                    entered = True
                    break
                if target not in number:
                    low[vertex] = min(low[vertex], order[target])
            if entered:
                continue
            path.pop()
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[vertex])
            if low[vertex] == order[vertex]:
                group: list[Vertex] = []
                while not group or group[-1] != vertex:
                    group.append(open_vertices.pop())
                    number[group[-1]] = len(found)
                found.append(group)
    return found, number
