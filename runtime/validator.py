"""What users hold: a compiled validator, immutable, safe in many threads and after a fork."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from .errors import ExecutionFailure, UnsupportedCapabilityError, ValidationError
from .json_text import Text, parse_json
from .limits import Limits
from .output import FORMS, Form, OutputFunctions, basic_output
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
        "_entry",
        "_failure",
        "_is_valid",
        "_limits",
        "_matches",
        "_output",
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
        output: Callable[[], Mapping[str, Any]] | None = None,
    ) -> None:
        is_valid, violations, _, matches = namespace["ENTRIES"][entry] if entry else _functions(namespace)
        self._is_valid: Callable[[object], bool] = is_valid
        self._matches: Callable[[object], bool] = matches
        self._violations: Callable[[object, int], list[tuple[str, str, str, str]]] = violations
        self._failure: type[Exception] = namespace["ExecutionFailure"]
        self._limits = limits
        self._schema = schema
        self._output = output
        self._entry = entry
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
        except Exception as error:  # noqa: BLE001 - whatever a validator meets, it is no verdict
            failure = self._failed(error)
        raise failure  # outside the handler: what is chained could hold a submitted value

    def violations(self, instance: object) -> tuple[Violation, ...]:
        """Each failure, at most `Limits.max_violations`, none where the instance matches; raises `ExecutionFailure`."""
        try:
            found = self._violations(instance, self._limits.max_violations)
            return tuple(self._bounded(*violation) for violation in found)
        except Exception as error:  # noqa: BLE001 - as in is_valid
            failure = self._failed(error)
        raise failure

    def output(self, instance: object, form: Form = "basic") -> dict[str, Any]:
        """The specification's output: `flag`, or `basic` with the failures or the annotations (Core 12.4.1, 12.4.2).

        At most `Limits.max_violations` errors and `Limits.max_annotations` annotations; errors and locations are
        bounded as violations are. Raises `ExecutionFailure` as `is_valid` does, `UnsupportedCapabilityError` for
        `basic` where the validator was not compiled from its schema, and `TypeError` for another form.
        """
        if form not in FORMS:
            raise TypeError('the output has the form "flag" or "basic"')
        valid = self.is_valid(instance)
        if form == "flag":
            return {"valid": valid}
        if self._output is None:
            raise UnsupportedCapabilityError(
                "the basic output needs a validator that was compiled from its schema", code="unsupported_output"
            )
        functions = OutputFunctions.of(self._output(), self._entry)
        try:
            return basic_output(functions, instance, self._limits, valid=valid)
        except Exception as error:  # noqa: BLE001 - as in is_valid
            failure = self._failed(error, functions.failure)
        raise failure

    def validate(self, instance: object) -> None:
        """Raises `ValidationError` where the instance does not match, `ExecutionFailure` where there is no verdict."""
        found = self.violations(instance)
        if found:
            first = found[0]
            raise ValidationError(f"{first.message} (at {first.instance_path or 'the root'})", violations=found)

    def validate_json(self, text: Text, *, decimals: bool = False, allow_lone_surrogates: bool = False) -> Any:
        """The value of JSON text, read strictly within the limits of instances, once it matches.

        Integers are exact; `decimals` makes every fraction a `decimal.Decimal`; `allow_lone_surrogates` accepts an
        escape that is half a character. Raises `SchemaError` ("invalid_json") for text that is not JSON,
        `ValidationError` for a mismatch, `ExecutionFailure` beyond a limit.
        """
        limits = self._limits
        value = parse_json(
            text,
            max_bytes=limits.max_instance_bytes,
            max_depth=limits.max_instance_depth,
            max_nodes=limits.max_instance_nodes,
            max_string_length=limits.max_string_length,
            parse_float=Decimal if decimals else float,
            allow_lone_surrogates=allow_lone_surrogates,
        )
        try:
            matches = self._matches(value)  # JSON within the limits by now: nothing is counted again
        except Exception as error:  # noqa: BLE001 - as in is_valid
            failure = self._failed(error)
        else:
            if not matches:
                self.validate(value)
            return value
        raise failure

    def _bounded(self, instance_path: str, schema_path: str, keyword: str, message: str) -> Violation:
        longest = self._limits.max_path_length
        return Violation(
            instance_path[:longest], schema_path[:longest], keyword, message[: self._limits.max_message_length]
        )

    def _failed(self, error: Exception, known: type[Exception] | None = None) -> ExecutionFailure:
        """The failure as one of ours; a foreign exception may hold a submitted value, so only its class is told."""
        if isinstance(error, known or self._failure):
            code, cause = getattr(error, "code", "internal"), getattr(error, "cause", "")
            if code == "internal":
                return ExecutionFailure(f"the validator failed ({cause})", code=code)
            return ExecutionFailure(LIMIT_MESSAGES.get(code, "the validator met a limit"), code=code)
        if isinstance(error, RecursionError):
            return ExecutionFailure(LIMIT_MESSAGES["depth"], code="depth")
        return ExecutionFailure(f"the validator failed ({type(error).__name__})", code="internal")

    def __repr__(self) -> str:
        return f"<Validator {self.digest[:15]}… of {self.dialect}>"


def _functions(namespace: Mapping[str, Any]) -> tuple[Any, ...]:
    """The functions of a module's only entry; where the schema bounds everything, nothing is counted anyway."""
    names = ("is_valid", "violations", "validate")
    return (*(namespace[name] for name in names), namespace.get("matches", namespace["is_valid"]))
