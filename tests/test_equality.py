"""Row D6: equality, bounds and multiples are those of the numbers' decimal text, whatever their Python type."""

from __future__ import annotations

from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemawright import runtime

LARGE = 10**23  # as a float it is another integer in binary, and the same in decimal text


def exact(number: float | Decimal) -> Fraction:
    """The number that the text of `number` says."""
    return Fraction(repr(number)) if type(number) is float else Fraction(number)


def canonical(value: Any) -> Any:
    """Equal exactly for values that are equal as JSON; independent of what the project does."""
    if value is None or type(value) is bool or type(value) is str:
        return (type(value).__name__, value)
    if type(value) is list:
        return ("array", tuple(map(canonical, value)))
    if type(value) is dict:
        return ("object", frozenset((name, canonical(item)) for name, item in value.items()))
    return ("number", exact(value))


plain: st.SearchStrategy[Any] = st.sampled_from([0, 1, 2, -1, 10, LARGE, LARGE - 1, 2**53 + 1, 2**63, 10**40])
floats = st.sampled_from([0.0, -0.0, 1.0, 0.5, 0.1, -1.0, 1e23, 2.0**63, 1e22, 1e40, 5e-324, 0.30000000000000004])
decimals = st.sampled_from(
    [
        "0",
        "-0",
        "0E-5000",
        "0E+5000",
        "1",
        "1.0",
        "1E+1",
        "0.1",
        "0.10",
        "1E+23",
        "0.5",
        "0E+5",
        "9007199254740993",
        "0.3",
        "1E+40",
    ]
    + ["1." + "0" * 40 + "1", "1." + "0" * 40 + "2"]
).map(Decimal)
numbers: st.SearchStrategy[Any] = (
    plain | floats | decimals | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
leaves = numbers | st.sampled_from([None, True, False, "", "1", "a"])
trees = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)
schema_trees = st.recursive(
    plain | floats | st.sampled_from([None, True, False, "", "1", "a"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)


def swapped(draw, value: Any) -> Any:
    """The same value or nearly so: numbers in another Python type, booleans as numbers and back."""
    if type(value) is list:
        return [swapped(draw, item) for item in value]
    if type(value) is dict:
        return {name: swapped(draw, value[name]) for name in draw(st.permutations(list(value)))}
    if type(value) is bool or value in (0, 1):
        return draw(st.sampled_from([value, value, bool(value), int(value), float(value), Decimal(int(value))]))
    if type(value) in {int, float, Decimal}:
        text = exact(value)
        ways = [value, Decimal(repr(value)) if type(value) is float else Decimal(value)]
        ways += [int(text)] if text.denominator == 1 else []
        return draw(st.sampled_from([*ways, *([float(value)] if abs(value) < 1e300 else [])]))
    return value


@st.composite
def near(draw, values):
    value = draw(values)
    return value, swapped(draw, value)


def agrees(schema: Any, instance: Any, wanted: bool) -> None:
    for limits in (runtime.Limits(), runtime.Limits.trusted_instances()):
        validator = runtime.compile(schema, limits=limits)
        assert validator.is_valid(instance) is wanted
        assert (not validator.violations(instance)) is wanted


@given(near(schema_trees))
def test_const_is_json_equality(pair):
    value, instance = pair
    agrees({"const": value}, instance, canonical(value) == canonical(instance))


@given(st.lists(near(schema_trees), min_size=1, max_size=4), st.data())
def test_enum_is_json_equality(pairs, data):
    values = [value for value, _ in pairs]
    instance = data.draw(st.sampled_from([instance for _, instance in pairs]))
    agrees({"enum": values}, instance, canonical(instance) in map(canonical, values))


@given(st.lists(near(trees), max_size=4), st.booleans())
def test_unique_items_is_json_equality(pairs, both):
    items = [item for pair in pairs for item in (pair if both else pair[:1])]
    agrees({"uniqueItems": True}, items, len(set(map(canonical, items))) == len(items))


@given(plain | floats | st.integers() | st.floats(allow_nan=False, allow_infinity=False), numbers, st.data())
def test_bounds_are_those_of_the_decimal_text(limit, number, data):
    number = data.draw(st.sampled_from([number, limit, swapped(data.draw, limit)]))
    if type(number) is bool:
        return
    order = (exact(number) > exact(limit)) - (exact(number) < exact(limit))
    agrees({"minimum": limit}, number, order >= 0)
    agrees({"maximum": limit}, number, order <= 0)
    agrees({"exclusiveMinimum": limit}, number, order > 0)
    agrees({"exclusiveMaximum": limit}, number, order < 0)


divisors = st.sampled_from([1, 2, 3, 7, 10**23, 0.1, 0.01, 0.5, 1.5, 1e-7, 1e23, 1e-300, 123456789, 2.0])


@given(divisors, numbers, st.integers(-(10**6), 10**6), st.booleans())
def test_multiples_are_those_of_the_decimal_text(divisor, number, factor, is_multiple):
    instance = Decimal(factor) * Decimal(str(divisor)) if is_multiple else number
    agrees({"multipleOf": divisor}, instance, (exact(instance) / exact(divisor)).denominator == 1)


@given(numbers)
def test_an_integer_is_a_number_without_a_fraction(number):
    agrees({"type": "integer"}, number, exact(number).denominator == 1)
    agrees({"type": "number"}, number, True)


@pytest.mark.parametrize(
    ("schema", "instance", "valid"),
    [
        ({"const": 1e23}, LARGE, True),
        ({"const": LARGE}, 1e23, True),
        ({"uniqueItems": True}, [1e23, LARGE], False),
        ({"uniqueItems": True}, [1e23, Decimal("1e23")], False),
        ({"uniqueItems": True}, [Decimal("1." + "0" * 40 + "1"), Decimal("1." + "0" * 40 + "2")], True),
        ({"minimum": LARGE}, 1e23, True),
        ({"minimum": 1e23}, LARGE - 1, False),
        ({"exclusiveMaximum": 1e23}, LARGE - 1, True),
        ({"multipleOf": 1e23}, LARGE, True),
        ({"maximum": 2**64 - 1}, 2**64, False),
        ({"const": [[True]]}, [[1]], False),
        ({"uniqueItems": True}, [True, 1, False, 0, None], True),
        ({"uniqueItems": True}, [[True], [1], {"a": 0}, {"a": False}], True),
        ({"uniqueItems": True}, [[1, {"a": 0}], [1.0, {"a": Decimal("-0")}]], False),
        ({"const": {"a": {"b": 0}}}, {"a": {"b": False}}, False),
    ],
)
def test_numbers_that_binary_would_confuse(schema, instance, valid):
    agrees(schema, instance, valid)


@given(near(trees))
def test_the_callers_decimal_context_changes_nothing(pair):
    """Three digits of precision in the calling thread, and the verdicts are the same."""
    validator = runtime.compile({"uniqueItems": True, "items": {"type": ["number", "array", "object", "string"]}})
    instance = list(pair)
    wanted = validator.is_valid(instance)
    with localcontext(Context(prec=3)):
        assert validator.is_valid(instance) is wanted
