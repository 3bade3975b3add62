"""The error classes: what failed, where in the schema, and nothing that was submitted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from .violations import Violation

MAX_MESSAGE_LENGTH = 500


def bounded(text: str, limit: int = MAX_MESSAGE_LENGTH) -> str:
    """`text`, at most `limit` characters, printable: control, bidi and surrogate characters are escaped."""
    if len(text) > limit:
        text = text[: limit - 3] + "..."
    if text.isascii() and text.isprintable():
        return text
    escaped = "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii") for c in text
    )
    return escaped if len(escaped) <= limit else escaped[: limit - 3] + "..."


class SchemawrightError(Exception):
    """Every error of this project: `error_class`, `code`, a bounded `message` and the `schema_path` it concerns."""

    error_class: ClassVar[str] = "execution_failure"
    default_code: ClassVar[str] = "internal"

    def __init__(self, message: str, *, code: str | None = None, schema_path: str = "") -> None:
        self.message = bounded(message)
        self.code = code or self.default_code
        self.schema_path = bounded(schema_path, 1024)
        super().__init__(self.message)

    def __str__(self) -> str:
        return f"{self.message} (at {self.schema_path})" if self.schema_path else self.message


class SchemaError(SchemawrightError):
    """The schema is malformed, or the text is not JSON."""

    error_class = "validation"
    default_code = "invalid_schema"


class UnresolvedReferenceError(SchemaError):
    """A reference has no target, or its document could not be had; `reason` says why where a resolver was asked."""

    default_code = "unresolved_reference"

    def __init__(self, message: str, *, code: str | None = None, schema_path: str = "", reason: str = "") -> None:
        super().__init__(message, code=code, schema_path=schema_path)
        self.reason = reason


class ValidationError(SchemawrightError, ValueError):
    """The instance does not match; `violations` says where."""

    error_class = "validation"
    default_code = "mismatch"

    def __init__(self, message: str, *, violations: Sequence[Violation] = (), code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.violations = tuple(violations)


class UnsupportedCapabilityError(SchemawrightError):
    """The schema asks for a dialect, vocabulary or feature that is not supported or not allowed."""

    error_class = "unsupported_capability"
    default_code = "unsupported_dialect"


class ExecutionFailure(SchemawrightError):
    """A limit, a deadline or a failure of the validator itself: never a verdict."""

    error_class = "execution_failure"
    default_code = "internal"
