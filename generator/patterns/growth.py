"""How the work of a backtracking engine grows with the text, decided from the emitted pattern, not by a timer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .ambiguity import OverBudget, ambiguity
from .automaton import Automaton, automaton, expanded
from .limits import DEFAULT_LIMITS, PatternLimits
from .syntax import Look, Node, Repeat, fold, walk
from .widths import width

_STEPS = 200_000
_EXPANDED_STATES = 300
_MOST_WAYS = 1_024


@dataclass(frozen=True, slots=True)
class Growth:
    """Work is at most about `ways` times `states` times the length to the power of `degree` + 1.

    `kind` is linear where a text has one way to each state, polynomial where it has more, exponential, or unknown where
    telling would cost too much; the last two have no `degree`.
    """

    kind: Literal["linear", "polynomial", "exponential", "unknown"]
    degree: int | None
    ways: int
    states: int


def growth(root: Node, *, anchored: bool, limits: PatternLimits = DEFAULT_LIMITS) -> Growth:
    """The growth of matching the normalised tree `root`; raises `PatternLimit` for too large an automaton."""
    main = _main_growth(root, anchored, limits)
    # Each look-around may run once wherever the main part comes by.
    worst = main
    for look in _looks(root):
        worst = _worse(worst, _nested(main, growth(look.body, anchored=True, limits=limits), look))
    return worst


def _looks(root: Node) -> list[Look]:
    """The look-arounds that are not inside another one."""
    found = [node for node in walk(root) if isinstance(node, Look)]
    inner = {id(node) for look in found for node in walk(look.body)}
    return [look for look in found if id(look) not in inner]


def _nested(main: Growth, body: Growth, look: Look) -> Growth:
    if main.degree is None or body.degree is None:
        return body if body.degree is None else main
    size = width(look.body).most
    ways = min(main.ways * body.ways, _MOST_WAYS + 1)
    if ways > _MOST_WAYS:
        return Growth("exponential", None, ways, main.states + body.states)
    if size is None:
        return Growth("polynomial", main.degree + body.degree + 1, ways, main.states + body.states)
    is_plain = main.kind == "linear" and body.kind == "linear"
    states = main.states * max(1, min(size, body.states * 64))
    return Growth("linear" if is_plain else "polynomial", main.degree, ways, states)


def _worse(one: Growth, other: Growth) -> Growth:
    def rank(growth: Growth) -> tuple[bool, bool, int, int, int]:
        return growth.degree is None, growth.kind != "linear", growth.degree or 0, growth.ways, growth.states

    return max(one, other, key=rank)


def _main_growth(root: Node, anchored: bool, limits: PatternLimits) -> Growth:
    loops = automaton(root, anchored=anchored, most_states=limits.states)
    first = _judged(loops)
    if first.kind == "linear" or not any(_is_counted(node) for node in walk(root)):
        return first
    exact, _ = fold(root, lambda node, below: expanded(node, below, _EXPANDED_STATES))
    second = _judged(automaton(exact, anchored=anchored, most_states=limits.states))
    return second if _worse(first, second) is first else first


def _is_counted(node: Node) -> bool:
    return isinstance(node, Repeat) and node.most != 1 and (node.least > 1 or node.most is not None)


def _judged(machine: Automaton) -> Growth:
    states = len(machine.masks)
    if machine.has_empty_rounds:
        return Growth("exponential", None, 1, states)
    try:
        found = ambiguity(machine, _STEPS)
    except OverBudget:
        return Growth("unknown", None, 1, states)
    if found.degree is None or found.ways > _MOST_WAYS:
        return Growth("exponential", None, found.ways, states)
    is_linear = found.degree == 0 and found.ways == 1
    return Growth("linear" if is_linear else "polynomial", found.degree, found.ways, states)
