"""Descriptors: one tool retained unchanged, or refused (rows T1, T2, T4, T9)."""

from __future__ import annotations

import collections
import copy
import pickle
import types
from typing import Any

import pytest

from schemawright.runtime.admission import admit_batch
from schemawright.runtime.catalog_errors import CatalogError
from schemawright.runtime.descriptors import ToolDescriptor
from schemawright.runtime.errors import (
    ExecutionFailure,
    SchemaError,
    SchemawrightError,
)
from schemawright.runtime.limits import Limits

PLAIN: Any = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}


def tool(name: str, schema: Any = PLAIN, **members: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": schema, **members}


def outcome(tools: list[dict[str, Any]], mode: Any) -> dict[str, Any]:
    try:
        admitted = admit_batch(tools, mode=mode)
    except SchemawrightError as error:
        return {"error": error.code, "class": error.error_class, "message": str(error)}
    return {"accepted": list(admitted.accepted), "rejected": [item.name for item in admitted.rejected]}


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for _ in range(depth):
        schema = {"not": schema}
    return schema


def test_t9_descriptor_retains_schema_unchanged() -> None:
    """Neither the host's later changes nor a reader's reach the descriptor."""
    given_schema: Any = copy.deepcopy(PLAIN)
    listed = tool("t", given_schema, outputSchema={"type": "object"}, description="d", title="T", _meta={"a": [1]})
    descriptor = ToolDescriptor.from_mcp(listed)
    given_schema["properties"]["q"]["type"] = "integer"
    descriptor.input_schema["properties"]["q"]["type"] = "integer"
    descriptor.metadata["_meta"]["a"].append(2)
    assert descriptor.input_schema == PLAIN
    assert descriptor.output_schema == {"type": "object"}
    assert descriptor.metadata == {"title": "T", "_meta": {"a": [1]}}
    assert descriptor.to_mcp() == {**listed, "inputSchema": PLAIN}
    assert descriptor.description == "d"
    with pytest.raises(AttributeError):
        descriptor.name = "other"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del descriptor.name


def test_descriptor_spellings_and_keywords_agree() -> None:
    """An MCP tool, its Python spelling and keyword arguments give one revision."""
    wire = ToolDescriptor.from_mcp(tool("t", description="d", annotations={"readOnlyHint": True}))
    python = ToolDescriptor.from_mcp(
        {"name": "t", "input_schema": PLAIN, "description": "d", "annotations": {"readOnlyHint": True}, "title": None}
    )
    keywords = ToolDescriptor("t", input_schema=PLAIN, description="d", annotations={"readOnlyHint": True})
    assert wire == python == keywords
    assert hash(wire) == hash(keywords)
    assert wire.annotations == {"readOnlyHint": True}
    assert pickle.loads(pickle.dumps(wire)) == copy.deepcopy(wire) == wire  # noqa: S301 - its own text
    assert "sha256:" in repr(wire)
    assert wire != "t"


def test_revision_is_of_the_whole_descriptor() -> None:
    """Another text, schema, kind of number or backend name is another revision; the order of members is not."""
    base = ToolDescriptor.from_mcp(tool("t"))
    assert base.revision == ToolDescriptor.from_mcp(tool("t", dict(reversed(PLAIN.items())))).revision
    others = [
        tool("u"),
        tool("t", description="d"),
        tool("t", {**PLAIN, "const": 1}),
        tool("t", {**PLAIN, "const": 1.0}),
        tool("t", {**PLAIN, "const": True}),
        tool("t", outputSchema=PLAIN),
    ]
    revisions = {ToolDescriptor.from_mcp(item).revision for item in others}
    revisions.add(ToolDescriptor("t", input_schema=PLAIN, backend="b").revision)
    assert len(revisions | {base.revision}) == len(others) + 2


@pytest.mark.parametrize(
    "schema",
    [
        collections.OrderedDict(PLAIN),
        types.MappingProxyType(PLAIN),
        collections.ChainMap({"type": "object"}, PLAIN),
        collections.UserDict(PLAIN),
    ],
)
def test_t2_host_schemas_are_any_mapping(schema: Any) -> None:
    """Mappings that are not dicts are read as what they hold."""
    assert ToolDescriptor("t", input_schema=schema).input_schema == PLAIN


class TwoNames(collections.UserDict):
    def items(self) -> Any:
        return [("type", "object"), ("type", "array")]


class Exploding(collections.UserDict):
    def items(self) -> Any:
        raise RuntimeError("secret")


class SilentName(Exploding):
    def get(self, *_: Any) -> Any:
        raise RuntimeError("secret")


def cyclic() -> dict[str, Any]:
    schema: dict[str, Any] = {}
    schema["not"] = schema
    return schema


@pytest.mark.parametrize(
    ("schema", "code"),
    [
        (None, "invalid_schema"),
        (True, "invalid_schema"),
        (False, "invalid_schema"),
        ("{}", "invalid_schema"),
        ([], "invalid_schema"),
        ({1: 2}, "invalid_schema"),
        ({"const": (1,)}, "invalid_schema"),
        ({"const": float("nan")}, "invalid_schema"),
        ({"const": b""}, "invalid_schema"),
        ({"a": ["\ud800"]}, "invalid_schema"),
        (Exploding(), "invalid_schema"),
        (TwoNames(PLAIN), "invalid_schema"),
        (cyclic(), "schema_depth"),
        (nested(100_000), "schema_depth"),
        ({"enum": [0] * 100_001}, "schema_nodes"),
        ({"enum": ["x" * 600_000] * 2}, "schema_bytes"),
        ({"enum": [1 << 200_000]}, "digits"),
    ],
    ids=range(17),
)
def test_t1_t2_schemas_that_cannot_be_held(schema: Any, code: str) -> None:
    """What is not a bounded JSON object is refused in both modes, and nothing of it is echoed."""
    for mode in ("strict", "quarantine"):
        found = outcome([tool("fine"), tool("t", schema)], mode)
        assert found["error"] == code
        assert "secret" not in str(found)


def test_schema_error_names_tool_and_path() -> None:
    """The message names the tool, bounded, and the schema path is kept."""
    with pytest.raises(SchemaError, match="tool 't', inputSchema") as caught:
        ToolDescriptor("t", input_schema={"a/b": [{"c~": {1: 2}}]})
    assert caught.value.schema_path == "#/a~1b/0/c~0"
    deep = nested(480)
    with pytest.raises(ExecutionFailure, match="tool 't', inputSchema"):
        ToolDescriptor("t", input_schema=deep)
    with pytest.raises(ExecutionFailure, match="nested"):
        ToolDescriptor("t", input_schema=nested(3_000), limits=Limits(max_schema_depth=5_000))
    with pytest.raises(SchemaError) as caught:
        admit_batch([tool("\x1b" + "n" * 300, {"type": "string"})])
    assert caught.value.schema_path.startswith("#")
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "listed",
    [
        7,
        None,
        "name",
        {"inputSchema": PLAIN},
        {"name": 5, "inputSchema": PLAIN},
        {"name": None, "inputSchema": PLAIN},
        {"name": "x" * 2_000, "inputSchema": PLAIN},
        {"name": "\ud800", "inputSchema": PLAIN},
        {1: 2, "name": "t", "inputSchema": PLAIN},
        tool("t", description=5),
        tool("t", annotations=[]),
        tool("t", title={}),
        tool("t", _meta=1),
        tool("t", extra={1, 2}),
        tool("t", extra="\ud800"),
        tool("t", input_schema=PLAIN),
        Exploding(),
        SilentName(),
    ],
    ids=range(18),
)
def test_t4_metadata_errors_are_fatal(listed: Any) -> None:
    """A descriptor whose own members are wrong ends the batch in both modes."""
    for mode in ("strict", "quarantine"):
        with pytest.raises(CatalogError) as caught:
            admit_batch([tool("fine"), listed], mode=mode)
        assert (caught.value.code, caught.value.error_class) == ("metadata", "validation")


def test_metadata_may_not_hide_a_schema() -> None:
    """Metadata cannot bring a second name, schema or description."""
    metadata: Any
    for metadata in ({"inputSchema": {}}, {"name": "u"}, {"output_schema": {}}, {"description": "e"}):
        with pytest.raises(CatalogError):
            ToolDescriptor("t", input_schema=PLAIN, description="d", metadata=metadata)


@pytest.mark.parametrize("missing", [{"name": "t"}, tool("t", outputSchema=None), tool("t", outputSchema=True)])
def test_t1_missing_and_null_schemas(missing: dict[str, Any]) -> None:
    """A missing input schema and a null output schema are malformed, never 'anything goes'."""
    assert outcome([missing], "quarantine")["error"] == "invalid_schema"


def test_t4_backend_errors_are_fatal() -> None:
    """A backend is a name that the host knows, or callable."""
    backend: Any
    for backend in ("", 5, ["b"]):
        with pytest.raises(CatalogError) as caught:
            ToolDescriptor("t", input_schema=PLAIN, backend=backend)
        assert caught.value.code == "backend"
    for backend in ("other", None):
        for mode in ("strict", "quarantine"):
            with pytest.raises(CatalogError) as caught:
                admit_batch([ToolDescriptor("t", input_schema=PLAIN, backend=backend)], mode=mode, backends={"b"})
            assert caught.value.code == "backend"
    known = [ToolDescriptor("t", input_schema=PLAIN, backend="b"), ToolDescriptor("u", input_schema=PLAIN, backend=len)]
    assert admit_batch(known, backends={"b"}).registry["u"].descriptor.backend is len
