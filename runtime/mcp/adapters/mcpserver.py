"""`MCPServer` of `mcp` 2.x: a middleware that checks calls by the advertised schemas, before anything is coerced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from schemawright.runtime.admission import Mode

from .bundle import Bundle, Catalog, Lister, Page
from .checks import Refused, checked_call, checked_result
from .lowlevel import error_result

if TYPE_CHECKING:
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext


class ToolMiddleware:
    """`MCPServer(name, middleware=[ToolMiddleware()])`: calls, their results, and the listing (also on `Server`).

    It sees the message before the SDK converts it, and the result as it leaves. A refused call is an `isError` result,
    and its tool does not run. Without a `catalog` (an admitted one or a session) the server's own listing is admitted,
    with the `options` of `admit_batch`.
    """

    def __init__(self, catalog: Catalog | None = None, *, schema_admission: Mode = "strict", **options: Any) -> None:
        self._bundle = Bundle(catalog, schema_admission, options)

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Around every message: those that are not about tools go through untouched."""
        params = ctx.params if isinstance(ctx.params, Mapping) else {}
        if ctx.method == "tools/list":
            return await self._list(ctx, call_next, params)
        if ctx.method == "tools/call" and type(params.get("name")) is str:
            return await self._call(ctx, call_next, params)
        return await call_next(ctx)

    async def _list(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext, params: Mapping[str, Any]
    ) -> HandlerResult:
        from_the_start = params.get("cursor") is None
        listed = cast("dict[str, Any]", await call_next(ctx))
        admitted = await self._bundle.for_listing(_lister(ctx, call_next), from_the_start=from_the_start)
        return {**listed, "tools": [tool for tool in listed["tools"] if tool["name"] in admitted.registry]}

    async def _call(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext, params: Mapping[str, Any]
    ) -> HandlerResult:
        name = params["name"]
        try:
            admitted = await self._bundle.for_call(name, _lister(ctx, call_next))
            tool = checked_call(admitted, name, params.get("arguments"))
            result = await call_next(ctx)
            if isinstance(result, dict) and "content" in result:  # not a task, and no question to the client
                checked_result(tool, result)
        except Refused as refused:
            return error_result(str(refused))
        return result


def _lister(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> Lister:
    # `_meta` says which version and capabilities hold for the request, so it stays.
    kept = {name: value for name, value in (ctx.params or {}).items() if name == "_meta"}

    async def page(cursor: str | None) -> Page:
        params = kept if cursor is None else {**kept, "cursor": cursor}
        result = cast("dict[str, Any]", await call_next(replace(ctx, method="tools/list", params=params)))
        return result["tools"], result.get("nextCursor")

    return page
