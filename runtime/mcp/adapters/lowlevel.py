"""The low-level `Server` of `mcp` 2.x, which advertises schemas and applies none: its handlers, with checks around."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, cast

from schemawright.runtime.admission import Mode

from .bundle import Bundle, Catalog, Lister, Page
from .checks import Refused, checked_call, checked_result

try:
    from mcp.server.lowlevel import Server
    from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams, TextContent
    from pydantic import BaseModel
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"this adapter needs the SDK ({missing.name} is missing): pip install 'schemawright[mcp]'", name=missing.name
    ) from missing

ListHandler: TypeAlias = Callable[[Any, PaginatedRequestParams | None], Awaitable[ListToolsResult]]
CallHandler: TypeAlias = Callable[[Any, CallToolRequestParams], Awaitable[Any]]


def checked_handlers(
    on_list_tools: ListHandler,
    on_call_tool: CallHandler,
    *,
    catalog: Catalog | None = None,
    schema_admission: Mode = "strict",
    **options: Any,
) -> dict[str, Any]:
    """The two handlers with checks around them, by the names under which `Server` takes them.

    A call whose arguments do not match is answered by an `isError` result and its handler does not run; so is a result
    whose structured content does not match. Tools that are not admitted are not listed. Without a `catalog` (an
    admitted one or a session) the server's own listing is admitted, with the `options` of `admit_batch`.
    """
    bundle = Bundle(catalog, schema_admission, options)

    async def list_tools(ctx: Any, params: PaginatedRequestParams | None) -> ListToolsResult:
        cursor = None if params is None else params.cursor
        admitted = await bundle.for_listing(_lister(on_list_tools, ctx, params), from_the_start=cursor is None)
        listed = await on_list_tools(ctx, params)
        return listed.model_copy(update={"tools": [tool for tool in listed.tools if tool.name in admitted.registry]})

    async def call_tool(ctx: Any, params: CallToolRequestParams) -> Any:
        try:
            admitted = await bundle.for_call(params.name, _lister(on_list_tools, ctx, None))
            tool = checked_call(admitted, params.name, params.arguments)
            result = await on_call_tool(ctx, params)
            wire = _checked_form(result)
            if wire is not None:
                checked_result(tool, wire)
        except Refused as refused:
            return error_result(str(refused))
        return result

    return {"on_list_tools": list_tools, "on_call_tool": call_tool}


def check_server(
    server: Server[Any], *, catalog: Catalog | None = None, schema_admission: Mode = "strict", **options: Any
) -> None:
    """Put the checks around the handlers that `server` has for tools; raises `TypeError` where it has none."""
    listing, calling = server.get_request_handler("tools/list"), server.get_request_handler("tools/call")
    if listing is None or calling is None:
        raise TypeError("the server has no handlers for tools yet: give them to it first")
    checked = checked_handlers(
        cast("ListHandler", listing.handler),
        calling.handler,
        catalog=catalog,
        schema_admission=schema_admission,
        **options,
    )
    server.add_request_handler("tools/list", listing.params_type, checked["on_list_tools"])
    server.add_request_handler("tools/call", calling.params_type, checked["on_call_tool"])


def error_result(text: str) -> CallToolResult:
    """A result that a model can read and learn from, as the protocol asks since 2025-11-25."""
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def wire_result(result: CallToolResult) -> dict[str, Any]:
    """What of the result is checked, in the form that leaves: the SDK serialises with the same options."""
    return result.model_dump(by_alias=True, mode="json", exclude_none=True, include={"structured_content", "is_error"})


def _checked_form(result: Any) -> dict[str, Any] | None:
    """The wire form of a tool's result, whatever it was made of; `None` for a question to the client or a task."""
    if isinstance(result, CallToolResult):
        return wire_result(result)
    if isinstance(result, BaseModel):
        result = result.model_dump(by_alias=True, mode="json", exclude_none=True)
    return result if isinstance(result, dict) and "content" in result else None


def _lister(on_list_tools: ListHandler, ctx: Any, params: PaginatedRequestParams | None) -> Lister:
    first = params or PaginatedRequestParams()

    async def page(cursor: str | None) -> Page:
        result = await on_list_tools(ctx, first.model_copy(update={"cursor": cursor}))
        tools = [tool.model_dump(by_alias=True, mode="json", exclude_none=True) for tool in result.tools]
        return tools, result.next_cursor

    return page
