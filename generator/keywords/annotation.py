"""Keywords that annotate (Validation 9), and `format` and `content*`, which assert on request (7, 8)."""

from __future__ import annotations

from schemawright.generator.dialects import DRAFT_07, DRAFT_2020_12
from schemawright.generator.formats import IDENTITY, content_encoding, content_media_type, format_helper
from schemawright.generator.ir import Content, Format, Json, Key, Reference
from schemawright.runtime.errors import UnsupportedCapabilityError

from .context import Context, Readers, custom_format_uri, read_nothing

META_DATA: Readers = dict.fromkeys(
    ("title", "description", "default", "deprecated", "examples", "readOnly", "writeOnly"), read_nothing
)


def read_format(context: Context, value: Json) -> Format | Reference | None:
    """The check of a known format or of one of the caller's; an unknown one asserts nothing unless the dialect does.

    Raises `UnsupportedCapabilityError` for an unknown format under the format-assertion vocabulary (Validation 7.2.2).
    """
    name = context.text(value)
    dialect = context.frame.dialect_at(context.subschema)
    if not (context.asserts.formats or dialect.asserts_format):
        return None
    if name in context.asserts.custom_formats:
        return Reference(context.at, Key(context.frame.resolve(context.subschema, custom_format_uri(name))))
    draft = DRAFT_07 if dialect.draft == "draft-07" else DRAFT_2020_12
    helper = format_helper(draft, name)
    if helper is None:
        if dialect.asserts_format:
            raise UnsupportedCapabilityError(
                f"the format {name!r} is not known, and its dialect asserts formats",
                code="unsupported_format",
                schema_path=context.at.uri,
            )
        return None
    return Format(context.at, name, helper.file, helper.function)


def read_content_encoding(context: Context, value: Json) -> Content | None:
    return read_content(context)


def read_content_media_type(context: Context, value: Json) -> Content | None:
    # One keyword's reader reads the group: the encoding's, where there is one.
    return read_content(context) if "contentEncoding" not in context.schema else None


def read_content(context: Context) -> Content | None:
    """The group of content keywords; `contentSchema` counts only beside `contentMediaType` (Validation 8.5)."""
    if not context.asserts.content:
        return None
    draft = DRAFT_07 if context.frame.dialect_at(context.subschema).draft == "draft-07" else DRAFT_2020_12
    named, media_type = context.schema.get("contentEncoding"), context.schema.get("contentMediaType")
    encoding = IDENTITY if named is None else content_encoding(draft, context.text(named))
    if encoding is None:
        return None  # an unknown encoding is not decoded, so nothing about its media type is known either
    parse = media_type is not None and content_media_type(context.text(media_type)) is not None
    if encoding.check is None and not parse:
        return None
    has_schema = parse and draft == DRAFT_2020_12 and "contentSchema" in context.schema
    return Content(
        context.at,
        context.subschema.child("contentMediaType"),
        None if encoding.check is None else (encoding.check.file, encoding.check.function),
        (encoding.decode.file, encoding.decode.function),
        parse,
        context.beside("contentSchema") if has_schema else None,
    )


FORMAT: Readers = {"format": read_format}
CONTENT: Readers = {
    "contentEncoding": read_content_encoding,
    "contentMediaType": read_content_media_type,
    "contentSchema": read_nothing,
}
