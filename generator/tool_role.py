"""The tool boundary: a tool's schema is an object whose instances are objects (requirement T1)."""

from __future__ import annotations

from schemawright.runtime.errors import SchemaError

from .ir import Json

ROLES = ("tool_input", "tool_output")


def apply_role(document: Json, role: str | None) -> Json:
    """The schema as it is compiled in that role: a missing root `type` keeps the object boundary.

    Raises `SchemaError` for a boolean schema or any other root type, and `TypeError` for an unknown role.
    """
    if role is None:
        return document
    if role not in ROLES:
        raise TypeError(f"role is one of {', '.join(ROLES)}")
    if not isinstance(document, dict):
        raise SchemaError("a tool's schema is an object, not a boolean", schema_path="#")
    if "type" not in document:
        return {**document, "type": "object"}
    if document["type"] not in ("object", ["object"]):
        raise SchemaError('the root type of a tool\'s schema is exactly "object"', schema_path="#/type")
    return document
