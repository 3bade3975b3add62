"""Frames a schema: its resources, and for every reference its target. The lookup rules of Core 8.2 and 9 live here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from schemawright.runtime.errors import UnresolvedReferenceError
from schemawright.runtime.limits import Limits

from .dialects import Dialect
from .documents import DocumentSource
from .framer import Framer
from .load import Json
from .location import Location


def build_frame(
    root: Json,
    *,
    base_uri: str = "",
    default_dialect: str,
    dialects: frozenset[str],
    documents: DocumentSource,
    limits: Limits,
) -> Frame:
    """The frame of the loaded schema `root`, with every reference that it can reach resolved.

    `dialects` are the allowed dialect URIs without "#"; `default_dialect`, one of them, is for schemas that name none.
    Raises `SchemaError`, `UnresolvedReferenceError`, `UnsupportedCapabilityError` ("unsupported_dialect",
    "unsupported_vocabulary") and `ExecutionFailure` ("schema_depth", "schema_refs", "schema_documents",
    "schema_bytes", "schema_nodes").
    """
    framer = Framer(dialects, documents, limits)
    framer.add_root(root, base_uri, default_dialect)
    return Frame(framer)


class Frame:
    """A framed schema: what stands where, under which dialect, in which resource, and what references lead to."""

    __slots__ = ("_framer",)

    def __init__(self, framer: Framer) -> None:
        self._framer = framer

    @property
    def root(self) -> Location:
        """The root of the document that is compiled."""
        return Location()

    @property
    def documents(self) -> Mapping[str, Json]:
        """Every other document that was used, by its retrieval URI, in order."""
        return MappingProxyType(dict(sorted(self._framer.documents.used.items())))

    @property
    def references(self) -> int:
        """How many references there are in the schema and in what it uses of other documents, metaschemas apart."""
        return self._framer.counted

    @property
    def roots(self) -> tuple[Location, ...]:
        """Where schemas begin that no keyword holds: documents, and targets of JSON Pointers to other places."""
        return tuple(sorted(self._framer.roots))

    @property
    def subschemas(self) -> tuple[Location, ...]:
        """Every known subschema, in order."""
        return tuple(sorted(self._framer.subschemas))

    def value_at(self, location: Location) -> Json:
        """The JSON value at `location`; `KeyError` where there is none."""
        return self._framer.value_at(location)

    def dialect_at(self, location: Location) -> Dialect:
        """The dialect of the resource that holds `location`."""
        return self._framer.resource_at(location).dialect

    def resource_at(self, location: Location) -> Location:
        """The root of the schema resource that holds `location` (Core 4.3.5)."""
        return self._framer.resource_at(location).at

    def base_uri_at(self, location: Location) -> str:
        """The base URI at `location` (Core 9.1.1): "" in a document without identifier."""
        return self._framer.resource_at(location).uri

    def resolve(self, at: Location, reference: str) -> Location:
        """The schema that the `$ref` or, statically, the `$dynamicRef` text `reference` of the subschema `at` means."""
        return self._framer.resolve(at, reference)

    def locate(self, at: Location, reference: str) -> Location:
        """As `resolve`, for any value that the text means, schema or not."""
        return self._framer.locate(at, reference)

    def dynamic_anchors(self, resource: Location) -> Mapping[str, Location]:
        """The `$dynamicAnchor`s of the resource with this root (Core 8.2.2)."""
        return MappingProxyType(self._framer.resource_at(resource).dynamic_anchors)

    def is_dynamic_anchor(self, reference: str, at: Location) -> tuple[str, Location] | None:
        """The name and static target of a `$dynamicRef` whose fragment a `$dynamicAnchor` made, else `None`.

        Only such a reference looks at the dynamic scope (Core 8.2.3.2).
        """
        return self._framer.dynamic_target(at, reference)

    def resolve_entry(self, entry: str) -> Location:
        """The schema that the fragment `entry` ("#", "#/$defs/Name", "#anchor") of the root document means."""
        if not entry.startswith("#"):
            raise UnresolvedReferenceError("an entry is a fragment: '#', '#/$defs/Name' or '#anchor'")
        try:
            self._framer.locate(self.root, entry)
        except UnresolvedReferenceError:
            raise UnresolvedReferenceError(f"there is no entry {entry!r} in the schema") from None
        return self._framer.resolve(self.root, entry)
