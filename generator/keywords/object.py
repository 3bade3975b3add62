"""Assertions and applicators for objects (Core 10.3.2, Validation 6.5)."""

from __future__ import annotations

from schemawright.generator.ir import (
    AdditionalProperties,
    DependentRequired,
    DependentSchemas,
    Json,
    Key,
    MaxProperties,
    MinProperties,
    PatternProperties,
    Properties,
    PropertyNames,
    Required,
)

from .context import Context, Readers


def read_required(context: Context, value: Json) -> Required:
    return Required(context.at, tuple(sorted(set(context.names(value)))))


def read_min_properties(context: Context, value: Json) -> MinProperties:
    return MinProperties(context.at, context.count(value))


def read_max_properties(context: Context, value: Json) -> MaxProperties:
    return MaxProperties(context.at, context.count(value))


def named_subschemas(context: Context, value: Json) -> tuple[tuple[str, Key], ...]:
    """Each name with its subschema, in the order of the names: the order of the text means nothing."""
    return tuple((name, context.child(name)) for name in sorted(context.members(value)))


def read_properties(context: Context, value: Json) -> Properties:
    return Properties(context.at, named_subschemas(context, value))


def read_pattern_properties(context: Context, value: Json) -> PatternProperties:
    return PatternProperties(context.at, named_subschemas(context, value))


def read_additional_properties(context: Context, value: Json) -> AdditionalProperties:
    names, patterns = context.schema.get("properties"), context.schema.get("patternProperties")
    return AdditionalProperties(
        context.at,
        context.child(),
        names=tuple(sorted(names)) if isinstance(names, dict) else (),
        patterns=tuple(sorted(patterns)) if isinstance(patterns, dict) else (),
    )


def read_property_names(context: Context, value: Json) -> PropertyNames:
    return PropertyNames(context.at, context.child())


def read_dependent_required(context: Context, value: Json) -> DependentRequired:
    members = context.members(value)
    return DependentRequired(
        context.at, tuple((name, tuple(sorted(set(context.names(members[name]))))) for name in sorted(members))
    )


def read_dependent_schemas(context: Context, value: Json) -> DependentSchemas:
    return DependentSchemas(context.at, named_subschemas(context, value))


VALIDATION: Readers = {
    "required": read_required,
    "minProperties": read_min_properties,
    "maxProperties": read_max_properties,
    "dependentRequired": read_dependent_required,
}
APPLICATORS: Readers = {
    "properties": read_properties,
    "patternProperties": read_pattern_properties,
    "additionalProperties": read_additional_properties,
    "propertyNames": read_property_names,
    "dependentSchemas": read_dependent_schemas,
}
