"""What a compilation depends on beside the schema, and the digest that binds a module to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields

from schemawright.runtime.digest import schema_digest
from schemawright.runtime.foreign_options import no_such_option
from schemawright.runtime.limits import Limits

from .dialects import DRAFT_07, DRAFT_2020_12
from .documents import DocumentSource
from .ir import Json
from .keywords.context import custom_format_uri

OUTPUT_FORMAT = 1

# The limits that change the generated text; the others only bound the compilation.
BOUND_LIMITS = ("max_instance_depth", "max_instance_nodes", "max_string_length", "validation_timeout")


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one compilation; `entries` maps names to fragments of the schema ("" for the only one).

    `output` asks for a module of its own kind: one that tells of an instance, judged already, what the specification's
    output has to say (Core 12). It is the runtime's to set, not a caller's.
    """

    dialects: tuple[str, ...] = (DRAFT_2020_12, DRAFT_07)
    default_dialect: str = DRAFT_2020_12
    entries: Mapping[str, str] = field(default_factory=lambda: {"": "#"})
    source: DocumentSource = field(default_factory=DocumentSource)
    format_assertion: bool = False
    content_assertion: bool = False
    custom_formats: Mapping[str, object] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    role: str | None = None
    title: str = "schema"
    output: bool = False

    def digest(self, documents: Mapping[str, Json]) -> str:
        """`sha256:…` over everything that decides the module's text; external documents count by their own digest."""
        limits = asdict(self.limits)
        return schema_digest(
            {
                "output_format": OUTPUT_FORMAT,
                "dialects": sorted(self.dialects),
                "default_dialect": self.default_dialect,
                "entries": dict(self.entries),
                "format_assertion": self.format_assertion,
                "content_assertion": self.content_assertion,
                "custom_formats": sorted(self.custom_formats),
                "role": self.role,
                "limits": {name: limits[name] for name in BOUND_LIMITS},
                **({"output": True} if self.output else {}),
                "documents": {uri: schema_digest(document) for uri, document in documents.items()},
            }
        )


SOURCE_OPTIONS = ("registry", "loader", "http_resolver")
NAMES = {f.name for f in fields(Options)} - {"entries", "source", "output"}
IGNORED = {"cache"}


def read_options(entries: Mapping[str, str], given: Mapping[str, object]) -> Options:
    """The options a caller gave by keyword; raises `TypeError` for one that does not exist or is of a wrong type."""
    unknown = sorted(given.keys() - NAMES - set(SOURCE_OPTIONS) - IGNORED)
    if unknown:
        raise no_such_option(unknown[0], {"entry", *NAMES, *SOURCE_OPTIONS, *IGNORED})
    known = {name: value for name, value in given.items() if name in NAMES and value is not None}
    for name in ("format_assertion", "content_assertion"):
        if not isinstance(known.get(name, False), bool):
            raise TypeError(f"{name} is True or False")
    if not all(isinstance(fragment, str) for fragment in entries.values()):
        raise TypeError("an entry is a fragment of the schema, such as '#/$defs/name'")
    if "dialects" in known:
        dialects = _dialects(known["dialects"])
        known["dialects"] = dialects
        known.setdefault("default_dialect", DRAFT_2020_12 if DRAFT_2020_12 in dialects else min(dialects))
    if "default_dialect" in known:
        known["default_dialect"] = _uri(known["default_dialect"])
    custom = _custom_formats(known.get("custom_formats", {}))
    known["format_assertion"] = bool(known.get("format_assertion")) or bool(custom)
    options = Options(entries=entries, source=_source(given, custom), **known)  # type: ignore[arg-type]
    if not isinstance(options.limits, Limits):
        raise TypeError("limits must be a Limits")
    return options


def _uri(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a dialect is named by its URI")
    return value.removesuffix("#")


def _dialects(value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError("dialects is a collection of URIs")
    dialects = tuple(_uri(uri) for uri in value)
    if not dialects:
        raise TypeError("dialects must name at least one dialect")
    return dialects


def _custom_formats(value: object) -> Mapping[str, object]:
    """Each format's subschema by the URI that the reader asks for."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise TypeError("custom_formats is a mapping from names to subschemas for strings")
    return {custom_format_uri(name): schema for name, schema in value.items()}


def _source(given: Mapping[str, object], custom_formats: Mapping[str, object]) -> DocumentSource:
    registry, loader, resolver = (given.get(name) for name in SOURCE_OPTIONS)
    if registry is not None and not isinstance(registry, Mapping):
        raise TypeError("registry is a mapping from URIs to schemas")
    for name, function in (("loader", loader), ("http_resolver", resolver)):
        if function is not None and not callable(function):
            raise TypeError(f"{name} is a function of a URI")
    if loader is not None and resolver is not None:
        raise TypeError("give a loader or an http_resolver, not both: a loader can call the resolver itself")
    return DocumentSource({**(registry or {}), **custom_formats}, loader or resolver)  # type: ignore[arg-type]
