"""Assertions for numbers (Validation 6.2)."""

from __future__ import annotations

from schemawright.generator.ir import ExclusiveMaximum, ExclusiveMinimum, Json, Maximum, Minimum, MultipleOf

from .context import Context, Readers


def read_multiple_of(context: Context, value: Json) -> MultipleOf:
    divisor = context.number(value)
    if divisor <= 0:
        raise context.malformed("must be greater than 0")
    return MultipleOf(context.at, divisor)


def read_minimum(context: Context, value: Json) -> Minimum:
    return Minimum(context.at, context.number(value))


def read_maximum(context: Context, value: Json) -> Maximum:
    return Maximum(context.at, context.number(value))


def read_exclusive_minimum(context: Context, value: Json) -> ExclusiveMinimum:
    return ExclusiveMinimum(context.at, context.number(value))


def read_exclusive_maximum(context: Context, value: Json) -> ExclusiveMaximum:
    return ExclusiveMaximum(context.at, context.number(value))


READERS: Readers = {
    "minimum": read_minimum,
    "exclusiveMinimum": read_exclusive_minimum,
    "maximum": read_maximum,
    "exclusiveMaximum": read_exclusive_maximum,
    "multipleOf": read_multiple_of,
}
