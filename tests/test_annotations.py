"""The suite's annotation tests, through the output form "basic"."""

from __future__ import annotations

import pytest

from schemawright import runtime

from .annotation_cases import Assertion, assertions, schema_location
from .suite_cases import DIALECTS

COUNTS = {"draft2020-12": 81, "draft7": 31}  # all that the pinned suite has for the dialect


def found_annotations(assertion: Assertion, draft: str) -> dict:
    """What the instance location is told under the keyword, by the place of the subschema in the document."""
    validator = runtime.compile(
        assertion.schema,
        dialects=list(DIALECTS.values()),
        default_dialect=DIALECTS[draft],
        registry=assertion.documents,
    )
    output = validator.output(assertion.instance)
    assert output["valid"] is True
    return {
        schema_location(unit, assertion.schema): unit["annotation"]
        for unit in output["annotations"]
        if unit["instanceLocation"] == assertion.location
        and unit["keywordLocation"].rpartition("/")[2] == assertion.keyword
    }


@pytest.mark.parametrize(("draft", "count"), COUNTS.items())
def test_every_assertion_of_the_suite_is_run(draft, count):
    """None is skipped, and none was lost."""
    assert len(assertions(draft)) == count


@pytest.mark.parametrize(
    ("draft", "assertion"),
    [pytest.param(draft, each, id=f"{draft}-{each.name}"[:120]) for draft in COUNTS for each in assertions(draft)],
)
def test_assertion(draft, assertion):
    """Each instance location is told exactly what the suite expects, by the subschemas that it names."""
    assert found_annotations(assertion, draft) == assertion.expected


def told(schema, instance, **options):
    """Keyword location, instance location and value of each annotation."""
    output = runtime.compile(schema, **options).output(instance)
    return [(unit["keywordLocation"], unit["instanceLocation"], unit["annotation"]) for unit in output["annotations"]]


def test_a_vocabulary_that_is_switched_off_leaves_unknown_keywords():
    """Its keywords are collected like any that nobody knows (Core 6.5)."""
    core = "https://json-schema.org/draft/2020-12/vocab/"
    meta = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://example.com/meta",
        "$vocabulary": {core + "core": True, core + "applicator": True},
    }
    schema = {"$schema": "https://example.com/meta", "properties": {"a": {"maximum": 3}}}
    dialects = ["https://json-schema.org/draft/2020-12/schema", "https://example.com/meta"]
    found = told(schema, {"a": 5}, registry={"https://example.com/meta": meta}, dialects=dialects)
    assert found == [("/properties/a/maximum", "/a", 3)]


def test_comments_and_definitions_are_no_annotations():
    """`$comment` is never told (Core 8.3), and schemas to refer to are none."""
    assert told({"$comment": "no", "$defs": {"a": {"title": "A"}}, "definitions": {}, "$anchor": "x"}, 1) == []


def test_draft_07_ignores_unknown_keywords_and_the_siblings_of_a_reference():
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"a": {"$ref": "#/definitions/n", "title": "hidden"}},
        "definitions": {"n": {"title": "N", "x-unknown": 1}},
    }
    assert told(schema, {"a": 1}) == [("/properties/a/$ref/title", "/a", "N")]


def test_values_are_the_callers_own():
    """Whoever changes what he was told changes nothing for the next."""
    schema = {"default": {"a": [1]}, "examples": [1.5, None, True]}
    validator = runtime.compile(schema)
    first = validator.output(1)
    first["annotations"][0]["annotation"]["a"].append(2)
    assert told(schema, 1) == [("/default", "", {"a": [1]}), ("/examples", "", [1.5, None, True])]


def test_a_recursive_schema_tells_each_level():
    schema = {"title": "node", "properties": {"next": {"$ref": "#"}}}
    assert told(schema, {"next": {"next": {}}}) == [
        ("/title", "", "node"),
        ("/properties/next/$ref/title", "/next", "node"),
        ("/properties/next/$ref/properties/next/$ref/title", "/next/next", "node"),
    ]


def test_a_reference_under_a_dynamic_scope_is_named_as_it_was_written():
    schema = {
        "$id": "https://example.com/tree",
        "$dynamicAnchor": "node",
        "title": "tree",
        "$ref": "base",
        "$defs": {
            "base": {
                "$id": "base",
                "$dynamicAnchor": "node",
                "properties": {"child": {"$dynamicRef": "#node"}},
            }
        },
    }
    output = runtime.compile(schema).output({"child": 1})
    assert [(unit["keywordLocation"], unit["absoluteKeywordLocation"]) for unit in output["annotations"]] == [
        ("/title", "https://example.com/tree#/title"),
        ("/$ref/properties/child/$dynamicRef/title", "https://example.com/tree#/title"),
    ]


def test_annotations_are_bounded():
    """At most `max_annotations`, in the order in which the schema is walked."""
    limits = runtime.Limits(max_annotations=3)
    assert len(told({"items": {"title": "T"}}, [0] * 10, limits=limits)) == 3
