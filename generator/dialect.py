"""The index: dialect, vocabulary, keyword, reader. Start here to find keyword X; no table inherits from another."""

from __future__ import annotations

from collections.abc import Mapping

from .keywords import annotation, array, core, draft07, logic, number, object, string, unevaluated, value
from .keywords.context import Reader, read_nothing

Table = Mapping[str, tuple[Reader, ...]]

# Vocabularies in the order in which their keywords are asserted: what is cheap and selective first.
DRAFT_2020_12: Mapping[str, Table] = {
    "validation": {
        name: (reader,)
        for name, reader in {
            **value.READERS,
            **number.READERS,
            **string.READERS,
            **array.VALIDATION,
            **object.VALIDATION,
        }.items()
    },
    "applicator": {
        **{name: (reader,) for name, reader in {**object.APPLICATORS, **array.APPLICATORS}.items()},
        # The older keyword still asserts: a schema is never read as less restrictive than its author meant.
        "dependencies": (draft07.read_required_dependencies, draft07.read_schema_dependencies),
        **{name: (reader,) for name, reader in logic.READERS.items()},
    },
    "core": {name: (reader,) for name, reader in core.READERS.items()},
    "meta-data": {name: (reader,) for name, reader in annotation.META_DATA.items()},
    "format-annotation": {"format": (annotation.read_format, annotation.read_annotation)},
    "format-assertion": {"format": (annotation.read_format, annotation.read_annotation)},
    "content": {
        "contentEncoding": (annotation.read_content_encoding, annotation.read_string_annotation),
        "contentMediaType": (annotation.read_content_media_type, annotation.read_string_annotation),
        "contentSchema": (annotation.read_content_schema,),
    },
    # Last: it needs to know what every other keyword evaluated (Core 11).
    "unevaluated": {name: (reader,) for name, reader in unevaluated.READERS.items()},
}

DRAFT_07: Table = {
    **{name: (reader,) for name, reader in value.READERS.items()},
    **{name: (reader,) for name, reader in number.READERS.items()},
    **{name: (reader,) for name, reader in string.READERS.items()},
    "minItems": (array.read_min_items,),
    "maxItems": (array.read_max_items,),
    "uniqueItems": (array.read_unique_items,),
    "required": (object.read_required,),
    "minProperties": (object.read_min_properties,),
    "maxProperties": (object.read_max_properties,),
    "properties": (object.read_properties,),
    "patternProperties": (object.read_pattern_properties,),
    "additionalProperties": (object.read_additional_properties,),
    "propertyNames": (object.read_property_names,),
    "dependencies": (draft07.read_required_dependencies, draft07.read_schema_dependencies),
    **{name: (reader,) for name, reader in draft07.READERS.items()},
    **{name: (reader,) for name, reader in logic.READERS.items()},
    "$ref": (core.read_ref,),
    **dict.fromkeys(("$id", "$schema", "$comment", "definitions"), (read_nothing,)),
    **{name: (reader,) for name, reader in annotation.META_DATA.items() if name != "deprecated"},
    "format": (annotation.read_format, annotation.read_annotation),
    "contentEncoding": (annotation.read_content_encoding, annotation.read_string_annotation),
    "contentMediaType": (annotation.read_content_media_type, annotation.read_string_annotation),
}
