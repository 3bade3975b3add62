"""Adapters of the `mcp` SDK, against the SDK in process: checked before the handler runs and before a result leaves."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from schemawright.runtime import CatalogSession, SchemawrightError, UnsupportedCapabilityError, admit_batch

from .mcp_catalog import ADD, ECHO, ODD, SECRET, TOOLS

pytest.importorskip("mcp", reason="the SDK is not installed: pip install 'schemawright[mcp]'")

from mcp import Client, MCPError
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, InputRequiredResult, ListToolsResult, TextContent, Tool
from pydantic import BaseModel

from schemawright.runtime.mcp.adapters.bundle import Bundle
from schemawright.runtime.mcp.adapters.lowlevel import check_server, checked_handlers
from schemawright.runtime.mcp.adapters.mcpserver import ToolMiddleware

MODES = ["legacy", "auto"]  # the handshake of 2025-11-25, and what the SDK prefers


class Handlers:
    """A low-level server's handlers: the listing in pages, and a log of the calls that reached them."""

    def __init__(self, tools=TOOLS, page=2):
        self.tools = [Tool.model_validate(tool) for tool in tools]
        self.page = page
        self.calls: list = []
        self.listings = 0
        self.answer: dict = {"structured_content": {"sum": 3}}

    async def list_tools(self, ctx, params):
        start = int(params.cursor) if params is not None and params.cursor is not None else 0
        self.listings += 1
        end = start + self.page
        return ListToolsResult(tools=self.tools[start:end], next_cursor=str(end) if end < len(self.tools) else None)

    async def call_tool(self, ctx, params):
        self.calls.append((params.name, params.arguments))
        return CallToolResult(content=[TextContent(type="text", text="done")], **self.answer)


class Loose(BaseModel, extra="allow"):
    """A model of the server's own."""


def by_handlers(handlers, **options):
    return Server("test", **checked_handlers(handlers.list_tools, handlers.call_tool, **options))


def by_check_server(handlers, **options):
    server = Server("test", on_list_tools=handlers.list_tools, on_call_tool=handlers.call_tool)
    check_server(server, **options)
    return server


def by_middleware(handlers, **options):
    server = Server("test", on_list_tools=handlers.list_tools, on_call_tool=handlers.call_tool)
    server.middleware.append(ToolMiddleware(**options))
    return server


@pytest.fixture(params=[by_handlers, by_check_server, by_middleware])
def build(request):
    """Each way to put the checks around a low-level server."""
    return request.param


@pytest.fixture(params=MODES)
def mode(request):
    return request.param


def talk(server, talk_to, mode="legacy"):
    """What `talk_to` returns, given a client that is connected to `server` in process."""

    async def run():
        async with Client(server, mode=mode) as client:
            return await talk_to(client)

    return asyncio.run(run())


def call(server, name, arguments, mode="legacy"):
    return talk(server, lambda client: client.session.call_tool(name, arguments), mode)


async def listed(client):
    found, cursor = [], None
    while True:
        page = await client.list_tools(cursor=cursor)
        found += [tool.name for tool in page.tools]
        cursor = page.next_cursor
        if cursor is None:
            return found


def text(result):
    return result.content[0].text


# ------------------------------------------------------------------ servers
def test_good_calls_pass(build, mode):
    handlers = Handlers()
    result = call(build(handlers, schema_admission="quarantine"), "add", {"a": 1, "b": 2}, mode)
    assert (result.is_error, result.structured_content) == (False, {"sum": 3})
    assert handlers.calls == [("add", {"a": 1, "b": 2})]


def test_a_bad_call_is_refused_before_the_handler_runs(build, mode):
    """The answer names the tool and the place, and nothing that was submitted."""
    handlers = Handlers()
    result = call(build(handlers, schema_admission="quarantine"), "add", {"a": SECRET, "b": 2}, mode)
    assert result.is_error
    assert "'add'" in text(result)
    assert "- /a: " in text(result)
    assert SECRET not in result.model_dump_json()
    assert handlers.calls == []


def test_missing_arguments_are_an_empty_object(build):
    handlers = Handlers(answer := [ECHO])
    assert not call(build(handlers), "echo", None).is_error
    assert len(answer) == len(handlers.calls) == 1
    assert call(build(Handlers([ADD])), "add", None).is_error


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ({"structured_content": {"sum": SECRET}}, "- /sum: "),
        ({"structured_content": {"sum": 1, "more": 1}}, "- /more: "),
        ({"structured_content": {"sum": float("nan")}}, "add"),
        ({}, "no structuredContent"),
    ],
)
def test_a_bad_result_does_not_leave(build, answer, place):
    handlers = Handlers()
    handlers.answer = answer
    result = call(build(handlers, schema_admission="quarantine"), "add", {"a": 1, "b": 2})
    assert (result.is_error, result.structured_content, len(handlers.calls)) == (True, None, 1)
    assert place in text(result)
    assert SECRET not in result.model_dump_json()


@pytest.mark.parametrize("form", [dict, Loose.model_validate])
@pytest.mark.parametrize("total", [3, SECRET])
def test_results_in_other_forms_are_checked_too(build, form, total):
    """A handler may return a plain dict, or a model of its own."""
    handlers = Handlers()

    async def answer(ctx, params):
        return form({"content": [], "structuredContent": {"sum": total}})

    handlers.call_tool = answer  # type: ignore[method-assign]
    result = call(build(handlers, schema_admission="quarantine"), "add", {"a": 1, "b": 2})
    assert result.is_error is (total == SECRET)
    assert SECRET not in result.model_dump_json()


def test_an_error_of_the_tool_passes(build):
    """A result with `isError` has no structured content to promise."""
    handlers = Handlers()
    handlers.answer = {"is_error": True}
    assert text(call(build(handlers, schema_admission="quarantine"), "add", {"a": 1, "b": 2})) == "done"


def test_a_question_to_the_client_passes(build):
    """Since 2026-07-28 a tool may ask before it answers: that is no result yet, and promises nothing."""
    handlers = Handlers()
    question = InputRequiredResult(request_state="here")

    async def ask(ctx, params):
        return question

    handlers.call_tool = ask  # type: ignore[method-assign]

    async def conversation(client):
        return await client.session.call_tool("add", {"a": 1, "b": 2}, allow_input_required=True)

    answer = talk(build(handlers, schema_admission="quarantine"), conversation, "auto")
    assert isinstance(answer, InputRequiredResult)


def test_quarantined_tools_are_neither_listed_nor_called(build, mode):
    """Over all pages, and indistinguishable from a name that there never was."""
    handlers = Handlers()
    server = build(handlers, schema_admission="quarantine")
    assert talk(server, listed, mode) == ["add", "echo"]
    refused = call(server, "odd", {}, mode)
    assert refused.is_error
    assert text(refused).replace("odd", "other") == text(call(server, "other", {}, mode))
    assert handlers.calls == []


def test_a_catalog_of_the_caller(build):
    """It decides what is listed and called, whatever the server lists; a session may replace it meanwhile."""
    session = CatalogSession([ECHO])
    handlers = Handlers([ADD, ECHO])
    server = build(handlers, catalog=session)

    async def conversation(client):
        first = await listed(client), (await client.call_tool("add", {"a": 1, "b": 2})).is_error
        session.update([ADD])
        return first, (await listed(client), (await client.call_tool("add", {"a": 1, "b": 2})).is_error)

    assert talk(server, conversation) == ((["echo"], True), (["add"], False))
    assert talk(build(Handlers(), catalog=admit_batch([ADD])), listed) == ["add"]


def test_a_catalog_of_the_caller_is_as_it_was_admitted(build):
    with pytest.raises(TypeError, match="format_assertion"):
        build(Handlers(), catalog=admit_batch([ADD]), format_assertion=True)


def test_strict_admission_stops_all_calls(build):
    """One tool that is not supported stops the catalog; what is wrong with it is told to the host alone."""
    handlers = Handlers()
    refused = call(build(handlers), "echo", {})
    assert refused.is_error
    assert "not admitted" in text(refused)
    assert "example.org" not in text(refused)
    assert handlers.calls == []
    with pytest.raises(BaseExceptionGroup) as raised:
        talk(build(Handlers()), listed)
    assert raised.group_contains(MCPError, depth=None)


def test_the_options_of_admission_hold(build):
    strict = {**ECHO, "inputSchema": {"type": "object", "properties": {"at": {"type": "string", "format": "date"}}}}
    assert not call(build(Handlers([strict])), "echo", {"at": "x"}).is_error
    assert call(build(Handlers([strict]), format_assertion=True), "echo", {"at": "x"}).is_error


def test_tools_that_come_and_go(build):
    """A new name is looked for once; a fresh listing replaces what was admitted."""
    handlers = Handlers([ECHO])
    server = build(handlers)

    async def conversation(client):
        verdicts = [(await client.session.call_tool("add", {"a": 1, "b": 2})).is_error]
        handlers.tools = [Tool.model_validate(ADD)]
        verdicts.append((await client.session.call_tool("add", {"a": 1, "b": 2})).is_error)
        verdicts.append((await client.session.call_tool("add", {"a": "1", "b": 2})).is_error)
        handlers.tools = [Tool.model_validate({**ADD, "inputSchema": {"type": "object"}})]
        await client.session.list_tools()
        verdicts.append((await client.session.call_tool("add", {"a": "1", "b": 2})).is_error)
        return verdicts

    assert talk(server, conversation) == [True, False, True, False]


def test_a_known_name_is_not_listed_again(build):
    handlers = Handlers(page=10)
    server = build(handlers, schema_admission="quarantine")

    async def conversation(client):
        await client.session.call_tool("echo", {})
        before = handlers.listings
        for name in ("echo", "odd", "echo"):
            await client.session.call_tool(name, {})
        return handlers.listings - before

    assert talk(server, conversation) == 0


def test_a_server_without_tools():
    with pytest.raises(TypeError, match="no handlers"):
        check_server(Server("test"))


def test_an_endless_listing_ends(monkeypatch):
    """A server whose cursor never ends is a failure, not a loop."""

    async def page(cursor):
        return [], "again"

    monkeypatch.setattr("schemawright.runtime.mcp.adapters.bundle.MOST_PAGES", 50)
    with pytest.raises(SchemawrightError, match="pages"):
        asyncio.run(Bundle(None, "strict", {}).for_listing(page, from_the_start=True))


@pytest.mark.filterwarnings("ignore:Pydantic serializer")  # the malformed request is made on purpose
def test_other_messages_go_through():
    """The middleware touches nothing but tools, and malformed calls are the SDK's to refuse."""
    handlers = Handlers([ECHO])
    server = by_middleware(handlers)

    async def conversation(client):
        await client.session.send_ping()
        from mcp_types import CallToolRequest

        bad = CallToolRequest.model_construct(method="tools/call", params={"name": 7})
        with pytest.raises(MCPError, match=r"(?i)invalid"):
            await client.session.send_request(bad, CallToolResult)

    talk(server, conversation)
    assert handlers.calls == []


# ------------------------------------------------------------------ MCPServer
def functions(**options):
    server = MCPServer("test", middleware=[ToolMiddleware(**options)])
    calls = []

    @server.tool()
    def add(a: int, b: int = 2) -> dict[str, int]:
        """Add."""
        calls.append((a, b))
        return {"sum": a + b}

    return server, calls


def test_functions_are_called_with_what_was_advertised(mode):
    server, calls = functions()
    assert call(server, "add", {"a": 1}, mode).structured_content == {"sum": 3}
    assert calls == [(1, 2)]


def test_what_the_framework_would_coerce_is_refused(mode):
    """The advertised schema says integer: text that looks like one is no argument."""
    server, calls = functions()
    refused = call(server, "add", {"a": "1"}, mode)
    assert refused.is_error
    assert "- /a: " in text(refused)
    assert calls == []
    unchecked = MCPServer("unchecked")

    @unchecked.tool()
    def add(a: int) -> int:
        """Add."""
        return a

    assert not call(unchecked, "add", {"a": "1"}, mode).is_error


def test_a_listing_of_functions(mode):
    assert talk(functions()[0], listed, mode) == ["add"]
    assert talk(functions(catalog=admit_batch([ECHO]))[0], listed, mode) == []


# ------------------------------------------------------------------ without the SDK
def test_the_runtime_imports_no_sdk():
    """An adapter is imported by its name alone, and says what to install where the SDK is missing."""
    code = (
        "import sys, schemawright.runtime, schemawright.runtime.mcp, schemawright.runtime.mcp.adapters\n"
        "print([name for name in ('mcp', 'mcp_types', 'fastmcp', 'pydantic') if name in sys.modules])\n"
        "sys.modules['mcp'] = sys.modules['fastmcp'] = None\n"
        "for name in ('lowlevel', 'mcpserver', 'client', 'fastmcp'):\n"
        "    try:\n"
        "        __import__('schemawright.runtime.mcp.adapters.' + name)\n"
        "    except ModuleNotFoundError as error:\n"
        "        print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    lines = done.stdout.splitlines()
    assert lines[0] == "[]"
    assert [line.rpartition("install ")[2] for line in lines[1:]] == ["'schemawright[mcp]'"] * 3 + [
        "'schemawright[fastmcp]'"
    ]


def test_the_catalog_of_these_tests():
    """The odd tool is one that quarantine leaves out: strict admission refuses it for its dialect."""
    with pytest.raises(UnsupportedCapabilityError):
        admit_batch([ODD])
