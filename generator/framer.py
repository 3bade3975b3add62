"""The work behind a frame: adds documents, follows references until none is left, and remembers what they mean."""

from __future__ import annotations

from schemawright.runtime.errors import (
    ExecutionFailure,
    SchemaError,
    UnresolvedReferenceError,
    UnsupportedCapabilityError,
)
from schemawright.runtime.limits import Limits

from .dialects import DRAFT_2020_12, STANDARD, Dialect, dialect_of_metaschema, is_schema
from .documents import Documents, DocumentSource, built_in, is_built_in
from .equality import same_json
from .load import Json
from .location import Location
from .registry_index import RegistryIndex
from .resources import Reference, Resource, Scan, Subschema, document_resource, scan
from .uri import array_index, decode_fragment, normalize, parse_pointer, resolve, split_fragment


class Framer:
    """Grows while documents are added and references followed; every answer is the same whatever the order."""

    def __init__(self, allowed: frozenset[str], source: DocumentSource, limits: Limits) -> None:
        self.documents = Documents(source, limits)
        self.subschemas: dict[Location, Subschema] = {}
        self.resources: dict[Location, Resource] = {}
        self.roots: list[Location] = []
        self.counted = 0
        self._allowed = allowed
        self._limits = limits
        self._values: dict[str, Json] = {}
        self._by_uri: dict[str, Location] = {}
        self._inherited: dict[str, Dialect] = {}
        self._visited: set[Location] = set()
        self._targets: dict[tuple[Location, str], Location] = {}
        self._dialects: dict[str, Dialect] = {}
        self._index = RegistryIndex(self.documents, self._known_dialect, limits.max_schema_depth)

    # Documents and dialects

    def add_root(self, value: Json, base_uri: str, default_dialect: str) -> None:
        """Frames the document that is compiled, and everything that its references reach."""
        inherited = self.dialect(default_dialect.removesuffix("#"), Location())
        base, _ = split_fragment(normalize(base_uri))
        self._add_document("", value, base, inherited)
        self._close(Location())

    def _add_document(self, key: str, value: Json, base_uri: str, inherited: Dialect) -> None:
        self._values[key] = value
        self._inherited[key] = inherited
        root = document_resource(key, value, base_uri, inherited, self.dialect)
        found = scan(root.at, value, root, 1, self.dialect, self._limits.max_schema_depth)
        self._register(base_uri, root.at)
        for resource in found.resources.values():
            self._register(resource.uri, resource.at)
        self._take(found)
        self.roots.append(root.at)

    def _take(self, found: Scan) -> None:
        self.subschemas.update(found.subschemas)
        self.resources.update(found.resources)

    def _register(self, uri: str, at: Location) -> None:
        """Makes `uri` mean the resource `at`; two different resources with one URI are malformed (Core 9.3)."""
        if is_built_in(uri) and at.document != uri and not same_json(self.value_at(at), built_in(uri)):
            message = f"{uri} is the URI of a built-in metaschema"
            raise SchemaError(message, schema_path=at.child("$id").uri)
        other = self._by_uri.setdefault(uri, at)
        if other == at:
            return
        if other.document == at.document or not same_json(self.value_at(other), self.value_at(at)):
            message = f"two schema resources have the URI {uri or '(none)'!r}"
            raise SchemaError(message, schema_path=at.child("$id").uri)

    def dialect(self, uri: str, at: Location) -> Dialect:
        """The dialect `uri`, if it is allowed, else `UnsupportedCapabilityError`; `at` is the schema that names it."""
        if uri not in self._dialects:
            path = at.child("$schema").uri
            if uri not in self._allowed:
                message = f"the dialect {uri!r} is not " + ("allowed" if uri in STANDARD else "supported")
                raise UnsupportedCapabilityError(message, schema_path=path)
            self._dialects[uri] = STANDARD.get(uri) or self._custom_dialect(uri, path)
        return self._dialects[uri]

    def _custom_dialect(self, uri: str, path: str) -> Dialect:
        key = normalize(uri)
        try:
            metaschema = self.documents.fetch(key, path)
        except UnresolvedReferenceError as error:
            message = f"the metaschema of the dialect is not to be had: {error.message}"
            raise UnsupportedCapabilityError(message, schema_path=path) from None
        return dialect_of_metaschema(uri, metaschema)

    # Places

    def value_at(self, at: Location) -> Json:
        """The value at `at`; `KeyError` where there is none."""
        value = self._values[at.document]
        for token in at.tokens:
            value = _step(value, token)
        return value

    def resource_at(self, at: Location) -> Resource:
        """The resource of the nearest known subschema at or above `at`."""
        return self.resources[self.subschemas[self._nearest(at)].resource]

    def _nearest(self, at: Location) -> Location:
        for length in range(len(at.tokens), -1, -1):
            place = Location(at.document, at.tokens[:length])
            if place in self.subschemas:
                return place
        raise KeyError(at)

    # References

    def resolve(self, at: Location, reference: str) -> Location:
        """The schema that `reference` means at `at`, framed."""
        target = self._targets.get((at, reference))
        if target is None:
            target = self._follow(Reference(at, "$ref", reference))
            self._close(target)
        return target

    def locate(self, at: Location, reference: str) -> Location:
        """The place that `reference` means at `at`, schema or not; its document is framed."""
        wanted = Reference(at, "$ref", reference)
        while isinstance(place := self._try(wanted), str):
            self._fetch(place, wanted)
        if place is None:
            raise _unresolved(wanted)
        return place

    def _follow(self, reference: Reference) -> Location:
        return self._frame_target(self.locate(reference.at, reference.text), reference)

    def dynamic_target(self, at: Location, reference: str) -> tuple[str, Location] | None:
        """Name and target where the fragment of `reference` was made by a `$dynamicAnchor`."""
        target = self.resolve(at, reference)
        name = decode_fragment(split_fragment(reference)[1])
        anchors = self.resource_at(target).dynamic_anchors
        return (name, target) if anchors.get(name) == target else None

    def _close(self, start: Location) -> None:
        """Follows all references at and below `start`, and below their targets, until none is left.

        References that need no new document go first, again and again; then the first document in order is fetched.
        """
        waiting = self._visit(start)
        while waiting:
            still: list[Reference] = []
            wanted: dict[str, Reference] = {}
            found: list[Reference] = []
            for reference in waiting:
                place = self._try(reference)
                if isinstance(place, Location):
                    self._check_inherited(place, reference)
                    target = self._frame_target(place, reference)
                    self._targets[reference.at, reference.text] = target
                    found.extend(self._visit(target))
                else:
                    still.append(reference)
                    if place is not None:
                        wanted.setdefault(place, reference)
            if not found and len(still) == len(waiting):
                if not wanted:
                    raise _unresolved(min(still, key=lambda reference: (reference.at, reference.keyword)))
                uri = min(wanted)
                self._fetch(uri, wanted[uri])
            waiting = still + found

    def _visit(self, start: Location) -> list[Reference]:
        """The references at and below `start` that were not met before, counted against the limit."""
        references: list[Reference] = []
        todo = [start]
        while todo:
            at = todo.pop()
            if at in self._visited:
                continue
            self._visited.add(at)
            subschema = self.subschemas[at]
            references.extend(subschema.references)
            todo.extend(reversed(subschema.children))
        if not is_built_in(start.document):
            self.counted += len(references)
        if self.counted > self._limits.max_refs:
            message = f"the schema has more than {self._limits.max_refs} references"
            raise ExecutionFailure(message, code="schema_refs", schema_path=start.uri)
        return references

    def _try(self, reference: Reference) -> Location | str | None:
        """The place that is meant; or the URI of the document that is needed first; or `None` where nothing is."""
        resource = self.resource_at(reference.at)
        uri, fragment = split_fragment(normalize(resolve(resource.uri, reference.text)))
        if uri == resource.uri:  # a copy of a resource that is embedded elsewhere means itself
            return self._fragment(resource, fragment, reference)
        if uri in self._by_uri:
            return self._fragment(self.resources[self._by_uri[uri]], fragment, reference)
        return uri

    def _fragment(self, resource: Resource, fragment: str, reference: Reference) -> Location | None:
        """The place in `resource` that `fragment` means (Core 9.2.1), or `None`."""
        try:
            name = decode_fragment(fragment)
            if name and not name.startswith("/"):
                return resource.anchors.get(name)
            tokens = parse_pointer(name)
        except ValueError:
            message = f"the fragment of {reference.text!r} is malformed"
            raise UnresolvedReferenceError(message, schema_path=reference.schema_path) from None
        place = resource.at.child(*tokens)
        try:
            self.value_at(place)
        except KeyError:
            return None
        return place

    def _check_inherited(self, place: Location, reference: Reference) -> None:
        """Refuses a second dialect for a document that names none and so takes that of the schema that refers to it."""
        if place.document in {"", reference.at.document}:
            return
        value = self._values[place.document]
        dialect = self.resource_at(reference.at).dialect
        if type(value) is dict and "$schema" not in value and self._inherited[place.document] != dialect:
            message = "schemas of two dialects refer to this document: name its own with $schema"
            raise SchemaError(message, schema_path=Location(place.document).uri)

    def _frame_target(self, place: Location, reference: Reference) -> Location:
        """`place`, framed as a schema of the resource around it where no keyword made it one."""
        if place in self.subschemas:
            return place
        value = self.value_at(place)
        if not is_schema(value):
            message = f"{reference.text!r} refers to a value that is no schema"
            raise UnresolvedReferenceError(message, schema_path=reference.schema_path)
        around = self.subschemas[self._nearest(place)]
        root = self.resources[around.resource]
        found = scan(place, value, root, around.depth + 1, self.dialect, self._limits.max_schema_depth)
        for at, subschema in found.subschemas.items():
            if at in self.subschemas and self.subschemas[at].resource != subschema.resource:
                raise SchemaError("references reach this schema with two base URIs", schema_path=at.uri)
        self._take(found)
        for at, resource in found.resources.items():
            self._register(resource.uri, at)
        self.roots.append(place)
        return place

    # Fetching

    def _fetch(self, uri: str, reference: Reference) -> None:
        """Adds the document that has `uri`: as its retrieval URI, or as the URI of a resource in the registry."""
        dialect = self.resource_at(reference.at).dialect
        key = uri if self.documents.has(uri) else self._holder(uri, dialect, reference) or uri
        value = self.documents.fetch(key, reference.schema_path)
        if key not in self._values:
            self._add_document(key, value, key, dialect)
        if uri not in self._by_uri:
            raise _unresolved(reference)

    def _holder(self, uri: str, dialect: Dialect, reference: Reference) -> str | None:
        """The registry document in which a resource has `uri`; `SchemaError` where two have it."""
        holders = self._index.holders(uri, dialect)
        if len(holders) > 1:
            message = f"two documents of the registry have a schema resource {uri!r}"
            raise SchemaError(message, schema_path=reference.schema_path)
        return holders[0] if holders else None

    def _known_dialect(self, uri: str, at: Location) -> Dialect:
        """As `dialect`, without asking for any document."""
        if uri not in self._dialects and uri in self._allowed and uri not in STANDARD:
            return STANDARD[DRAFT_2020_12]
        return self.dialect(uri, at)


def _step(value: Json, token: str) -> Json:
    if type(value) is dict:
        return value[token]
    index = array_index(token, len(value)) if type(value) is list else None
    if type(value) is not list or index is None:
        raise KeyError(token)
    return value[index]


def _unresolved(reference: Reference) -> UnresolvedReferenceError:
    message = f"{reference.text!r} refers to nothing: there is no such place in the document"
    return UnresolvedReferenceError(message, schema_path=reference.schema_path)
