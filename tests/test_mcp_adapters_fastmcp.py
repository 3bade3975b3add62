"""The FastMCP middleware, against FastMCP in process: checked before coercion, and quarantined tools not listed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from schemawright.runtime import UnsupportedCapabilityError, admit_batch

from .mcp_catalog import ADD, ECHO, ODD, PAIR, SECRET, SUM

pytest.importorskip("fastmcp", reason="FastMCP is not installed: pip install 'schemawright[fastmcp]'")

from fastmcp import Client, FastMCP
from fastmcp.tools.base import InputRequiredToolResult, Tool, ToolResult
from mcp import MCPError
from mcp_types import InputRequiredResult

from schemawright.runtime.mcp.adapters.fastmcp import ToolMiddleware


class Advertised(Tool):
    """A tool with schemas of its own, which FastMCP advertises and does not apply."""

    answer: dict[str, Any]
    calls: list[Any]

    async def run(self, arguments):
        self.calls.append(arguments)
        return ToolResult(content="done", **self.answer)


def advertised(tool, **answer):
    return Advertised(
        name=tool["name"],
        parameters=tool["inputSchema"],
        output_schema=tool.get("outputSchema"),
        answer=answer,
        calls=[],
    )


def server_of(*tools, **options):
    server = FastMCP("test", middleware=[ToolMiddleware(**options)])
    for tool in tools:
        server.add_tool(tool)
    return server


def functions():
    server = server_of()
    calls = []

    @server.tool
    def add(a: int, b: int = 2) -> dict[str, int]:
        """Add."""
        calls.append((a, b))
        return {"sum": a + b}

    @server.tool
    def count(words: list[str]) -> int:
        """A scalar, which FastMCP wraps."""
        return len(words)

    return server, calls


def call(server, name, arguments):
    async def run():
        async with Client(server) as client:
            return await client.call_tool(name, arguments, raise_on_error=False)

    return asyncio.run(run())


def listed(server):
    async def run():
        async with Client(server) as client:
            return [tool.name for tool in await client.list_tools()]

    return asyncio.run(run())


def text(result):
    return result.content[0].text


def test_good_calls_pass():
    server, calls = functions()
    assert call(server, "add", {"a": 1}).structured_content == {"sum": 3}
    assert call(server, "count", {"words": ["a", "b"]}).structured_content == {"result": 2}
    assert calls == [(1, 2)]


def test_what_the_framework_would_coerce_is_refused():
    """The advertised schema says integer; FastMCP alone would take the text."""
    server, calls = functions()
    refused = call(server, "add", {"a": "1"})
    assert refused.is_error
    assert "'add'" in text(refused)
    assert "- /a: " in text(refused)
    assert calls == []


def test_a_refusal_repeats_no_value():
    tool = advertised(ADD, structured_content={"sum": 1})
    refused = call(server_of(tool), "add", {"a": SECRET, "b": 1})
    assert refused.is_error
    assert SECRET not in str(refused)
    assert tool.calls == []
    assert not call(server_of(tool), "add", {"a": 1, "b": 1}).is_error


@pytest.mark.parametrize(
    ("answer", "place"), [({"structured_content": {"sum": SECRET}}, "- /sum: "), ({}, "structuredContent")]
)
def test_a_bad_result_does_not_leave(answer, place):
    tool = advertised(ADD, **answer)
    refused = call(server_of(tool), "add", {"a": 1, "b": 1})
    assert (refused.is_error, refused.structured_content) == (True, None)
    assert place in text(refused)
    assert SECRET not in str(refused)
    assert len(tool.calls) == 1


def test_an_error_of_the_tool_passes():
    assert text(call(server_of(advertised(ADD, is_error=True)), "add", {"a": 1, "b": 1})) == "done"


def test_a_question_to_the_client_passes():
    """Since 2026-07-28 a tool may ask before it answers: that is no result yet, and promises nothing."""
    server = server_of()

    @server.tool(output_schema=SUM)
    def add(a: int) -> InputRequiredResult:
        """Ask."""
        return InputRequiredResult(request_state="here")

    assert isinstance(asyncio.run(server.call_tool("add", {"a": 1})), InputRequiredToolResult)


def test_quarantined_tools_are_neither_listed_nor_called():
    odd = advertised(ODD)
    server = server_of(advertised(ECHO), odd, schema_admission="quarantine")
    assert listed(server) == ["echo"]
    refused = call(server, "odd", {})
    assert refused.is_error
    assert text(refused).replace("odd", "other") == text(call(server, "other", {}))
    assert odd.calls == []


def test_strict_admission_refuses():
    """The host learns why, the caller does not; other tools are judged by themselves."""
    odd = advertised(ODD)
    server = server_of(advertised(ECHO), odd)
    refused = asyncio.run(server.call_tool("odd", {}))
    assert refused.is_error
    assert "not admitted" in text(refused)
    assert "example.org" not in text(refused)
    assert odd.calls == []
    assert not asyncio.run(server.call_tool("echo", {})).is_error
    with pytest.raises(MCPError) as raised:
        listed(server)
    assert "example.org" not in str(raised.value)
    with pytest.raises(UnsupportedCapabilityError):
        asyncio.run(server.list_tools())


def test_a_catalog_of_the_caller():
    """It decides, whatever the server advertises."""
    lax = advertised({**ADD, "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}})
    server = server_of(lax, advertised(ECHO), catalog=admit_batch([ADD]))
    assert listed(server) == ["add"]
    assert call(server, "echo", {}).is_error
    assert call(server, "add", {"a": 1}).is_error
    assert call(server, "add", {"a": 1, "b": 2}).is_error  # no structured content
    assert len(lax.calls) == 1
    with pytest.raises(TypeError, match="format_assertion"):
        ToolMiddleware(admit_batch([ADD]), format_assertion=True)


def test_the_options_of_admission_hold():
    dated = {**ECHO, "inputSchema": {"type": "object", "properties": {"at": {"type": "string", "format": "date"}}}}
    assert not call(server_of(advertised(dated)), "echo", {"at": "x"}).is_error
    assert call(server_of(advertised(dated), format_assertion=True), "echo", {"at": "x"}).is_error


def test_each_version_of_a_tool_is_judged_by_its_own_schema():
    """FastMCP keeps several versions under one name: a call is checked by the one that runs."""
    server = server_of()

    @server.tool(name="add", version="1")
    def first(a: str) -> str:
        """Text."""
        return a

    @server.tool(name="add", version="2")
    def second(a: int) -> int:
        """A number."""
        return a

    async def run():
        async with Client(server) as client:
            return [
                (await client.call_tool("add", {"a": value}, version=version, raise_on_error=False)).is_error
                for version, value in (("1", "x"), ("1", 1), ("2", "x"), ("2", 1), (None, 1), (None, "x"))
            ]

    assert asyncio.run(run()) == [False, True, True, False, False, True]


def test_mounted_servers_are_checked_by_what_the_outer_one_shows():
    inner = FastMCP("inner")
    inner.add_tool(tool := advertised(ADD, structured_content={"sum": 1}))
    outer = server_of()
    outer.mount(inner, namespace="inner")
    assert listed(outer) == ["inner_add"]
    assert call(outer, "inner_add", {"a": SECRET, "b": 1}).is_error
    assert not call(outer, "inner_add", {"a": 1, "b": 1}).is_error
    assert len(tool.calls) == 1


def test_references_that_the_listing_inlines():
    """The schema on the wire differs from the one in the server; the verdicts do not."""
    schema = {"type": "object", "properties": {"pair": {"$ref": "#/$defs/pair"}}, "$defs": {"pair": PAIR}}
    server = server_of(
        advertised({"name": "add", "inputSchema": schema, "outputSchema": SUM}, structured_content={"sum": 1})
    )
    assert not call(server, "add", {"pair": {"a": 1, "b": 1}}).is_error
    assert call(server, "add", {"pair": {"a": 100, "b": 1}}).is_error
