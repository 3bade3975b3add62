"""Where documents come from: built-in metaschemas, the caller's registry, the caller's loader, each asked once."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from schemawright.runtime.errors import ExecutionFailure, SchemaError, UnresolvedReferenceError
from schemawright.runtime.limits import Limits

from .dialects import DRAFT_07, DRAFT_2020_12, VOCABULARIES
from .extra import MissingExtraError
from .load import Document, Json, load_document
from .uri import is_absolute, normalize, split_fragment

_META_BASE = "https://json-schema.org/draft/2020-12/meta/"
_BUILT_IN_FILES: Mapping[str, tuple[str, ...]] = {
    DRAFT_2020_12: ("draft202012", "metaschema.json"),
    DRAFT_07: ("draft7", "metaschema.json"),
    **{_META_BASE + name: ("draft202012", "vocabularies", name) for name in VOCABULARIES},
}


def is_built_in(uri: str) -> bool:
    """Whether `uri` names a metaschema that comes with the compiler and that nothing can replace."""
    return uri in _BUILT_IN_FILES


@cache
def built_in(uri: str) -> Json:
    """The metaschema document `uri`, as the specification's authors publish it."""
    spec = importlib.util.find_spec("jsonschema_specifications")
    if spec is None:
        raise MissingExtraError("jsonschema_specifications")
    # The data alone is wanted: the package's own code would parse every draft and import an implementation.
    folder = files(importlib.util.module_from_spec(spec)) / "schemas"
    text = folder.joinpath(*_BUILT_IN_FILES[uri]).read_text(encoding="utf-8")
    return load_document(json.loads(text), Limits(), document=uri).value


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """The caller's documents: `registry` maps URIs to schemas, `loader` answers the schema of a URI or raises."""

    registry: Mapping[str, object] = field(default_factory=dict)
    loader: Callable[[str], object] | None = None


class Documents:
    """The documents of one compilation: each fetched once, counted and measured together against the limits."""

    def __init__(self, source: DocumentSource, limits: Limits) -> None:
        self.used: dict[str, Json] = {}
        self._loader = source.loader
        self._limits = limits
        self._registry = _normalized(source.registry)
        self._fetched = 0
        self._size = 0
        self._nodes = 0

    @property
    def registered(self) -> tuple[str, ...]:
        """The normalised URIs of the registry, in order."""
        return tuple(sorted(self._registry))

    def peek(self, uri: str) -> Json:
        """The registry's document `uri`, neither counted nor recorded."""
        return load_document(self._registry[uri], self._limits, document=uri).value

    def has(self, uri: str) -> bool:
        """Whether the document `uri` can be had without asking the loader."""
        return uri in self.used or is_built_in(uri) or uri in self._registry

    def fetch(self, uri: str, schema_path: str) -> Json:
        """The document `uri` (normalised, no fragment): built in, else of the registry, else of the loader.

        Raises `UnresolvedReferenceError` where none has it, `ExecutionFailure` ("schema_documents", "schema_bytes",
        "schema_nodes", "schema_depth") beyond a limit; `schema_path` is the place that asks.
        """
        if uri in self.used:
            return self.used[uri]
        if is_built_in(uri):
            value = built_in(uri)
        else:
            self._fetched += 1
            if self._fetched > self._limits.max_documents:
                message = f"the schema refers to more than {self._limits.max_documents} documents"
                raise ExecutionFailure(message, code="schema_documents", schema_path=schema_path)
            found = self._registry[uri] if uri in self._registry else self._ask_loader(uri, schema_path)
            value = self._measure(load_document(found, self._limits, document=uri), schema_path)
        self.used[uri] = value
        return value

    def _measure(self, document: Document, schema_path: str) -> Json:
        self._size += document.size
        self._nodes += document.nodes
        if self._size > self._limits.max_schema_bytes:
            message = f"the documents referred to are larger than {self._limits.max_schema_bytes} bytes together"
            raise ExecutionFailure(message, code="schema_bytes", schema_path=schema_path)
        if self._nodes > self._limits.max_schema_nodes:
            message = f"the documents referred to have more than {self._limits.max_schema_nodes} values together"
            raise ExecutionFailure(message, code="schema_nodes", schema_path=schema_path)
        return document.value

    def _ask_loader(self, uri: str, schema_path: str) -> object:
        if self._loader is None or not is_absolute(uri):
            message = f"no document {uri!r}: not in the schema, not in the registry" + (
                "" if self._loader is None else ", and not an absolute URI that a loader could be asked for"
            )
            raise UnresolvedReferenceError(message, schema_path=schema_path)
        try:
            found = self._loader(uri)
        except (ExecutionFailure, UnresolvedReferenceError):
            raise  # already ours, bounded and told apart
        except Exception as error:  # noqa: BLE001  # a loader may raise anything
            failure: object = error
        else:
            if type(found) is bool or type(found) in {str, bytes} or isinstance(found, Mapping):
                return found
            failure = found
        kind = "None" if failure is None else _name(failure)
        raise UnresolvedReferenceError(
            f"the loader gave no schema for {uri!r}: {kind}", schema_path=schema_path
        ) from None


def _name(value: object) -> str:
    """The name of the value's type, read without its metaclass, bounded."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name[:64]


def _normalized(registry: Mapping[str, object]) -> dict[str, object]:
    """The registry by normalised URI; `SchemaError` for a key that is no URI, or for two that are the same one."""
    normalized: dict[str, object] = {}
    try:
        entries = list(registry.items())
    except Exception:  # noqa: BLE001  # a mapping of the caller's may raise anything
        raise SchemaError("the registry failed while it was read") from None
    for key, value in entries:
        if type(key) is not str:
            raise SchemaError("a key of the registry is a URI in a string")
        uri, fragment = split_fragment(normalize(key))
        if fragment or not uri:
            raise SchemaError(f"a key of the registry is a URI without fragment, not {key!r}")
        if uri in normalized:
            raise SchemaError(f"two keys of the registry are the same URI: {uri!r}")
        normalized[uri] = value
    return normalized
