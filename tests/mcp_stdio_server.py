"""A real server over stdio: `python mcp_stdio_server.py LOG ADAPTER`; each call that reaches a handler is logged."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # run by its path, as any server is

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_catalog import TOOLS  # type: ignore[import-not-found]
from mcp_types import CallToolResult, ListToolsResult, TextContent, Tool

from schemawright.runtime.mcp.adapters.lowlevel import check_server
from schemawright.runtime.mcp.adapters.mcpserver import ToolMiddleware


def server_of(log: Path, adapter: str) -> Server:
    async def list_tools(ctx, params):
        return ListToolsResult(tools=[Tool.model_validate(tool) for tool in TOOLS])

    async def call_tool(ctx, params):
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps([params.name, params.arguments]) + "\n")
        arguments = params.arguments or {}
        total = "overflow" if arguments.get("b") == -1 else arguments.get("a", 0) + arguments.get("b", 0)
        return CallToolResult(content=[TextContent(type="text", text="done")], structured_content={"sum": total})

    server: Server = Server("stdio", on_list_tools=list_tools, on_call_tool=call_tool)
    if adapter == "middleware":
        server.middleware.append(ToolMiddleware(schema_admission="quarantine"))
    elif adapter == "handlers":
        check_server(server, schema_admission="quarantine")
    return server


async def main(log: Path, adapter: str) -> None:
    server = server_of(log, adapter)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
