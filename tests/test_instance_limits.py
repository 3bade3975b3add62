"""Rows E2 and E4 at their edge: over a limit never accepted, within all limits judged as without limits."""

from __future__ import annotations

import random
from collections import OrderedDict
from contextlib import suppress
from decimal import Decimal
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemawright import runtime
from schemawright.runtime.errors import ExecutionFailure

from . import strategies
from .strategies import DRAFT_07, LATEST

DIALECTS = pytest.mark.parametrize("dialect", [LATEST, DRAFT_07], ids=["2020-12", "draft-07"])
NODES, DEPTH, LENGTH = 10, 3, 5


def nodes(value: Any) -> int:
    """The values in `value`, itself included."""
    parts = value.values() if type(value) is dict else value if type(value) is list else ()
    return 1 + sum(map(nodes, parts))


def depth(value: Any) -> int:
    """The levels of containers."""
    parts = list(value.values()) if type(value) is dict else value if type(value) is list else None
    return 0 if parts is None else 1 + max(map(depth, parts), default=0)


def longest(value: Any) -> int:
    """The length of the longest string, names included."""
    if type(value) is str:
        return len(value)
    if type(value) is dict:
        return max([0, *map(len, value), *map(longest, value.values())])
    return max(map(longest, value), default=0) if type(value) is list else 0


def grown(draw, value: Any) -> Any:
    """The value with something added that may be too much."""
    way = draw(st.sampled_from(["as it is", "deeper", "wider", "longer", "longer name"]))
    more: Any = {
        "as it is": 0,
        "deeper": [[[[1]]]],
        "wider": list(range(11)),
        "longer": "a" * 9,
        "longer name": {"a" * 9: 0},
    }[way]
    if way == "as it is":
        return value
    if type(value) is dict:
        if value and draw(st.booleans()):
            name = draw(st.sampled_from(sorted(value)))
            return {**value, name: grown(draw, value[name])}
        return {**value, draw(strategies.names): more}
    if type(value) is list:
        if value and draw(st.booleans()):
            return [grown(draw, value[0]), *value[1:]]
        return [*value, more]
    return draw(st.sampled_from([more, value]))


@DIALECTS
@given(data=st.data())
def test_limits_are_exact(dialect, data):
    """An instance over a limit is refused or no verdict; one within them is judged as without limits."""
    case = data.draw(strategies.cases(dialect, instances=3))
    small = runtime.Limits(max_instance_nodes=NODES, max_instance_depth=DEPTH, max_string_length=LENGTH)
    limited = runtime.compile(case.schema, limits=small)
    unlimited = runtime.compile(case.schema, limits=runtime.Limits.trusted_instances())
    for instance in [*case.instances, *(grown(data.draw, instance) for instance in case.instances)]:
        if nodes(instance) <= NODES and depth(instance) <= DEPTH and longest(instance) <= LENGTH:
            assert limited.is_valid(instance) is unlimited.is_valid(instance)
            assert (not limited.violations(instance)) is unlimited.is_valid(instance)
            continue
        try:
            assert not limited.is_valid(instance)
        except ExecutionFailure as failure:
            assert failure.code in {"nodes", "depth", "string_length"}  # noqa: PT017


# ------------------------------------------------------------------ what is not JSON
CALLS: list[str] = []


def noisy(base: type) -> type:
    """A subclass of `base` that notes every call of a method that Python may make on its own."""
    names = (
        *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__len__", "__iter__", "__contains__"),
        *("__getitem__", "__bool__", "__hash__", "__repr__", "__str__", "__mod__", "__rmod__", "__sub__", "__float__"),
        *("__index__", "__int__", "keys", "values", "items", "get", "is_integer", "encode", "__format__", "__abs__"),
    )

    def method(name: str) -> Any:
        def call(self: Any, *arguments: Any, **options: Any) -> Any:
            CALLS.append(f"{base.__name__}.{name}")
            return getattr(base, name)(self, *arguments, **options)

        return call

    return type(f"Noisy_{base.__name__}", (base,), {name: method(name) for name in names if hasattr(base, name)})


class Number(IntEnum):
    ONE = 1


class Impostor(str):
    """Equal to everything, with the hash of what it stands for."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        CALLS.append("equal")
        return True

    def __hash__(self) -> int:
        CALLS.append("hash")
        return str.__hash__("a")


NoisyText, NoisyDict, NoisyList, NoisyInt, NoisyFloat = map(noisy, (str, dict, list, int, float))
NOT_JSON = {
    "tuple": (1, 2),
    "set": {1},
    "frozenset": frozenset({"a"}),
    "bytes": b"a",
    "bytearray": bytearray(b"a"),
    "nan": float("nan"),
    "infinity": float("inf"),
    "minus infinity": float("-inf"),
    "decimal nan": Decimal("NaN"),
    "decimal signalling nan": Decimal("sNaN"),
    "decimal infinity": Decimal("Infinity"),
    "complex": 1j,
    "object": object(),
    "generator": range(3),
    "OrderedDict": OrderedDict(a=1),
    "IntEnum": Number.ONE,
    "str subclass": NoisyText("a"),
    "int subclass": NoisyInt(1),
    "float subclass": NoisyFloat(1.0),
    "list subclass": NoisyList([1]),
    "dict subclass": NoisyDict(a=1),
    "integer key": {1: 1},
    "null key": {None: 1},
    "tuple key": {("a",): 1},
    "bytes key": {b"a": 1},
    "key of a subclass": {NoisyText("a"): 1},
    "key that equals all": {Impostor("zzz"): 1},
}
bad_values = st.sampled_from(sorted(NOT_JSON)).map(NOT_JSON.__getitem__)


def spoiled(draw, value: Any) -> Any:
    """The value with something in it that is not JSON."""
    if type(value) is dict and value and draw(st.integers(0, 3)):
        name = draw(st.sampled_from(sorted(value)))
        return {**value, name: spoiled(draw, value[name])}
    if type(value) is list and value and draw(st.integers(0, 3)):
        place = draw(st.integers(0, len(value) - 1))
        return [*value[:place], spoiled(draw, value[place]), *value[place + 1 :]]
    if type(value) is dict and draw(st.booleans()):
        return {**value, draw(strategies.names): draw(bad_values)}
    if type(value) is list and draw(st.booleans()):
        return [*value, draw(bad_values)]
    return draw(bad_values)


def refuses(validator: runtime.Validator, instance: Any) -> None:
    """False or no verdict, and no method of the instance's was called."""
    CALLS.clear()
    try:
        assert not validator.is_valid(instance)
        assert validator.violations(instance)
    except ExecutionFailure as failure:
        assert failure.code == "not_json"  # noqa: PT017
    assert CALLS == []


@DIALECTS
@given(data=st.data())
def test_what_is_not_json_is_never_accepted(dialect, data):
    """Anywhere in an instance, under any schema; nothing of its own is called."""
    case = data.draw(strategies.cases(dialect, instances=2))
    validator = runtime.compile(case.schema)
    for instance in case.instances:
        refuses(validator, spoiled(data.draw, instance))


WRAPS = {
    "itself": lambda schema: schema,
    "not": lambda schema: {"not": schema},
    "not not": lambda schema: {"not": {"not": schema}},
    "anyOf": lambda schema: {"anyOf": [schema, True]},
    "anyOf, late": lambda schema: {"anyOf": [False, schema, {"not": schema}]},
    "oneOf": lambda schema: {"oneOf": [schema, {"not": schema}]},
    "if": lambda schema: {"if": schema, "then": True, "else": True},
    "if, both": lambda schema: {"if": schema, "then": schema, "else": {"not": schema}},
    "unevaluated": lambda schema: {
        "anyOf": [schema, True],
        "unevaluatedProperties": schema,
        "unevaluatedItems": schema,
    },
    "contains": lambda schema: {"contains": schema, "minContains": 0, "maxContains": 9},
    "dependentSchemas": lambda schema: {"dependentSchemas": {"a": schema}},
    "recursion": lambda schema: {
        "anyOf": [schema, True],
        "items": {"$ref": "#"},
        "additionalProperties": {"$ref": "#"},
    },
}
SEEN = {
    "anything": True,
    "type": {"type": ["object", "array", "number", "string"]},
    "enum": {"enum": [1, "a", {"a": 1}, [1], None]},
    "const": {"const": 1},
    "number": {"minimum": 0, "maximum": 9, "multipleOf": 0.5, "exclusiveMinimum": -0.1},
    "integer": {"type": "integer"},
    "string": {"type": "string", "minLength": 1, "maxLength": 3, "pattern": "a"},
    "array": {"items": {"type": "integer"}, "uniqueItems": True, "contains": {"const": 1}, "minItems": 1},
    "members": {"properties": {"a": {"type": "integer"}}, "required": ["a"]},
    "names": {"propertyNames": {"maxLength": 5}, "patternProperties": {"a": {}}, "minProperties": 1},
    "additional": {"additionalProperties": {"type": "integer"}},
}


@pytest.mark.parametrize("name", NOT_JSON)
@pytest.mark.parametrize("wrap", WRAPS)
def test_no_combinator_accepts_what_is_not_json(name, wrap):
    """Whether a keyword looks at it or not, and whatever is made of the answer."""
    for schema in SEEN.values():
        validator = runtime.compile(WRAPS[wrap](schema))
        for instance in (NOT_JSON[name], [NOT_JSON[name]], {"a": NOT_JSON[name]}, {"b": [NOT_JSON[name]]}):
            refuses(validator, instance)


CLOSED: dict[str, dict[str, Any]] = {
    "a closed object": {"properties": {"a": {"type": "integer"}}, "additionalProperties": False},
    "an open object": {"properties": {"a": {"type": "integer"}}},
    "additional members": {"properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "integer"}},
    "unevaluated members": {"properties": {"a": {"type": "integer"}}, "unevaluatedProperties": False},
    "names": {"propertyNames": {"enum": ["a", "b"]}},
    "a constant": {"enum": [{"a": 1}]},
    "a branch": {"anyOf": [{"type": "null"}, {"required": ["a"]}]},
    "a reference": {"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"properties": {"a": {"type": "integer"}}}]}}},
    "patterns": {"patternProperties": {"^a": {"type": "integer"}}, "additionalProperties": False},
    "dependent names": {"dependentRequired": {"b": ["c"]}, "dependentSchemas": {"b": {"maxProperties": 0}}},
    "a tag": {
        "anyOf": [{"type": "object", "properties": {"a": {"const": n}}, "minProperties": 2} for n in "xyz"] + [{}],
        "additionalProperties": {"type": "integer"},
    },
    "a wide object": {"properties": {name: {"type": "integer"} for name in "abcdefghijklmn"}},
    "lower down": {"not": {"not": {"properties": {"a": {"type": "integer"}}, "minProperties": 1}}},
}


@pytest.mark.parametrize("name", CLOSED)
def test_a_member_name_of_a_subclass_is_not_accepted(name):
    """A name that only says that it equals one of the schema's."""
    validator = runtime.compile(CLOSED[name])
    assert validator.is_valid({"a": 1})
    try:
        assert not validator.is_valid({NoisyText("a"): 1})
    except ExecutionFailure as failure:
        assert failure.code == "not_json"  # noqa: PT017


@pytest.mark.parametrize("name", CLOSED)
def test_no_method_of_a_member_name_is_called(name):
    """Wherever the object stands, and however the schema comes to it."""
    inner = {"$id": "urn:example:inner", **CLOSED[name]}
    instance = {Impostor("zzz"): 1}
    below = {"items": {"$ref": "urn:example:inner"}, "$defs": {"inner": inner}}
    beside = {"allOf": [{"$ref": "urn:example:inner"}], "$defs": {"inner": inner}}
    for schema, value in ((CLOSED[name], instance), (below, [instance]), (beside, instance)):
        validator = runtime.compile(schema)
        CALLS.clear()
        with suppress(ExecutionFailure):
            assert not validator.is_valid(value)
        assert CALLS == []


class Other(Impostor):
    """Equal to nothing, with the hash of another name."""

    __slots__ = ()
    __hash__ = Impostor.__hash__

    def __eq__(self, other: object) -> bool:
        CALLS.append("equal")
        return False


def test_unequal_items_call_no_method_of_a_name():
    """A key that stands in the table where another name is looked up first, but after it in the order of names."""
    removed = Other("first")
    members: dict[str, int] = {removed: 0, "a": 1}
    del members[removed]
    members[Other("last")] = 1
    for schema in ({"uniqueItems": True}, {"items": {"uniqueItems": True}, "uniqueItems": True}):
        CALLS.clear()
        with pytest.raises(ExecutionFailure):
            runtime.compile(schema).is_valid([members, 1])
        assert CALLS == []


def test_an_instance_that_contains_itself_has_no_verdict():
    loop: list[Any] = []
    loop.append(loop)
    ring: dict[str, Any] = {"a": {}}
    ring["a"]["a"] = ring
    for schema in (
        True,
        {"items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"}},
        {"uniqueItems": True},
        {"not": {"const": 1}},
    ):
        for instance in (loop, ring):
            with pytest.raises(ExecutionFailure):
                runtime.compile(schema).is_valid(instance)


@pytest.mark.parametrize("seed", range(5))
def test_a_wide_shallow_instance_is_counted_where_it_is_open(seed):
    """Every position of a random shape counts, whether the schema names it or not."""
    rng = random.Random(seed)  # noqa: S311
    instance = {name: [0] * rng.randrange(4) for name in "abcd"}
    total = nodes(instance)
    schema = {"properties": {name: {"items": {"type": "integer"}} for name in "abc"[: rng.randrange(4)]}}
    assert runtime.compile(schema, limits=runtime.Limits(max_instance_nodes=total)).is_valid(instance)
    with pytest.raises(ExecutionFailure, match="too many values"):
        runtime.compile(schema, limits=runtime.Limits(max_instance_nodes=total - 1)).is_valid(instance)


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (runtime.Limits(max_instance_depth=1), "depth"),
        (runtime.Limits(max_instance_nodes=3), "nodes"),
        (runtime.Limits(max_string_length=2), "string_length"),
    ],
    ids=["depth", "nodes", "string"],
)
def test_a_closed_shape_that_is_larger_than_the_limits_is_counted(limits, code):
    """What the schema bounds by itself is counted all the same where that bound is the larger one."""
    schema = {
        "type": "object",
        "properties": {"a": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}], "items": False}},
        "additionalProperties": False,
    }
    instance = {"a": ["xxx", "y"]}
    assert "measure" not in runtime.compile(schema).source
    assert runtime.compile(schema).is_valid(instance)
    assert outcome(runtime.compile(schema, limits=limits), instance) == code


def outcome(validator: runtime.Validator, instance: Any) -> object:
    """The verdict, or the code of the failure."""
    try:
        return validator.is_valid(instance)
    except ExecutionFailure as failure:
        return failure.code
