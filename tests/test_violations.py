"""What a failure says: the innermost place, the branch that came closest, and the genuine error first."""

from __future__ import annotations

import pytest

from schemawright import runtime
from schemawright.runtime import Limits
from schemawright.runtime.load import run_trusted

CIRCLE = {"properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}, "required": ["kind", "radius"]}
SQUARE = {"properties": {"kind": {"const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"]}

TYPICAL = {
    "a member is missing": (
        {"type": "object", "required": ["name"]},
        {},
        [("", "#/required", "required", "the property 'name' is required")],
    ),
    "a wrong type deep inside": (
        {"properties": {"rows": {"items": {"properties": {"n": {"type": "integer"}}}}}},
        {"rows": [{"n": 1}, {"n": "1"}]},
        [("/rows/1/n", "#/properties/rows/items/properties/n/type", "type", "must be an integer")],
    ),
    "a member too many": (
        {"properties": {"a": {}}, "additionalProperties": False},
        {"a": 1, "b": 2},
        [("/b", "#/additionalProperties", "additionalProperties", "no such property is allowed")],
    ),
    "no value of an enumeration": (
        {"properties": {"unit": {"enum": ["kg", "lb", 3]}}},
        {"unit": "stone"},
        [("/unit", "#/properties/unit/enum", "enum", "must be one of 'kg', 'lb', 3")],
    ),
    "a number out of range": (
        {"items": {"minimum": 1, "exclusiveMaximum": 10}},
        [0, 10],
        [
            ("/0", "#/items/minimum", "minimum", "must be at least 1"),
            ("/1", "#/items/exclusiveMaximum", "exclusiveMaximum", "must be less than 10"),
        ],
    ),
    "a string that is too short and of another form": (
        {"properties": {"code": {"minLength": 3, "pattern": "^[a-z]+$"}}},
        {"code": "A1"},
        [
            ("/code", "#/properties/code/minLength", "minLength", "must have at least 3 characters"),
            ("/code", "#/properties/code/pattern", "pattern", "must match the pattern ^[a-z]+$"),
        ],
    ),
    "equal items": (
        {"properties": {"tags": {"uniqueItems": True, "maxItems": 2}}},
        {"tags": ["a", "b", "a"]},
        [
            ("/tags", "#/properties/tags/maxItems", "maxItems", "must have at most 2 items"),
            ("/tags", "#/properties/tags/uniqueItems", "uniqueItems", "must not have two equal items"),
        ],
    ),
    "a tagged union": (
        {"oneOf": [CIRCLE, SQUARE]},
        {"kind": "square", "side": "long"},
        [
            ("", "#/oneOf", "oneOf", "must match exactly one of 2 subschemas, matches none; the second came closest"),
            ("/side", "#/oneOf/1/properties/side/type", "type", "must be a number"),
        ],
    ),
    "what a member asks for beside itself": (
        {"dependentRequired": {"card": ["address"]}},
        {"card": 1},
        [
            (
                "",
                "#/dependentRequired/card",
                "dependentRequired",
                "the property 'address' is required beside 'card'",
            )
        ],
    ),
    "behind a reference": (
        {"properties": {"to": {"$ref": "#/$defs/address"}}, "$defs": {"address": {"required": ["city"]}}},
        {"to": {}},
        [("/to", "#/$defs/address/required", "required", "the property 'city' is required")],
    ),
    "a name that a pattern forbids": (
        {"patternProperties": {"^x-": False}},
        {"x-a": 1},
        [("/x-a", "#/patternProperties/^x-", "patternProperties", "no such property is allowed")],
    ),
}


def violations(schema, instance, **options):
    return [tuple(violation) for violation in runtime.compile(schema, **options).violations(instance)]


@pytest.mark.parametrize(("schema", "instance", "expected"), TYPICAL.values(), ids=TYPICAL)
def test_typical_failures(schema, instance, expected):
    """The innermost place, the keyword that failed there, and a message that says what was asked for."""
    assert violations(schema, instance) == expected


# ------------------------------------------------------------------ the branch that came closest
OBJECT_BRANCHES = [
    {"type": "object", "required": ["a"], "properties": {"a": {"type": "object", "required": ["x"]}}},
    {"type": "object", "required": ["b"], "properties": {"b": {"type": "object", "required": ["y"]}}},
    {"type": "null"},
]


@pytest.mark.parametrize(
    ("instance", "closest"),
    [
        ({"a": {}}, "; the first came closest"),
        ({"b": {}}, "; the second came closest"),
        ({}, ""),  # both lack a member of their own
        (1, ""),  # and both are of another type
    ],
)
@pytest.mark.parametrize(
    ("keyword", "message"),
    [
        ("anyOf", "must match at least one of 3 subschemas (an object or null)"),
        ("oneOf", "must match exactly one of 3 subschemas (an object or null), matches none"),
    ],
)
def test_a_branch_is_named_where_it_stands_out(keyword, message, instance, closest):
    """It alone came as far as it did, and further than the value itself where other branches were not asked."""
    found = violations({"items": {keyword: OBJECT_BRANCHES}}, [instance])
    assert found[0] == ("/0", f"#/items/{keyword}", keyword, message + closest)


def test_no_branch_is_named_where_two_came_as_far():
    schema = {"anyOf": OBJECT_BRANCHES[:2]}
    assert violations(schema, {})[0][3] == "must match at least one of 2 subschemas"
    assert violations(schema, {"a": {}})[0][3].endswith("; the first came closest")


def test_no_branch_is_named_at_the_value_itself_where_others_were_not_asked():
    """A branch of plain assertions is not explained, so nobody knows how close it was."""
    schema = {"anyOf": [OBJECT_BRANCHES[0], {"minProperties": 1}]}
    assert violations(schema, {})[0][3] == "must match at least one of 2 subschemas"


def test_a_wrong_type_or_constant_means_another_branch():
    """Of two failures at one depth, a range counts for less than a constant that tells the branches apart."""
    schema = {
        "anyOf": [
            {"properties": {"kind": {"const": "a"}}, "required": ["kind"]},
            {"properties": {"kind": {"const": "b"}, "n": {"maximum": 3}}, "required": ["kind"]},
        ]
    }
    assert [violation[:2] for violation in violations(schema, {"kind": "b", "n": 5})] == [
        ("", "#/anyOf"),
        ("/n", "#/anyOf/1/properties/n/maximum"),
    ]


@pytest.mark.parametrize(("position", "word"), [(10, "11th"), (20, "21st"), (21, "22nd"), (22, "23rd")])
def test_later_branches_are_counted_in_figures(position, word):
    schema = {"anyOf": [{"required": [f"k{n}"], "properties": {f"k{n}": {"required": ["x"]}}} for n in range(23)]}
    assert violations(schema, {f"k{position}": {}})[0][3].endswith(f"; the {word} came closest")


def test_one_branch_is_not_compared():
    assert violations({"anyOf": [{"required": ["a"]}]}, {})[0][3] == "must match the subschema"


def test_the_violations_of_a_branch_count_against_the_limit():
    """A closer look never makes more of them than were asked for."""
    schema = {
        "required": ["x", "y"],
        "anyOf": [{"properties": {name: {"type": "null"} for name in "abcdef"}}, {"required": ["z"]}],
    }
    instance = dict.fromkeys("abcdef", 1)
    for limit in range(1, 12):
        found = violations(schema, instance, limits=Limits(max_violations=limit))
        assert len(found) == min(limit, 9)


# ------------------------------------------------------------------ unevaluated keywords bury nothing
BRANCHES = {
    "anyOf": [{"properties": {"a": {"type": "string"}, "b": {}}, "required": ["a"]}, {"required": ["q"]}],
    "unevaluatedProperties": False,
}


@pytest.mark.parametrize(
    ("instance", "paths"),
    [
        ({"a": 1, "b": 2}, ["", "/a"]),  # not /a and /b once more
        ({"a": 1, "b": 2, "z": 3}, ["", "/a", "/z"]),  # no branch knows /z
        ({"q": 1, "a": 1}, ["/q", "/a"]),  # the other branch holds: then nothing else is to blame
        ({"a": "x", "b": 1}, []),
        ({"a": "x", "z": 1}, ["/z"]),
    ],
)
def test_unevaluated_properties_do_not_bury_the_genuine_error(instance, paths):
    """What a failed branch names is not reported as unevaluated as well."""
    found = violations(BRANCHES, instance)
    assert [path for path, _, _, _ in found] == paths


def test_unevaluated_items_do_not_bury_the_genuine_error():
    schema = {
        "anyOf": [{"prefixItems": [{"type": "string"}, True], "minItems": 1}, {"maxItems": 0}],
        "unevaluatedItems": False,
    }
    assert [path for path, _, _, _ in violations(schema, [1, 2])] == ["", "/0"]
    assert [path for path, _, _, _ in violations(schema, [1, 2, 3])] == ["", "/0", "/2"]
    assert [path for path, _, _, _ in violations(schema, ["x", 2, 3])] == ["/2"]


def test_a_failed_condition_does_not_bury_either():
    schema = {
        "if": {"properties": {"kind": {"const": "a"}}},
        "then": {"properties": {"kind": True, "n": {"type": "integer"}}},
        "else": {"properties": {"kind": True, "m": {"type": "integer"}}},
        "unevaluatedProperties": False,
    }
    assert [path for path, _, _, _ in violations(schema, {"kind": "a", "n": "x"})] == ["/n"]
    assert [path for path, _, _, _ in violations(schema, {"kind": "a", "m": 1})] == ["/m"]


@pytest.mark.parametrize("limit", [0, -1, 1])
def test_a_mismatch_has_one_violation_at_least(limit):
    """No limit makes a mismatch look like a match, in a module that is used alone either."""
    namespace = run_trusted(runtime.compile({"required": ["a", "b"]}).source.encode())
    assert len(namespace["violations"]({}, limit)) == 1
    assert namespace["violations"]({"a": 1, "b": 2}, limit) == []


@pytest.mark.parametrize(
    ("branches", "message"),
    [
        ([{"type": "string"}, {"type": "null"}], "must be a string or null"),
        ([{"type": ["integer", "string"]}, {"type": "string"}], "must be a string or an integer"),
        ([{"type": "string"}, {"type": "null", "title": "none"}], "must be a string or null"),
        ([{"const": 1}, {"const": "a"}, {"enum": [-1, 2]}], "must be one of 1, 'a', -1, 2"),
        ([{"type": "string", "enum": ["a"]}, {"type": "null"}], "must be one of 'a', or null"),
        ([{"const": 1}, {"enum": [1, 2]}], "must be one of 1, 2"),
        ([{"enum": []}, {"enum": []}], "must match at least one of 2 subschemas"),
        (
            [{"type": "string", "minLength": 1}, {"type": "null"}],
            "must match at least one of 2 subschemas (a string or null)",
        ),
    ],
)
def test_branches_of_types_and_constants_are_named(branches, message):
    """What generators write for an optional value or a choice reads like a list of what it may be."""
    assert [violation.message for violation in runtime.compile({"anyOf": branches}).violations(1.5)] == [message]


TAGGED = {
    "oneOf": [
        {
            "type": "object",
            "properties": {"kind": {"const": kind}, size: {"type": "number"}},
            "required": ["kind", size],
            "additionalProperties": False,
        }
        for kind, size in (("circle", "radius"), ("square", "width"))
    ]
}


@pytest.mark.parametrize(("kind", "missing", "branch"), [("circle", "radius", "first"), ("square", "width", "second")])
def test_the_branch_of_the_tag_is_explained(kind, missing, branch):
    """A wrong constant in a member means another branch, however deep it lies: an agent would change its mind."""
    found = violations({"items": TAGGED}, [{"kind": kind, "r": 2}])
    assert found[0][3].endswith(f"; the {branch} came closest")
    assert f"the property '{missing}' is required" in [message for *_, message in found]
    assert not [message for *_, message in found if message.startswith("must be '")]


def test_a_branch_that_was_not_asked_may_be_meant():
    """A string or an object: what is neither is not told to be an object."""
    schema = {"anyOf": [{"type": "string"}, {"type": "object", "required": ["name"]}]}
    wanted = "must match at least one of 2 subschemas (a string or an object)"
    assert [message for *_, message in violations(schema, 5)] == [wanted]


def test_as_many_values_are_quoted_as_there_is_room_for():
    values = [f"value-{n}" for n in range(100)]
    assert violations({"enum": values[:12]}, 5)[0][3].endswith("'value-10', 'value-11'")
    message = violations({"enum": values}, 5)[0][3]
    assert len(message) < 300
    assert message.endswith(" more")


def test_the_exception_of_a_module_says_where():
    """As the runtime's does: a log of a program that imports modules is of use."""
    namespace = run_trusted(
        runtime.compile({"properties": {"count": {"minimum": 1}}, "type": "object"}).source.encode()
    )
    for instance, said in (({"count": 0}, "must be at least 1 (at /count)"), ([], "must be an object (at the root)")):
        with pytest.raises(namespace["ValidationError"]) as caught:
            namespace["validate"](instance)
        assert str(caught.value) == said
