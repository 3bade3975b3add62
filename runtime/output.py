"""The specification's output (Core 12) of what a module of that kind says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from .limits import Limits

Form: TypeAlias = Literal["flag", "basic"]
Told: TypeAlias = list[tuple[str, str, str, Any]]

FORMS = ("flag", "basic")
REFERENCES = ("/$ref/", "/$dynamicRef/")
DEFAULT_BASE = "json-schema:///"  # what locations are resolved against where the schema has no absolute URI


class OutputFunctions(NamedTuple):
    """What one entry's module answers: keyword, absolute and instance location, then message or value."""

    errors: Callable[[object, int], Told]
    annotations: Callable[[object, int], Told]
    failure: type[Exception]

    @classmethod
    def of(cls, namespace: Mapping[str, Any], entry: str) -> OutputFunctions:
        """The functions of an entry of a module that was run."""
        pair = namespace["ENTRIES"][entry] if entry else (namespace["errors"], namespace["annotations"])
        return cls(errors=pair[0], annotations=pair[1], failure=namespace["ExecutionFailure"])


def basic_output(functions: OutputFunctions, instance: object, limits: Limits, *, valid: bool) -> dict[str, Any]:
    """The form "basic" (Core 12.4.2) for an instance whose verdict is known; units are bounded as violations are."""
    if valid:
        told = functions.annotations(instance, limits.max_annotations)
        return {"valid": True, "annotations": [_unit(unit, "annotation", limits, valid=True) for unit in told]}
    told = functions.errors(instance, limits.max_violations)
    return {"valid": False, "errors": [_unit(unit, "error", limits, valid=False) for unit in told]}


def _unit(told: tuple[str, str, str, Any], said: str, limits: Limits, *, valid: bool) -> dict[str, Any]:
    location, absolute, instance_location, value = told
    unit = {"valid": valid, "keywordLocation": cut_pointer(location, limits.max_path_length)}
    # Without an absolute URI of its own a schema needs one only where the path crosses a reference (Core 12.3.2).
    if not absolute.startswith(DEFAULT_BASE) or any(reference in location + "/" for reference in REFERENCES):
        unit["absoluteKeywordLocation"] = absolute[: limits.max_path_length]
    unit["instanceLocation"] = cut_pointer(instance_location, limits.max_path_length)
    unit[said] = value if valid else value[: limits.max_message_length]
    return unit


def cut_pointer(pointer: str, longest: int) -> str:
    """A JSON Pointer of at most `longest` characters: what is cut off, token by token, leaves a last token "..."."""
    if len(pointer) <= longest:
        return pointer
    return pointer[: pointer.rfind("/", 0, max(longest - 3, 1))] + "/..." if longest >= 4 else ""
