"""`content_assertion=True`: encodings, JSON documents and their subschemas assert; nothing is handed back decoded."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from schemawright import runtime
from schemawright.runtime import Limits

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
JSON = {"contentMediaType": "application/json"}
ENCODED = {"contentEncoding": "base64", **JSON}
TYPED = {**ENCODED, "contentSchema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}}


def encoded(value: object) -> str:
    """The value as base64 of its JSON text."""
    return base64.b64encode(json.dumps(value).encode()).decode()


def keywords(schema: object, instance: object, **options: Any) -> list[tuple[str, str]]:
    """The instance path and keyword of each violation."""
    found = runtime.compile(schema, content_assertion=True, **options).violations(instance)
    return [(violation.instance_path, violation.keyword) for violation in found]


def test_annotations_by_default():
    """Without the option nothing is decoded."""
    assert runtime.compile(TYPED).is_valid("{")


@pytest.mark.parametrize(
    ("instance", "expected"),
    [
        (encoded({"a": 1}), []),
        (encoded({"a": "x"}), [("", "type")]),
        (encoded({}), [("", "required")]),
        (encoded([]), [("", "type")]),
        ("%%%", [("", "contentEncoding")]),
        (base64.b64encode(b"{").decode(), [("", "contentMediaType")]),
        (base64.b64encode(b'{"a": 1, "a": 1}').decode(), [("", "contentMediaType")]),
        (base64.b64encode(b"\xff").decode(), [("", "contentMediaType")]),
        (5, []),
    ],
)
def test_each_step(instance, expected):
    """Encoding, then media type, then the subschema, each under its own keyword; only strings have content."""
    found = keywords(TYPED, instance)
    assert [(path and "", keyword) for path, keyword in found] == expected


def test_content_schema_counts_only_beside_a_media_type():
    """Validation 8.5."""
    assert keywords({"contentSchema": False, "contentEncoding": "base64"}, encoded(1)) == []


@pytest.mark.parametrize("schema", [{"contentMediaType": "text/plain"}, {"contentEncoding": "x-unknown", **JSON}])
def test_what_is_not_known_is_not_decoded(schema):
    """Another media type, or an unknown encoding, asserts nothing."""
    assert keywords(schema, "{") == []


def test_draft_07_has_no_content_schema():
    """There `contentSchema` is an unknown keyword."""
    assert keywords({"$schema": DRAFT_07, **TYPED}, encoded("x")) == []
    assert keywords({"$schema": DRAFT_07, **ENCODED}, "%") == [("", "contentEncoding")]


@pytest.mark.parametrize("wrap", [lambda s: s, lambda s: {"not": s}, lambda s: {"anyOf": [s, True]}])
@pytest.mark.parametrize(
    ("limits", "document"),
    [(Limits(max_instance_depth=5), [[[[[[[]]]]]]]), (Limits(max_instance_nodes=5), list(range(10)))],
)
def test_limits_hold_in_the_decoded_document(wrap, limits, document):
    """A document over a limit is no verdict, under any combinator."""
    validator = runtime.compile(wrap(ENCODED), content_assertion=True, limits=limits)
    with pytest.raises(runtime.ExecutionFailure):
        validator.is_valid(encoded(document))


def test_the_instance_stays_encoded():
    """Nothing is replaced by what it decodes to."""
    instance = {"payload": encoded({"a": 1})}
    before = dict(instance)
    runtime.compile({"properties": {"payload": TYPED}}, content_assertion=True).validate(instance)
    assert instance == before
