"""`type`, `enum`, `const`: which values can stand here at all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import LiteralString

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.source import Code, assemble, both, fixed, literal
from schemawright.generator.statements import Fails

from .place import Module, Place, fails

# In the order in which they are tested: what is common first.
TYPE_ORDER = ("string", "integer", "number", "object", "array", "boolean", "null")
ARTICLES = {"integer": "an integer", "object": "an object", "array": "an array", "null": "null"}
LONGEST_QUOTED = 240


def type_names(keyword: ir.Type) -> tuple[str, ...]:
    """The types in testing order; a number is an integer already."""
    return tuple(
        name for name in TYPE_ORDER if name in keyword.types and not (name == "integer" and "number" in keyword.types)
    )


def narrowed_types(keyword: ir.Type) -> frozenset[str]:
    """What can stand after the test, integers counted as numbers."""
    return frozenset("number" if name == "integer" else name for name in keyword.types)


def lower_type(module: Module, keyword: ir.Type, place: Place, *, bounded_string: bool) -> Fails:
    terms = [_is_not(module, name, place, bounded_string=bounded_string) for name in type_names(keyword)]
    return fails(both(terms), keyword.at, f"must be {described(type_names(keyword))}", place)


def described(names: Iterable[str]) -> str:
    """The types, as messages name them."""
    return " or ".join(ARTICLES.get(name, f"a {name}") for name in names)


def _is_not(module: Module, name: str, place: Place, *, bounded_string: bool) -> Code:
    if name == "string":
        limit = module.limits.max_string_length
        if bounded_string or limit is None:
            return condition("type_string", place.value)
        module.use("too_long")
        return condition("type_string_within", place.value)
    if name == "integer":
        module.use("is_integer")
    if name == "number":
        module.use("is_number")
    return condition(f"type_{name}", place.value)


def lower_enum(module: Module, keyword: ir.Enum, place: Place) -> Fails:
    message = one_of(keyword.values) if keyword.values else "no value is allowed"
    return fails(_is_none_of(module, keyword.at, keyword.values, place), keyword.at, message, place)


def one_of(values: Sequence[ir.Json]) -> str:
    """What a value must be one of: as many of them as the length of a message allows."""
    quoted: list[str] = []
    for value in values:
        quoted.append(shown(value))
        if sum(map(len, quoted)) + 2 * len(quoted) > LONGEST_QUOTED and len(quoted) > 1:
            quoted.pop()
            break
    left = len(values) - len(quoted)
    return f"must be one of {', '.join(quoted)}" + (f" or {left} more" if left else "")


def shown(value: ir.Json) -> str:
    """A value of the schema, as messages show it: JSON text, strings in single quotes."""
    return (
        f"'{value}'" if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    )


def lower_const(module: Module, keyword: ir.Const, place: Place) -> Fails:
    return fails(
        _is_none_of(module, keyword.at, (keyword.value,), place), keyword.at, f"must be {shown(keyword.value)}", place
    )


def _is_none_of(module: Module, at: ir.Location, values: tuple[ir.Json, ...], place: Place) -> Code:
    """The condition under which the value equals none of `values` (JSON equality, Core 4.2.2)."""
    strings = sorted({value for value in values if isinstance(value, str)})
    others = [
        value for value in values if not isinstance(value, str) and value is not None and not isinstance(value, bool)
    ]
    terms: list[Code] = []
    if strings:
        terms.append(_is_no_string_of(module, at, strings, place))
    terms.extend(
        condition("is_not", place.value, literal(value))
        for value in (None, True, False)
        if any(value is other for other in values)
    )
    if others:
        terms.append(_is_no_other_of(module, at, others, place))
    return both(terms) if terms else fixed("True")


def strings_constant(module: Module, prefix: LiteralString, at: ir.Location, strings: Sequence[str]) -> Code:
    """A set of strings as a constant, one a line."""
    members = assemble("".join(["        {},\n"] * len(strings)), *map(literal, strings))
    return module.constant(prefix, at, assemble("frozenset(\n    {{\n{}    }}\n)", members))


def _is_no_string_of(module: Module, at: ir.Location, strings: list[str], place: Place) -> Code:
    if len(strings) == 1:
        test = condition("string_differs", place.value, literal(strings[0]))
    else:
        test = condition("string_not_in", place.value, strings_constant(module, "STRINGS", at, strings))
    if place.is_only("string"):
        return test
    return assemble("{} or {}", condition("type_string", place.value), test)


def _is_no_other_of(module: Module, at: ir.Location, others: Sequence[ir.Json], place: Place) -> Code:
    """Numbers and containers: by a helper, but integers among integers are told apart at once."""
    module.use("is_one_of")
    if any(isinstance(value, Decimal) for value in others):
        module.use("decimal")
    members = assemble("".join(["    {},\n"] * len(others)), *map(literal, others))
    name = module.constant("VALUES", at, assemble("(\n{})", members))
    slow = condition("is_none_of", place.value, name)
    if not all(isinstance(value, int) for value in others):
        return slow
    fast = (
        assemble("{} != {}", place.value, literal(others[0]))
        if len(others) == 1
        else assemble("{} not in {}", place.value, name)
    )
    return assemble("{} if type({}) is int else {}", fast, place.value, slow)
