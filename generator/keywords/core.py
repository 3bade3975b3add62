"""The core vocabulary: references; identifiers and definitions are the frame's (Core 8)."""

from __future__ import annotations

from schemawright.generator.ir import DynamicReference, Json, Key, Reference

from .context import Context, Readers, read_nothing


def read_ref(context: Context, value: Json) -> Reference:
    return Reference(context.at, Key(context.frame.resolve(context.subschema, context.text(value))))


def read_dynamic_ref(context: Context, value: Json) -> Reference | DynamicReference:
    text = context.text(value)
    target = Key(context.frame.resolve(context.subschema, text))
    dynamic = context.frame.is_dynamic_anchor(text, context.subschema)
    # Without a dynamic anchor of that name at the target it behaves as `$ref` (Core 8.2.3.2).
    return Reference(context.at, target) if dynamic is None else DynamicReference(context.at, dynamic[0], target)


READERS: Readers = {
    "$ref": read_ref,
    "$dynamicRef": read_dynamic_ref,
    "$id": read_nothing,
    "$schema": read_nothing,
    "$anchor": read_nothing,
    "$dynamicAnchor": read_nothing,
    "$vocabulary": read_nothing,
    "$comment": read_nothing,
    "$defs": read_nothing,
}
