"""What users hold: a compiled validator, immutable, safe in many threads and after a fork."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from .errors import ExecutionFailure, ValidationError
from .json_text import parse_json
from .limits import Limits
from .violations import Violation

LIMIT_MESSAGES: Mapping[str, str] = {
    "depth": "the instance is nested too deeply",
    "nodes": "the instance has too many values",
    "string_length": "a string in the instance is too long",
    "number": "a number in the instance has too many digits",
    "deadline": "validation took too long",
    "pattern_timeout": "a pattern took too long to match",
    "pattern_subject": "a string in the instance is too long for a pattern",
    "pattern_steps": "a pattern took too many steps to match",
    "not_json": "the instance holds what JSON has no value for",
}


class Validator:
    """Answers for one schema; makes no change to what it is given, and keeps nothing of it."""

    __slots__ = (
        "_failure",
        "_is_valid",
        "_limits",
        "_schema",
        "_violations",
        "dialect",
        "digest",
        "options_digest",
        "source",
    )

    def __init__(
        self,
        namespace: Mapping[str, Any],
        *,
        source: str,
        schema: object,
        limits: Limits,
        entry: str = "",
    ) -> None:
        functions = namespace["ENTRIES"][entry] if entry else (namespace["is_valid"], namespace["violations"])
        self._is_valid: Callable[[object], bool] = functions[0]
        self._violations: Callable[[object, int], list[tuple[str, str, str, str]]] = functions[1]
        self._failure: type[Exception] = namespace["ExecutionFailure"]
        self._limits = limits
        self._schema = schema
        self.digest: str = namespace["SCHEMA_DIGEST"]
        self.options_digest: str = namespace["OPTIONS_DIGEST"]
        self.dialect: str = namespace["DIALECT"]
        self.source = source

    @property
    def schema(self) -> Any:
        """The schema as it was given, a copy of its own."""
        return copy.deepcopy(self._schema)

    def is_valid(self, instance: object) -> bool:
        """Whether the instance matches; raises `ExecutionFailure` where a limit is met or the value is not JSON."""
        try:
            return self._is_valid(instance)
        except Exception as error:  # noqa: BLE001 - whatever went wrong inside is no verdict
            raise self._failed(error) from None

    def violations(self, instance: object) -> tuple[Violation, ...]:
        """Each failure, at most `Limits.max_violations`, none where the instance matches; raises `ExecutionFailure`."""
        try:
            found = self._violations(instance, self._limits.max_violations)
        except Exception as error:  # noqa: BLE001 - whatever went wrong inside is no verdict
            raise self._failed(error) from None
        return tuple(self._bounded(*violation) for violation in found)

    def validate(self, instance: object) -> None:
        """Raises `ValidationError` where the instance does not match, `ExecutionFailure` where there is no verdict."""
        found = self.violations(instance)
        if found:
            first = found[0]
            raise ValidationError(f"{first.message} (at {first.instance_path or 'the root'})", violations=found)

    def validate_json(self, text: str | bytes, *, decimals: bool = False) -> Any:
        """The value of JSON text, read strictly, once it matches.

        Raises an error of class `validation` for malformed text or a mismatch, `ExecutionFailure` beyond a limit.
        """
        limits = self._limits
        value = parse_json(
            text,
            max_bytes=limits.max_instance_bytes,
            max_depth=limits.max_instance_depth or 1_000,
            max_nodes=limits.max_instance_nodes,
        )
        self.validate(value)
        return value

    def _bounded(self, instance_path: str, schema_path: str, keyword: str, message: str) -> Violation:
        longest = self._limits.max_path_length
        return Violation(
            instance_path[:longest], schema_path[:longest], keyword, message[: self._limits.max_message_length]
        )

    def _failed(self, error: Exception) -> ExecutionFailure:
        """The failure as one of ours; a foreign exception may hold a submitted value, so only its class is told."""
        if isinstance(error, self._failure):
            code: str = getattr(error, "code", "internal")
            return ExecutionFailure(LIMIT_MESSAGES.get(code, "the validator met a limit"), code=code)
        if isinstance(error, RecursionError):
            return ExecutionFailure(LIMIT_MESSAGES["depth"], code="depth")
        return ExecutionFailure(f"the validator failed ({type(error).__name__})", code="internal")

    def __repr__(self) -> str:
        return f"<Validator {self.digest[:15]}… of {self.dialect}>"
