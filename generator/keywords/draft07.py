"""What draft-07 says differently: array-valued `items`, `additionalItems`, `dependencies` (its Validation 6.4, 6.5)."""

from __future__ import annotations

from schemawright.generator.ir import (
    Contains,
    DependentRequired,
    DependentSchemas,
    Items,
    Json,
    PrefixItems,
)

from .context import Context, Readers


def read_items(context: Context, value: Json) -> PrefixItems | Items:
    if isinstance(value, list):
        return PrefixItems(context.at, tuple(context.child(str(n)) for n in range(len(value))))
    return Items(context.at, context.child(), 0)


def read_additional_items(context: Context, value: Json) -> Items | None:
    # Without an array-valued `items` it is ignored.
    items = context.schema.get("items")
    return Items(context.at, context.child(), len(items)) if isinstance(items, list) else None


def read_contains(context: Context, value: Json) -> Contains:
    return Contains(context.at, context.child(), 1, None, context.at, context.at)


def read_required_dependencies(context: Context, value: Json) -> DependentRequired | None:
    members = context.members(value)
    required = tuple(
        (name, tuple(sorted(set(context.names(members[name])))))
        for name in sorted(members)
        if isinstance(members[name], list)
    )
    return DependentRequired(context.at, required) if required else None


def read_schema_dependencies(context: Context, value: Json) -> DependentSchemas | None:
    members = context.members(value)
    schemas = tuple((name, context.child(name)) for name in sorted(members) if not isinstance(members[name], list))
    return DependentSchemas(context.at, schemas) if schemas else None


READERS: Readers = {"items": read_items, "additionalItems": read_additional_items, "contains": read_contains}
