"""One line on how a pattern is tested and why, for `schemawright explain`."""

from __future__ import annotations

from .condition import All, AnyOf, Condition, Gated, Matches, Not
from .growth import Growth
from .reader import Relaxation


def explained(
    kind: str, condition: Condition, found: Growth, relaxations: tuple[Relaxation, ...], reason: str = ""
) -> str:
    """The line; it quotes nothing of the pattern. `reason` says why neither engine will do."""
    match kind:
        case "always":
            line = "matches every string"
        case "string":
            line = "string methods: " + " and ".join(_leaves(condition))
        case "linear":
            growing = f"linear, {found.states} states" if found.kind == "linear" else _degree(found)
            line = f"re: {growing}{_limit(condition)}"
        case "gated":
            line = f"re up to {_gate(condition)} code points, regex within a time limit above: {_degree(found)}"
        case "bounded":
            line = f"regex within a time limit: {_degree(found)}"
        case _:
            line = f"step-counting matcher: {reason}"
    noted = f"; {len(relaxations)} relaxed escape(s), invalid when strict" if relaxations else ""
    return line + noted


def _leaves(condition: Condition) -> list[str]:
    match condition:
        case All(conditions) | AnyOf(conditions):
            return list(dict.fromkeys(leaf for one in conditions for leaf in _leaves(one)))
        case Not(inner):
            return _leaves(inner)
        case _:
            return [type(condition).__name__]


def _parts(condition: Condition) -> list[Condition]:
    match condition:
        case All(conditions):
            return [part for one in conditions for part in _parts(one)]
        case Not(inner):
            return _parts(inner)
        case _:
            return [condition]


def _limit(condition: Condition) -> str:
    limits = [part.limit for part in _parts(condition) if isinstance(part, Matches) and part.limit is not None]
    return f", up to {min(limits)} code points" if limits else ""


def _gate(condition: Condition) -> int:
    return min(part.gate for part in _parts(condition) if isinstance(part, Gated))


def _degree(found: Growth) -> str:
    if found.kind == "polynomial":
        return f"work grows with the length to the power of {(found.degree or 0) + 1}, {found.ways} ways"
    return "work may grow exponentially" if found.kind == "exponential" else "growth unknown"
