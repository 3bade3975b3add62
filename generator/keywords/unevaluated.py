"""The unevaluated vocabulary (Core 11); what counts as evaluated is the pass `evaluated`'s."""

from __future__ import annotations

from schemawright.generator.ir import Json, UnevaluatedItems, UnevaluatedProperties

from .context import Context, Readers


def read_unevaluated_items(context: Context, value: Json) -> UnevaluatedItems:
    return UnevaluatedItems(context.at, context.child())


def read_unevaluated_properties(context: Context, value: Json) -> UnevaluatedProperties:
    return UnevaluatedProperties(context.at, context.child())


READERS: Readers = {
    "unevaluatedItems": read_unevaluated_items,
    "unevaluatedProperties": read_unevaluated_properties,
}
