"""Formats of the caller: each is a subschema for strings, so modules stay standalone and nothing is called back."""

from __future__ import annotations

from typing import Any

import pytest

from schemawright import runtime

SCHEMA = {"properties": {"version": {"format": "semver"}, "day": {"format": "date"}, "other": {"format": "unheard-of"}}}
FORMATS = {"semver": {"pattern": r"^\d+\.\d+\.\d+$"}}


def test_a_custom_format_asserts():
    """Giving one asks for formats to be asserted, the known ones included; unknown ones never fail."""
    validator = runtime.compile(SCHEMA, custom_formats=FORMATS)
    assert validator.is_valid({"version": "1.2.3", "day": "2026-01-31", "other": "x"})
    assert not validator.is_valid({"version": "1.2"})
    assert not validator.is_valid({"day": "2026-02-31"})


def test_formats_are_annotations_without():
    """Without the option, no format is asserted."""
    assert runtime.compile(SCHEMA).is_valid({"version": "1.2", "day": "x"})


def test_a_custom_format_replaces_a_known_one():
    """The caller's meaning of a name wins."""
    validator = runtime.compile({"format": "date"}, custom_formats={"date": {"maxLength": 3}})
    assert validator.is_valid("abc")
    assert not validator.is_valid("2026-01-31")


def test_the_violation_stands_where_the_format_does_not_match():
    """The path is the instance's, the schema path that of the format's own keyword."""
    (found,) = runtime.compile(SCHEMA, custom_formats=FORMATS).violations({"version": "x"})
    assert found.instance_path == "/version"
    assert found.keyword == "pattern"


def test_other_meanings_are_other_validators():
    """Two meanings of one name do not share a validator."""
    one = runtime.compile({"format": "x"}, custom_formats={"x": {"maxLength": 1}})
    two = runtime.compile({"format": "x"}, custom_formats={"x": {"maxLength": 2}})
    assert (one.is_valid("ab"), two.is_valid("ab")) == (False, True)
    assert one.options_digest != two.options_digest


@pytest.mark.parametrize("custom", [{"x": {"type": "strin"}}, {"x": {"pattern": "("}}, {"x": 5}])
def test_a_malformed_custom_format_is_refused(custom):
    """A format that is no schema is a malformed schema, when it is used."""
    with pytest.raises(runtime.SchemaError):
        runtime.compile({"format": "x"}, custom_formats=custom)


@pytest.mark.parametrize("custom", [[], "x", {1: {}}])
def test_a_wrong_option_is_a_type_error(custom):
    """What is no mapping of names is a wrong Python argument."""
    with pytest.raises(TypeError):
        runtime.compile({"format": "x"}, custom_formats=custom)


def test_the_format_assertion_vocabulary_refuses_unknown_formats():
    """Validation 7.2.2: where the dialect itself asserts formats, one that is not known cannot be."""
    uri = "https://example.com/meta"
    vocabulary = "https://json-schema.org/draft/2020-12/vocab/"
    meta = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": uri,
        "$vocabulary": {vocabulary + "core": True, vocabulary + "format-assertion": True},
        "$dynamicAnchor": "meta",
    }
    options: dict[str, Any] = {"registry": {uri: meta}, "dialects": [uri]}
    with pytest.raises(runtime.UnsupportedCapabilityError) as caught:
        runtime.compile({"$schema": uri, "format": "unheard-of"}, **options)
    assert caught.value.code == "unsupported_format"
    assert not runtime.compile({"$schema": uri, "format": "ipv4"}, **options).is_valid("1")
