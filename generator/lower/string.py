"""Lengths in code points, patterns, formats and content."""

from __future__ import annotations

from collections.abc import Iterator

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.source import Code, assemble, literal
from schemawright.generator.statements import Fails, Line, Require, Statement

from . import subschema as lowering
from .patterns import pattern_differs
from .paying import searched
from .place import Module, Place, fails

UNLIMITED_DEPTH = 1_000


def characters(count: int) -> str:
    """`count` with its noun."""
    return "1 character" if count == 1 else f"{count} characters"


def lower_min_length(module: Module, keyword: ir.MinLength, place: Place) -> Fails | None:
    if keyword.limit == 0:
        return None
    test = condition("shorter", place.value, literal(keyword.limit))
    return fails(test, keyword.at, f"must have at least {characters(keyword.limit)}", place)


def lower_max_length(module: Module, keyword: ir.MaxLength, place: Place) -> Fails:
    test = condition("longer", place.value, literal(keyword.limit))
    return fails(test, keyword.at, f"must have at most {characters(keyword.limit)}", place)


def lower_pattern(
    module: Module, caller: ir.Key, keyword: ir.Pattern, place: Place, max_length: int | None
) -> Iterator[Statement]:
    """`max_length` is what another keyword has bounded the string to already."""
    test = pattern_differs(module, keyword.at, keyword.source, place.value, max_length)
    if test != "False":
        yield from searched(module, caller, keyword)
        yield fails(test, keyword.at, f"must match the pattern {keyword.source}", place)


def lower_format(module: Module, keyword: ir.Format, place: Place) -> Fails:
    module.use(keyword.helper)
    test = assemble("not {}({})", Code(keyword.function), place.value)
    return fails(test, keyword.at, f"must be of the format {keyword.name}", place)


def lower_content(module: Module, caller: ir.Key, keyword: ir.Content, place: Place) -> Iterator[Statement]:
    """Decoded into locals only: nothing is handed back."""
    parsed = tuple(_lower_document(module, caller, keyword, place)) if keyword.parse else ()
    if keyword.check is None:
        yield from parsed
        return
    helper, function = keyword.check
    module.use(helper)
    test = assemble("not {}({})", Code(function), place.value)
    failing = fails(test, keyword.at, "must be encoded as contentEncoding says", place)
    yield Require(failing, parsed) if parsed else failing


def _lower_document(module: Module, caller: ir.Key, keyword: ir.Content, place: Place) -> Iterator[Statement]:
    helper, function = keyword.decode
    module.use(helper)
    module.use("content_document")
    limits = module.limits
    bounds = [limits.max_instance_bytes, limits.max_instance_depth or UNLIMITED_DEPTH, limits.max_instance_nodes]
    document = place.local("document", "content")
    yield Line(
        assemble(
            "{} = content_document({}({}), {}, {}, {})", document, Code(function), place.value, *map(literal, bounds)
        )
    )
    malformed = fails(
        assemble("{} is None", document),
        keyword.media_type_at,
        "must hold a document of the type contentMediaType",
        place,
    )
    if keyword.schema is None:
        yield malformed
        return
    inner = Place(place.local("value", "content"), place.path, (*place.tokens, "content"), walk=place.walk)
    body = lowering.lower_part(module, caller, keyword.schema, inner)
    yield Require(malformed, (Line(assemble("{} = {}[0]", inner.value, document)), *body)) if body else malformed
