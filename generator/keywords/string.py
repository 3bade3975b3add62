"""Assertions for strings (Validation 6.3)."""

from __future__ import annotations

from schemawright.generator.ir import Json, MaxLength, MinLength, Pattern

from .context import Context, Readers


def read_min_length(context: Context, value: Json) -> MinLength:
    return MinLength(context.at, context.count(value))


def read_max_length(context: Context, value: Json) -> MaxLength:
    return MaxLength(context.at, context.count(value))


def read_pattern(context: Context, value: Json) -> Pattern:
    return Pattern(context.at, context.text(value))


READERS: Readers = {"minLength": read_min_length, "maxLength": read_max_length, "pattern": read_pattern}
