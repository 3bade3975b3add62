"""What a client answers to its server, and a tool to its caller: results judged with all that was asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemawright.runtime.admitted import AdmittedTool
from schemawright.runtime.errors import ValidationError
from schemawright.runtime.gateway import check_result
from schemawright.runtime.violations import Violation

from .elicitation import validate_elicitation_answer
from .messages import validate_result
from .methods import CALLBACKS, TASK_RESULT
from .overlays import DEFAULT_OVERLAY, DEFAULT_VERSION


def validate_callback_result(
    request: Mapping[str, Any],
    result: object,
    *,
    version: str = DEFAULT_VERSION,
    overlay: int = DEFAULT_OVERLAY,
    **options: Any,
) -> str:
    """The name of the definition that a client's `result` to a server's `request` matches (row T8).

    Requests are `sampling/createMessage`, `roots/list` and `elicitation/create`; an answer to a form matches that form
    too, whose `options` are those of `compile`. Raises `ValidationError`, `ExecutionFailure` for a limit.
    """
    method = request.get("method")
    if method not in CALLBACKS:
        message = "a server asks for nothing by this method"
        raise ValidationError(message, violations=(Violation("/method", "#", "method", message),))
    definition = validate_result(result, request, version=version, overlay=overlay)
    if method == "elicitation/create" and definition != TASK_RESULT:
        validate_elicitation_answer(request.get("params"), result, version=version, overlay=overlay, **options)
    return definition


def validate_tool_result(
    tool: AdmittedTool,
    result: Mapping[str, Any],
    *,
    version: str = DEFAULT_VERSION,
    overlay: int = DEFAULT_OVERLAY,
) -> None:
    """Return where `result` is a `CallToolResult` with the structured content that the tool promises (rows T3, T8).

    Raises `ValidationError`, of the class `ResultError` where the structured content is at fault.
    """
    validate_result(result, "tools/call", version=version, overlay=overlay)
    check_result(tool, result)
