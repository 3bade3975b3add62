"""Equal schemas have one canonical text and one digest; values that differ have two."""

from __future__ import annotations

import decimal
import json
import sys
from collections import OrderedDict
from decimal import Decimal
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemawright.runtime.digest import canonical_json, schema_digest
from schemawright.runtime.errors import ExecutionFailure, SchemaError

# A busy machine says nothing about a promise.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)


@UNHURRIED
@given(VALUES)
def test_the_text_is_what_the_standard_library_would_write(value: Any) -> None:
    """Sorted members, no blanks, ASCII: byte for byte the text of `json.dumps` so told, and it reads back the same."""
    text = canonical_json(value)
    assert text == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    assert text.isascii()
    assert json.loads(text) == value


def test_the_digest_is_sha256_of_the_text() -> None:
    """The digest names its algorithm and is 64 hexadecimal digits over the canonical text."""
    assert schema_digest({"b": 1, "a": [True]}) == "sha256:" + sha256(b'{"a":[true],"b":1}').hexdigest()


def test_member_order_changes_nothing() -> None:
    """Two orders of the members, at any level, are one schema; members go by code point, not by UTF-16 unit."""
    one = {"x": {"a": 1, "b": 2}, "y": []}
    other = {"y": [], "x": {"b": 2, "a": 1}}
    assert schema_digest(one) == schema_digest(other)
    assert canonical_json({"\U0001f600": 1, "\uffff": 2}) == '{"\\uffff":2,"\\ud83d\\ude00":1}'


DIFFERENT: list[tuple[object, object]] = [
    (True, 1),
    (False, 0),
    (None, "null"),
    (1, "1"),
    ([], {}),
    ([[]], [[], []]),
    (["a,b"], ["a", "b"]),
    ({"a": 1}, ["a", 1]),
    ([1, 2], [2, 1]),
    (9007199254740993, 9007199254740992),
    (0.1, 0.10000000000000002),
    (Decimal("0.1"), Decimal("0.2")),
    ({"a": {}}, {"a": {}, "b": {}}),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_values_that_differ_have_two_digests(one: object, other: object) -> None:
    """No two JSON values share a text, whatever Python's `==` says of them."""
    assert schema_digest(one) != schema_digest(other)


def test_decimal_text_does_not_depend_on_the_context() -> None:
    """Precision and capitals of the caller's decimal context change nothing."""
    number = Decimal("1.2345678901234567890123456789012345E+50")
    expected = canonical_json(number)
    with decimal.localcontext(decimal.Context(prec=3, capitals=0)):
        assert canonical_json(number) == expected
    assert json.loads(expected, parse_float=Decimal) == number


class Text(str):
    """A string that is not exactly a string."""


NOT_JSON: list[object] = [
    float("nan"),
    float("inf"),
    Decimal("NaN"),
    Decimal("-Infinity"),
    "\ud800",
    {"\udfff": 1},
    {1: 1},
    {Text("a"): 1},
    Text("a"),
    (1,),
    OrderedDict(),
    {"a": {1, 2}},
    b"a",
]


@pytest.mark.parametrize("value", NOT_JSON, ids=repr)
def test_only_json_has_a_digest(value: object) -> None:
    """Anything but exact JSON types, finite numbers and UTF-8 text is refused, and the error repeats none of it."""
    with pytest.raises(SchemaError) as caught:
        canonical_json([value])
    assert (caught.value.error_class, caught.value.code) == ("validation", "not_json")
    assert caught.value.__context__ is None


def test_depth_is_bounded_without_recursion() -> None:
    """A thousand levels are written even where Python's stack is short; one more, and a cycle, are limits."""
    deep: list[object] = []
    for _ in range(999):
        deep = [deep]
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(300)
    try:
        assert canonical_json(deep) == "[" * 1000 + "]" * 1000
    finally:
        sys.setrecursionlimit(before)
    cycle: list[object] = []
    cycle.append(cycle)
    for value in ([deep], cycle):
        with pytest.raises(ExecutionFailure) as caught:
            canonical_json(value)
        assert caught.value.code == "depth"


def test_nodes_and_digits_are_bounded() -> None:
    """Shared containers count each time they are met; an integer the interpreter would not write is a limit."""
    shared: list[object] = []
    for _ in range(40):
        shared = [shared, shared]
    with pytest.raises(ExecutionFailure) as caught:
        canonical_json(shared, max_nodes=1000)
    assert caught.value.code == "nodes"
    assert canonical_json([1, 2], max_nodes=3) == "[1,2]"
    with pytest.raises(ExecutionFailure) as caught:
        canonical_json(10**5000)
    assert caught.value.code == "digits"
    assert caught.value.__context__ is None
