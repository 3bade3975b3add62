"""Keywords that only annotate (Validation 9), and `format` and `content*`, which assert where the caller asked (7, 8)."""

from __future__ import annotations

from schemawright.generator.ir import Content, Format, Json

from .context import Context, Readers, read_nothing

META_DATA: Readers = dict.fromkeys(
    ("title", "description", "default", "deprecated", "examples", "readOnly", "writeOnly"), read_nothing
)


def read_format(context: Context, value: Json) -> Format | None:
    name = context.text(value)
    return Format(context.at, name) if context.format_assertion else None


def read_content_encoding(context: Context, value: Json) -> Content | None:
    return read_content(context) if context.content_assertion else None


def read_content_media_type(context: Context, value: Json) -> Content | None:
    # One keyword's reader reads the group: the encoding's, where there is one.
    alone = "contentEncoding" not in context.schema
    return read_content(context) if context.content_assertion and alone else None


def read_content(context: Context) -> Content:
    """The group of content keywords; `contentSchema` counts only beside `contentMediaType` (Validation 8.5)."""
    encoding, media_type = context.schema.get("contentEncoding"), context.schema.get("contentMediaType")
    has_schema = media_type is not None and "contentSchema" in context.schema
    return Content(
        context.at,
        None if encoding is None else context.text(encoding),
        None if media_type is None else context.text(media_type),
        context.beside("contentSchema") if has_schema else None,
    )


FORMAT: Readers = {"format": read_format}
CONTENT: Readers = {
    "contentEncoding": read_content_encoding,
    "contentMediaType": read_content_media_type,
    "contentSchema": read_nothing,
}
