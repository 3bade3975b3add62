"""The position automaton of a pattern: one state for each class, edges counted where several ways join two states.

Counted repetitions are free loops. That keeps the number of ways through unambiguous text: the round a match is in
follows from the states that it passed. It does not where a round may be empty; such loops are reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .codes import ALL, Codes
from .errors import PatternLimit
from .syntax import (
    Characters,
    Choice,
    Empty,
    Group,
    Look,
    Node,
    Reference,
    Repeat,
    Sequence,
    children,
    with_children,
)

START = 0
_MANY = 1 << 20  # ways are counted up to here: more of them change nothing
Ways: TypeAlias = dict[int, int]


@dataclass(frozen=True, slots=True)
class Automaton:
    """`masks[s]` has a bit for each kind of code point that leads into state `s`; `edges[s]` counts ways onwards."""

    masks: tuple[int, ...]
    edges: tuple[Ways, ...]
    has_empty_rounds: bool


@dataclass(slots=True)
class _Fragment:
    empty: int
    first: Ways
    last: Ways


def automaton(root: Node, *, anchored: bool, most_states: int) -> Automaton:
    """The automaton of `root`, looked for everywhere unless `anchored`; `PatternLimit` for more states than allowed."""
    return _Builder(most_states).run(root, anchored=anchored)


class _Builder:
    def __init__(self, most_states: int) -> None:
        self.most_states = most_states
        self.classes: list[Codes] = [ALL]
        self.edges: list[Ways] = [{}]
        self.has_empty_rounds = False

    def run(self, root: Node, *, anchored: bool) -> Automaton:
        whole = self.folded(root)
        self.edges[START] = dict(whole.first)
        if not anchored:
            self.edges[START][START] = 1
        return Automaton(_masks(self.classes), tuple(self.edges), self.has_empty_rounds)

    def folded(self, root: Node) -> _Fragment:
        # A fold that does not enter look-arounds: they consume nothing and are judged apart.
        waiting: list[tuple[Node, bool]] = [(root, False)]
        results: list[_Fragment] = []
        while waiting:
            node, is_ready = waiting.pop()
            below = () if isinstance(node, Look) else children(node)
            if below and not is_ready:
                waiting.append((node, True))
                waiting.extend((child, False) for child in reversed(below))
                continue
            first = len(results) - len(below)
            results[first:] = [self.fragment(node, results[first:])]
        return results[0]

    def fragment(self, node: Node, below: list[_Fragment]) -> _Fragment:
        match node:
            case Characters():
                state = self.state(node.codes)
                return _Fragment(0, {state: 1}, {state: 1})
            case Reference():
                state = self.state(ALL)
                self.edges[state][state] = 1
                return _Fragment(1, {state: 1}, {state: 1})
            case Sequence():
                whole = below[0]
                for part in below[1:]:
                    whole = self.joined(whole, part)
                return whole
            case Choice():
                return _either(below)
            case Repeat():
                return self.repeated(node, below[0])
            case Group():
                return below[0]
            case _:
                return _Fragment(1, {}, {})

    def state(self, codes: Codes) -> int:
        if len(self.classes) > self.most_states:
            raise PatternLimit(f"the pattern needs more than {self.most_states} states")
        self.classes.append(codes)
        self.edges.append({})
        return len(self.classes) - 1

    def joined(self, left: _Fragment, right: _Fragment) -> _Fragment:
        self.connect(left.last, right.first)
        first = _sum(left.first, right.first, left.empty) if left.empty else left.first
        last = _sum(right.last, left.last, right.empty) if right.empty else right.last
        return _Fragment(min(left.empty * right.empty, _MANY), first, last)

    def connect(self, last: Ways, first: Ways) -> None:
        for state, ways in last.items():
            onwards = self.edges[state]
            for target, entries in first.items():
                onwards[target] = min(onwards.get(target, 0) + ways * entries, _MANY)

    def repeated(self, node: Repeat, body: _Fragment) -> _Fragment:
        if node.most == 1:
            return _Fragment(body.empty + 1, body.first, body.last)
        if body.empty and node.most is not None:
            self.has_empty_rounds = True
        self.connect(body.last, body.first)
        # After each round the loop may end at once, or after one empty round, which engines do not repeat.
        last = {state: min(ways * (1 + body.empty), _MANY) for state, ways in body.last.items()}
        return _Fragment(body.empty if node.least else body.empty + 1, body.first, last)


def _either(below: list[_Fragment]) -> _Fragment:
    whole = _Fragment(0, {}, {})
    for branch in below:
        whole.empty = min(whole.empty + branch.empty, _MANY)
        whole.first.update(branch.first)
        whole.last.update(branch.last)
    return whole


def _sum(own: Ways, other: Ways, factor: int) -> Ways:
    return own | {state: min(ways * factor, _MANY) for state, ways in other.items()}


def _masks(classes: list[Codes]) -> tuple[int, ...]:
    """One bit for each kind of code point that the classes tell apart."""
    numbers = {codes: number for number, codes in enumerate(dict.fromkeys(classes))}
    bounds: dict[int, int] = {}
    for codes, number in numbers.items():
        for first, last in codes:
            bounds[first] = bounds.get(first, 0) ^ (1 << number)
            bounds[last + 1] = bounds.get(last + 1, 0) ^ (1 << number)
    kinds: dict[int, None] = {}
    inside = 0
    for at in sorted(bounds):
        inside ^= bounds[at]
        kinds[inside] = None
    masks = [0] * len(numbers)
    for bit, members in enumerate(kinds):
        left = members
        while left:
            low = left & -left
            masks[low.bit_length() - 1] |= 1 << bit
            left ^= low
    return tuple(masks[numbers[codes]] for codes in classes)


def expanded(node: Node, below: list[tuple[Node, int]], budget: int) -> tuple[Node, int]:
    """`node` with small counted repetitions written out, and its number of states; a step of a fold."""
    size = sum(states for _, states in below)
    match node:
        case Characters() | Reference():
            return node, 1
        case Look():
            return node, 0
        case Repeat(at, _, least, most, lazy) if most != 1 and (least, most) not in ((0, None), (1, None)):
            body = below[0][0]
            if size * max(least, most or 1) > budget:
                return with_children(node, [body]), size
            rest: Node = Empty(at) if most is not None else Repeat(at, body, 1 if least else 0, None, lazy)
            for _ in range((most or 0) - least):
                rest = Repeat(at, Sequence(at, (body, rest)), 0, 1, lazy)
            copies = least - 1 if most is None and least else least
            return Sequence(at, (*[body] * copies, rest)), size * max(least, most or 1)
        case _:
            return with_children(node, [one for one, _ in below]), size
