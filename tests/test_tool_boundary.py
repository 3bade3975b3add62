"""The tool boundary: an object root, exactly 2020-12, the same arguments back (rows T1, T2, D11, F3)."""

from __future__ import annotations

import copy
import inspect
import re
from types import MappingProxyType
from typing import Any

import pytest

from schemawright import runtime
from schemawright.runtime.compiling import compile as real_compile
from schemawright.runtime.errors import (
    SchemaError,
    UnresolvedReferenceError,
    UnsupportedCapabilityError,
    ValidationError,
)
from schemawright.runtime.foreign_options import INSTEAD, refuse_foreign_options
from schemawright.runtime.tool_boundary import validate_arguments, validate_schema

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer", "default": 5}}, "additionalProperties": False}


@pytest.mark.parametrize(
    "schema",
    [
        SCHEMA,
        {},
        {"type": ["object"]},
        {"properties": {"a": True, "b": False}},
        {"$schema": "https://json-schema.org/draft/2020-12/schema#", "type": "object"},
        MappingProxyType(SCHEMA),
        '{"type": "object"}',
        b"{}",
    ],
)
def test_t1_tool_schemas(schema: Any) -> None:
    """An object root, said or not, is a tool schema, and a missing root type keeps the object boundary."""
    validate_schema(schema)
    arguments: dict[str, Any] = {}
    assert validate_arguments(schema, arguments) is arguments
    with pytest.raises(ValidationError) as caught:
        validate_arguments(schema, [])
    assert caught.value.code == "mismatch"
    assert caught.value.violations


@pytest.mark.parametrize(
    ("schema", "error", "code"),
    [
        (None, SchemaError, "invalid_schema"),
        (True, SchemaError, "invalid_schema"),
        (False, SchemaError, "invalid_schema"),
        ([], SchemaError, "invalid_schema"),
        (5, SchemaError, "invalid_schema"),
        ("true", SchemaError, "invalid_schema"),
        ({"type": "string"}, SchemaError, "invalid_schema"),
        ({"type": ["object", "null"]}, SchemaError, "invalid_schema"),
        ({"type": "strnig"}, SchemaError, "invalid_schema"),
        ({1: 2}, SchemaError, "invalid_schema"),
        ({"$ref": "#/$defs/gone"}, UnresolvedReferenceError, "unresolved_reference"),
        (
            {"$schema": "http://json-schema.org/draft-07/schema#"},
            UnsupportedCapabilityError,
            "unsupported_dialect",
        ),
    ],
)
def test_t1_what_is_no_tool_schema(schema: Any, error: type[Any], code: str) -> None:
    """Each refusal has its class and code, before any argument is looked at."""
    attempts: list[Any] = [lambda: validate_schema(schema), lambda: validate_arguments(schema, {})]
    for attempt in attempts:
        with pytest.raises(error) as caught:
            attempt()
        assert caught.value.code == code


def test_d11_arguments_come_back_unchanged() -> None:
    """The same object: no defaults, no coercion, no trimming."""
    arguments: Any
    for arguments in ({}, {"n": 1}, {"n": 1.0}):
        before = copy.deepcopy(arguments)
        assert validate_arguments(SCHEMA, arguments) is arguments
        assert arguments == before
    for arguments in ({"n": "1"}, {"n": 1, "extra": 2}, {"n": None}):
        with pytest.raises(ValidationError) as caught:
            validate_arguments(SCHEMA, arguments)
        assert caught.value.error_class == "validation"


def test_options_reach_the_compiler() -> None:
    """A host may allow another dialect, or ask for the output's role; other roles are none."""
    validate_schema(
        {"$schema": "http://json-schema.org/draft-07/schema#"}, dialects=("http://json-schema.org/draft-07/schema",)
    )
    validate_schema(SCHEMA, role="tool_output")
    for options in ({"role": None}, {"role": "message"}, {"no_such_option": 1}):
        with pytest.raises(TypeError):
            validate_schema(SCHEMA, **options)


@pytest.mark.parametrize("name", sorted(INSTEAD))
def test_f3_foreign_options_say_what_to_use_instead(name: str) -> None:
    """Either value of an option that loosens the boundary elsewhere is refused with guidance."""
    for setting in (True, False, None):
        with pytest.raises(TypeError, match=f"{name}= is not supported: .{{20,}}"):
            validate_arguments(SCHEMA, {}, **{name: setting})
    with pytest.raises(TypeError, match=name):
        refuse_foreign_options({name})


def test_f3_own_options_are_not_foreign() -> None:
    """No option of `compile` is in the table."""
    own = inspect.signature(real_compile).parameters
    refuse_foreign_options(own)
    assert not set(own) & set(INSTEAD)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("format_asertion", "did you mean format_assertion=?"),
        ("dialect", "did you mean dialects=?"),
        ("entri", "did you mean entry=?"),
        ("defaults", "defaults are annotations and never filled in"),
        ("max_instance_depth", "use limits=Limits(...)"),
        ("xyzzy", "there are cache, content_assertion, "),
    ],
)
def test_f3_an_option_that_does_not_exist_names_the_nearest(name: str, hint: str) -> None:
    """A slip of the pen is mended by its message, through every door that takes the options of `compile`."""
    options: dict[str, Any] = {name: True}
    for call in (
        lambda: runtime.compile(SCHEMA, **options),
        lambda: validate_schema(SCHEMA, **options),
        lambda: runtime.admit_batch([{"name": "t", "inputSchema": SCHEMA}], **options),
    ):
        with pytest.raises(TypeError, match=re.escape(hint)):
            call()
