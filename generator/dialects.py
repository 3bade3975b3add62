"""Dialects: their URIs, their vocabularies, and the places where each of them holds subschemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from schemawright.runtime.errors import SchemaError, UnsupportedCapabilityError

from .load import Json
from .location import Location
from .uri import is_absolute, split_fragment

Draft: TypeAlias = Literal["2020-12", "draft-07"]

DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema"
DRAFT_07 = "http://json-schema.org/draft-07/schema"
VOCABULARY_BASE = "https://json-schema.org/draft/2020-12/vocab/"
VOCABULARIES = (
    "core",
    "applicator",
    "unevaluated",
    "validation",
    "meta-data",
    "format-annotation",
    "format-assertion",
    "content",
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """What `$schema` selects: a draft and, under 2020-12, the active vocabularies by their last path segment."""

    uri: str
    draft: Draft
    vocabularies: tuple[str, ...] = ()

    @property
    def asserts_format(self) -> bool:
        """Whether the dialect itself makes `format` assert (Validation 7.2.2)."""
        return "format-assertion" in self.vocabularies

    def has(self, vocabulary: str) -> bool:
        """Whether `vocabulary` ("core", "applicator", ...) is active; draft-07 knows no vocabularies and has all."""
        return self.draft == "draft-07" or vocabulary in self.vocabularies


STANDARD: Mapping[str, Dialect] = {
    DRAFT_2020_12: Dialect(DRAFT_2020_12, "2020-12", tuple(v for v in VOCABULARIES if v != "format-assertion")),
    DRAFT_07: Dialect(DRAFT_07, "draft-07"),
}


def dialect_uri(value: Json, at: Location) -> str:
    """The URI in a `$schema` value, without its empty fragment (Core 8.1.1); `SchemaError` where it is not a URI."""
    path = at.child("$schema").uri
    if type(value) is not str:
        raise SchemaError("$schema must be a string", schema_path=path)
    uri = value.removesuffix("#")
    if not is_absolute(split_fragment(uri)[0]):
        raise SchemaError("$schema must be an absolute URI", schema_path=path)
    return uri


def dialect_of_metaschema(uri: str, metaschema: Json) -> Dialect:
    """The dialect that a metaschema of the user's own describes by `$vocabulary` (Core 8.1.2).

    A vocabulary that is named is active, optional or not; one that is left out is off; one that is not known is
    refused where it is required and ignored where it is optional.
    """
    at = Location(uri)
    if type(metaschema) is not dict or dialect_uri(metaschema.get("$schema", DRAFT_2020_12), at) != DRAFT_2020_12:
        raise UnsupportedCapabilityError(f"the metaschema of dialect {uri} is not written in Draft 2020-12")
    named = metaschema.get("$vocabulary")
    path = at.child("$vocabulary").uri
    if named is None:
        raise UnsupportedCapabilityError(f"the metaschema of dialect {uri} names no vocabularies", schema_path=at.uri)
    if type(named) is not dict or not all(type(required) is bool for required in named.values()):
        raise SchemaError("$vocabulary must be an object of booleans", schema_path=path)
    known = {VOCABULARY_BASE + vocabulary for vocabulary in VOCABULARIES}
    for vocabulary in sorted(named):
        if named[vocabulary] is True and vocabulary not in known:
            message = f"the required vocabulary {vocabulary} is not supported"
            raise UnsupportedCapabilityError(message, code="unsupported_vocabulary", schema_path=path)
    if named.get(VOCABULARY_BASE + "core") is not True:
        message = "the core vocabulary must be required"
        raise UnsupportedCapabilityError(message, code="unsupported_vocabulary", schema_path=path)
    return Dialect(uri, "2020-12", tuple(v for v in VOCABULARIES if VOCABULARY_BASE + v in named))


Shape: TypeAlias = Literal["schema", "array", "map", "schema or array"]

# A keyword, the vocabulary that defines it, and how its value holds subschemas (2020-12: Core 8.2.4, 10 and 11).
# `definitions` and `dependencies` are the former names that the 2020-12 metaschema keeps.
POSITIONS_2020_12: Mapping[str, tuple[str, Shape]] = {
    "$defs": ("core", "map"),
    "definitions": ("core", "map"),
    "additionalProperties": ("applicator", "schema"),
    "allOf": ("applicator", "array"),
    "anyOf": ("applicator", "array"),
    "contains": ("applicator", "schema"),
    "dependencies": ("applicator", "map"),
    "dependentSchemas": ("applicator", "map"),
    "else": ("applicator", "schema"),
    "if": ("applicator", "schema"),
    "items": ("applicator", "schema"),
    "not": ("applicator", "schema"),
    "oneOf": ("applicator", "array"),
    "patternProperties": ("applicator", "map"),
    "prefixItems": ("applicator", "array"),
    "properties": ("applicator", "map"),
    "propertyNames": ("applicator", "schema"),
    "then": ("applicator", "schema"),
    "unevaluatedItems": ("unevaluated", "schema"),
    "unevaluatedProperties": ("unevaluated", "schema"),
    "contentSchema": ("content", "schema"),
}

POSITIONS_DRAFT_07: Mapping[str, tuple[str, Shape]] = {
    "additionalItems": ("", "schema"),
    "additionalProperties": ("", "schema"),
    "allOf": ("", "array"),
    "anyOf": ("", "array"),
    "contains": ("", "schema"),
    "definitions": ("", "map"),
    "dependencies": ("", "map"),
    "else": ("", "schema"),
    "if": ("", "schema"),
    "items": ("", "schema or array"),
    "not": ("", "schema"),
    "oneOf": ("", "array"),
    "patternProperties": ("", "map"),
    "properties": ("", "map"),
    "propertyNames": ("", "schema"),
    "then": ("", "schema"),
}


def subschemas(schema: Mapping[str, Json], dialect: Dialect) -> Iterator[tuple[tuple[str, ...], Json]]:
    """The direct subschemas of `schema` with the tokens that lead to them, in order of their keywords.

    Values that are no schemas are left out: the metaschema reports them. In draft-07 a `$ref` hides its siblings (Core
    8.3) except `definitions`, which asserts nothing and is where generators put what the `$ref` points to.
    """
    table = POSITIONS_DRAFT_07 if dialect.draft == "draft-07" else POSITIONS_2020_12
    hidden = dialect.draft == "draft-07" and "$ref" in schema
    for keyword in sorted(schema.keys() & table.keys()):
        vocabulary, shape = table[keyword]
        if (hidden and keyword != "definitions") or not dialect.has(vocabulary):
            continue
        value = schema[keyword]
        if shape.startswith("schema") and is_schema(value):
            yield (keyword,), value
        elif shape.endswith("array") and type(value) is list:
            yield from (((keyword, str(n)), item) for n, item in enumerate(value) if is_schema(item))
        elif shape == "map" and type(value) is dict:
            yield from (((keyword, name), value[name]) for name in sorted(value) if is_schema(value[name]))


def is_schema(value: Json) -> bool:
    """Whether `value` can be a schema: an object or a boolean (Core 4.3)."""
    return type(value) is dict or type(value) is bool
