"""What a catalog, a call or a result may be refused for, beside its schemas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from .errors import SchemawrightError, ValidationError, bounded
from .violations import Violation

MAX_NAME_IN_MESSAGE = 64

AnyError = TypeVar("AnyError", bound=SchemawrightError)


def quoted(name: str) -> str:
    """A tool's name for a message: bounded, with control, bidi and surrogate characters escaped."""
    return f"'{bounded(name, MAX_NAME_IN_MESSAGE)}'"


class CatalogError(SchemawrightError):
    """A catalog is refused whole; `code` is `duplicate_name`, `metadata`, `backend` or `authority` (row T4)."""

    error_class: ClassVar[str] = "validation"
    default_code = "metadata"


class PackageError(SchemawrightError):
    """A package of generated modules does not agree with its manifest; nothing of it was used."""

    error_class: ClassVar[str] = "execution_failure"
    default_code = "not_admitted"


class UnknownToolError(SchemawrightError):
    """No admitted tool has this name; a quarantined one counts as unknown."""

    error_class: ClassVar[str] = "validation"
    default_code = "unknown_tool"


class CallRefusedError(SchemawrightError):
    """A stage of the gateway answered `False`; `stage` says which."""

    error_class: ClassVar[str] = "execution_failure"
    default_code = "refused"

    def __init__(self, message: str, *, stage: str = "") -> None:
        super().__init__(message)
        self.stage = stage


class ArgumentsError(ValidationError):
    """The arguments of a call do not match the tool's input schema; no stage ran."""


class ResultError(ValidationError):
    """The structured content of a result does not match the tool's output schema, or is missing."""

    def __init__(self, message: str, *, violations: Sequence[Violation] = ()) -> None:
        super().__init__(message, violations=violations)


def about_tool(error: AnyError, name: str, member: str) -> AnyError:
    """The same error with the tool's name and schema member in front; the original is left as it is."""
    return prefixed(error, f"tool {quoted(name)}, {member}")


def prefixed(error: AnyError, about: str) -> AnyError:
    """The same error with what it is about in front; the original is left as it is."""
    named = type(error).__new__(type(error), error.message)  # subclasses are free to have another __init__
    named.__dict__.update(error.__dict__)
    named.message = bounded(f"{about}: {error.message}")
    named.args = (named.message,)
    named.__cause__ = error.__cause__
    return named
