"""An ordered catalog of tools, with unique names, not yet admitted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING

from .catalog_errors import CatalogError, prefixed, quoted
from .catalog_package import GeneratedPackage
from .descriptors import Backend, ToolDescriptor
from .errors import ExecutionFailure, SchemawrightError
from .limits import Limits

if TYPE_CHECKING:
    from .validator import Validator

MAX_TOOLS = 100_000

_DEFAULT_LIMITS = Limits()


class ToolCatalog:
    """Descriptors in their order, each name once; made by `from_descriptors`, `from_tools_list` or `from_package`.

    `prepared` holds the validators that a package of generated modules brought along, by tool name and role.
    """

    __slots__ = ("_descriptors", "_prepared")

    def __init__(
        self,
        descriptors: Iterable[ToolDescriptor],
        prepared: Mapping[tuple[str, str], Validator] | None = None,
        *,
        max_tools: int = MAX_TOOLS,
    ) -> None:
        items = _bounded(descriptors, max_tools)
        held = tuple(_checked(item, place) for place, item in enumerate(items))
        _refuse_duplicates(held)
        self._descriptors = held
        self._prepared = None if prepared is None else MappingProxyType(dict(prepared))

    @classmethod
    def from_descriptors(cls, descriptors: Iterable[ToolDescriptor], *, max_tools: int = MAX_TOOLS) -> ToolCatalog:
        """The catalog of these descriptors; raises `CatalogError` (`duplicate_name`) for a name that comes twice."""
        return cls(descriptors, max_tools=max_tools)

    @classmethod
    def from_tools_list(
        cls,
        listed: object,
        *,
        backend: Backend = None,
        limits: Limits = _DEFAULT_LIMITS,
        max_tools: int = MAX_TOOLS,
    ) -> ToolCatalog:
        """The catalog of an MCP `tools/list` result, of `{"tools": [...]}`, or of an iterable of tools or descriptors.

        Duplicate names are found before any tool is read (row T4). Raises `CatalogError`, `SchemaError` for a tool
        without a schema object, `ExecutionFailure` (`tools`) for more than `max_tools`, and what the iterable raises.
        """
        items = _bounded(_tools_of(listed), max_tools)
        _refuse_duplicates(items)
        descriptors = [_descriptor(item, place, backend, limits) for place, item in enumerate(items)]
        return cls(descriptors, max_tools=max_tools)

    @classmethod
    def from_package(cls, package: str, *, tools: object = None, limits: Limits = _DEFAULT_LIMITS) -> ToolCatalog:
        """The catalog of a package of generated modules, once every digest agrees with its `manifest.json`.

        The tools are those of `tools` (as `from_tools_list` reads them), else of the catalog file that the manifest
        names. Raises `PackageError` (`not_admitted`) before anything of the package is used.
        """
        found = GeneratedPackage.read(package, limits)
        catalog = cls.from_tools_list(found.listed() if tools is None else tools, limits=limits)
        return cls(catalog, found.validators(catalog))

    @property
    def descriptors(self) -> tuple[ToolDescriptor, ...]:
        """The descriptors in order."""
        return self._descriptors

    @property
    def names(self) -> tuple[str, ...]:
        """The names in order."""
        return tuple(descriptor.name for descriptor in self._descriptors)

    @property
    def prepared(self) -> Mapping[tuple[str, str], Validator] | None:
        """The validators of a package by (name, role), or nothing where schemas are to be compiled."""
        return self._prepared

    def __iter__(self) -> Iterator[ToolDescriptor]:
        return iter(self._descriptors)

    def __len__(self) -> int:
        return len(self._descriptors)

    def __repr__(self) -> str:
        return f"<ToolCatalog of {len(self._descriptors)} tools>"


def _tools_of(listed: object) -> Iterable[object]:
    if isinstance(listed, Mapping):
        if "tools" not in listed:
            raise CatalogError('a catalog is a list of tools or a mapping with the member "tools"')
        listed = listed["tools"]
    if isinstance(listed, str | bytes | Mapping) or not isinstance(listed, Iterable):
        raise CatalogError("the tools of a catalog are a list")
    return listed


def _bounded(items: Iterable[object], max_tools: int) -> list[object]:
    held = list(islice(items, max_tools + 1))
    if len(held) > max_tools:
        raise ExecutionFailure(f"the catalog has more than {max_tools} tools", code="tools")
    return held


def _checked(item: object, place: int) -> ToolDescriptor:
    if not isinstance(item, ToolDescriptor):
        raise CatalogError(f"{_at(place)}: a tool is not a descriptor")
    return item


def _descriptor(item: object, place: int, backend: Backend, limits: Limits) -> ToolDescriptor:
    """The descriptor of the tool in this place; an error says which, since a malformed tool may have no name."""
    if isinstance(item, ToolDescriptor):
        return item
    try:
        return ToolDescriptor.from_mcp(item, backend=backend, limits=limits)
    except SchemawrightError as error:
        raise prefixed(error, _at(place)) from error.__cause__


def _at(place: int) -> str:
    return f"tools[{place}]"


def _refuse_duplicates(items: Iterable[object]) -> None:
    seen: dict[str, int] = {}
    for place, item in enumerate(items):
        name = item.name if isinstance(item, ToolDescriptor) else _name_of(item)
        if name is None:
            continue  # reading the descriptor says what is wrong with it
        if name in seen:
            places = f"{_at(seen[name])} and {_at(place)}"
            raise CatalogError(f"two tools have the name {quoted(name)}: {places}", code="duplicate_name")
        seen[name] = place


def _name_of(tool: object) -> str | None:
    try:
        name = tool.get("name") if isinstance(tool, Mapping) else None
    except Exception:  # noqa: BLE001 - a host's mapping may raise anything
        return None
    return name if type(name) is str else None
