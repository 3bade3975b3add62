"""What admission answers: one immutable bundle, and diagnostics that stay with the trusted host."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

from .authority import Authority
from .catalog_errors import UnknownToolError, quoted
from .errors import SchemawrightError

if TYPE_CHECKING:
    from .descriptors import ToolDescriptor
    from .validator import Validator


@dataclass(frozen=True, slots=True)
class AdmittedTool:
    """A tool that may be called, with the validators of its arguments and of its structured results."""

    descriptor: ToolDescriptor
    input_validator: Validator
    output_validator: Validator | None


class HostOnly:
    """A value for the trusted host: it refuses to be pickled or copied, and so to leave the process (row T6)."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError(f"{type(self).__name__} holds rejected diagnostics, which stay with the trusted host")

    def __reduce__(self) -> NoReturn:
        self.__reduce_ex__(2)

    def __getstate__(self) -> NoReturn:
        self.__reduce_ex__(2)


class RejectedTool(HostOnly):
    """A tool that quarantine left out: its name, revision and original error, and the role of the schema that it is of.

    It refuses pickling, copying and JSON; its text shows only name, revision and code.
    """

    __slots__ = ("error", "name", "revision", "role")

    def __init__(self, name: str, revision: str, error: SchemawrightError, role: str) -> None:
        self.name = name
        self.revision = revision
        self.error = error
        self.role = role

    def __repr__(self) -> str:
        return f"<RejectedTool {quoted(self.name)} {self.revision[:19]} {self.error.code}>"


class AdmittedCatalog(HostOnly):
    """One executable bundle (row T5): registry, provider tools, narrowed authority, accepted and rejected tools."""

    __slots__ = ("_authority", "_registry", "_rejected")

    def __init__(
        self, registry: Mapping[str, AdmittedTool], rejected: tuple[RejectedTool, ...], authority: Authority | None
    ) -> None:
        self._registry = registry
        self._rejected = rejected
        self._authority = authority

    @property
    def registry(self) -> Mapping[str, AdmittedTool]:
        """The admitted tools by name, in catalog order, read-only."""
        return self._registry

    @property
    def provider_tools(self) -> list[dict[str, Any]]:
        """Fresh plain dicts of the admitted tools for a model provider; nothing of the rejected ones is in them."""
        return [tool.descriptor.to_provider() for tool in self._registry.values()]

    @property
    def authority(self) -> Authority | None:
        """The authority that was given, less the grants of rejected tools; an empty bundle grants nothing."""
        return self._authority

    @property
    def accepted(self) -> tuple[str, ...]:
        """The names of the admitted tools, in catalog order."""
        return tuple(self._registry)

    @property
    def rejected(self) -> tuple[RejectedTool, ...]:
        """What quarantine left out, in catalog order: for the trusted host only."""
        return self._rejected

    def tool(self, name: str) -> AdmittedTool:
        """The admitted tool of this name; raises `UnknownToolError`."""
        tool = self._registry.get(name) if type(name) is str else None
        if tool is None:
            raise UnknownToolError(f"no tool has the name {quoted(name) if type(name) is str else 'that was given'}")
        return tool

    def __repr__(self) -> str:
        return f"<AdmittedCatalog of {len(self._registry)} tools, {len(self._rejected)} rejected>"
