"""The one boundary that every tool schema and every call passes (rows T1, T7, F3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from .errors import SchemaError
from .foreign_options import refuse_foreign_options

if TYPE_CHECKING:
    from .validator import Validator

__all__ = ["DEFAULT_DIALECTS", "Role", "compiled", "refuse_foreign_options", "validate_arguments", "validate_schema"]

Role: TypeAlias = Literal["tool_input", "tool_output"]
Instance = TypeVar("Instance")

DEFAULT_DIALECTS = ("https://json-schema.org/draft/2020-12/schema",)


def validate_schema(schema: object, **options: object) -> None:
    """Return where `schema` is a tool schema: an object with an object root, under exactly 2020-12 by default.

    `options` are those of `compile`; `role="tool_output"` checks an output schema. Raises `SchemaError` for a
    malformed, null or boolean one, `UnresolvedReferenceError`, `UnsupportedCapabilityError`, `ExecutionFailure` for a
    limit, and `TypeError` for options of other libraries, saying what to use instead.
    """
    _validator(schema, options)


def validate_arguments(schema: object, arguments: Instance, **options: object) -> Instance:
    """`arguments` themselves, unchanged, where they match the tool's `schema`.

    Raises what `validate_schema` raises, `ValidationError` where they do not match, `ExecutionFailure` for a limit.
    """
    _validator(schema, options).validate(arguments)
    return arguments


def compiled(schema: object, options: Mapping[str, Any]) -> Validator:
    """What `compile` makes of a tool's schema under the boundary's defaults; raises what it raises."""
    from .compiling import compile  # noqa: PLC0415 - the public name; only a caller who compiles needs it

    return compile(schema, **{"role": "tool_input", "dialects": DEFAULT_DIALECTS, **options})


def _validator(schema: object, options: Mapping[str, object]) -> Validator:
    refuse_foreign_options(options)
    if options.get("role", "tool_input") not in ("tool_input", "tool_output"):
        raise TypeError('the role of a tool schema is "tool_input" or "tool_output"')
    if not isinstance(schema, Mapping | str | bytes):
        raise SchemaError("a tool schema is a JSON object", schema_path="#")
    return compiled(schema, options)
