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

from .dialect import DRAFT_07, DRAFT_2020_12
from .keywords.annotation import META_DATA
from .refusal import Refusal, reason, warn

MAX_CATALOG_BYTES = 67_108_864
SCHEMA_MEMBERS = frozenset({"$schema", "$ref", "$defs", "type", "properties", "allOf", "anyOf", "oneOf"})
MEMBERS = {"tool_input": "inputSchema", "tool_output": "outputSchema"}

MEND_EMPTY = 'name what a server answers to tools/list: {"tools": [...]} with at least one tool'
KINDS: Mapping[type, str] = {str: "a string", list: "an array", type(None): "null", object: "a number"}

ANNOTATIONS = {"$comment", *META_DATA}
TELLING = {*DRAFT_07, *(keyword for table in DRAFT_2020_12.values() for keyword in table)} - ANNOTATIONS
SAYS_NOTHING = "no keyword of JSON Schema is in it that limits anything, so it accepts"


@dataclass(frozen=True, slots=True)
class NamedSchema:
    """A schema to build: of a tool in one of its roles, or (role `None`) of a file that is no catalog."""

    name: str
    role: str | None
    schema: JSON
    file: Path

    @property
    def title(self) -> str:
        """What the module's header calls it."""
        return self.name if self.role is None else f"{self.name}, {MEMBERS[self.role]}"

    @property
    def label(self) -> str:
        """What an error or a warning calls it."""
        tool = "" if self.role is None else f": tool {quoted(self.name)}, {MEMBERS[self.role]}"
        return f"{self.file}{tool}"

    @property
    def accepts(self) -> str:
        """What matches where the schema limits nothing: a tool's has an object root all the same."""
        return "everything" if self.role is None else "every object"


@dataclass(frozen=True, slots=True)
class Sources:
    """Every schema to build, the tools as they were listed, and what the user should know of them."""

    schemas: tuple[NamedSchema, ...]
    tools: tuple[JSON, ...] = ()
    warnings: tuple[str, ...] = field(default=())


def read_sources(paths: Iterable[Path], limits: Limits) -> Sources:
    """The schemas of all the paths together; raises `Refusal` for what cannot be read or is malformed, and for none."""
    files = [file for path in paths for file in _files(path)]
    schemas: list[NamedSchema] = []
    tools: list[JSON] = []
    warnings: list[str] = []
    for file in files:
        value = read_json(file)
        listed = tools_of(value, file)
        if listed is None:
            schemas.append(NamedSchema(_stem(file), None, checked_schema(value, file), file))
            continue
        catalog = read_catalog(listed, file, limits)
        tools.extend(descriptor.to_mcp() for descriptor in catalog)
        schemas.extend(_schemas(catalog, file))
        warnings.extend(_about_catalog(value, listed, file))
    if not schemas:
        raise Refusal(f"{', '.join(map(str, files))}: no tool is listed, so there is nothing to build", MEND_EMPTY)
    _refuse_twins(schemas)
    warnings.extend(
        f"{schema.label}: {SAYS_NOTHING} {schema.accepts}" for schema in schemas if says_nothing(schema.schema)
    )
    return Sources(tuple(schemas), tuple(tools), tuple(warnings))


def _schemas(catalog: ToolCatalog, file: Path) -> Iterator[NamedSchema]:
    for descriptor in catalog:
        for role in MEMBERS:
            schema = descriptor.held_schema(role)
            if schema is not None:
                yield NamedSchema(descriptor.name, role, schema, file)


def _about_catalog(value: JSON, listed: list[JSON], file: Path) -> Iterator[str]:
    if not listed:
        yield f"{file}: no tool is listed"
    if _next_page(value):
        yield f"{file}: the catalog has a next page (nextCursor), which is not in this file"


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
    """The schema of a file; raises `Refusal` for a catalog, which as a schema would allow everything.

    Any other object is a schema; where it does not look like one, the user is told.
    """
    value = read_json(path)
    if tools_of(value, path) is not None:
        raise Refusal(f"{path} is a catalog of tools, not a schema", "name a schema file, or a module that was built")
    if says_nothing(value):
        warn([f"{path}: {SAYS_NOTHING} everything"])
    return checked_schema(value, path)


def checked_schema(value: JSON, path: Path) -> JSON:
    """`value` where it can be a schema; raises `Refusal` for what the compiler would read as JSON text once more."""
    if not isinstance(value, dict | bool):
        kind = next(name for kinds, name in KINDS.items() if isinstance(value, kinds))
        raise Refusal(f"{path} holds {kind}, and a schema is an object or a boolean", "name a file that holds a schema")
    return value


def says_nothing(schema: JSON) -> bool:
    """Whether an object has members, but none by which it is a schema: another JSON file, or a misspelt keyword.

    Annotations alone are no sign: they are what a deliberate "anything" has, and `description` stands in many files.
    """
    return isinstance(schema, dict) and not schema.keys() & TELLING and bool(schema.keys() - ANNOTATIONS)


def read_tools(path: Path, limits: Limits) -> ToolCatalog:
    """The tools that a catalog file lists; raises `Refusal` where it is no catalog."""
    tools = tools_of(read_json(path), path)
    if tools is None:
        raise Refusal(f"{path} is not a catalog", 'name the result of tools/list, or a file with {"tools": [...]}')
    return read_catalog(tools, path, limits)


def tools_of(value: JSON, path: Path) -> list[JSON] | None:
    """The tools of a `tools/list` answer or result or of a list of tools, `None` for what is to be read as a schema.

    Raises `Refusal` for a catalog without a list of tools: as a schema it would allow everything.
    """
    if isinstance(value, list):
        return value
    if not isinstance(value, dict) or SCHEMA_MEMBERS & value.keys():
        return None
    if "jsonrpc" in value or (value.keys() & {"result", "error"} and "tools" not in value):
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


def read_catalog(listed: list[JSON], path: Path, limits: Limits) -> ToolCatalog:
    """The catalog of the tools that this file lists; raises `Refusal` for a malformed one."""
    try:
        return ToolCatalog.from_tools_list(listed, limits=limits)
    except SchemawrightError as error:
        raise Refusal.of(error, str(path)) from None


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
    seen: dict[str, Path] = {}
    for schema in schemas:
        if schema.role == "tool_output":
            continue
        if schema.name in seen:
            raise Refusal(
                f"two sources have the name {quoted(schema.name)}: {seen[schema.name]} and {schema.file}",
                "rename one of them, or build them into separate folders",
            )
        seen[schema.name] = schema.file
