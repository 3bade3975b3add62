"""Which subschemas a subschema applies, and whether to the same instance or to a part of it."""

from __future__ import annotations

from collections.abc import Iterator

from . import ir


def in_place(subschema: ir.Subschema) -> Iterator[ir.Key]:
    """The subschemas applied to the same instance (Core 10.2, 8.2.3)."""
    for keyword in subschema.keywords:
        match keyword:
            case ir.Reference() | ir.DynamicReference():
                yield keyword.target
            case ir.AllOf() | ir.AnyOf() | ir.OneOf():
                yield from keyword.schemas
            case ir.Not():
                yield keyword.schema
            case ir.If():
                yield from (key for key in (keyword.condition, keyword.then, keyword.otherwise) if key is not None)
            case ir.DependentSchemas():
                yield from (key for _, key in keyword.members)
            case _:
                pass


def to_parts(subschema: ir.Subschema) -> Iterator[ir.Key]:
    """The subschemas applied to members, items or names (Core 10.3, 11)."""
    for keyword in subschema.keywords:
        match keyword:
            case ir.Properties() | ir.PatternProperties():
                yield from (key for _, key in keyword.members)
            case ir.PrefixItems():
                yield from keyword.schemas
            case (
                ir.AdditionalProperties() | ir.PropertyNames() | ir.Items() | ir.Contains()
                | ir.UnevaluatedProperties() | ir.UnevaluatedItems()
            ):  # fmt: skip
                yield keyword.schema
            case ir.Content(schema=ir.Key() as schema):
                yield schema
            case _:
                pass


def applied(subschema: ir.Subschema) -> Iterator[ir.Key]:
    """Every subschema that this one applies."""
    yield from in_place(subschema)
    yield from to_parts(subschema)
