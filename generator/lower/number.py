"""Bounds and multiples; decimal text decides, whatever the Python type of a number."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.source import Code, literal
from schemawright.generator.statements import Fails

from .place import Module, Place, fails

Bound = ir.Minimum | ir.Maximum | ir.ExclusiveMinimum | ir.ExclusiveMaximum


def is_exact(number: ir.Number) -> bool:
    """Python's own comparison is that of the decimal text: no binary rounding stands between the two."""
    if isinstance(number, float):
        return Fraction(number) == Fraction(Decimal(repr(number)))
    return isinstance(number, int)


def lower_bound(module: Module, keyword: Bound, place: Place) -> Fails:
    limit = keyword.limit
    if isinstance(limit, float) and limit.is_integer():
        limit = int(limit)
    shown = literal(limit) if not isinstance(limit, Decimal) else str(limit)
    suffix = "" if is_exact(limit) else "_decimal"
    if suffix:
        module.use("compare")
    number = Code(literal(str(limit))) if suffix else literal(limit)
    match keyword:
        case ir.Minimum():
            return fails(
                condition("minimum" + suffix, place.value, number), keyword.at, f"must be at least {shown}", place
            )
        case ir.Maximum():
            return fails(
                condition("maximum" + suffix, place.value, number), keyword.at, f"must be at most {shown}", place
            )
        case ir.ExclusiveMinimum():
            name, message = "exclusive_minimum", f"must be greater than {shown}"
        case ir.ExclusiveMaximum():
            name, message = "exclusive_maximum", f"must be less than {shown}"
    return fails(condition(name + suffix, place.value, number), keyword.at, message, place)


def lower_multiple_of(module: Module, keyword: ir.MultipleOf, place: Place) -> Fails:
    module.use("is_multiple_of")
    divisor = keyword.divisor
    if isinstance(divisor, float) and divisor.is_integer():
        divisor = int(divisor)
    text = literal(divisor) if isinstance(divisor, int) else literal(str(divisor))
    return fails(condition("multiple_of", place.value, text), keyword.at, f"must be a multiple of {divisor}", place)
