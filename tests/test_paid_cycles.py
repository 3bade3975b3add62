"""Cycles that only `unevaluated*` closes are paid for: such schemas compile, and their modules are admitted."""

from __future__ import annotations

from typing import Any

import pytest

from schemawright import runtime

ENDLESS: tuple[Any, ...] = (
    ({"contains": {"$ref": "#", "unevaluatedItems": False}}, []),
    ({"contains": {"unevaluatedItems": False, "anyOf": [{"$ref": "#"}, {"type": "string"}]}}, [[]]),
    ({"contains": {"dependentSchemas": {"a": {"$ref": "#"}}, "unevaluatedItems": False}}, [1]),
)
FLAGS: tuple[Any, ...] = (
    ({"if": {}, "else": {"properties": {"c": {}}}, "unevaluatedProperties": False}, {"c": 1}, False),
    ({"if": {"type": "object"}, "else": {"properties": {"c": {}}}, "unevaluatedProperties": False}, {}, True),
    ({"if": {"title": "t"}, "else": {"prefixItems": [{}]}, "unevaluatedItems": False}, [1], False),
    ({"dependentSchemas": {"a": {"items": {}}}, "unevaluatedItems": False}, ["a"], False),
)


@pytest.mark.parametrize(("schema", "instance"), ENDLESS)
def test_a_cycle_through_what_is_asked_again(schema, instance):
    """There is a verdict, and both calls agree on it."""
    validator = runtime.compile(schema)
    assert validator.is_valid(instance) is not bool(validator.violations(instance))


@pytest.mark.parametrize(("schema", "instance", "verdict"), FLAGS)
def test_a_condition_that_is_known(schema, instance, verdict):
    """A branch that always or never counts needs no flag; one for objects says nothing of arrays (Core 11)."""
    validator = runtime.compile(schema)
    assert validator.is_valid(instance) is verdict
    assert bool(validator.violations(instance)) is not verdict
