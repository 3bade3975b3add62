"""Tagged messages: each is judged by the one definition that its method, or the request it answers, names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from schemawright.runtime.errors import ValidationError
from schemawright.runtime.violations import Violation

from .definitions import message_validator
from .methods import ERRORS, NOTIFICATIONS, REQUESTS, RESULTS, TASK_RESULT
from .overlays import DEFAULT_OVERLAY, DEFAULT_VERSION

ENVELOPE = "JSONRPCResultResponse"
ANY_ERROR = "JSONRPCErrorResponse"
KINDS = frozenset({"method", "result", "error"})


class Tagged(NamedTuple):
    """What a message was judged by, and whether the definition is of the whole message or of its `result`."""

    definition: str
    at: str


def validate_message(
    message: object,
    *,
    request: Mapping[str, Any] | str | None = None,
    version: str = DEFAULT_VERSION,
    overlay: int = DEFAULT_OVERLAY,
) -> str:
    """The name of the definition that `message` matches: of its method, or, for a result, of the method of `request`.

    `request` is the request that is answered, or its method; for `tasks/result` give the request that the task was
    made for. Raises `ValidationError` with the violations, also for a method that the protocol does not have or a
    result that nothing asked for, `ExecutionFailure` for a limit.
    """
    definition, at = tag(message, request)
    if at:
        _check(message, ENVELOPE, "", version, overlay)
        message = cast("Mapping[str, object]", message)["result"]
    _check(message, definition, at, version, overlay)
    return definition


def validate_result(
    result: object,
    request: Mapping[str, Any] | str,
    *,
    version: str = DEFAULT_VERSION,
    overlay: int = DEFAULT_OVERLAY,
) -> str:
    """The definition that a bare `result` matches, by the method of `request`; raises as `validate_message`."""
    definition = _result_definition(result, request)
    _check(result, definition, "", version, overlay)
    return definition


def tag(message: object, request: Mapping[str, Any] | str | None = None) -> Tagged:
    """The definition that a JSON-RPC message is judged by; raises `ValidationError` where there is none, or two."""
    if type(message) is not dict:
        raise _refused("", "a message is an object")
    if len(KINDS & message.keys()) != 1:
        # Two readers of such a message might take it for two different things.
        raise _refused("", "a message has one of method, result and error")
    if "method" in message:
        return Tagged(_by_method(message), "")
    if "result" in message:
        if request is None:
            raise _refused("/result", "a result is judged by the request it answers, and none was given")
        return Tagged(_result_definition(message["result"], request), "/result")
    error = message["error"]
    code = error.get("code") if type(error) is dict else None
    return Tagged(ERRORS.get(code, ANY_ERROR) if type(code) is int else ANY_ERROR, "")


def _by_method(message: Mapping[str, Any]) -> str:
    method = message["method"]
    if type(method) is str:
        if method in REQUESTS:
            return REQUESTS[method]
        if method in NOTIFICATIONS:
            if "id" in message:
                raise _refused("/id", "a notification has no id")
            return NOTIFICATIONS[method]
    raise _refused("/method", "the protocol has no such method")


def _result_definition(result: object, request: Mapping[str, Any] | str) -> str:
    method = request if isinstance(request, str) else request.get("method")
    if type(method) is not str or method not in RESULTS:
        raise _refused("", "the request has no method that the protocol answers")
    params = None if isinstance(request, str) else request.get("params")
    if isinstance(params, Mapping) and "task" in params and type(result) is dict and "task" in result:
        return TASK_RESULT
    return RESULTS[method]


def _check(value: object, definition: str, at: str, version: str, overlay: int) -> None:
    """Return where `value` matches; raises `ValidationError` that names the definition, with paths in the message."""
    validator = message_validator(definition, version, overlay)
    if validator.is_valid(value):
        return
    violations = tuple(found._replace(instance_path=at + found.instance_path) for found in validator.violations(value))
    raise ValidationError(f"this is no {definition} of the protocol {version}", violations=violations)


def _refused(path: str, message: str) -> ValidationError:
    return ValidationError(message, violations=(Violation(path, "#", "method", message),))
