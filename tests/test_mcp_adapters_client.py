"""The client session's result check, against real sessions in process: by compiled validators, without values."""

from __future__ import annotations

import asyncio

import pytest

from schemawright.runtime import admit_batch

from .mcp_catalog import ADD, ECHO, SECRET

pytest.importorskip("mcp", reason="the SDK is not installed: pip install 'schemawright[mcp]'")

from mcp import Client
from mcp.server.lowlevel import Server
from mcp.shared.memory import create_client_server_memory_streams
from mcp_types import CallToolResult, ListToolsResult, TextContent, Tool

from schemawright.runtime.mcp.adapters.client import (
    CheckedClientSession,
    InvalidToolResultError,
    ResultChecks,
    check_session,
)


class Fixture:
    """An unchecked server that lists its tools one to a page and answers what it is told to."""

    def __init__(self, *tools):
        self.tools = [Tool.model_validate(tool) for tool in tools]
        self.answer: dict = {"structured_content": {"sum": 3}}
        self.server = Server("test", on_list_tools=self.list_tools, on_call_tool=self.call_tool)

    async def list_tools(self, ctx, params):
        at = int(params.cursor) if params is not None and params.cursor is not None else 0
        following = str(at + 1) if at + 1 < len(self.tools) else None
        return ListToolsResult(tools=self.tools[at : at + 1], next_cursor=following)

    async def call_tool(self, ctx, params):
        return CallToolResult(content=[TextContent(type="text", text="done")], **self.answer)

    def talk(self, talk_to, checks=None, mode="legacy"):
        """What `talk_to` returns, given a client whose session checks results."""

        async def run():
            failure = None
            async with Client(self.server, mode=mode) as client:
                check_session(client.session, checks)
                try:
                    return await talk_to(client)
                except RuntimeError as error:
                    failure = error  # inside, the client's task group would wrap it
            raise failure

        return asyncio.run(run())

    def call(self, name="add", checks=None, mode="legacy"):
        return self.talk(lambda client: client.call_tool(name, {}), checks, mode)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_good_results_pass(mode):
    """Whatever page the tool is listed on."""
    assert Fixture(ECHO, ADD).call(mode=mode).structured_content == {"sum": 3}


@pytest.mark.parametrize("mode", ["legacy", "auto"])
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"structured_content": {"sum": SECRET}}, "/sum"),
        ({"structured_content": {}}, "the root"),
        ({}, "structuredContent"),
    ],
)
def test_bad_results_are_refused(answer, said, mode):
    """A `RuntimeError`, as the SDK's contract says, with tool and place; the SDK's own repeats the value."""
    server = Fixture(ECHO, ADD)
    server.answer = answer
    with pytest.raises(RuntimeError) as raised:
        server.call(mode=mode)
    assert isinstance(raised.value, InvalidToolResultError)
    assert "'add'" in str(raised.value)
    assert said in str(raised.value)
    assert SECRET not in f"{raised.value}{raised.value.violations}"
    assert raised.value.error_class == "validation"


def test_errors_of_the_tool_pass():
    server = Fixture(ADD)
    server.answer = {"is_error": True}
    assert server.call().is_error


def test_tools_that_promise_nothing():
    """No output schema, or not listed at all: as in the SDK, nothing is checked."""
    assert Fixture(ADD, ECHO).call("echo").structured_content == {"sum": 3}
    assert Fixture(ADD).call("hidden").structured_content == {"sum": 3}


def test_a_schema_that_is_not_admitted():
    """A result is not taken on the word of a schema that cannot be compiled."""
    odd = {**ADD, "outputSchema": {"type": "object", "$ref": "https://example.org/elsewhere"}}
    with pytest.raises(InvalidToolResultError, match="'add' cannot be checked"):
        Fixture(odd).call()


def test_a_fresh_listing_counts():
    server = Fixture(ADD)
    server.answer = {"structured_content": {"sum": "three"}}

    async def conversation(client):
        with pytest.raises(InvalidToolResultError):
            await client.call_tool("add", {})
        server.tools = [Tool.model_validate({**ADD, "outputSchema": {"type": "object"}})]
        await client.session.list_tools()
        return (await client.call_tool("add", {})).structured_content

    assert server.talk(conversation) == {"sum": "three"}


def test_a_tool_that_is_listed_no_more():
    """A whole listing replaces what was known, so a tool that is gone from it promises nothing any more."""
    server = Fixture(ADD)
    server.answer = {"structured_content": {"sum": "three"}}

    async def conversation(client):
        await client.session.list_tools()
        server.tools = [Tool.model_validate(ECHO)]
        await client.session.list_tools()
        return (await client.call_tool("add", {})).structured_content

    assert server.talk(conversation) == {"sum": "three"}


def test_a_catalog_of_the_caller():
    """The host's catalog decides, whatever the server lists; a tool that it does not have gives no result."""
    server = Fixture({**ADD, "outputSchema": {"type": "object"}})
    server.answer = {"structured_content": {"sum": "three"}}
    assert server.call().structured_content == {"sum": "three"}
    with pytest.raises(InvalidToolResultError, match="/sum"):
        server.call(checks=ResultChecks(admit_batch([ADD])))
    with pytest.raises(InvalidToolResultError, match="no tool"):
        server.call(checks=ResultChecks(admit_batch([ECHO])))
    with pytest.raises(TypeError, match="format_assertion"):
        ResultChecks(admit_batch([ECHO]), format_assertion=True)


def test_a_session_of_ones_own():
    """The subclass takes the arguments of the SDK's class."""
    server = Fixture(ADD)
    server.answer = {"structured_content": {"sum": SECRET}}

    async def run():
        async with create_client_server_memory_streams() as (mine, theirs), asyncio.TaskGroup() as tasks:
            running = tasks.create_task(server.server.run(*theirs, server.server.create_initialization_options()))
            async with CheckedClientSession(*mine, result_checks=ResultChecks()) as session:
                await session.initialize()
                with pytest.raises(InvalidToolResultError, match="/sum"):
                    await session.call_tool("add", {})
            running.cancel()

    asyncio.run(run())
