"""FastMCP: a middleware that checks calls by the advertised schemas, before they are coerced, and trims the listing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from schemawright.runtime.admission import Mode, admit_batch
from schemawright.runtime.admitted import AdmittedCatalog
from schemawright.runtime.errors import SchemawrightError

from .bundle import Catalog, current
from .checks import Refused, checked_call, checked_result, not_admitted

try:
    from fastmcp.server.middleware import Middleware
    from fastmcp.tools.base import InputRequiredToolResult, Tool, ToolResult
    from fastmcp.utilities.versions import VersionSpec
    from mcp_types import TextContent
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"this adapter needs FastMCP ({missing.name} is missing): pip install 'schemawright[fastmcp]'",
        name=missing.name,
    ) from missing

if TYPE_CHECKING:
    from fastmcp.server.middleware import CallNext, MiddlewareContext
    from mcp_types import CallToolRequestParams, ListToolsRequest


class ToolMiddleware(Middleware):
    """`FastMCP(name, middleware=[ToolMiddleware()])`: calls, their results, and the listing.

    A refused call is an `isError` result, and its tool does not run. Without a `catalog` (an admitted one or a session)
    each tool is admitted by itself as the server shows it to that client, with the `options` of `admit_batch`; a schema
    that was admitted before costs a look-up.
    """

    def __init__(self, catalog: Catalog | None = None, *, schema_admission: Mode = "strict", **options: Any) -> None:
        if catalog is not None and options:
            raise TypeError(f"{min(options)}= was fixed when the catalog was admitted: leave it out")
        self._catalog = catalog
        self._mode = schema_admission
        self._options = options

    async def on_list_tools(
        self, context: MiddlewareContext[ListToolsRequest], call_next: CallNext[ListToolsRequest, Sequence[Tool]]
    ) -> Sequence[Tool]:
        """The tools that are admitted, in their order; raises what `admit_batch` raises."""
        listed = await call_next(context)
        return [tool for tool in listed if tool.name in self._admitted(tool).registry]

    async def on_call_tool(
        self,
        context: MiddlewareContext[CallToolRequestParams],
        call_next: CallNext[CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        """The tool's own result, or why the call or the result is refused."""
        name = context.message.name
        try:
            tool = checked_call(await self._in_force(context), name, context.message.arguments)
            result = await call_next(context)
            if isinstance(result, ToolResult) and not isinstance(result, InputRequiredToolResult):
                checked_result(tool, _wire_result(result))
        except Refused as refused:
            return ToolResult(content=[TextContent(type="text", text=str(refused))], is_error=True)
        return result

    async def _in_force(self, context: MiddlewareContext[CallToolRequestParams]) -> AdmittedCatalog:
        if self._catalog is not None:
            return current(self._catalog)
        server = context.fastmcp_context
        tool = None
        if server is not None:
            tool = await server.fastmcp.get_tool(context.message.name, _version(context.message))
        try:
            return admit_batch(()) if tool is None else self._admitted(tool)
        except SchemawrightError as error:
            raise not_admitted(error) from error

    def _admitted(self, tool: Tool) -> AdmittedCatalog:
        if self._catalog is not None:
            return current(self._catalog)
        wire = tool.to_mcp_tool().model_dump(by_alias=True, mode="json", exclude_none=True)
        return admit_batch([wire], mode=self._mode, **self._options)


def _version(params: CallToolRequestParams) -> VersionSpec | None:
    """The version of the tool that the client asks for, where it asks for one."""
    asked = dict(params.meta or {}).get("fastmcp")
    version = asked.get("version") if isinstance(asked, dict) else None
    if isinstance(version, str):
        return VersionSpec(eq=version)
    return VersionSpec(**version) if isinstance(version, dict) else None


def _wire_result(result: ToolResult) -> dict[str, Any]:
    checked: dict[str, Any] = {"isError": result.is_error}
    if result.structured_content is not None:
        checked["structuredContent"] = result.structured_content
    return checked
