"""What the author of a schema should know of its patterns: escapes that ECMA-262 would refuse with the unicode flag."""

from __future__ import annotations

from collections.abc import Iterator

from . import ir
from .pattern_plans import plan_of


def patterns_of(keyword: ir.Keyword) -> tuple[str, ...]:
    """The patterns that the keyword is made of."""
    match keyword:
        case ir.Pattern(source=source):
            return (source,)
        case ir.PatternProperties(members=members):
            return tuple(pattern for pattern, _ in members)
        case _:
            return ()


def relaxed_patterns(program: ir.Program) -> Iterator[str]:
    """One sentence for each place with a pattern that is read more leniently than the flag allows, in order."""
    seen: set[str] = set()
    for key in sorted(program.subschemas):
        for keyword in program.subschemas[key].keywords:
            for pattern in patterns_of(keyword):
                relaxations = plan_of(pattern, keyword.at).relaxations
                place = keyword.at.uri
                if relaxations and place not in seen:
                    seen.add(place)
                    rules = ", ".join(dict.fromkeys(relaxation.rule for relaxation in relaxations))
                    yield f"{place}: the pattern is not valid in strict ECMA-262 ({rules})"
