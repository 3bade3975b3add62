"""A key that is no string of JSON, but claims to equal a name, is never accepted by any call."""

from __future__ import annotations

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
    """Neither accepted nor called a mismatch of names that it does not have."""
    validator = runtime.compile(schema)
    instance = {Claims("zz"): 1}
    for call in (validator.is_valid, validator.violations, validator.validate, validator.output):
        with pytest.raises(runtime.ExecutionFailure) as caught:
            call(instance)
        assert caught.value.code == "not_json"
