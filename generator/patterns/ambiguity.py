"""How many ways a backtracking engine can take through one text: one, finitely, polynomially or exponentially many.

The criteria are those of Weber and Seidl ("On the degree of ambiguity of finite automata", 1991): two ways from a
state back to itself on one text make it exponential; loops at two states that one text joins add a degree.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TypeAlias

from .automaton import Automaton
from .components import components

Pair: TypeAlias = tuple[int, int]
_MANY = 1 << 20


class OverBudget(Exception):
    """The question costs more steps than its answer is worth."""


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """`degree` is `None` for exponential; `ways` bounds how many of one degree there are; 1 and 0 is unambiguous."""

    degree: int | None
    ways: int


def ambiguity(machine: Automaton, budget: int) -> Ambiguity:
    """The ambiguity of `machine`; raises `OverBudget`."""
    return _Search(machine, budget).run()


class _Search:
    def __init__(self, machine: Automaton, budget: int) -> None:
        self.masks = machine.masks
        self.edges = machine.edges
        self.budget = budget
        self.pairs: dict[Pair, list[Pair]] = {}

    def spend(self, steps: int) -> None:
        self.budget -= steps
        if self.budget < 0:
            raise OverBudget

    def run(self) -> Ambiguity:
        forks = self.forks()
        has_parallel = any(ways > 1 for onwards in self.edges for ways in onwards.values())
        if not forks and not has_parallel:
            return Ambiguity(0, 1)
        self.explore([pair for pairs in forks.values() for pair in pairs])
        merging = self.merging()
        forks = {state: [pair for pair in pairs if pair in merging] for state, pairs in forks.items()}
        if not has_parallel and not any(forks.values()):
            return Ambiguity(0, 1)
        parts, number = components(range(len(self.edges)), lambda state: self.edges[state])
        if self.is_exponential(forks, number):
            return Ambiguity(None, _MANY)
        return Ambiguity(self.degree(parts, number), self.ways(forks, parts, number))

    def forks(self) -> dict[int, list[Pair]]:
        """For each state, the pairs of different states that one code point leads to."""
        known: dict[tuple[int, ...], list[Pair]] = {}
        found: dict[int, list[Pair]] = {}
        for state, onwards in enumerate(self.edges):
            targets = tuple(onwards)
            if targets not in known:
                known[targets] = self.overlaps(targets)
            if known[targets]:
                found[state] = known[targets]
        return found

    def overlaps(self, targets: tuple[int, ...]) -> list[Pair]:
        seen = 0
        self.spend(len(targets))
        for target in targets:
            if seen & self.masks[target]:
                break
            seen |= self.masks[target]
        else:
            return []
        self.spend(len(targets) * len(targets) // 2)
        return [
            (min(one, other), max(one, other))
            for index, one in enumerate(targets)
            for other in targets[:index]
            if self.masks[one] & self.masks[other]
        ]

    def explore(self, first: list[Pair]) -> None:
        """Every pair of states that one text reaches after a fork, with the pairs that follow; `(q, q)` ends a way."""
        waiting = deque(dict.fromkeys(first))
        self.pairs = {pair: [] for pair in waiting}
        while waiting:
            pair = waiting.popleft()
            self.pairs[pair] = following = self.following(pair)
            for target in following:
                if target[0] != target[1] and target not in self.pairs:
                    self.pairs[target] = []
                    waiting.append(target)

    def following(self, pair: Pair) -> list[Pair]:
        left, right = self.edges[pair[0]], self.edges[pair[1]]
        self.spend(len(left) * len(right) + 1)
        masks = self.masks
        found = [
            (one, other) if one < other else (other, one)
            for one in left
            for other in right
            if masks[one] & masks[other]
        ]
        return list(dict.fromkeys(found))

    def merging(self) -> set[Pair]:
        """The explored pairs whose ways can meet again."""
        back: dict[Pair, list[Pair]] = {}
        for pair, following in self.pairs.items():
            for target in following:
                back.setdefault(target, []).append(pair)
        waiting = [pair for pair in back if pair[0] == pair[1]]
        found = set(waiting)
        while waiting:
            for source in back.get(waiting.pop(), ()):
                if source not in found:
                    found.add(source)
                    waiting.append(source)
        return found

    def is_exponential(self, forks: dict[int, list[Pair]], number: dict[int, int]) -> bool:
        for state, onwards in enumerate(self.edges):
            if any(ways > 1 and number[target] == number[state] for target, ways in onwards.items()):
                return True

        def onwards_in_component(pair: Pair) -> list[Pair]:
            one, other = pair
            if one == other:
                same = [(target, target) for target in self.edges[one]]
                return [target for target in same + forks.get(one, []) if number[target[0]] == number[one]]
            return self.pairs.get(pair, [])

        starts = [(state, state) for state, pairs in forks.items() if pairs]
        groups, _ = components(starts, onwards_in_component)
        return any(
            any(one == other for one, other in group) and any(one != other for one, other in group) for group in groups
        )

    def degree(self, parts: list[list[int]], number: dict[int, int]) -> int:
        """The most joined loops on one way; a component comes after all that it leads to."""
        loops = [len(part) > 1 or part[0] in self.edges[part[0]] for part in parts]
        reach: list[set[int]] = []
        best: list[int] = []
        for index, part in enumerate(parts):
            below = {number[target] for state in part for target in self.edges[state]} - {index}
            reached = below.union(*(reach[lower] for lower in below)) if below else set()
            reach.append(reached)
            degree = max((best[lower] for lower in reached), default=0)
            for lower in sorted(reached) if loops[index] else ():
                if loops[lower] and best[lower] + 1 > degree and self.is_joined(part, parts[lower], number):
                    degree = best[lower] + 1
            best.append(degree)
        return max(best)

    def is_joined(self, upper: list[int], lower: list[int], number: dict[int, int]) -> bool:
        """Whether one text loops at a state above, leads from it to one below, and loops there."""
        above, below = number[upper[0]], number[lower[0]]
        for first in upper:
            for last in lower:
                if self.leads(first, last, number, above, below):
                    return True
        return False

    def leads(self, first: int, last: int, number: dict[int, int], above: int, below: int) -> bool:
        masks, edges = self.masks, self.edges
        waiting = [(first, first, last)]
        seen = set(waiting)
        while waiting:
            one, two, three = waiting.pop()
            for a in edges[one]:
                if number[a] != above:
                    continue
                for c in edges[three]:
                    shared = masks[a] & masks[c] if number[c] == below else 0
                    if not shared:
                        continue
                    self.spend(len(edges[two]))
                    for b in edges[two]:
                        if masks[b] & shared and (a, b, c) not in seen:
                            if (a, b, c) == (first, last, last):
                                return True
                            seen.add((a, b, c))
                            waiting.append((a, b, c))
        return False

    def ways(self, forks: dict[int, list[Pair]], parts: list[list[int]], number: dict[int, int]) -> int:
        """A bound on the ways that forks which meet again can multiply to, along one way through the components."""
        best: list[int] = []
        for index, part in enumerate(parts):
            below = {number[target] for state in part for target in self.edges[state]} - {index}
            ways = max((best[lower] for lower in below), default=1)
            for state in part:
                involved = {target for pair in forks.get(state, ()) for target in pair}
                parallel = max(self.edges[state].values(), default=1)
                ways = min(ways * max(len(involved), 1) * parallel, _MANY)
            best.append(ways)
        return max(best)
