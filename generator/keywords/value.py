"""Assertions for any instance type (Validation 6.1)."""

from __future__ import annotations

from schemawright.generator.ir import JSON_TYPES, Const, Enum, Json, Type

from .context import Context, Readers


def read_type(context: Context, value: Json) -> Type:
    names = context.names(value) if isinstance(value, list) else (context.text(value),)
    if not names or len(set(names)) != len(names) or not set(names) <= set(JSON_TYPES):
        raise context.malformed("must name one or more of the seven types, each once")
    return Type(context.at, tuple(sorted(names)))


def read_enum(context: Context, value: Json) -> Enum:
    return Enum(context.at, tuple(context.array(value)))


def read_const(context: Context, value: Json) -> Const:
    return Const(context.at, value)


READERS: Readers = {"type": read_type, "enum": read_enum, "const": read_const}
