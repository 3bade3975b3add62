"""The client session of `mcp` 2.x: structured results are checked by compiled validators, without values in errors."""

from __future__ import annotations

from typing import Any

from schemawright.runtime.admission import admit_batch
from schemawright.runtime.admitted import AdmittedTool
from schemawright.runtime.catalog_errors import ResultError, quoted
from schemawright.runtime.descriptors import ToolDescriptor
from schemawright.runtime.errors import SchemawrightError, ValidationError
from schemawright.runtime.gateway import check_result

from .bundle import Catalog, current
from .lowlevel import wire_result

try:
    from mcp import ClientSession
    from mcp_types import CallToolResult, ListToolsResult, PaginatedRequestParams
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"this adapter needs the SDK ({missing.name} is missing): pip install 'schemawright[mcp]'", name=missing.name
    ) from missing


class InvalidToolResultError(ResultError, RuntimeError):
    """A result that the client does not take; a `RuntimeError` too, as the SDK's contract says."""


class ResultChecks:
    """Checks results by the caller's `catalog`, or by the output schemas that the server listed.

    Without a catalog, a tool that the server does not list promises nothing, and nothing is checked: as in the SDK.
    """

    def __init__(self, catalog: Catalog | None = None, **options: Any) -> None:
        if catalog is not None and options:
            raise TypeError(f"{min(options)}= was fixed when the catalog was admitted: leave it out")
        self._catalog = catalog
        self._options = options
        self._listed: dict[str, dict[str, Any] | None] = {}

    def listed(self, result: ListToolsResult, *, from_the_start: bool) -> None:
        """Keep the output schemas of one page; a listing of one page is all there is."""
        if from_the_start and result.next_cursor is None:
            self._listed.clear()
        self._listed.update({tool.name: tool.output_schema for tool in result.tools})

    def knows(self, name: str) -> bool:
        """Whether nothing has to be listed before a result of this tool can be checked."""
        return self._catalog is not None or name in self._listed

    def check(self, name: str, result: CallToolResult) -> None:
        """Return where the result is what the tool promises; raises `InvalidToolResultError`."""
        try:
            tool = self._tool(name)
            if tool is not None:
                check_result(tool, wire_result(result))
        except ValidationError as error:
            first = error.violations[0] if error.violations else None
            where = "" if first is None else f" (at {first.instance_path or 'the root'}: {first.message})"
            raise InvalidToolResultError(error.message + where, violations=error.violations) from None
        except SchemawrightError as error:
            message = f"the result of tool {quoted(name)} cannot be checked: {error.message}"
            raise InvalidToolResultError(message) from None

    def _tool(self, name: str) -> AdmittedTool | None:
        if self._catalog is not None:
            return current(self._catalog).tool(name)
        schema = self._listed.get(name)
        if schema is None:
            return None
        # The client has no say in the tool's arguments, so they are left open.
        descriptor = ToolDescriptor(name, input_schema={"type": "object"}, output_schema=schema)
        return admit_batch([descriptor], **self._options).tool(name)


class CheckedClientSession(ClientSession):
    """A `ClientSession` that checks results so; it takes what a session takes, and `result_checks`."""

    def __init__(self, *arguments: Any, result_checks: ResultChecks | None = None, **named: Any) -> None:
        super().__init__(*arguments, **named)
        check_session(self, result_checks)


def check_session(session: ClientSession, checks: ResultChecks | None = None) -> None:
    """Let a session check results so from now on: for sessions that others make, such as `Client.session`."""
    checks = checks or ResultChecks()
    list_tools = session.list_tools

    async def listing(*, params: PaginatedRequestParams | None = None) -> ListToolsResult:
        result = await list_tools(params=params)
        checks.listed(result, from_the_start=params is None or params.cursor is None)
        return result

    async def validate(name: str, result: CallToolResult) -> None:
        cursor: str | None = None
        while not checks.knows(name):
            page = await listing(params=PaginatedRequestParams(cursor=cursor))
            cursor = page.next_cursor
            if cursor is None:
                break
        checks.check(name, result)

    session.list_tools = listing  # type: ignore[method-assign]
    session.validate_tool_result = validate  # type: ignore[method-assign]
