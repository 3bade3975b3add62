"""What a tool's author listed: names, texts and schemas, retained unchanged and out of anybody's reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeAlias, cast

from .catalog_errors import CatalogError, about_tool, quoted
from .digest import schema_digest
from .errors import SchemaError, SchemawrightError
from .limits import Limits
from .snapshot import snapshot, thaw

MAX_NAME_LENGTH = 1_024

Backend: TypeAlias = str | Callable[..., object] | None
JsonObject: TypeAlias = dict[str, Any]

_DEFAULT_LIMITS = Limits()
_SPELLINGS = {"inputSchema": "input_schema", "outputSchema": "output_schema"}
_SHAPES: dict[str, type] = {"title": str, "annotations": dict, "_meta": dict, "icons": list, "execution": dict}
# What a model is shown; `_meta`, icons and the rest concern hosts only.
_FOR_PROVIDERS = ("title", "annotations")


class ToolDescriptor:
    """One tool: `name`, `description`, `input_schema`, `output_schema`, other `metadata`, `revision` and `backend`.

    Everything is copied on the way in and on the way out, so the schemas stay what the author wrote (rows D11, T9).
    Raises `CatalogError` (`metadata`, `backend`) for the descriptor's own members, `SchemaError` for a schema that is
    missing or not a JSON object, `ExecutionFailure` for one that is too large to hold.
    """

    __slots__ = (
        "_backend",
        "_description",
        "_input_schema",
        "_limits",
        "_metadata",
        "_name",
        "_output_schema",
        "_revision",
    )

    _backend: Backend
    _description: str | None
    _input_schema: JsonObject
    _limits: Limits
    _metadata: JsonObject
    _name: str
    _output_schema: JsonObject | None
    _revision: str

    def __init__(
        self,
        name: str,
        *,
        input_schema: object,
        output_schema: object = None,
        description: str | None = None,
        annotations: object = None,
        metadata: object = None,
        backend: Backend = None,
        limits: Limits = _DEFAULT_LIMITS,
    ) -> None:
        keep = object.__setattr__
        keep(self, "_name", checked_name(name))
        keep(self, "_limits", limits)
        keep(self, "_backend", _checked_backend(name, backend))
        members = _checked_metadata(name, description, annotations, metadata, limits)
        keep(self, "_description", members.pop("description", None))
        keep(self, "_metadata", members)
        keep(self, "_input_schema", _schema(name, "inputSchema", input_schema, limits))
        has_output = output_schema is not None
        keep(self, "_output_schema", _schema(name, "outputSchema", output_schema, limits) if has_output else None)
        keep(self, "_revision", schema_digest([self._listed(), backend if isinstance(backend, str) else None]))

    @classmethod
    def from_mcp(cls, tool: object, *, backend: Backend = None, limits: Limits = _DEFAULT_LIMITS) -> ToolDescriptor:
        """The descriptor of an MCP `Tool`; members that it does not know are kept as metadata.

        The wire's spelling (`inputSchema`) and Python's (`input_schema`) are both read, but not both in one tool.
        """
        members = _members(tool)
        for wire, python in _SPELLINGS.items():
            if python in members:
                if wire in members:
                    raise CatalogError(f"a tool has both {wire} and {python}")
                members[wire] = members.pop(python)
        name = checked_name(members.pop("name", None))
        if "inputSchema" not in members:
            raise SchemaError(f"tool {quoted(name)} has no inputSchema")
        if members.get("outputSchema", members) is None:
            raise SchemaError(
                f"tool {quoted(name)}: outputSchema is null; leave the member out where there is no schema"
            )
        return cls(
            name,
            input_schema=members.pop("inputSchema"),
            output_schema=members.pop("outputSchema", None),
            description=cast("str | None", members.pop("description", None)),
            metadata=members,
            backend=backend,
            limits=limits,
        )

    @property
    def name(self) -> str:
        """The exact name, any string."""
        return self._name

    @property
    def description(self) -> str | None:
        """The author's text for models, where there is one."""
        return self._description

    @property
    def input_schema(self) -> JsonObject:
        """A copy of the schema of the arguments, as it was given."""
        return cast("JsonObject", thaw(self._input_schema))

    @property
    def output_schema(self) -> JsonObject | None:
        """A copy of the schema of structured results, as it was given, where there is one."""
        return cast("JsonObject | None", thaw(self._output_schema))

    @property
    def metadata(self) -> JsonObject:
        """A copy of the members beside name, description and schemas (`title`, `annotations`, `_meta`, ...)."""
        return cast("JsonObject", thaw(self._metadata))

    @property
    def annotations(self) -> JsonObject | None:
        """A copy of the author's claims about the tool's behaviour, where there are some."""
        return cast("JsonObject | None", thaw(self._metadata.get("annotations")))

    @property
    def revision(self) -> str:
        """The digest of the whole descriptor: another description or schema is another revision."""
        return self._revision

    @property
    def backend(self) -> Backend:
        """Who runs the tool: a name or a callable of the host's, or nothing."""
        return self._backend

    def held_schema(self, role: str) -> JsonObject | None:
        """The schema of this role itself, not a copy: for the compiler, which only reads it."""
        return self._input_schema if role == "tool_input" else self._output_schema

    def to_mcp(self) -> JsonObject:
        """A fresh MCP `Tool` with every member that was given."""
        return cast("JsonObject", thaw(self._listed()))

    def to_provider(self) -> JsonObject:
        """A fresh plain dict for a model provider: name, title, description, annotations and schemas."""
        hidden = [name for name in self._metadata if name not in _FOR_PROVIDERS]
        return cast("JsonObject", thaw({name: member for name, member in self._listed().items() if name not in hidden}))

    def _listed(self) -> JsonObject:
        """The tool as a catalog lists it, sharing this descriptor's parts."""
        listed: JsonObject = {"name": self._name}
        if self._description is not None:
            listed["description"] = self._description
        listed["inputSchema"] = self._input_schema
        if self._output_schema is not None:
            listed["outputSchema"] = self._output_schema
        return listed | self._metadata

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a tool descriptor is read-only")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a tool descriptor is read-only")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ToolDescriptor):
            return NotImplemented
        return self._revision == other._revision and self._backend is other._backend

    def __hash__(self) -> int:
        return hash(self._revision)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (self._listed(), self._backend, self._limits)

    def __repr__(self) -> str:
        return f"<ToolDescriptor {quoted(self._name)} {self._revision[:19]}>"


def checked_name(name: object) -> str:
    """`name`, where it can be a tool's: an exact string with a UTF-8 form; raises `CatalogError` (`metadata`).

    The protocol only recommends a shape for names, so any other string is admitted: a name is a key here, nothing else.
    """
    if type(name) is not str:
        raise CatalogError("a tool has no name, or one that is not a string")
    if len(name) > MAX_NAME_LENGTH:
        raise CatalogError(f"tool {quoted(name)}: the name is longer than {MAX_NAME_LENGTH} characters")
    if not name.isascii() and any("\ud800" <= character <= "\udfff" for character in name):
        raise CatalogError(f"tool {quoted(name)}: the name has a lone surrogate")
    return name


def _members(tool: object) -> JsonObject:
    if not isinstance(tool, Mapping):
        raise CatalogError("a tool is neither a descriptor nor a mapping")
    try:
        members = dict(tool.items())
    except Exception:  # noqa: BLE001 - a host's mapping may raise anything
        raise CatalogError("a tool failed or changed while it was read") from None
    if not all(type(name) is str for name in members):
        raise CatalogError("a tool has a member whose name is not a string")
    return members


def _schema(name: str, member: str, schema: object, limits: Limits) -> JsonObject:
    if not isinstance(schema, Mapping):
        raise SchemaError(f"tool {quoted(name)}, {member}: a tool schema is a JSON object", schema_path="#")
    try:
        return cast("JsonObject", snapshot(schema, limits))
    except SchemawrightError as error:
        raise about_tool(error, name, member) from None


def _checked_backend(name: str, backend: object) -> Backend:
    if backend is None or (type(backend) is str and 0 < len(backend) <= MAX_NAME_LENGTH):
        return backend
    if not isinstance(backend, str) and callable(backend):
        return backend
    raise CatalogError(f"tool {quoted(name)}: the backend is neither a name nor callable", code="backend")


def _checked_metadata(
    name: str, description: object, annotations: object, metadata: object, limits: Limits
) -> dict[str, object]:
    members = _members({} if metadata is None else metadata)
    for member, value in (("description", description), ("annotations", annotations)):
        if value is not None:
            if member in members:
                raise CatalogError(f"tool {quoted(name)} has {member} twice")
            members[member] = value
    taken = {"name", *_SPELLINGS, *_SPELLINGS.values()} & members.keys()
    if taken:
        raise CatalogError(f"tool {quoted(name)}: metadata has a member {min(taken)}")
    try:
        copied = cast(
            "JsonObject", snapshot({key: value for key, value in members.items() if value is not None}, limits)
        )
    except SchemaError as error:
        raise CatalogError(f"tool {quoted(name)}: metadata is not JSON: {error}") from None
    for member, shape in {"description": str, **_SHAPES}.items():
        if member in copied and type(copied[member]) is not shape:
            raise CatalogError(f"tool {quoted(name)}: {member} has the wrong type")
    return copied


def _rebuilt(listed: JsonObject, backend: Backend, limits: Limits) -> ToolDescriptor:
    return ToolDescriptor.from_mcp(listed, backend=backend, limits=limits)
