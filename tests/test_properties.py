"""What holds for every schema and every instance: random ones of both dialects, against an implementation of others."""

from __future__ import annotations

import ast
import builtins
import copy
import json
import keyword
import math
from decimal import Decimal
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from schemawright import runtime
from schemawright.generator.location import Location
from schemawright.generator.names import path_tokens
from schemawright.generator.source import comment, identifier, literal
from schemawright.runtime.load import run_trusted

from . import strategies
from .strategies import DRAFT_07, LATEST

DIALECTS = pytest.mark.parametrize("dialect", [LATEST, DRAFT_07], ids=["2020-12", "draft-07"])
TRUSTED = runtime.Limits.trusted_instances()


def oracle_is_right_about(value: Any) -> bool:
    """The other implementation reckons in binary floating point beyond what JSON's text says."""
    if type(value) is dict:
        return all(map(oracle_is_right_about, value.values()))
    if type(value) is list:
        return all(map(oracle_is_right_about, value))
    return type(value) not in {int, float} or abs(value) < 2**53


@DIALECTS
@settings(max_examples=300)
@given(data=st.data())
def test_verdicts_are_those_of_another_implementation(dialect, data):
    """Check, explain and both sets of limits agree with each other and with `jsonschema_rs`."""
    case = data.draw(strategies.cases(dialect))
    other = jsonschema_rs.validator_for(case.schema)
    validator = runtime.compile(case.schema)
    trusting = runtime.compile(case.schema, limits=TRUSTED)
    for instance in case.instances:
        verdict = validator.is_valid(instance)
        assert (not validator.violations(instance)) is verdict
        assert trusting.is_valid(instance) is verdict
        assert (not trusting.violations(instance)) is verdict
        if oracle_is_right_about(instance):
            assert verdict is other.is_valid(instance)


def containers(value: Any) -> list[int]:
    """The identities of all containers, in order."""
    if type(value) is dict:
        return [id(value), *(found for item in value.values() for found in containers(item))]
    return [id(value), *(found for item in value for found in containers(item))] if type(value) is list else []


@DIALECTS
@settings(max_examples=40)
@given(data=st.data())
def test_schema_and_instance_are_unchanged(dialect, data):
    """Row D11: deeply equal, with the same types, order and containers."""
    case = data.draw(strategies.cases(dialect, instances=3))
    before, parts = repr(case), [containers(case.schema), *map(containers, case.instances)]
    kept = copy.deepcopy(case)
    validator = runtime.compile(case.schema)
    for instance in case.instances:
        validator.is_valid(instance)
        validator.violations(instance)
    assert repr(case) == before
    assert case == kept
    assert [containers(case.schema), *map(containers, case.instances)] == parts
    assert validator.schema == case.schema


def shuffled(draw, value: Any) -> Any:
    if type(value) is dict:
        return {name: shuffled(draw, value[name]) for name in draw(st.permutations(list(value)))}
    return [shuffled(draw, item) for item in value] if type(value) is list else value


@DIALECTS
@settings(max_examples=40)
@given(data=st.data())
def test_the_order_of_keys_changes_nothing(dialect, data):
    """Row C4: equal schemas give equal bytes."""
    from schemawright.generator.compiling import compile_schema, read_options

    schema = data.draw(strategies.schemas(dialect))
    other = shuffled(data.draw, schema)
    options = read_options({"": "#"}, {})
    assert compile_schema(schema, options).text == compile_schema(other, options).text


PUBLIC = ("is_valid", "violations", "validate", "matches")


@DIALECTS
@settings(max_examples=40)
@given(data=st.data())
def test_modules_run_alone_and_catch_nothing(dialect, data):
    """Row C2: only the standard library and `regex` are imported; no code made of a schema can swallow a failure."""
    case = data.draw(strategies.cases(dialect, instances=3))
    source = runtime.compile(case.schema).source
    tree = ast.parse(source)
    imported = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported <= {
        "decimal",
        "fractions",
        "time",
        "re",
        "regex",
        "typing",
        "collections.abc",
        "math",
        "__future__",
    }
    assert source.isascii()
    catching = [
        function
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        and function.name.startswith(("check", "explain", "measure", *PUBLIC))
        and any(isinstance(node, ast.Try | ast.Lambda | ast.With) for node in ast.walk(function))
    ]
    assert all(function.name.startswith(PUBLIC) and type(function.body[-1]) is ast.Raise for function in catching)
    namespace: dict[str, Any] = {"__name__": "alone", "__builtins__": builtins}
    exec(compile(source, "<alone>", "exec"), namespace)  # noqa: S102 - the promise is about running it
    validator = runtime.compile(case.schema)
    for instance in case.instances:
        assert namespace["is_valid"](instance) is validator.is_valid(instance)


# ------------------------------------------------------------------ schema text in source
def same(one: Any, other: Any) -> bool:
    """Equal with equal types, and zeros of equal sign."""
    if type(one) is not type(other):
        return False
    if type(one) is dict:
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if type(one) is list:
        return len(one) == len(other) and all(map(same, one, other))
    if type(one) is float:
        return one == other and math.copysign(1, one) == math.copysign(1, other)
    return one == other


HOSTILE = [
    '"',
    "'",
    '"""',
    "'''",
    "\\",
    "\\\\",
    '\\"',
    "\n",
    "\r",
    "\r\n",
    "\x00",
    "\x0c",
    "\x1b",
    "\x85",
    "\u2028",
    "\u2029",
    "\u202e",
    "{{ 1 }}",
    "{% for x in y %}",
    "{# #}",
    "{}",
    "{0}",
    "{value}",
    "%s",
    "\\N{BULLET}",
    "\\x41",
    "\\u0041",
    "# type: ignore",
    "\nimport os\n",
    '")\nraise SystemExit\n#',
    '"); exec("x") #',
    "__import__('os')",
    "check",
    "explain",
    "value",
    "found",
    "item",
    "None",
    "class",
    "x0a1b2c3d",
    "<script>&amp;",
    "é",
    "\U0001f600",
    "ﬁ",
    "a__b",
    "_",
    "",
    "/",
    "~",
    "~1",
    "%25",
    "#",
    "\t",
]
hostile_text = st.sampled_from(HOSTILE) | strategies.any_text
texts = hostile_text | st.lists(hostile_text, min_size=2, max_size=4).map("".join)


@given(strategies.json_values | texts)
@example("\ud800")
@example({"\udfff": ["\ud83d", "\ude00"]})
@example(10**5000)
@example(-(10**41))
@example(5e-324)
@example(-0.0)
def test_a_literal_evaluates_to_its_value(value):
    """On one line of printable ASCII, for any JSON value."""
    text = str(literal(value))
    assert text.isascii()
    assert text.isprintable()
    assert same(eval(text, {"__builtins__": {}}), value)  # noqa: S307 - the promise is about evaluating it


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_decimal_literal_evaluates_to_its_value(value):
    assert eval(str(literal(value)), {"Decimal": Decimal}).as_tuple() == value.as_tuple()  # noqa: S307


@given(texts)
def test_a_comment_stays_one_comment(text):
    """It is a line of ASCII that Python reads as nothing at all, whatever stands in it."""
    line = str(comment(text))
    assert line.isascii()
    assert line.isprintable()
    assert ast.parse(f"{line}\nx = 1\n{line}").body[0].lineno == 2
    assert len(ast.parse(line + "\n").body) == 0


tokens = st.lists(
    texts | st.sampled_from(["properties", "$defs", "defs", "$ref", "ref", "0", "a", "items"]), max_size=4
).map(tuple)


@given(tokens, tokens)
def test_identifiers_are_valid_and_never_shared(one, other):
    """Two paths, two names; each an ASCII identifier that is no keyword."""
    assume(one != other)
    first, second = (str(identifier("check", path_tokens(Location("", path)))) for path in (one, other))
    assert first != second
    for name in (first, second):
        assert name.isascii()
        assert name.isidentifier()
        assert not keyword.iskeyword(name)


@pytest.mark.parametrize("token", ["a b", "", "/", "défs", "x" * 50, "defs", "x0123abcd", "$ref"])
def test_a_name_cannot_be_taken_by_writing_its_digest(token):
    """A property called as the name of another one is named otherwise."""
    name = str(identifier("", (token,))).removeprefix("__")
    assert str(identifier("", (name,))).removeprefix("__") != name or name == token


def every_position(name) -> dict[str, Any]:
    """A schema with text from `name(position)` wherever a schema holds a string."""
    return {
        "$id": f"http://example.test/{name('id')}",
        "$comment": name("comment"),
        "title": name("title"),
        "description": name("description"),
        "default": {name("default"): name("default value")},
        "examples": [name("example")],
        name("unknown keyword"): {"$ref": "#"},
        "$defs": {name("definition"): {"type": "string", "minLength": 2}, "other": {"$anchor": "anchor", "maximum": 5}},
        "type": ["object", "array", "string"],
        "required": [name("required")],
        "properties": {
            name("property"): {"enum": [name("enum 0"), name("enum 1"), 1]},
            name("object"): {"properties": {name("inner"): {"items": {"items": {"const": name("const")}}}}},
            "const": {"const": {name("const key"): [name("const value")]}},
        },
        "additionalProperties": {
            "format": name("format"),
            "contentEncoding": name("encoding"),
            "anyOf": [{"$ref": "#anchor"}, True],
        },
        "dependentRequired": {name("trigger"): [name("needed")]},
        "dependentSchemas": {name("trigger"): {"properties": {name("dependent"): {"type": "null"}}}},
        "unevaluatedProperties": False,
        "anyOf": [{"required": [name("any")]}, {"properties": {name("any"): {"items": {"type": "integer"}}}}, True],
        "propertyNames": {"not": {"const": name("not")}},
    }


def shape(source: str) -> list[str]:
    """Every statement of a module, and every name, call and attribute in it, less the part of a name that is a path."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call():
                called = node.func
                found.append(
                    "call " + (called.id.split("__")[0] if isinstance(called, ast.Name) else type(called).__name__)
                )
            case ast.Name():
                found.append("name " + node.id.split("__")[0])
            case ast.Attribute():
                found.append("attribute " + node.attr)
            case ast.Import() | ast.ImportFrom():
                found.append(ast.unparse(node))
            case ast.stmt() | ast.JoinedStr() | ast.Subscript() | ast.Lambda() | ast.comprehension():
                found.append(type(node).__name__)
            case _:
                pass
    return found


@settings(max_examples=25)
@given(st.lists(texts, min_size=24, max_size=24, unique=True))
@example([(text * 2 + str(n)) for n, text in enumerate(HOSTILE[:24])])
@example([(text + str(n)) for n, text in enumerate(HOSTILE[24:48])])
@example([f"{['DEADLINE', 'STRING_LIMIT', 'scan', 'decimal'][n % 4]} {n}" for n in range(24)])
@example([f'"" is not or and if in # {n}' for n in range(24)])
def test_schema_text_never_becomes_code(drawn):
    """A module has the same syntax, names and calls whatever text stands in the schema."""
    assume(not any("\ud800" <= character <= "\udfff" for text in drawn for character in text))  # refused in schemas
    positions: dict[str, str] = {}

    def hostile(position: str) -> str:
        return positions.setdefault(position, drawn[len(positions) % len(drawn)] + position)

    def harmless(position: str) -> str:
        return "p" + position.replace(" ", "")

    from urllib.parse import quote

    wicked, tame = every_position(hostile), every_position(harmless)
    wicked["$id"] = "http://example.test/" + quote(hostile("id"), safe="")
    assume(len(wicked) == len(tame))
    assume(len(wicked["properties"]) == len(tame["properties"]))
    first, second = runtime.compile(wicked).source, runtime.compile(tame).source
    assert first.isascii()
    # The order of blocks follows the order of names: the two modules hold the same, not in the same order.
    assert sorted(shape(first)) == sorted(shape(second))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_means_itself(text):
    """The text asserts what it says as a name, a constant and a value of an enumeration."""
    schema = {
        "properties": {text: {"enum": [text, text + "?"]}, "k": {"const": text}},
        "required": [text],
        "additionalProperties": False,
    }
    validator = runtime.compile(schema)
    instance = {text: text + "?", "k": text} if text != "k" else {"k": text}
    assert validator.is_valid(instance)
    assert validator.violations(instance) == ()
    assert not validator.is_valid({text: text + "!"})
    assert not validator.is_valid({"k": text})
    assert {
        violation.schema_path.isprintable() for violation in validator.violations({text: 1, text + "x": 1, "k": 1})
    } == {True}


@DIALECTS
@settings(max_examples=40)
@given(data=st.data())
def test_violations_can_be_handed_on(dialect, data):
    """Row E3: four bounded, printable strings each, JSON Pointers, and at most as many as the limit."""
    case = data.draw(strategies.cases(dialect, instances=3))
    validator = runtime.compile(case.schema, limits=runtime.Limits(max_violations=3))
    namespace = run_trusted(validator.source.encode())
    for instance in case.instances:
        violations = validator.violations(instance)
        assert len(violations) <= 3
        for violation in violations:
            assert violation.instance_path == "" or violation.instance_path.startswith("/")
            assert "#" in violation.schema_path
            assert violation.message
            json.dumps([violation.instance_path, violation.schema_path, violation.keyword, violation.message])
        assert len(namespace["violations"](instance, 1)) == bool(violations)


@pytest.mark.parametrize(
    ("schema", "instance"),
    [
        ({"dependentSchemas": {"a": {"prefixItems": [True]}}, "unevaluatedItems": False}, ["a"]),
        ({"anyOf": [True, {"dependentSchemas": {"a": {"items": True}}}], "unevaluatedItems": False}, ["a", "b"]),
    ],
)
def test_a_dependent_schema_evaluates_no_items(schema, instance):
    """It applies where a member is there, and an array has none, though it may hold that member's name."""
    assert not runtime.compile(schema).is_valid(instance)
    assert runtime.compile(schema).is_valid([])
    assert runtime.compile(schema).is_valid({"a": 1})


@pytest.mark.parametrize(
    "schema",
    [
        {"unevaluatedItems": {}, "anyOf": [{"prefixItems": [True]}, {"prefixItems": [True]}]},
        {"unevaluatedProperties": {}, "oneOf": [{"properties": {"a": True}}, {"required": ["b"]}]},
        {"$dynamicAnchor": "node", "properties": {"a": {"$dynamicRef": "#node", "allOf": [{"allOf": [False]}]}}},
        {"unevaluatedItems": False, "dependentSchemas": {"a": {"prefixItems": [True]}}},
        {"if": {}, "else": {"properties": {"b": False}}, "unevaluatedProperties": False},
        {"if": {}, "else": {"prefixItems": [True]}, "unevaluatedItems": False},
        {
            "$defs": {"d": {"items": {"$ref": "#", "unevaluatedProperties": False}}},
            "oneOf": [{"properties": {"b": True}, "contains": {"$ref": "#/$defs/d"}}, {"properties": {"b": True}}],
            "not": {"type": "null"},
        },
    ],
    ids=lambda schema: json.dumps(schema)[:60],
)
def test_parts_that_assert_nothing_leave_no_block_empty(schema):
    """Found by the random schemas above: what asserts nothing beside what does."""
    validator = runtime.compile(schema)
    assert validator.is_valid([]) is (validator.violations([]) == ())
    assert validator.is_valid({"b": 1}) is (validator.violations({"b": 1}) == ())
