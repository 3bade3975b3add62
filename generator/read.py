"""Walks a framed document from its entries and calls each keyword's readers, once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from schemawright.runtime.clock import Clock
from schemawright.runtime.errors import SchemaError

from .dialect import DRAFT_07, DRAFT_2020_12, Table
from .dialects import Dialect
from .frame import Frame
from .ir import Annotation, DynamicReference, Key, Keyword, Location, Program, Subschema
from .keywords.context import Asserts, Context, Reader
from .reach import applied

# Keywords of older drafts that the metaschema still describes: they hold schemas, not something to tell (Core 6.5).
HISTORIC = frozenset({"definitions", "$recursiveAnchor", "$recursiveRef"})


def read(frame: Frame, entries: Mapping[str, Location], asserts: Asserts, clock: Clock) -> Program:
    """The program of every subschema that an entry reaches; raises `SchemaError` for a malformed keyword."""
    subschemas: dict[Key, Subschema] = {}
    pending = [Key(at) for at in entries.values()]
    anchors: set[str] = set()
    while pending:
        while pending:
            key = pending.pop()
            if key in subschemas:
                continue
            clock.step()
            subschemas[key] = read_subschema(frame, key, asserts)
            pending.extend(applied(subschemas[key]))
            anchors.update(k.anchor for k in subschemas[key].keywords if isinstance(k, DynamicReference))
        pending.extend(_dynamic_targets(frame, subschemas, anchors))
    resources = sorted({subschema.resource for subschema in subschemas.values()})
    return Program(
        {key: subschemas[key] for key in sorted(subschemas)},
        {name: Key(at) for name, at in entries.items()},
        {resource: frame.dynamic_anchors(resource) for resource in resources},
        base_uris={resource: frame.base_uri_at(resource) for resource in resources},
    )


def _dynamic_targets(frame: Frame, subschemas: Mapping[Key, Subschema], anchors: set[str]) -> Iterator[Key]:
    """Each place a dynamic reference may end at: the anchors of that name in every resource reached so far."""
    for resource in sorted({subschema.resource for subschema in subschemas.values()}):
        for name, at in frame.dynamic_anchors(resource).items():
            if name in anchors and Key(at) not in subschemas:
                yield Key(at)


def read_subschema(frame: Frame, key: Key, asserts: Asserts) -> Subschema:
    """One subschema's keywords, in the order of its dialect's table."""
    value = frame.value_at(key.at)
    resource = frame.resource_at(key.at)
    if isinstance(value, bool):
        return Subschema(key, verdict=value, resource=resource)
    if not isinstance(value, dict):
        raise SchemaError("a schema must be an object or a boolean", schema_path=key.at.uri)
    dialect = frame.dialect_at(key.at)
    keywords: list[Keyword] = []
    annotations: list[Annotation] = []
    readers = table(dialect)
    # In draft-07 `$ref` hides its siblings (draft-07 8.3).
    hidden = dialect.draft == "draft-07" and "$ref" in value
    names = ["$ref"] if hidden else sorted(value.keys() & readers.keys(), key=order(dialect).__getitem__)
    for name in names:
        context = Context(key.at, value, name, frame, asserts)
        for reader in readers[name]:
            keyword = reader(context, value[name])
            if isinstance(keyword, Annotation):
                annotations.append(keyword)
            elif keyword is not None:
                keywords.append(keyword)
    if asserts.annotations and dialect.draft != "draft-07":  # draft-07 ignores what it does not know (6.4)
        unknown = sorted(value.keys() - readers.keys() - HISTORIC)
        annotations.extend(Annotation(key.at.child(name), value[name]) for name in unknown)
    return Subschema(key, tuple(keywords), resource=resource, annotations=tuple(annotations))


@cache
def table(dialect: Dialect) -> Table:
    """The readers of the dialect's vocabularies, in the order in which their keywords are asserted."""
    if dialect.draft == "draft-07":
        return DRAFT_07
    merged: dict[str, tuple[Reader, ...]] = {}
    for vocabulary, readers in DRAFT_2020_12.items():
        if dialect.has(vocabulary):
            merged.update(readers)
    return merged


@cache
def order(dialect: Dialect) -> Mapping[str, int]:
    """The place of each keyword in that order."""
    return {name: position for position, name in enumerate(table(dialect))}
