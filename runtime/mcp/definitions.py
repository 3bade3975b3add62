"""Validators of the protocol's definitions, out of the generated module: nothing is compiled here."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.abc import InspectLoader
from types import MappingProxyType, ModuleType
from typing import ClassVar

from schemawright.runtime.catalog_errors import quoted
from schemawright.runtime.errors import SchemawrightError
from schemawright.runtime.limits import Limits
from schemawright.runtime.validator import Validator

from .overlays import DEFAULT_OVERLAY, DEFAULT_VERSION, OVERLAYS, variant

MODULES: Mapping[str, str] = MappingProxyType({"2025-11-25": "schemawright.generated.mcp_2025_11_25"})

_LIMITS = Limits()


class UnknownDefinitionError(SchemawrightError, LookupError):
    """There is no such protocol version (`unknown_version`), overlay (`unknown_overlay`) or definition."""

    error_class: ClassVar[str] = "validation"
    default_code: ClassVar[str] = "unknown_definition"


def message_validator(definition: str, version: str = DEFAULT_VERSION, overlay: int = DEFAULT_OVERLAY) -> Validator:
    """The validator of one definition of the protocol's schema, the same one each time.

    `overlay` is a number of `OVERLAYS`: 1 is the schema as published, 2 corrects its number positions, 3 also the time
    limit of tasks. Raises `UnknownDefinitionError`, which names near matches.
    """
    overlays = _known(version)
    if type(overlay) is not int or overlay not in overlays:
        raise UnknownDefinitionError(
            f"the protocol {version} has the overlays {', '.join(map(str, overlays))}", code="unknown_overlay"
        )
    if type(definition) is not str or definition not in _module_names(version):
        raise _no_definition(definition, version)
    return _validator(definition, version, overlay)


def definitions(version: str = DEFAULT_VERSION) -> tuple[str, ...]:
    """The names of all definitions of a version, sorted; raises `UnknownDefinitionError`."""
    _known(version)
    return tuple(sorted(_module_names(version)))


def _known(version: str) -> Mapping[int, object]:
    if type(version) is not str or version not in MODULES:
        raise UnknownDefinitionError(
            f"there are validators for the protocol versions {', '.join(MODULES)}", code="unknown_version"
        )
    return OVERLAYS[version]


def _no_definition(definition: object, version: str) -> UnknownDefinitionError:
    if type(definition) is not str:
        return UnknownDefinitionError("a definition is named by a string")
    # A name from a peer may be long: comparing it would take time, and it would resemble nothing.
    near = get_close_matches(definition, definitions(version), n=3) if len(definition) <= 64 else []
    hint = f": did you mean {', '.join(near)}?" if near else ""
    return UnknownDefinitionError(f"the protocol {version} has no definition {quoted(definition)}{hint}")


@cache
def _module(version: str) -> ModuleType:
    return import_module(MODULES[version])


@cache
def _module_names(version: str) -> frozenset[str]:
    entries = _module(version).ENTRIES
    variants = {variant(name, overlay) for name in entries for overlay in OVERLAYS[version]}
    return frozenset(entries) - variants


@cache
def _source(version: str) -> str:
    loader = getattr(_module(version), "__loader__", None)
    text = loader.get_source(MODULES[version]) if isinstance(loader, InspectLoader) else None
    return text or ""  # a module that was compiled to native code carries none


@cache
def _validator(definition: str, version: str, overlay: int) -> Validator:
    namespace = vars(_module(version))
    name = variant(definition, overlay)
    entry = name if name in namespace["ENTRIES"] else definition
    # The published document is not shipped, so there is no schema to hand back.
    return Validator(namespace, source=_source(version), schema=None, limits=_LIMITS, entry=entry)
