"""Bounds and multiples; decimal text decides, whatever the Python type of a number."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.source import literal
from schemawright.generator.statements import Fails

from .place import Module, Place, fails

LARGEST_EXACT = 2**53
Bound = ir.Minimum | ir.Maximum | ir.ExclusiveMinimum | ir.ExclusiveMaximum


def is_exact(number: ir.Number) -> bool:
    """Python's own comparison is that of the decimal text: no binary rounding stands between the two."""
    if isinstance(number, float):
        return Fraction(number) == Fraction(Decimal(repr(number)))
    # A larger integer can be the decimal text of a float that is another integer in binary: 1e23 is 10**23.
    return isinstance(number, int) and abs(number) <= LARGEST_EXACT


def exact_integer(number: ir.Number) -> ir.Number:
    """A float that is written without a fraction, as that integer."""
    return int(Decimal(repr(number))) if isinstance(number, float) and number.is_integer() else number


def lower_bound(module: Module, keyword: Bound, place: Place) -> Fails:
    limit = exact_integer(keyword.limit)
    shown = literal(limit) if not isinstance(limit, Decimal) else str(limit)
    suffix = "" if is_exact(limit) else "_decimal"
    if suffix:
        module.use("compare")
    number = literal(limit) if isinstance(limit, int) or not suffix else literal(str(limit))
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
    divisor = exact_integer(keyword.divisor)
    text = literal(divisor) if isinstance(divisor, int) else literal(str(divisor))
    return fails(condition("multiple_of", place.value, text), keyword.at, f"must be a multiple of {divisor}", place)
