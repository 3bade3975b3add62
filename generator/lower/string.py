"""Lengths in code points, patterns, formats and content."""

from __future__ import annotations

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.source import Code, assemble, literal
from schemawright.generator.statements import Fails

from .place import Module, Place, fails


def characters(count: int) -> str:
    """`count` with its noun."""
    return "1 character" if count == 1 else f"{count} characters"


def lower_min_length(module: Module, keyword: ir.MinLength, place: Place) -> Fails | None:
    if keyword.limit == 0:
        return None
    test = condition("shorter", place.value, literal(keyword.limit))
    return fails(test, keyword.at, f"must have at least {characters(keyword.limit)}", place)


def lower_max_length(module: Module, keyword: ir.MaxLength, place: Place) -> Fails:
    test = condition("longer", place.value, literal(keyword.limit))
    return fails(test, keyword.at, f"must have at most {characters(keyword.limit)}", place)


def lower_pattern(module: Module, keyword: ir.Pattern, place: Place) -> Fails:
    test = pattern_differs(module, keyword.at, keyword.source, place.value)
    return fails(test, keyword.at, f"must match the pattern {keyword.source}", place)


def pattern_differs(module: Module, at: ir.Location, source: str, value: Code) -> Code:
    """The condition under which the pattern matches nowhere in the string."""
    module.use("re")
    name = module.constant("PATTERN", at, assemble("re.compile({})", literal(source)))
    return condition("pattern_differs", name, value)
