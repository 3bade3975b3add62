"""Applicators on the instance itself (Core 10.2)."""

from __future__ import annotations

from schemawright.generator.ir import AllOf, AnyOf, If, Json, Key, Not, OneOf

from .context import Context, Readers, read_nothing


def branches(context: Context, value: Json) -> tuple[Key, ...]:
    """The subschemas of a non-empty array."""
    if not context.array(value):
        raise context.malformed("must not be empty")
    return tuple(context.child(str(n)) for n in range(len(context.array(value))))


def read_all_of(context: Context, value: Json) -> AllOf:
    return AllOf(context.at, branches(context, value))


def read_any_of(context: Context, value: Json) -> AnyOf:
    return AnyOf(context.at, branches(context, value))


def read_one_of(context: Context, value: Json) -> OneOf:
    return OneOf(context.at, branches(context, value))


def read_not(context: Context, value: Json) -> Not:
    return Not(context.at, context.child())


def read_if(context: Context, value: Json) -> If:
    then = context.beside("then") if "then" in context.schema else None
    otherwise = context.beside("else") if "else" in context.schema else None
    return If(context.at, context.child(), then, otherwise)


READERS: Readers = {
    "allOf": read_all_of,
    "anyOf": read_any_of,
    "oneOf": read_one_of,
    "not": read_not,
    "if": read_if,
    "then": read_nothing,
    "else": read_nothing,
}
