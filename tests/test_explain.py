"""`explain`: the program after each pass, in words that name every subschema and what was learned of it."""

from __future__ import annotations

import json

import pytest

from schemawright.generator import ir
from schemawright.generator.cli import main
from schemawright.generator.explain import explained, program_text
from schemawright.generator.location import Location
from schemawright.generator.options import Options

STEPS = ["read", "dynamic_scope", "evaluated", "metering", "meeting", "extent"]
LIST = {"$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}}}}, "$ref": "#/$defs/node"}
OPEN = {
    "properties": {"a": {"type": "string", "pattern": "^x"}},
    "anyOf": [{"properties": {"b": True}}, {"patternProperties": {"^c": {"minimum": 1.5}}}],
    "dependentSchemas": {"d": {"properties": {"e": False}}},
    "unevaluatedProperties": False,
}
TREE = {
    "$id": "https://example.com/strict",
    "$dynamicAnchor": "node",
    "$ref": "tree",
    "$defs": {
        "tree": {
            "$id": "tree",
            "$dynamicAnchor": "node",
            "properties": {"children": {"items": {"$dynamicRef": "#node"}}},
        }
    },
}
EVERYTHING = {
    "type": ["object", "array", "number"], "enum": [1, "a", None], "minimum": 1, "maximum": 9, "exclusiveMinimum": 0,
    "exclusiveMaximum": 10, "multipleOf": 0.5, "minLength": 1, "maxLength": 2, "minItems": 1, "maxItems": 9,
    "uniqueItems": True, "prefixItems": [True], "items": {"const": {"a": [1]}}, "contains": {"type": "null"},
    "minContains": 2, "required": ["a"], "minProperties": 1, "maxProperties": 5, "additionalProperties": False,
    "propertyNames": {"maxLength": 3}, "dependentRequired": {"a": ["b"]}, "allOf": [True], "oneOf": [True, False],
    "not": False, "if": True, "then": True, "else": False, "unevaluatedItems": True, "unevaluatedProperties": True,
}  # fmt: skip


def steps(schema: object) -> dict[str, str]:
    return dict(explained(schema, Options()))


def test_every_pass_is_shown_in_order():
    assert list(steps(OPEN)) == STEPS


def test_subschemas_and_keywords_are_named():
    """One block for each subschema, one line for each keyword."""
    text = steps(OPEN)["read"]
    assert (
        '\n#/properties/a\n    Type types=("string")\n    Pattern source="^x"\n        "^x": string methods: ' in text
    )
    assert "\n#/unevaluatedProperties\n    false: nothing matches\n" in text


def test_every_keyword_can_be_printed():
    text = steps(EVERYTHING)["extent"]
    for kind in (
        ir.Enum,
        ir.MultipleOf,
        ir.Contains,
        ir.If,
        ir.Not,
        ir.PropertyNames,
        ir.DependentRequired,
        ir.UniqueItems,
    ):
        assert f"    {kind.__name__} " in text or f"    {kind.__name__}\n" in text
    assert max(map(len, text.splitlines())) <= 200


def test_evaluated_properties_and_their_conditions():
    found = steps(OPEN)
    assert "evaluated: nothing" in found["read"]
    block = found["evaluated"]
    assert (
        '        evaluated: "a"\n'
        '        where the member "d" is present:\n'
        '            evaluated: "e"\n'
        "        where #/anyOf/0 matches:\n"
        '            evaluated: "b"\n'
        "        where #/anyOf/1 matches:\n"
        '            evaluated: names that match "^c"\n'
    ) in block


def test_evaluated_items():
    schema = {"prefixItems": [True], "contains": {"const": 1}, "anyOf": [{"items": True}], "unevaluatedItems": False}
    text = steps(schema)["evaluated"]
    assert "evaluated: the first 1, those that match #/contains\n" in text
    assert "where #/anyOf/0 matches:\n            evaluated: everything\n" in text


def test_dynamic_scope_is_gone_after_its_pass():
    """A subschema shows the anchors that its copy was made for, and no dynamic reference is left."""
    found = steps(TREE)
    assert "DynamicReference" in found["read"]
    assert "DynamicReference" not in found["dynamic_scope"]
    assert " where node = #" in found["dynamic_scope"]


def test_recursion_is_told():
    found = steps(LIST)
    assert "metered" not in found["dynamic_scope"]
    assert "\n#/$defs/node  [metered, charging, paying]\n" in found["metering"]


def test_stalling_is_told():
    schema = {"anyOf": [{"type": "null"}, {"$ref": "#"}]}
    assert "stalls: " in steps(schema)["metering"]


def test_what_is_left_to_measure_is_told():
    schema = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {}}, "additionalProperties": False}
    found = steps(schema)
    assert "measured" not in found["metering"]
    assert '#  [meeting]\n    Type types=("object")' in found["extent"]
    assert 'a match leaves to be measured: member "b"\n' in found["extent"]


def test_the_text_is_the_same_for_the_same_schema():
    reordered = dict(reversed(OPEN.items()))
    assert steps(OPEN) == steps(reordered)


def test_hostile_text_stays_on_its_line():
    text = steps({"properties": {"a\n# b\u2028\x1b[31m": {"const": "\n"}}})["extent"]
    assert text.isascii()
    assert "\x1b" not in text
    assert "\n# b" not in text


def test_many_entries_are_named():
    program = ir.Program({}, {"A": ir.Key(Location("", ("$defs", "A")))})
    assert program_text(program) == 'entry "A": #/$defs/A\n'


# ------------------------------------------------------------------ the command
@pytest.fixture
def schema(tmp_path):
    path = tmp_path / "s.json"
    path.write_text(json.dumps(OPEN))
    return str(path)


def test_the_command_prints_every_pass(schema, capsys):
    assert main(["explain", schema]) == 0
    out = capsys.readouterr().out
    assert [line.split()[2].rstrip(":") for line in out.splitlines() if line.startswith("====")] == STEPS
    assert "==== after dynamic_scope: nothing changed" in out


def test_the_command_prints_one_pass(schema, capsys):
    assert main(["explain", schema, "--pass", "evaluated"]) == 0
    assert capsys.readouterr().out.strip() == ("==== after evaluated\n" + steps(OPEN)["evaluated"]).strip()


def test_an_unknown_pass_is_refused(schema, capsys):
    assert main(["explain", schema, "--pass", "magic"]) == 2
    assert "read, dynamic_scope" in capsys.readouterr().err


def test_an_entry_is_explained(schema, capsys):
    assert main(["explain", schema, "--entry", "#/properties/a"]) == 0
    assert "entry (the only one): #/properties/a" in capsys.readouterr().out
    assert main(["explain", schema, "--entry", "#/missing"]) == 2
