"""Which registry document holds the resource of a URI that is no key of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from schemawright.runtime.errors import SchemawrightError

from .dialects import Dialect
from .documents import Documents
from .resources import DialectLookup, document_resource, scan


@dataclass(frozen=True, slots=True)
class RegistryIndex:
    """Looks into registry documents only when a URI is asked for that nothing else has; asks for no document itself."""

    documents: Documents
    dialect_of: DialectLookup
    max_depth: int
    tables: dict[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)

    def holders(self, uri: str, inherited: Dialect) -> tuple[str, ...]:
        """The keys of the documents with a resource `uri`; those that name no dialect are read under `inherited`."""
        if inherited.uri not in self.tables:
            self.tables[inherited.uri] = self._read(inherited)
        return self.tables[inherited.uri].get(uri, ())

    def _read(self, inherited: Dialect) -> Mapping[str, tuple[str, ...]]:
        """The table; documents that are malformed or beyond a limit hold nothing: they fail where they are used."""
        table: dict[str, tuple[str, ...]] = {}
        for key in self.documents.registered:
            try:
                value = self.documents.peek(key)
                root = document_resource(key, value, key, inherited, self.dialect_of)
                found = scan(root.at, value, root, 1, self.dialect_of, self.max_depth)
            except SchemawrightError:
                continue
            for uri in sorted({resource.uri for resource in found.resources.values()} - {key}):
                table[uri] = (*table.get(uri, ()), key)
        return table
