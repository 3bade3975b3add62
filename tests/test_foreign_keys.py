"""A key that is no string of JSON, but claims to equal a name, is never accepted by any call."""

from __future__ import annotations

import contextlib

import pytest

from schemawright import runtime


class Claims(str):
    """Equal to everything."""

    __hash__ = str.__hash__

    def __eq__(self, other):
        return True


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"type": "integer"}}, "additionalProperties": False},
        {"properties": {"a": True}, "unevaluatedProperties": False},
        {"properties": {"a": True, "b": True}, "additionalProperties": False},
    ],
)
def test_every_call_refuses_it(schema):
    """`violations` and `validate` do not pass what `is_valid` refuses."""
    validator = runtime.compile(schema)
    instance = {Claims("zz"): 1}
    assert not validator.is_valid(instance)
    with pytest.raises(runtime.SchemawrightError):
        validator.validate(instance)
    with contextlib.suppress(runtime.ExecutionFailure):
        assert validator.violations(instance)
