"""What the user names, as named schemas: catalogs of tools, schema files, and folders of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from schemawright.runtime.catalog import ToolCatalog
from schemawright.runtime.catalog_errors import quoted
from schemawright.runtime.errors import SchemawrightError
from schemawright.runtime.json_text import JSON, MAX_DEPTH, parse_json
from schemawright.runtime.limits import Limits

from .refusal import Refusal, reason

MAX_CATALOG_BYTES = 67_108_864
SCHEMA_MEMBERS = frozenset({"$schema", "$ref", "$defs", "type", "properties", "allOf", "anyOf", "oneOf"})
MEMBERS = {"tool_input": "inputSchema", "tool_output": "outputSchema"}


@dataclass(frozen=True, slots=True)
class NamedSchema:
    """A schema to build: of a tool in one of its roles, or (role `None`) of a file that is no catalog."""

    name: str
    role: str | None
    schema: JSON

    @property
    def title(self) -> str:
        """What the module's header calls it."""
        return self.name if self.role is None else f"{self.name}, {MEMBERS[self.role]}"

    @property
    def label(self) -> str:
        """What an error calls it."""
        return f"schema {quoted(self.name)}" if self.role is None else f"tool {quoted(self.name)}, {MEMBERS[self.role]}"


@dataclass(frozen=True, slots=True)
class Sources:
    """Every schema to build, the tools as they were listed, and what the user should know of them."""

    schemas: tuple[NamedSchema, ...]
    tools: tuple[JSON, ...] = ()
    warnings: tuple[str, ...] = field(default=())


def read_sources(paths: Iterable[Path], limits: Limits) -> Sources:
    """The schemas of all the paths together; raises `Refusal` for what cannot be read or is malformed."""
    schemas: list[NamedSchema] = []
    listed: list[JSON] = []
    warnings: list[str] = []
    for path in paths:
        for file in _files(path):
            value = read_json(file)
            tools = tools_of(value, file)
            if tools is None:
                schemas.append(NamedSchema(_stem(file), None, value))
                continue
            listed.extend(tools)
            if _next_page(value):
                warnings.append(f"{file}: the catalog has a next page (nextCursor), which is not in this file")
    catalog = _catalog(listed, limits)
    for descriptor in catalog:
        for role in MEMBERS:
            schema = descriptor.held_schema(role)
            if schema is not None:
                schemas.append(NamedSchema(descriptor.name, role, schema))
    _refuse_twins(schemas)
    return Sources(tuple(schemas), tuple(descriptor.to_mcp() for descriptor in catalog), tuple(warnings))


def read_json(path: Path) -> JSON:
    """The JSON value of a file, read strictly; raises `Refusal`."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_CATALOG_BYTES + 1)
    except OSError as error:
        raise Refusal(
            f"{path} cannot be read: {reason(error)}", "name a file that exists and that you may read"
        ) from None
    try:
        return parse_json(text, max_bytes=MAX_CATALOG_BYTES, max_depth=MAX_DEPTH)
    except SchemawrightError as error:
        raise Refusal.of(error, str(path)) from None


def read_schema(path: Path) -> JSON:
    """The schema of a file; raises `Refusal` for a catalog, which as a schema would allow everything."""
    value = read_json(path)
    if tools_of(value, path) is not None:
        raise Refusal(f"{path} is a catalog of tools, not a schema", "name a schema file, or a module that was built")
    return value


def read_tools(path: Path) -> list[JSON]:
    """The tools that a catalog file lists; raises `Refusal` where it is none."""
    tools = tools_of(read_json(path), path)
    if tools is None:
        raise Refusal(f"{path} is not a catalog", 'name the result of tools/list, or a file with {"tools": [...]}')
    return tools


def tools_of(value: JSON, path: Path) -> list[JSON] | None:
    """The tools of a `tools/list` answer or result or of a list of tools, `None` for what is to be read as a schema.

    Raises `Refusal` for a catalog without a list of tools: as a schema it would allow everything.
    """
    if isinstance(value, list):
        return value
    if not isinstance(value, dict) or SCHEMA_MEMBERS & value.keys():
        return None
    if "jsonrpc" in value or ("result" in value and "tools" not in value):
        value = value.get("result")
    elif "tools" not in value:
        return None
    tools = value.get("tools") if isinstance(value, dict) else None
    if not isinstance(tools, list):
        raise Refusal(f"{path} lists no tools", 'give what a server answers to tools/list: {"tools": [...]}')
    return tools


def _next_page(value: JSON) -> bool:
    if isinstance(value, dict) and isinstance(value.get("result"), dict):
        value = value["result"]
    return isinstance(value, Mapping) and bool(value.get("nextCursor"))


def _catalog(listed: list[JSON], limits: Limits) -> ToolCatalog:
    try:
        return ToolCatalog.from_tools_list(listed, limits=limits)
    except SchemawrightError as error:
        raise Refusal.of(error) from None


def _files(path: Path) -> Iterator[Path]:
    """The file itself, or the folder's JSON files in order; hidden ones are left out."""
    if not path.is_dir():
        yield path
        return
    try:
        found = sorted(file for file in path.iterdir() if file.suffix == ".json" and not file.name.startswith("."))
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {reason(error)}", "name a folder that you may read") from None
    if not found:
        raise Refusal(f"{path} holds no JSON file", "name a folder with catalogs or schemas in files called *.json")
    yield from found


def _stem(file: Path) -> str:
    name = file.stem
    if any("\ud800" <= character <= "\udfff" for character in name):
        raise Refusal(f"{file} has a name that is not text", "rename the file: its name becomes the module's")
    return name


def _refuse_twins(schemas: Iterable[NamedSchema]) -> None:
    seen: set[str] = set()
    for schema in schemas:
        if schema.role == "tool_output":
            continue
        if schema.name in seen:
            raise Refusal(
                f"two sources have the name {quoted(schema.name)}",
                "rename one of them, or build them into separate folders",
            )
        seen.add(schema.name)
