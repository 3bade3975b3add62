"""`Validator.validate_json`: strict text, exact numbers, and the limits of instances without counting twice."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemawright import runtime
from schemawright.runtime import ExecutionFailure, Limits, SchemaError, ValidationError

OPEN = runtime.compile({})

NOT_JSON = {
    "duplicate member": '{"a":1,"a":1}',
    "duplicate member by escape": '{"a":1,"\\u0061":1}',
    "NaN": "[NaN]",
    "Infinity": "-Infinity",
    "trailing data": "{} {}",
    "trailing comma": "[1,]",
    "empty": "",
    "invalid UTF-8": b'"\xff"',
    "overlong UTF-8": b'"\xc0\xaf"',
    "byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": "{}".encode("utf-16"),
    "lone surrogate": '"\\ud800"',
    "lone surrogate as a member": '{"\\udfff": 1}',
    "leading zero": "01",
    "control character": '"\n"',
}


@pytest.mark.parametrize("text", NOT_JSON.values(), ids=NOT_JSON)
def test_text_that_is_not_json_is_refused(text):
    """Before the schema is asked, with a place and without the text."""
    with pytest.raises(SchemaError) as caught:
        OPEN.validate_json(text)
    assert caught.value.code == "invalid_json"
    assert caught.value.error_class == "validation"
    assert caught.value.__context__ is None


@pytest.mark.parametrize("text", ['{"a": [1, 2.5, null, "x"]}', b'{"a": [1, 2.5, null, "x"]}', bytearray(b"[]")])
def test_the_value_is_returned(text):
    assert OPEN.validate_json(text) == json.loads(text)


def test_integers_are_exact():
    """However large, and never by way of a float."""
    number = 10**4000 + 1
    assert OPEN.validate_json(str(number)) == number
    assert runtime.compile({"const": 2**53 + 1}).validate_json(str(2**53 + 1)) == 2**53 + 1
    with pytest.raises(ValidationError):
        runtime.compile({"const": 2**53 + 1}).validate_json(str(2**53))


def test_fractions_are_decimals_on_request():
    """Every fraction, exactly; integers stay integers."""
    value = OPEN.validate_json("[0.1, 1, 1e2, 3.0000000000000000001]", decimals=True)
    assert value == [Decimal("0.1"), 1, Decimal("1e2"), Decimal("3.0000000000000000001")]
    assert [type(number) for number in value] == [Decimal, int, Decimal, Decimal]
    assert type(OPEN.validate_json("0.1")) is float
    exact = runtime.compile({"maximum": 3})
    assert exact.validate_json("3.0000000000000000001") == 3.0
    with pytest.raises(ValidationError):
        exact.validate_json("3.0000000000000000001", decimals=True)


def test_lone_surrogates_are_characters_on_request():
    one = runtime.compile({"maxLength": 1, "minLength": 1})
    assert one.validate_json('"\\ud800"', allow_lone_surrogates=True) == "\ud800"
    assert one.validate_json('"\\ud83d\\ude00"') == "\U0001f600"


def test_a_mismatch_has_the_violations():
    with pytest.raises(ValidationError) as caught:
        runtime.compile({"properties": {"a": {"type": "string"}}}).validate_json('{"a": 1}')
    assert [tuple(violation) for violation in caught.value.violations] == [
        ("/a", "#/properties/a/type", "type", "must be a string")
    ]


TOO_LARGE = {
    "bytes": ('"' + "x" * 99 + '"', {"max_instance_bytes": 100}, "bytes"),
    "depth": ("[[[]]]", {"max_instance_depth": 2}, "depth"),
    "nodes": ("[1,2,3]", {"max_instance_nodes": 3}, "nodes"),
    "string": ('["abcd"]', {"max_string_length": 3}, "string_length"),
    "member name": ('{"abcd":1}', {"max_string_length": 3}, "string_length"),
    "depth without a limit": ("[" * 1001 + "]" * 1001, {"max_instance_depth": None}, "depth"),
    "digits": ("1" * 5000, {}, "digits"),
    "exponent": ("1e999", {}, "number_range"),
}


@pytest.mark.parametrize(("text", "limits", "code"), TOO_LARGE.values(), ids=TOO_LARGE)
def test_text_beyond_a_limit_is_no_verdict(text, limits, code):
    """Whatever the schema says of it: neither a match nor a mismatch."""
    schemas: list[dict] = [{}, {"not": {}}, {"type": "boolean"}]
    for schema in schemas:
        with pytest.raises(ExecutionFailure) as caught:
            runtime.compile(schema, limits=Limits(**limits)).validate_json(text)
        assert caught.value.code == code
        assert caught.value.__context__ is None


@pytest.mark.parametrize("text", [1, None, {}, ["[]"]])
def test_only_text_is_read(text):
    with pytest.raises(TypeError):
        OPEN.validate_json(text)


def test_what_is_within_bounds_is_not_counted_again():
    """The module's `matches` is asked, which counts nothing: with it broken, `is_valid` alone still counts."""
    validator = runtime.compile({"properties": {"a": {}}})
    assert "return check(instance)" in validator.source.split("def matches(")[1].split("def ")[0]
    assert "measure(" not in validator.source.split("def matches(")[1].split("def ")[0]
    assert "measure(instance" in validator.source.split("def is_valid(")[1].split("def ")[0]


def test_entries_of_a_bundle_read_text_too():
    """Those that leave something to be counted, and those that do not."""
    bundle = runtime.compile_bundle({"$defs": {"open": {}, "closed": {"type": "boolean"}}})
    assert bundle["open"].validate_json("[1]") == [1]
    assert bundle["closed"].validate_json("true") is True
    with pytest.raises(ValidationError):
        bundle["closed"].validate_json("[1]")


LIMITS = Limits(max_instance_depth=3, max_instance_nodes=8, max_string_length=4)
SCHEMAS = [
    {},
    {"type": "array", "items": {"type": ["object", "string", "array"]}},
    {"properties": {"a": {"type": "array"}, "b": {"properties": {"a": {}}}}},
    {"anyOf": [{"type": "string"}, {"items": {"$ref": "#"}}]},
    {"additionalProperties": {"maxLength": 2}},
]
VALIDATORS = [runtime.compile(schema, limits=LIMITS) for schema in SCHEMAS]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab\u00e9\U0001f600", max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab", max_size=6), inner, max_size=3),
    max_leaves=12,
)


def verdict(answer, *arguments):
    """Whether it matches, or the code of the limit."""
    try:
        return answer(*arguments) is not False
    except ValidationError:
        return False
    except ExecutionFailure as failure:
        return failure.code


@settings(max_examples=300, deadline=None)
@given(VALUES, st.booleans())
def test_text_is_accepted_exactly_where_the_value_is(value, escaped):
    """Text is bounded as a whole, so a limit may come before a mismatch; nothing more is ever accepted."""
    text = json.dumps(value, ensure_ascii=escaped)
    for validator in VALIDATORS:
        by_value = verdict(validator.is_valid, value)
        by_text = verdict(lambda: validator.validate_json(text) or True)  # noqa: B023 - called at once
        assert by_text == by_value or (by_value is not True and isinstance(by_text, str))
