"""Assertions and applicators for arrays (Core 10.3.1, Validation 6.4)."""

from __future__ import annotations

from schemawright.generator.ir import Contains, Items, Json, MaxItems, MinItems, PrefixItems, UniqueItems

from .context import Context, Readers, read_nothing


def read_min_items(context: Context, value: Json) -> MinItems:
    return MinItems(context.at, context.count(value))


def read_max_items(context: Context, value: Json) -> MaxItems:
    return MaxItems(context.at, context.count(value))


def read_unique_items(context: Context, value: Json) -> UniqueItems | None:
    if not isinstance(value, bool):
        raise context.malformed("must be a boolean")
    return UniqueItems(context.at) if value else None


def read_prefix_items(context: Context, value: Json) -> PrefixItems:
    return PrefixItems(context.at, tuple(context.child(str(n)) for n in range(len(context.array(value)))))


def read_items(context: Context, value: Json) -> Items:
    prefix = context.schema.get("prefixItems")
    return Items(context.at, context.child(), len(prefix) if isinstance(prefix, list) else 0)


def read_contains(context: Context, value: Json) -> Contains:
    least, most = context.schema.get("minContains"), context.schema.get("maxContains")
    return Contains(
        context.at,
        context.child(),
        minimum=1 if least is None else context.count(least),
        maximum=None if most is None else context.count(most),
        minimum_at=context.at if least is None else context.subschema.child("minContains"),
        maximum_at=context.subschema.child("maxContains"),
    )


VALIDATION: Readers = {
    "minItems": read_min_items,
    "maxItems": read_max_items,
    "uniqueItems": read_unique_items,
    "minContains": read_nothing,
    "maxContains": read_nothing,
}
APPLICATORS: Readers = {"prefixItems": read_prefix_items, "items": read_items, "contains": read_contains}
