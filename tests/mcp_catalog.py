"""The tools that the adapters' tests serve: two that are fine, and one in a dialect that quarantine leaves out."""

from __future__ import annotations

from typing import Any

SECRET = "tr0ub4dor"

SUM = {"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"], "additionalProperties": False}
PAIR = {
    "type": "object",
    "properties": {"a": {"type": "integer", "maximum": 99}, "b": {"type": "integer"}},
    "required": ["a", "b"],
    "additionalProperties": False,
}

ADD: dict[str, Any] = {"name": "add", "inputSchema": PAIR, "outputSchema": SUM}
ECHO: dict[str, Any] = {"name": "echo", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}
ODD: dict[str, Any] = {
    "name": "odd",
    "inputSchema": {"$schema": "https://example.org/other-dialect", "type": "object"},
}
TOOLS = [ADD, ECHO, ODD]
