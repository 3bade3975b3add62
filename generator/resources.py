"""Schema resources of one document: walks keyword positions and finds base URIs, anchors and references."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from schemawright.runtime.errors import ExecutionFailure, SchemaError, UnsupportedCapabilityError

from .dialects import Dialect, dialect_uri, subschemas
from .load import Json
from .location import Location
from .uri import decode_fragment, normalize, resolve, split_fragment

DialectLookup = Callable[[str, Location], Dialect]

_ANCHOR = re.compile(r"[A-Za-z_][-A-Za-z0-9._]*")


@dataclass(frozen=True, slots=True)
class Resource:
    """A schema resource (Core 4.3.5): where its root is, its base URI, its dialect and its plain-name fragments."""

    at: Location
    uri: str
    dialect: Dialect
    anchors: dict[str, Location] = field(default_factory=dict, compare=False)
    dynamic_anchors: dict[str, Location] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Reference:
    """A `$ref` or `$dynamicRef` of the subschema `at`."""

    at: Location
    keyword: str
    text: str

    @property
    def schema_path(self) -> str:
        """The place of the keyword, for errors."""
        return self.at.child(self.keyword).uri


@dataclass(frozen=True, slots=True)
class Subschema:
    """A schema at a known place: its value, the root of its resource, its depth, what it contains and refers to."""

    value: Json
    resource: Location
    depth: int
    children: tuple[Location, ...]
    references: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class Scan:
    """What one walk found, each by location, in the order of the walk."""

    subschemas: dict[Location, Subschema] = field(default_factory=dict)
    resources: dict[Location, Resource] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Identity:
    """What `$id` and the anchors of one schema object say; `uri` is unresolved and without fragment."""

    uri: str | None = None
    anchors: tuple[tuple[str, str], ...] = ()  # keyword, name


def scan(start: Location, value: Json, root: Resource, depth: int, dialect_of: DialectLookup, max_depth: int) -> Scan:
    """Everything at and below the schema `value`, which belongs to the resource `root` unless it is one itself.

    `start` may be the root of `root`. Raises `SchemaError` for malformed or repeated identifiers, and
    `ExecutionFailure` ("schema_depth") for schemas nested deeper than `max_depth`.
    """
    found = Scan()
    if start == root.at:
        found.resources[start] = root
    todo = [(start, value, root, depth)]
    while todo:
        at, value, resource, depth = todo.pop()
        if depth > max_depth:
            message = f"the schema is nested deeper than {max_depth} levels"
            raise ExecutionFailure(message, code="schema_depth", schema_path=Location(at.document).uri)
        if type(value) is not dict:
            found.subschemas[at] = Subschema(value, resource.at, depth, (), ())
            continue
        resource = _enter(at, value, resource, dialect_of, found)
        children = [(at.child(*tokens), child) for tokens, child in subschemas(value, resource.dialect)]
        references = read_references(at, value, resource.dialect)
        found.subschemas[at] = Subschema(value, resource.at, depth, tuple(place for place, _ in children), references)
        todo.extend((place, child, resource, depth + 1) for place, child in reversed(children))
    return found


def _enter(at: Location, value: dict[str, Json], outer: Resource, dialect_of: DialectLookup, found: Scan) -> Resource:
    """The resource that the schema object belongs to, its anchors recorded."""
    dialect = outer.dialect if at == outer.at else embedded_dialect(at, value, outer.dialect, dialect_of)
    identity = read_identity(at, value, dialect)
    resource = outer
    if at != outer.at:
        uri = None if identity.uri is None else normalize(resolve(outer.uri, identity.uri))
        # In draft-07 an `$id` may repeat the base URI, to name a fragment; in 2020-12 it always begins a resource.
        if uri is not None and not (dialect.draft == "draft-07" and uri == outer.uri):
            resource = found.resources[at] = Resource(at, uri, dialect)
        elif dialect != outer.dialect:
            raise _foreign_dialect(at)
    for keyword, name in identity.anchors:
        if resource.anchors.get(name, at) != at:
            raise SchemaError("two anchors of one schema resource have this name", schema_path=at.child(keyword).uri)
        resource.anchors[name] = at
        if keyword == "$dynamicAnchor":
            resource.dynamic_anchors[name] = at
    return resource


def embedded_dialect(at: Location, value: dict[str, Json], outer: Dialect, dialect_of: DialectLookup) -> Dialect:
    """The dialect of a schema object inside a document: that of `$schema`, which an embedded resource may have."""
    if "$schema" not in value or (outer.draft == "draft-07" and "$ref" in value):
        return outer
    uri = dialect_uri(value["$schema"], at)
    return outer if uri == outer.uri else dialect_of(uri, at)


def _foreign_dialect(at: Location) -> UnsupportedCapabilityError:
    # Core 8.1.1: `$schema` must not appear in a subschema that is no resource root; the same dialect does no harm.
    message = "$schema names another dialect in a subschema without $id: give it an $id, or take the $schema away"
    return UnsupportedCapabilityError(message, schema_path=at.child("$schema").uri)


def read_identity(at: Location, value: dict[str, Json], dialect: Dialect) -> Identity:
    """`$id`, `$anchor` and `$dynamicAnchor` of a schema object (Core 8.2.1, 8.2.2; draft-07 Core 8.2)."""
    if dialect.draft == "draft-07":
        return _read_identity_draft_07(at, value)
    uri = None
    if "$id" in value:
        uri, fragment = split_fragment(_text(at, value, "$id"))
        if fragment:
            message = "$id must not have a fragment: use $anchor"
            raise SchemaError(message, schema_path=at.child("$id").uri)
    anchors = []
    for keyword in ("$anchor", "$dynamicAnchor"):
        if keyword in value:
            name = _text(at, value, keyword)
            if _ANCHOR.fullmatch(name) is None:
                message = f"{keyword} must be a letter or _ and then letters, digits, '-', '_' or '.'"
                raise SchemaError(message, schema_path=at.child(keyword).uri)
            anchors.append((keyword, name))
    return Identity(uri, tuple(anchors))


def _read_identity_draft_07(at: Location, value: dict[str, Json]) -> Identity:
    if "$ref" in value or "$id" not in value:  # a $ref hides its siblings, $id included
        return Identity()
    uri, fragment = split_fragment(_text(at, value, "$id"))
    try:
        name = decode_fragment(fragment)
    except ValueError:
        raise SchemaError("the fragment of $id is malformed", schema_path=at.child("$id").uri) from None
    # Fragments with a slash in front are JSON Pointers: they name nothing new.
    return Identity(uri or None, (("$id", name),) if name and not name.startswith("/") else ())


def read_references(at: Location, value: dict[str, Json], dialect: Dialect) -> tuple[Reference, ...]:
    """`$ref` and `$dynamicRef` of a schema object (Core 8.2.3; draft-07 Core 8.3)."""
    keywords = ("$ref",) if dialect.draft == "draft-07" else ("$ref", "$dynamicRef")
    return tuple(Reference(at, keyword, _text(at, value, keyword)) for keyword in keywords if keyword in value)


def _text(at: Location, value: dict[str, Json], keyword: str) -> str:
    text = value[keyword]
    if type(text) is not str:
        raise SchemaError(f"{keyword} must be a string", schema_path=at.child(keyword).uri)
    return text


def document_resource(key: str, value: Json, base_uri: str, inherited: Dialect, dialect_of: DialectLookup) -> Resource:
    """The resource at the root of the document `key`, whose retrieval URI is `base_uri` (RFC 3986 section 5.1)."""
    at = Location(key)
    if type(value) is not dict:
        return Resource(at, base_uri, inherited)
    dialect = dialect_of(dialect_uri(value["$schema"], at), at) if "$schema" in value else inherited
    uri = read_identity(at, value, dialect).uri
    return Resource(at, base_uri if uri is None else normalize(resolve(base_uri, uri)), dialect)
