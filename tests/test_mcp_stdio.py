"""A real client talks to a real server in a process of its own, with an adapter in between."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

from .mcp_catalog import SECRET

pytest.importorskip("mcp", reason="the SDK is not installed: pip install 'schemawright[mcp]'")

from mcp import Client, StdioServerParameters

from schemawright.runtime.mcp import validate_message
from schemawright.runtime.mcp.adapters.client import InvalidToolResultError, check_session

SERVER = Path(__file__).resolve().parent / "mcp_stdio_server.py"


def talk(log, adapter, talk_to):
    """What `talk_to` returns, given a client of a server with this adapter."""
    parameters = StdioServerParameters(command=sys.executable, args=[str(SERVER), str(log), adapter])

    async def run():
        async with asyncio.timeout(120):
            async with Client(parameters, mode="legacy") as client:
                return await talk_to(client)

    return asyncio.run(run())


def reached(log):
    """The calls that reached the handler."""
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()] if log.exists() else []


@pytest.mark.parametrize("adapter", ["handlers", "middleware"])
def test_an_adapter_between_client_and_server(tmp_path, adapter):
    """Good calls pass, bad ones are refused before the handler runs, quarantined tools are not listed."""

    async def conversation(client):
        listing = await client.list_tools()
        good = await client.call_tool("add", {"a": 1, "b": 2})
        bad = await client.call_tool("add", {"a": SECRET, "b": 2})
        unseen = await client.call_tool("odd", {})
        overflow = await client.call_tool("add", {"a": 1, "b": -1})
        return listing, good, bad, unseen, overflow

    log = tmp_path / "calls.jsonl"
    listing, good, bad, unseen, overflow = talk(log, adapter, conversation)
    assert [tool.name for tool in listing.tools] == ["add", "echo"]
    assert (good.is_error, good.structured_content) == (False, {"sum": 3})
    assert (bad.is_error, unseen.is_error, overflow.is_error) == (True, True, True)
    assert "'add'" in bad.content[0].text
    assert "- /a: " in bad.content[0].text
    assert "- /sum: " in overflow.content[0].text
    assert SECRET not in bad.model_dump_json()
    assert reached(log) == [["add", {"a": 1, "b": 2}], ["add", {"a": 1, "b": -1}]]
    wire = {"jsonrpc": "2.0", "id": 1, "result": bad.model_dump(by_alias=True, mode="json", exclude_none=True)}
    assert validate_message(wire, request="tools/call") == "CallToolResult"


def test_without_an_adapter_everything_reaches_the_handler(tmp_path):
    """What the adapters are for: the SDK's low-level server applies no schema; the client's check finds the result."""

    async def conversation(client):
        check_session(client.session)
        assert [tool.name for tool in (await client.list_tools()).tools] == ["add", "echo", "odd"]
        await client.call_tool("add", {"a": 100, "b": 2})
        with pytest.raises(InvalidToolResultError, match="/sum"):
            await client.call_tool("add", {"a": 1, "b": -1})

    log = tmp_path / "calls.jsonl"
    talk(log, "none", conversation)
    assert reached(log) == [["add", {"a": 100, "b": 2}], ["add", {"a": 1, "b": -1}]]
