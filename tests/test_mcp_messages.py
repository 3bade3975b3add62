"""Tagged messages, results, forms and callbacks: each judged by its one definition, all by the same validators (T8)."""

from __future__ import annotations

import json

import pytest

from schemawright.runtime import (
    SchemawrightError,
    UnsupportedCapabilityError,
    ValidationError,
    Validator,
    admit_batch,
)
from schemawright.runtime.catalog_errors import ResultError
from schemawright.runtime.mcp import (
    definitions,
    elicitation_form,
    message_validator,
    tag,
    validate_callback_result,
    validate_elicitation_answer,
    validate_elicitation_request,
    validate_message,
    validate_result,
    validate_tool_result,
)
from schemawright.runtime.mcp.methods import CALLBACKS, NOTIFICATIONS, REQUESTS, RESULTS

VERDICTS = {1: "valid", 2: "valid_with_overlay", 3: "valid_with_extended_overlay"}
SECRET = "tr0ub4dor"


def message(**members):
    return {"jsonrpc": "2.0", **members}


def places(error):
    return [violation.instance_path for violation in error.value.violations]


# ------------------------------------------------------------------ the handed cases
def test_the_handed_messages(shared):
    """Every message written for this version has the verdict that was found, under each of the overlays."""
    cases = json.loads((shared / "cases" / "mcp" / "messages.json").read_text("utf-8"))["messages"]
    wrong = [
        (case["id"], overlay)
        for case in cases
        for overlay, member in VERDICTS.items()
        if case["protocol"] == "2025-11-25"
        and message_validator(case["definition"], overlay=overlay).is_valid(case["message"]) is not case[member]
    ]
    assert wrong == []


def test_the_tables_are_those_of_the_protocol(shared):
    """Each method of the published schema is in a table, under the definition that has it."""
    document = json.loads((shared / "data" / "mcp" / "2025-11-25.schema.json").read_text("utf-8"))
    methods = {
        definition["properties"]["method"]["const"]: name
        for name, definition in document["$defs"].items()
        if "const" in definition.get("properties", {}).get("method", {})
    }
    assert methods == {**REQUESTS, **NOTIFICATIONS}
    assert REQUESTS.keys() == RESULTS.keys()
    assert all(name.endswith("Request") for name in REQUESTS.values())
    own = {method: REQUESTS[method].removesuffix("Request") + "Result" for method in REQUESTS}
    assert {method: name if name in definitions() else "EmptyResult" for method, name in own.items()} == RESULTS
    asked = {option["$ref"].rpartition("/")[2] for option in document["$defs"]["ServerRequest"]["anyOf"]}
    assert {REQUESTS[method] for method in CALLBACKS} == {n for n in asked if "Task" not in n and n != "PingRequest"}


# ------------------------------------------------------------------ tags
@pytest.mark.parametrize(
    ("given", "request_", "definition"),
    [
        (message(id=1, method="ping"), None, "PingRequest"),
        (message(id="a", method="tools/call", params={"name": "x"}), None, "CallToolRequest"),
        (message(method="notifications/initialized"), None, "InitializedNotification"),
        (message(id=1, result={"content": []}), "tools/call", "CallToolResult"),
        (message(id=1, result={}), message(id=1, method="ping"), "EmptyResult"),
        (message(id=1, result={"roots": []}), {"method": "roots/list"}, "ListRootsResult"),
        (message(id=1, error={"code": -32601, "message": "no"}), None, "JSONRPCErrorResponse"),
        (
            message(id=1, error={"code": -32042, "message": "ask", "data": {"elicitations": []}}),
            None,
            "URLElicitationRequiredError",
        ),
    ],
)
def test_a_message_is_judged_by_its_tag(given, request_, definition):
    assert validate_message(given, request=request_) == definition
    assert tag(given, request_).definition == definition


@pytest.mark.parametrize(
    ("given", "request_", "path"),
    [
        (message(id=1, method="tools/call", params={"name": 7}), None, "/params/name"),
        (message(method="tools/call", params={"name": "x"}), None, ""),
        (message(id=None, method="ping"), None, "/id"),
        (message(id=1, method="notifications/initialized"), None, "/id"),
        (message(id=1, method=SECRET), None, "/method"),
        (message(id=1, method=["ping"]), None, "/method"),
        (message(id=1, result={"content": [{"type": "text"}]}), "tools/call", "/result/content/0"),
        (message(result={"content": []}), "tools/call", ""),
        (message(id=1, result={}), "notifications/initialized", ""),
        (message(id=1, result={}), None, "/result"),
        (message(id=1, error={"code": -32042, "message": "ask"}), None, "/error"),
        (message(id=1, method="ping", result={}), "tools/call", ""),
        (message(id=1), None, ""),
        ([message(id=1, method="ping")], None, ""),
        (SECRET, None, ""),
    ],
)
def test_what_does_not_match_is_refused_with_its_place(given, request_, path):
    """A batch, a message of two kinds, a result that nothing asked for: none has a verdict by accident."""
    with pytest.raises(ValidationError) as raised:
        validate_message(given, request=request_)
    assert places(raised)[0].startswith(path)
    assert SECRET not in f"{raised.value}{raised.value.violations}"


def test_a_task_may_be_the_answer():
    """Only where the request allowed one; a receiver without tasks answers as ever."""
    task = {"task": {"taskId": "1", "status": "working", "createdAt": "", "lastUpdatedAt": "", "ttl": 1}}
    asked = message(id=1, method="tools/call", params={"name": "x", "task": {"ttl": 1}})
    assert validate_result(task, asked) == "CreateTaskResult"
    assert validate_result({"content": []}, asked) == "CallToolResult"
    with pytest.raises(ValidationError):
        validate_result(task, "tools/call")
    task["task"]["ttl"] = None
    assert validate_result(task, asked, overlay=3) == "CreateTaskResult"
    with pytest.raises(ValidationError):
        validate_result(task, asked)


# ------------------------------------------------------------------ forms
def form(**properties):
    return {"type": "object", "properties": properties}


GOOD = {
    "name": {"type": "string", "title": "Name", "minLength": 1, "maxLength": 9, "format": "email", "default": ""},
    "code": {"type": "string", "pattern": "^[a-z]+$"},
    "ratio": {"type": "number", "minimum": 0.25, "maximum": 0.75, "default": 0.5},
    "count": {"type": "integer", "minimum": 1},
    "agreed": {"type": "boolean", "default": True, "description": "x", "x-order": 1},
    "one": {"type": "string", "enum": ["a", "b"]},
    "old": {"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]},
    "titled": {"type": "string", "oneOf": [{"const": "a", "title": "A"}]},
    "many": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "minItems": 1, "maxItems": 2},
    "some": {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}, "default": ["a"]},
}

OUTSIDE = {
    "no type": ({}, "/properties/x"),
    "an object": ({"type": "object", "properties": {}}, "/properties/x"),
    "null": ({"type": "null"}, "/properties/x"),
    "two types": ({"type": ["string", "null"]}, "/properties/x"),
    "a boolean": (True, "/properties/x"),
    "a reference": ({"type": "string", "$ref": "#/$defs/a"}, "/properties/x/$ref"),
    "composition": ({"type": "string", "allOf": []}, "/properties/x/allOf"),
    "const": ({"type": "string", "const": "a"}, "/properties/x/const"),
    "another format": ({"type": "string", "format": "hostname"}, "/properties/x"),
    "multipleOf": ({"type": "number", "multipleOf": 2}, "/properties/x/multipleOf"),
    "an exclusive bound": ({"type": "number", "exclusiveMinimum": 0}, "/properties/x/exclusiveMinimum"),
    "a bound in a string": ({"type": "number", "minimum": "0"}, "/properties/x"),
    "a length of a number": ({"type": "number", "minLength": 1}, "/properties/x/minLength"),
    "an enum of numbers": ({"type": "number", "enum": [1]}, "/properties/x/enum"),
    "an enum of all kinds": ({"type": "string", "enum": ["a", 1]}, "/properties/x/enum/1"),
    "choices without titles": ({"type": "string", "oneOf": [{"const": "a"}]}, "/properties/x/oneOf/0"),
    "choices that are none": ({"type": "string", "oneOf": 5}, "/properties/x/oneOf"),
    "choices of another kind": (
        {"type": "string", "oneOf": [{"const": "a", "title": "A", "not": {}}]},
        "/properties/x/oneOf/0/not",
    ),
    "enum and choices": ({"type": "string", "enum": [], "oneOf": []}, "/properties/x/enum"),
    "items of objects": ({"type": "array", "items": {"type": "object"}}, "/properties/x"),
    "items of anything": ({"type": "array"}, "/properties/x"),
    "items with a pattern": (
        {"type": "array", "items": {"type": "string", "enum": [], "pattern": "a"}},
        "/properties/x/items/pattern",
    ),
    "choices with a reference": (
        {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A", "$ref": "#"}]}},
        "/properties/x/items/anyOf/0/$ref",
    ),
    "unique items": ({"type": "array", "items": {"type": "string", "enum": []}, "uniqueItems": True}, "/properties/x"),
}


def test_a_form_of_every_kind():
    """Each kind of property is taken, fractions included, and the answers are checked by what it says."""
    validator = elicitation_form(form(**GOOD))
    assert validator.is_valid({"ratio": 0.5, "count": 2, "agreed": False, "one": "a", "many": ["b"], "code": "abc"})
    wrong = {"name": "", "ratio": 0.8, "count": 0.5, "agreed": "yes", "one": "c", "old": "c", "titled": "b"}
    wrong |= {"many": [], "some": ["b"], "code": "A"}
    assert {v.instance_path.split("/")[1] for v in validator.violations(wrong)} == wrong.keys()
    assert not validator.is_valid([])


@pytest.mark.parametrize(("subschema", "path"), OUTSIDE.values(), ids=OUTSIDE)
def test_what_is_outside_of_the_subset(subschema, path):
    with pytest.raises(ValidationError) as raised:
        elicitation_form(form(x=subschema))
    assert places(raised)[0].startswith(path)


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ({"type": "object"}, ""),
        ({"properties": {}}, ""),
        ({"type": "array", "properties": {}}, "/type"),
        ({**form(), "allOf": []}, "/allOf"),
        ({**form(), "$defs": {}}, "/$defs"),
        ({**form(), "additionalProperties": {"type": "object"}}, "/additionalProperties"),
        ({**form(), "required": "x"}, "/required"),
        ("", ""),
        (None, ""),
    ],
)
def test_the_root_of_a_form(schema, path):
    with pytest.raises(ValidationError) as raised:
        elicitation_form(schema)
    assert places(raised)[0].startswith(path)


def test_names_of_properties_are_shown_bounded():
    with pytest.raises(ValidationError) as raised:
        elicitation_form(form(**{"a/b~\u202e" + "c" * 5_000: {"type": "string", "const": "a"}}))
    (path,) = places(raised)
    assert path.startswith("/properties/a~1b~0\\u202ec")
    assert len(path) < 100


def test_a_form_in_another_dialect():
    """The options of `compile` hold: a dialect that is not known, or not allowed, is told apart from a mismatch."""
    draft_07 = {"$schema": "http://json-schema.org/draft-07/schema#", **form(x={"type": "string"})}
    assert elicitation_form(draft_07).is_valid({"x": ""})
    with pytest.raises(UnsupportedCapabilityError):
        elicitation_form({"$schema": "https://example.org/other", **form()})
    with pytest.raises(UnsupportedCapabilityError):
        elicitation_form(draft_07, dialects=["https://json-schema.org/draft/2020-12/schema"])


def test_formats_are_asserted_where_it_is_asked():
    schema = form(mail={"type": "string", "format": "email"})
    assert elicitation_form(schema).is_valid({"mail": "x"})
    assert not elicitation_form(schema, format_assertion=True).is_valid({"mail": "x"})


PARAMS = {
    "message": "How much?",
    "requestedSchema": {**form(ratio={"type": "number", "minimum": 0.5}), "required": ["ratio"]},
}
URL = {"mode": "url", "message": "There", "url": "https://example.org/", "elicitationId": "1"}


@pytest.mark.parametrize(
    ("params", "result"),
    [
        (PARAMS, {"action": "accept", "content": {"ratio": 0.5}}),
        ({**PARAMS, "mode": "form"}, {"action": "accept", "content": {"ratio": 1, "more": ["a"]}}),
        (PARAMS, {"action": "decline"}),
        (PARAMS, {"action": "cancel", "content": {}}),
        (URL, {"action": "accept"}),
    ],
)
def test_answers_that_match(params, result):
    validate_elicitation_answer(params, result)
    assert validate_callback_result({"method": "elicitation/create", "params": params}, result) == "ElicitResult"


@pytest.mark.parametrize(
    ("params", "result", "path"),
    [
        (PARAMS, {"action": "accept", "content": {"ratio": 0.25}}, "/content/ratio"),
        (PARAMS, {"action": "accept", "content": {"ratio": SECRET}}, "/content/ratio"),
        (PARAMS, {"action": "accept", "content": {}}, "/content"),
        (PARAMS, {"action": "accept", "content": {"ratio": 1, "more": {"a": 1}}}, "/content/more"),
        (PARAMS, {"action": "accept"}, "/content"),
        (PARAMS, {"action": SECRET}, "/action"),
        (URL, {"action": "accept", "content": {}}, "/content"),
    ],
)
def test_answers_that_do_not_match(params, result, path):
    with pytest.raises(ValidationError) as raised:
        validate_callback_result({"method": "elicitation/create", "params": params}, result)
    assert places(raised)[0].startswith(path)
    assert SECRET not in f"{raised.value}{raised.value.violations}"


@pytest.mark.parametrize(
    ("params", "path"),
    [
        (
            {**PARAMS, "requestedSchema": form(x={"type": "string", "const": "a"})},
            "/requestedSchema/properties/x/const",
        ),
        ({**PARAMS, "message": 1}, "/message"),
        ({"mode": "url", "message": ""}, ""),
        ({**PARAMS, "mode": "voice"}, "/mode"),
        (None, ""),
    ],
)
def test_requests_that_are_none(params, path):
    with pytest.raises(ValidationError) as raised:
        validate_elicitation_request(params)
    assert places(raised)[0].startswith(path)


def test_published_integers_hold_under_overlay_1():
    """What the overlay corrects is wrong without it: a form with a fraction, and an answer with one."""
    with pytest.raises(ValidationError):
        elicitation_form(form(x={"type": "number", "minimum": 0.5}), overlay=1)
    params = {"message": "", "requestedSchema": form(x={"type": "number"})}
    with pytest.raises(ValidationError):
        validate_elicitation_answer(params, {"action": "accept", "content": {"x": 0.5}}, overlay=1)


# ------------------------------------------------------------------ callbacks and tools
@pytest.mark.parametrize(
    ("method", "good", "bad", "path"),
    [
        ("roots/list", {"roots": [{"uri": "file:///a"}]}, {"roots": [{"uri": 1}]}, "/roots/0/uri"),
        (
            "sampling/createMessage",
            {"role": "assistant", "model": "m", "content": {"type": "text", "text": ""}},
            {"role": "assistant", "model": 1, "content": {"type": "text", "text": ""}},
            "/model",
        ),
    ],
)
def test_callback_results(method, good, bad, path):
    assert validate_callback_result({"method": method}, good) == RESULTS[method]
    with pytest.raises(ValidationError) as raised:
        validate_callback_result({"method": method}, bad)
    assert places(raised) == [path]


def test_a_server_asks_for_nothing_else():
    with pytest.raises(ValidationError):
        validate_callback_result({"method": "tools/list"}, {"tools": []})


def test_results_of_tools():
    """The envelope by the protocol, the structured content by the tool's own schema (T3)."""
    schema = {"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]}
    tool = admit_batch([{"name": "add", "inputSchema": {"type": "object"}, "outputSchema": schema}]).tool("add")
    validate_tool_result(tool, {"content": [], "structuredContent": {"sum": 1}})
    with pytest.raises(ResultError):
        validate_tool_result(tool, {"content": [], "structuredContent": {"sum": SECRET}})
    with pytest.raises(ResultError):
        validate_tool_result(tool, {"content": []})
    with pytest.raises(ValidationError, match="no CallToolResult"):
        validate_tool_result(tool, {"structuredContent": {"sum": 1}})


def test_the_same_validators_serve_everywhere(monkeypatch):
    """T8: forms, callbacks and messages ask for the validators that a caller has, and equal schemas compile once."""
    schema = form(x={"type": "string"})
    tool = admit_batch([{"name": "a", "inputSchema": {"type": "object"}, "outputSchema": schema}]).tool("a")
    again = admit_batch([{"name": "b", "inputSchema": {"type": "object"}, "outputSchema": dict(schema)}]).tool("b")
    assert tool.output_validator is again.output_validator
    assert elicitation_form(schema) is elicitation_form(dict(schema))
    asked = []
    original = Validator.violations

    def noted(self, instance):
        asked.append(self)
        return original(self, instance)

    monkeypatch.setattr(Validator, "violations", noted)
    validate_elicitation_answer({"message": "", "requestedSchema": schema}, {"action": "accept", "content": {"x": "a"}})
    assert message_validator("ElicitResult") in asked
    assert message_validator("ElicitRequestFormParams") in asked
    assert elicitation_form(schema) in asked


def test_limits_are_no_verdict():
    deep: list = []
    for _ in range(2_000):
        deep = [deep]
    with pytest.raises(SchemawrightError) as raised:
        validate_message(message(id=1, method="tools/call", params={"name": "x", "arguments": {"a": deep}}))
    assert raised.value.error_class == "execution_failure"
