"""The compiled view of a protocol schema: its overlays side by side in one document, with what they share once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from schemawright.runtime.errors import SchemaError
from schemawright.runtime.mcp.overlays import DEFAULT_OVERLAY, Correction, variant

from .ir import Json
from .uri import parse_pointer

DEFINITIONS = "#/$defs/"


def compiled_view(published: Mapping[str, Json], overlays: Mapping[int, Sequence[Correction]]) -> dict[str, Json]:
    """The document to compile: each definition as the default overlay reads it, under its own name.

    A definition that reaches a position where another overlay departs from the default one is there a second time,
    under the name `variant(definition, overlay)`. Raises `SchemaError` where a correction does not find what it says.
    """
    base = corrected(published, overlays[DEFAULT_OVERLAY])
    definitions = dict(_definitions(base))
    for overlay, corrections in overlays.items():
        other = _definitions(corrected(published, corrections))
        differing = {name for name, definition in other.items() if definition != _definitions(base)[name]}
        reached = _reaching(differing, other)
        for name in sorted(reached):
            definitions[variant(name, overlay)] = _redirected(other[name], reached, overlay)
    return {**base, "$defs": definitions}


def corrected(published: Mapping[str, Json], corrections: Sequence[Correction]) -> dict[str, Json]:
    """A copy of the published document with the corrections in it; raises `SchemaError` where one does not apply."""
    document: Json = dict(published)
    for correction in corrections:
        document = _replaced(document, parse_pointer(correction.position), correction)
    return cast("dict[str, Json]", document)


def _replaced(value: Json, tokens: Sequence[str], correction: Correction) -> Json:
    if not tokens:
        if value != correction.published:
            raise SchemaError("the published schema has something else here", schema_path="#" + correction.position)
        becomes = correction.becomes
        return list(becomes) if isinstance(becomes, tuple) else becomes  # type: ignore[return-value]
    first, rest = tokens[0], tokens[1:]
    if isinstance(value, dict) and first in value:
        return {**value, first: _replaced(value[first], rest, correction)}
    if isinstance(value, list) and first.isdecimal() and int(first) < len(value):
        position = int(first)
        return [*value[:position], _replaced(value[position], rest, correction), *value[position + 1 :]]
    raise SchemaError("the published schema has no such position", schema_path="#" + correction.position)


def _definitions(document: Mapping[str, Json]) -> dict[str, Json]:
    return cast("dict[str, Json]", document["$defs"])


def _reaching(names: set[str], definitions: Mapping[str, Json]) -> set[str]:
    """Those names and every definition that refers to one of them, however indirectly."""
    targets = {name: set(_targets(definition)) for name, definition in definitions.items()}
    reached = set(names)
    while True:
        more = {name for name, refers_to in targets.items() if refers_to & reached} - reached
        if not more:
            return reached
        reached |= more


def _targets(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        reference = value.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix(DEFINITIONS)
        for member in value.values():
            yield from _targets(member)
    elif isinstance(value, list):
        for item in value:
            yield from _targets(item)


def _redirected(value: Json, names: set[str], overlay: int) -> Json:
    """`value` with every reference to one of the names led to its variant."""
    if isinstance(value, list):
        return [_redirected(item, names, overlay) for item in value]
    if not isinstance(value, dict):
        return value
    redirected = {name: _redirected(member, names, overlay) for name, member in value.items()}
    reference = redirected.get("$ref")
    if isinstance(reference, str) and reference.removeprefix(DEFINITIONS) in names:
        redirected["$ref"] = DEFINITIONS + variant(reference.removeprefix(DEFINITIONS), overlay)
    return redirected
