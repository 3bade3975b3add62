"""How large a pattern may be, and how much work its judgement may cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PatternLimits:
    """Bounds on patterns; over one of them is a `PatternLimit`, never a guess.

    `length` is code points of source, `nesting` groups inside groups, `count` the largest number that a quantifier may
    ask for at least (what it allows at most has no bound: no engine here counts up to it ahead), `states` positions of
    the automaton.
    """

    length: int = 65_536
    nesting: int = 100
    count: int = 65_535
    states: int = 20_000


DEFAULT_LIMITS = PatternLimits()
# No text is as long as this: a larger upper bound of a quantifier is none, a larger lower bound is never met.
UNREACHABLE = 2**31
