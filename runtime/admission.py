"""Admission of a catalog: every schema compiled, and one bundle or none (rows T4 to T6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

from .admitted import AdmittedCatalog, AdmittedTool, RejectedTool
from .authority import Authority, as_authority
from .catalog import MAX_TOOLS, ToolCatalog
from .catalog_errors import CatalogError, about_tool, quoted
from .descriptors import ToolDescriptor
from .errors import SchemawrightError, UnsupportedCapabilityError
from .foreign_options import refuse_foreign_options
from .limits import Limits
from .tool_boundary import Role, compiled

if TYPE_CHECKING:
    from .validator import Validator

Mode: TypeAlias = Literal["strict", "quarantine"]

_MEMBERS: dict[Role, str] = {"tool_input": "inputSchema", "tool_output": "outputSchema"}


def admit_batch(
    tools: object,
    *,
    mode: Mode = "strict",
    authority: object = None,
    backends: Collection[str] | None = None,
    max_tools: int = MAX_TOOLS,
    **options: object,
) -> AdmittedCatalog:
    """The executable bundle of `tools`: a `ToolCatalog`, a `tools/list` result, or an iterable of tools or descriptors.

    `mode="quarantine"` leaves out the tools whose own schema raises `UnsupportedCapabilityError`; every other error is
    fatal in both modes and leaves nothing behind: `CatalogError` (`duplicate_name`, `metadata`, `backend`,
    `authority`), `SchemaError`, `UnresolvedReferenceError`, `ExecutionFailure`. `backends` are the names that a
    descriptor's backend may be. `options` go to `compile`; raises `TypeError` for those that are not its own, and for
    another mode. What an iterable of the caller's raises while it is read comes through as it is: a page that could not
    be fetched is no fault of the catalog.
    """
    if mode not in ("strict", "quarantine"):
        raise TypeError('the mode is "strict" or "quarantine"')
    refuse_foreign_options(options)
    if "role" in options:
        raise TypeError("the role of a tool's schema is fixed: leave role= out")
    limits = options.get("limits")
    if not isinstance(tools, ToolCatalog):
        tools = ToolCatalog.from_tools_list(
            tools, limits=limits if isinstance(limits, Limits) else Limits(), max_tools=max_tools
        )
    if backends is not None:
        _check_backends(tools, backends)
    granted = None if authority is None else as_authority(authority)
    return _admit(tools, mode, granted, _Source.of(tools, options))


@dataclass(frozen=True, slots=True)
class _Source:
    """Where validators come from: a package's own, or the compiler with the caller's options."""

    prepared: Mapping[tuple[str, str], Validator] | None
    options: dict[str, object]

    @classmethod
    def of(cls, catalog: ToolCatalog, options: Mapping[str, object]) -> _Source:
        if catalog.prepared is not None and options:
            raise TypeError(f"{min(options)}= was fixed when the package was built: leave it out")
        return cls(catalog.prepared, dict(options))

    def validator(self, descriptor: ToolDescriptor, role: Role) -> Validator | None:
        """The validator of the tool's schema in this role, where it has one."""
        if self.prepared is not None:
            return self.prepared.get((descriptor.name, role))
        schema = descriptor.held_schema(role)
        if schema is None:
            return None
        return compiled(schema, {**self.options, "role": role})


def _admit(catalog: ToolCatalog, mode: Mode, authority: Authority | None, source: _Source) -> AdmittedCatalog:
    registry: dict[str, AdmittedTool] = {}
    rejected: list[RejectedTool] = []
    for descriptor in catalog:
        verdict = _admitted(descriptor, mode, source)
        if isinstance(verdict, RejectedTool):
            rejected.append(verdict)
        else:
            registry[descriptor.name] = verdict
    if authority is not None:
        # An empty bundle can run nothing, so it grants nothing, whatever the grants were for.
        authority = authority.without([tool.name for tool in rejected]) if registry else authority.without_grants()
    return AdmittedCatalog(MappingProxyType(registry), tuple(rejected), authority)


def _admitted(descriptor: ToolDescriptor, mode: Mode, source: _Source) -> AdmittedTool | RejectedTool:
    validators: dict[Role, Validator | None] = {}
    unsupported: RejectedTool | None = None
    for role, member in _MEMBERS.items():
        try:
            validators[role] = source.validator(descriptor, role)
        except SchemawrightError as error:
            if mode == "strict" or not isinstance(error, UnsupportedCapabilityError):
                raise about_tool(error, descriptor.name, member) from error.__cause__
            _forget_frames(error)
            # The other schema is still compiled: its errors may be fatal.
            unsupported = unsupported or RejectedTool(descriptor.name, descriptor.revision, error, role)
    if unsupported is not None:
        return unsupported
    input_validator = validators["tool_input"]
    if input_validator is None:
        raise CatalogError(f"tool {quoted(descriptor.name)} has no validator for its input")
    return AdmittedTool(descriptor, input_validator, validators["tool_output"])


def _check_backends(catalog: ToolCatalog, backends: Collection[str]) -> None:
    known = frozenset(backends)
    for descriptor in catalog:
        backend = descriptor.backend
        if backend is None or (isinstance(backend, str) and backend not in known):
            raise CatalogError(f"tool {quoted(descriptor.name)} has no known backend", code="backend")


def _forget_frames(error: BaseException) -> None:
    """Drop the tracebacks of an error that is kept: their frames would keep everything that was compiled."""
    for link in _chain(error):
        link.__traceback__ = None


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        link = waiting.pop()
        if link is not None and id(link) not in seen:
            seen.add(id(link))
            waiting += (link.__cause__, link.__context__)
            yield link
