"""The specification's output (Core 12): the suite's output tests, and what holds for every schema of the suite."""

from __future__ import annotations

import copy

import pytest

from schemawright import runtime
from schemawright.runtime.errors import bounded
from schemawright.runtime.output import cut_pointer

from .annotation_cases import keyword_pointer
from .suite_cases import FILES, cases, read

FOLDER = FILES / "output-tests" / "draft2020-12"
OUTPUT = "https://json-schema.org/draft/2020-12/output/schema"
CASES = cases()


def output_schema():
    """The specification's own schema of an output unit."""
    return read(FOLDER / "output-schema.json")


def output_tests():
    """Each test with the schema, the instance and the form of output that is described."""
    return [
        pytest.param(group["schema"], test["data"], form, schema, id=f"{path.stem}-{test['description']}-{form}")
        for path in sorted((FOLDER / "content").glob("*.json"))
        for group in read(path)
        for test in group["tests"]
        for form, schema in test["output"].items()
    ]


@pytest.fixture(scope="module")
def well_formed():
    """The validator of output units, locations checked as JSON Pointers and URIs."""
    return runtime.compile(output_schema(), format_assertion=True)


def test_every_output_test_of_the_suite_is_run():
    """The suite has four for the dialect, all of the form "basic"."""
    assert len(output_tests()) == 4


@pytest.mark.parametrize(("schema", "instance", "form", "expected"), output_tests())
def test_suite(schema, instance, form, expected):
    """The output is what the suite describes."""
    output = runtime.compile(schema).output(instance, form)
    runtime.compile(expected, registry={OUTPUT: output_schema()}).validate(output)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{case.description}"[:100])
def test_output_agrees_with_the_verdict_and_the_violations(case, well_formed):
    """Units are well formed, and errors are the violations with more precise places."""
    if case.exclusion:
        pytest.skip("no validator: its dialect is not supported")
    validator = runtime.compile(case.schema, **case.options)
    for test in case.tests:
        output = validator.output(test["data"])
        assert validator.output(test["data"], "flag") == {"valid": test["valid"]} == {"valid": output["valid"]}
        assert set(output) == {"valid", "annotations" if test["valid"] else "errors"}
        violations = validator.violations(test["data"])
        assert [(unit["instanceLocation"], unit["error"]) for unit in output.get("errors", ())] == [
            (violation.instance_path, violation.message) for violation in violations
        ]
        for unit, violation in zip(output.get("errors", ()), violations, strict=False):
            pointer = keyword_pointer(unit, case.schema)
            places = (f"#{pointer}", f"#{pointer}/{unit_part(violation)}")
            assert pointer is None or violation.schema_path in map(bounded, places)
        units = [*output.get("annotations", ()), *output.get("errors", ())]
        well_formed.validate(to_plain({"valid": output["valid"], "errors": units}))
        assert all(unit["valid"] is test["valid"] for unit in units)


def unit_part(violation):
    """What follows the keyword in the schema path: the name that others depend on, where the path says it."""
    return violation.schema_path.rpartition("/")[2]


def to_plain(value):
    """The output without the values of annotations, which may be anything."""
    plain = copy.deepcopy(value)
    for unit in plain["errors"]:
        unit.pop("annotation", None)
        unit.setdefault("error", "none")
    return plain


def errors(schema, instance, **options):
    """Keyword location, absolute location and instance location of each error."""
    output = runtime.compile(schema, **options).output(instance)
    return [
        (unit["keywordLocation"], unit.get("absoluteKeywordLocation"), unit["instanceLocation"])
        for unit in output["errors"]
    ]


def test_locations_across_a_reference():
    """The path goes through the reference, the absolute location does not (Core 12.3.1, 12.3.2)."""
    schema = {
        "$id": "https://example.com/a",
        "items": {"$ref": "#/$defs/point"},
        "$defs": {"point": {"$ref": "b#/$defs/x y", "required": ["x"]}},
    }
    registry = {"https://example.com/b": {"$defs": {"x y": {"type": "object"}}}}
    assert errors(schema, [{}, 1], registry=registry) == [
        ("/items/$ref/required", "https://example.com/a#/$defs/point/required", "/0"),
        ("/items/$ref/$ref/type", "https://example.com/b#/$defs/x%20y/type", "/1"),
    ]


def test_an_embedded_resource_counts_from_its_own_root():
    schema = {"$id": "https://example.com/a", "properties": {"p": {"$id": "b", "properties": {"q": {"type": "null"}}}}}
    assert errors(schema, {"p": {"q": 1}}) == [
        ("/properties/p/properties/q/type", "https://example.com/b#/properties/q/type", "/p/q")
    ]


def test_a_schema_without_identifier_has_a_default_base_behind_references_only():
    """RFC 3986 section 5.1.4; without a reference the absolute location may be left out (Core 12.3.2)."""
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "null"}}}
    assert errors(schema, 1) == [("/type", None, "")]
    assert errors(schema, {"a": 1}) == [("/properties/a/$ref/type", "json-schema:///#/$defs/n/type", "/a")]


def test_draft_07_has_the_same_output():
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "dependencies": {"a": {"required": ["b"]}},
        "items": [{"type": "null"}],
        "additionalItems": False,
    }
    assert errors(schema, {"a": 1}) == [("/dependencies/a/required", None, "")]
    assert errors(schema, [1, 2]) == [("/items/0/type", None, "/0"), ("/additionalItems", None, "")]


def test_entries_of_a_bundle_share_their_output_module():
    bundle = runtime.compile_bundle({"$defs": {"A": {"title": "A"}, "B": {"type": "string"}}})
    assert [unit["annotation"] for unit in bundle["A"].output(1)["annotations"]] == ["A"]
    assert bundle["B"].output(1)["errors"][0]["keywordLocation"] == "/type"


def test_a_loader_is_not_asked_again():
    """The output tells of the documents that the validator was compiled from, not of what a loader has by now."""
    asked = []

    def loader(uri):
        asked.append(uri)
        return {"title": "first" if len(asked) == 1 else "second"}

    validator = runtime.compile({"$ref": "https://example.com/other"}, loader=loader)
    assert [unit["annotation"] for unit in validator.output(1)["annotations"]] == ["first"]
    assert asked == ["https://example.com/other"]


def test_the_normal_module_is_what_it_is_without():
    """Asking for output changes neither the source nor the digests of a validator."""
    validator = runtime.compile({"title": "T", "type": "string"})
    before = validator.source, validator.options_digest
    validator.output("x")
    assert (validator.source, validator.options_digest) == before
    assert "annotate" not in validator.source


def test_an_unknown_form_is_refused():
    with pytest.raises(TypeError, match="flag"):
        runtime.compile({}).output(1, "verbose")  # type: ignore[arg-type]


def test_there_is_no_verdict_beyond_a_limit():
    """A limit is an execution failure in every form."""
    validator = runtime.compile({}, limits=runtime.Limits(max_instance_depth=3))
    for form in ("flag", "basic"):
        with pytest.raises(runtime.ExecutionFailure) as caught:
            validator.output([[[[]]]], form)
        assert caught.value.code == "depth"


def test_errors_are_bounded_as_violations_are():
    limits = runtime.Limits(max_violations=2, max_path_length=40, max_message_length=5)
    schema = {"items": {"$ref": "#/$defs/" + "n" * 60}, "$defs": {"n" * 60: {"type": "null"}}}
    output = runtime.compile(schema, limits=limits).output([1, 2, 3])
    assert [unit["error"] for unit in output["errors"]] == ["must "] * 2
    deep = {"properties": {"p" * 30: {"properties": {"q" * 30: {"type": "null"}}}}}
    unit = runtime.compile(deep, limits=limits).output({"p" * 30: {"q" * 30: 1}})["errors"][0]
    assert unit["keywordLocation"] == "/properties/..."
    assert unit["instanceLocation"] == "/" + "p" * 30 + "/..."


@pytest.mark.parametrize(
    ("pointer", "cut"), [("/a/b", "/a/b"), ("/abc/defgh", "/abc/..."), ("/abcdefghijk", "/..."), ("", "")]
)
def test_a_cut_pointer_is_a_pointer(pointer, cut):
    """Whole tokens are cut off, so that no escape is torn apart."""
    assert cut_pointer(pointer, 8) == cut
