"""Many entry points from one document: names to fragments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schemawright.runtime.errors import SchemaError
from schemawright.runtime.limits import Limits

from .load import load_schema
from .uri import format_pointer

DEFINITIONS = ("$defs", "definitions")


def entry_fragments(
    schema: object, entries: Mapping[str, str] | Sequence[str] | None, limits: Limits
) -> Mapping[str, str]:
    """The fragment of each entry: as given, or of each named definition, or of all of them.

    Raises `SchemaError` where a named definition does not exist or there is none at all.
    """
    if isinstance(entries, Mapping):
        if not all(isinstance(name, str) and isinstance(fragment, str) for name, fragment in entries.items()):
            raise TypeError("entries maps names to fragments of the schema")
        if not entries:
            raise SchemaError("a bundle needs at least one entry")
        return dict(entries)
    document = load_schema(schema, limits)
    found: dict[str, str] = {}
    for keyword in DEFINITIONS:
        definitions = document.get(keyword) if isinstance(document, dict) else None
        if isinstance(definitions, dict):
            for name in sorted(definitions):
                found.setdefault(name, "#" + format_pointer((keyword, name)))
    missing = sorted(set(entries or ()) - found.keys())
    if entries is not None and not entries:
        raise SchemaError("a bundle needs at least one entry")
    if missing or not found:
        raise SchemaError(f"there is no definition {missing[0]!r}" if missing else "there are no definitions")
    return {name: found[name] for name in (entries if entries is not None else found)}
