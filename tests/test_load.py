"""Loading copies what is JSON and refuses the rest with the place, inside the limits, without running foreign code."""

from __future__ import annotations

import importlib.util
import json
import math
import types
from collections import ChainMap, OrderedDict, UserDict, defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemawright.generator.equality import same_json
from schemawright.generator.load import load_document, load_schema
from schemawright.runtime.errors import ExecutionFailure, SchemaError, SchemawrightError
from schemawright.runtime.limits import Limits

SECRET = "s3cret"
LIMITS = Limits()
needs_text_reader = pytest.mark.skipif(
    importlib.util.find_spec("schemawright.runtime.json_text") is None, reason="the text reader is not there"
)


class Color(str, Enum):
    RED = "red"


class Number(IntEnum):
    ONE = 1


class Point(NamedTuple):
    x: int


class HostileStr(str):
    def __eq__(self, other: object) -> bool:
        raise AssertionError(SECRET)

    def __hash__(self) -> int:
        return 1


class HostileDict(dict[str, Any]):
    def __iter__(self) -> Iterator[str]:
        raise AssertionError(SECRET)

    items = keys = __len__ = __getitem__ = __iter__  # type: ignore[assignment]


class Raising(Mapping[str, Any]):
    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __getitem__(self, key: str) -> Any:
        raise self.error

    def __iter__(self) -> Iterator[str]:
        return iter(["a"])

    def __len__(self) -> int:
        return 1


class Endless(Raising):
    def __getitem__(self, key: str) -> Any:
        return 1

    def __iter__(self) -> Iterator[str]:
        number = 0
        while True:
            yield f"a{number}"
            number += 1


class Twice(Raising):
    def __getitem__(self, key: str) -> Any:
        return 1

    def __iter__(self) -> Iterator[str]:
        return iter(["a", "a"])


class Forged:
    __class__ = property(lambda _: dict)


class Fresh(Raising):
    """A new mapping at every level, for ever: no cycle that identity could show."""

    def __getitem__(self, key: str) -> Any:
        return Fresh(self.error)


def refused(value: object, limits: Limits = LIMITS) -> SchemaError:
    with pytest.raises(SchemaError) as caught:
        load_schema(value, limits)
    assert caught.value.__cause__ is None
    assert SECRET not in repr(caught.value)
    return caught.value


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), JSON))
def test_copy(schema: dict[str, Any]) -> None:
    """A JSON object is copied exactly, order included, and shares nothing that could change."""
    copy = load_schema(schema, LIMITS)
    assert same_json(copy, schema)
    assert json.dumps(copy) == json.dumps(schema)
    assert copy is not schema


@given(st.dictionaries(st.text(alphabet="abé\U0001f600"), st.text(alphabet="abé\U0001f600") | st.lists(st.booleans())))
def test_size_is_near_the_text(schema: dict[str, Any]) -> None:
    """The estimate is never far below the size of the compact text."""
    text = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
    assert len(text.encode()) <= load_document(schema, LIMITS).size


def test_booleans_are_schemas() -> None:
    """Core 4.3.2."""
    assert load_schema(True, LIMITS) is True
    assert load_schema(False, LIMITS) is False


@pytest.mark.parametrize(
    "schema",
    [
        OrderedDict(a=[1]),
        UserDict(a=[1]),
        ChainMap({"a": [1]}),
        types.MappingProxyType({"a": [1]}),
        defaultdict(list, a=[1]),
        HostileDict(a=[1]),
    ],
)
def test_any_mapping(schema: Mapping[str, Any]) -> None:
    """Mappings need not be `dict`; of a subclass of `dict` only what it holds is read."""
    copy = load_schema(schema, LIMITS)
    assert copy == {"a": [1]}
    assert type(copy) is dict


@pytest.mark.parametrize("root", [None, 1, 1.5, [], [1], (), object(), b"", "", Forged(), {1}.__iter__, Color.RED])
def test_root(root: object) -> None:
    """Only objects and booleans are schemas; empty text is none either."""
    if type(root) in {str, bytes} and importlib.util.find_spec("schemawright.runtime.json_text") is None:
        pytest.skip("the text reader is not there")
    with pytest.raises(SchemawrightError):
        load_schema(root, LIMITS)


@pytest.mark.parametrize(
    "value",
    [(1, 2), {1}, frozenset(), 1j, Decimal("1.5"), b"a", bytearray(b"a"), math.nan, math.inf, -math.inf, range(3)]
    + [Color.RED, Number.ONE, HostileStr("a"), Forged(), object(), ..., NotImplemented, len, dict, math]
    + [OrderedDict(a=1).items(), Point(1), memoryview(b"a"), (n for n in (1, 2)), "\ud800", "a\udfffb"],
)
def test_not_json(value: object) -> None:
    """Everything else is refused with its place, subclasses of scalars and lists included; nothing is guessed."""
    assert refused({"a": {"b/c": [1, value]}}).schema_path == "#/a/b~1c/1"


@pytest.mark.parametrize("key", [1, None, True, b"a", (1,), HostileStr("a"), Color.RED, 1.5])
def test_member_names_are_strings(key: Any) -> None:
    """A key of another type is refused with the place of its mapping."""
    error = refused({"a": {key: 1}})
    assert error.schema_path == "#/a"
    assert "member name" in error.message


def test_surrogate_in_a_name() -> None:
    """Names are text like any other."""
    refused({"\ud800": 1})


@pytest.mark.parametrize(
    "error",
    [ValueError(SECRET), RecursionError(SECRET), SchemaError(SECRET), ExecutionFailure(SECRET), StopIteration(SECRET)],
)
def test_failing_mapping(error: Exception) -> None:
    """Whatever a mapping raises becomes a `SchemaError` that does not carry it."""
    caught = refused({"x": Raising(error)})
    assert caught.schema_path == "#/x"
    assert caught.__suppress_context__


def test_mapping_that_repeats_a_member() -> None:
    """Two readings are one too many."""
    assert refused(Twice(ValueError())).schema_path == "#/a"


def test_host_interrupts_pass() -> None:
    """`KeyboardInterrupt` is no error of the mapping's."""
    with pytest.raises(KeyboardInterrupt):
        load_schema(Raising(KeyboardInterrupt()), LIMITS)


def test_cycles() -> None:
    """A value inside itself is refused; the same value in two places is not."""
    loop: dict[str, Any] = {}
    loop["a"] = [loop]
    assert refused(loop).schema_path == "#/a/0"
    shared = {"type": "string"}
    assert load_schema({"allOf": [shared, shared]}, LIMITS) == {"allOf": [shared, shared]}


def exceeded(value: object, limits: Limits = LIMITS) -> str:
    with pytest.raises(ExecutionFailure) as caught:
        load_schema(value, limits)
    return caught.value.code


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for _ in range(depth - 1):
        schema = {"not": schema}
    return schema


def test_limits() -> None:
    """Depth, number and size are bounded, whatever the value is made of."""
    small = Limits(max_schema_depth=10, max_schema_nodes=100, max_schema_bytes=1000)
    load_schema(nested(20), small)
    assert exceeded(nested(21), small) == "schema_depth"
    assert exceeded({"a": [0] * 99}, small) == "schema_nodes"
    load_schema({"a": [0] * 98}, small)
    assert exceeded({"a": "x" * 1000}, small) == "schema_bytes"
    assert exceeded({"a": "é" * 500}, small) == "schema_bytes"
    assert exceeded({"x" * 1000: 1}, small) == "schema_bytes"
    assert exceeded({"a": 10**1000}, small) == "schema_bytes"
    assert exceeded(nested(100_000)) == "schema_depth"
    assert exceeded(Endless(ValueError())) == "schema_bytes"
    assert exceeded(Fresh(ValueError())) == "schema_depth"
    assert exceeded({"a": [0] * 3_000_000}) == "schema_nodes"


def test_shared_values_count_each_time() -> None:
    """A small graph that is a huge tree ends at the number of values."""
    value: list[Any] = []
    for _ in range(60):
        value = [value, value]
    assert exceeded({"a": value}) == "schema_nodes"


def test_deeper_limits_need_no_stack() -> None:
    """The host may raise the limit above the interpreter's own."""
    copy = load_schema(nested(50_000), Limits(max_schema_depth=100_000))
    depth = 0
    while copy:
        assert type(copy) is dict
        copy, depth = copy["not"], depth + 1
    assert depth == 49_999


def test_decimals() -> None:
    """They pass where a text reader made them, finite ones."""
    copy = load_schema({"minimum": Decimal("1.50")}, LIMITS, decimals=True)
    assert type(copy) is dict
    assert str(copy["minimum"]) == "1.50"
    with pytest.raises(SchemaError):
        load_schema({"minimum": Decimal("sNaN")}, LIMITS, decimals=True)


def test_document_name() -> None:
    """Errors in another document name it."""
    with pytest.raises(SchemaError) as caught:
        load_schema({"a": ()}, LIMITS, document="https://example.test/x")
    assert caught.value.schema_path == "https://example.test/x#/a"


@needs_text_reader
def test_text() -> None:
    """JSON text is parsed strictly."""
    assert load_schema('{"type": "integer"}', LIMITS) == {"type": "integer"}
    assert load_schema(b"true", LIMITS) is True
    for text in ('{"a": 1, "a": 2}', "{'a': 1}", '{"a": NaN}', '"a"', "5", ""):
        refused(text)
    small = Limits(max_schema_depth=10, max_schema_nodes=100, max_schema_bytes=1000)
    assert exceeded('{"a":' + "[" * 20 + "]" * 20 + "}", small) == "schema_depth"
    assert exceeded('{"a":[' + "0," * 99 + "0]}", small) == "schema_nodes"
    assert exceeded(b'{"a":"' + b"x" * 1000 + b'"}', small) == "schema_bytes"
    assert exceeded("[" * 1_000_000) in {"schema_bytes", "schema_depth"}


HOSTILE = Path(__file__).parents[2] / "shared" / "cases" / "hostile"


def hostile_cases() -> list[Any]:
    if not HOSTILE.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason="the shared cases are not there"))]
    cases = json.loads((HOSTILE / "handed" / "schemas.json").read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["id"]) for case in cases if case["group"] == "python_schema"]


@pytest.mark.parametrize("case", hostile_cases())
def test_hostile_python_values(case: dict[str, Any]) -> None:
    """Each value of the hostile corpus is copied or refused as the corpus asks."""
    spec = importlib.util.spec_from_file_location("hostile_builders", HOSTILE / "builders.py")
    assert spec is not None and spec.loader is not None
    builders = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builders)
    schema = case["schema"] if "schema" in case else builders.build(case["schema_build"])
    if type(schema) in {str, bytes} and importlib.util.find_spec("schemawright.runtime.json_text") is None:
        pytest.skip("the text reader is not there")
    try:
        load_schema(schema, LIMITS)
        outcome = "ok"
    except ExecutionFailure:
        outcome = "limit"
    except SchemaError:
        outcome = "invalid_schema"
    assert outcome in case["expect"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        (1, 1.0, False),
        (1, True, False),
        ([1], [1, 2], False),
        ({}, {"a": 1}, False),
    ]
    + [([{"a": None}], [{"a": None}], True), ([{"a": "x"}], [{"a": "y"}], False)],
)
def test_sameness(one: Any, other: Any, same: bool) -> None:
    """Two documents are the same where they are written alike; the order of members is no difference."""
    assert same_json(one, other) is same
