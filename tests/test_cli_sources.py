"""What the command line is given to read or write: every line names the file, and a catalog's also the tool."""

from __future__ import annotations

import os

import pytest

from schemawright.generator.cli import main

from .cli_helpers import SCHEMA, saved


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Names in messages are as short as they were given."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(capsys, *arguments):
    """The exit status, and the lines on standard error."""
    code = main(list(arguments))
    return code, capsys.readouterr().err.splitlines()


# ------------------------------------------------------------------ schemas
PACKAGE = {"name": "left-pad", "version": "1.0.0", "description": "pads", "scripts": {"test": "true"}}
SCHEMAS = [
    {},
    True,
    {"title": "x", "description": "anything"},
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "x-of": 1},
    SCHEMA,
]


def test_a_file_that_is_no_schema_is_told(here, capsys):
    """Any object is a schema, so another JSON file is built as one; the user hears of it, and the status stays."""
    file = saved(here / "package.json", PACKAGE)
    warning = "no keyword of JSON Schema is in it that limits anything, so it accepts everything"
    assert told(capsys, "build", "package.json", "-o", "out") == (0, [f"warning: package.json: {warning}"])
    assert told(capsys, "validate", "package.json", file) == (0, [f"warning: package.json: {warning}"])


def test_a_tool_whose_schema_says_nothing_is_told(here, capsys):
    """The usual slip: the properties stand where the keywords belong."""
    saved(here / "c.json", [{"name": "add", "inputSchema": {"count": {"type": "integer"}}}])
    code, (line,) = told(capsys, "build", "c.json", "-o", "out")
    assert code == 0
    assert line.startswith("warning: c.json: tool 'add', inputSchema: no keyword of JSON Schema is in it")
    assert line.endswith("so it accepts every object")


@pytest.mark.parametrize("schema", SCHEMAS, ids=range(len(SCHEMAS)))
def test_a_schema_is_built_without_a_word(here, capsys, schema):
    saved(here / "s.json", schema)
    assert told(capsys, "build", "s.json", "-o", "out") == (0, [])


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "s.json", "-o", "out"],
        ["explain", "s.json"],
        ["validate", "s.json", "s.json"],
        ["build", "empty.json", "-o", "out", "--registry", "https://example.com/s=s.json"],
    ],
    ids=range(4),
)
@pytest.mark.parametrize(
    ("text", "kind"), [('"{\\"type\\": \\"string\\"}"', "a string"), ("5", "a number"), ("null", "null")]
)
def test_a_file_is_decoded_once(here, capsys, arguments, text, kind):
    """JSON text in a JSON string is a string, and no schema."""
    saved(here / "s.json", text)
    saved(here / "empty.json", {})
    code, lines = told(capsys, *arguments)
    assert (code, len(lines)) == (2, 2)
    assert lines[0] == f"schemawright: s.json holds {kind}, and a schema is an object or a boolean"


def test_a_malformed_schema_is_named_by_its_file(here, capsys):
    saved(here / "s.json", {"minLength": -1})
    for command in (["build", "s.json", "-o", "out"], ["explain", "s.json"]):
        assert told(capsys, *command)[1][0].startswith("schemawright: s.json: must be at least 0")


@pytest.mark.parametrize(
    "command", [["explain", "s.json"], ["validate", "s.json", "s.json"]], ids=["explain", "validate"]
)
def test_a_missing_entry_is_named(here, capsys, command):
    saved(here / "s.json", SCHEMA)
    code, lines = told(capsys, *command, "--entry", "#/nowhere")
    assert (code, lines[0]) == (2, "schemawright: s.json: there is no entry '#/nowhere' in the schema")


# ------------------------------------------------------------------ catalogs
GOOD = {"name": "good", "inputSchema": {"type": "object"}}
CATALOGS = {
    "no object": ([GOOD, 5], "tools[1]: a tool is neither a descriptor nor a mapping"),
    "no name": ([GOOD, {"inputSchema": {}}], "tools[1]: a tool has no name, or one that is not a string"),
    "no schema": ([GOOD, {"name": "bad"}], "tools[1]: tool 'bad' has no inputSchema"),
    "title": ([GOOD, {**GOOD, "name": "bad", "title": 5}], "tools[1]: tool 'bad': title has the wrong type"),
    "twice": ([GOOD, {}, GOOD], "two tools have the name 'good': tools[0] and tools[2]"),
    "keyword": ([GOOD, {"name": "bad", "inputSchema": {"type": 5}}], "tool 'bad', inputSchema: "),
    "root": ([GOOD, {**GOOD, "name": "bad", "outputSchema": {"type": "null"}}], "tool 'bad', outputSchema: "),
}


@pytest.mark.parametrize(("tools", "what"), CATALOGS.values(), ids=CATALOGS)
def test_a_malformed_catalog_is_named_with_the_tool(here, capsys, tools, what):
    """`build` and `admit` say the same of it, and both with exit status 2."""
    saved(here / "c.json", {"tools": tools})
    for command in (["build", "c.json", "-o", "out"], ["admit", "c.json"]):
        code, lines = told(capsys, *command)
        assert (code, len(lines)) == (2, 2)
        assert lines[0].startswith(f"schemawright: c.json: {what}")
    assert not (here / "out").exists()


def test_twins_in_two_files_are_named_with_both(here, capsys):
    for name in ("a.json", "b.json"):
        saved(here / name, [GOOD])
    lines = told(capsys, "build", "a.json", "b.json", "-o", "out")[1]
    assert lines[0] == "schemawright: two sources have the name 'good': a.json and b.json"


def test_an_empty_catalog_is_nothing_to_build_and_admits_nothing(here, capsys):
    """Row T5: empty input gives an empty bundle; a build of nothing would remove what is there."""
    saved(here / "c.json", {"tools": []})
    code, lines = told(capsys, "build", "c.json", "-o", "out")
    assert (code, lines[0]) == (2, "schemawright: c.json: no tool is listed, so there is nothing to build")
    assert told(capsys, "admit", "c.json") == (0, ["warning: c.json: no tool is listed"])


@pytest.mark.parametrize(
    "answer",
    [
        {"error": {"code": -32601, "message": "no such method"}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no such method"}},
        {"result": {}},
    ],
    ids=["error", "whole answer", "nothing listed"],
)
def test_an_answer_that_lists_no_tools_is_no_schema(here, capsys, answer):
    """A schema that accepts everything would take the place of every module that is there."""
    saved(here / "good.json", [GOOD])
    assert told(capsys, "build", "good.json", "-o", "out")[0] == 0
    before = sorted((here / "out").iterdir())
    saved(here / "answer.json", answer)
    code, lines = told(capsys, "build", "answer.json", "-o", "out")
    assert (code, lines[0]) == (2, "schemawright: answer.json lists no tools")
    assert sorted((here / "out").iterdir()) == before


def test_an_empty_catalog_among_others_is_told(here, capsys):
    saved(here / "none.json", {"tools": []})
    saved(here / "some.json", [GOOD])
    assert told(capsys, "build", "none.json", "some.json", "-o", "out") == (
        0,
        ["warning: none.json: no tool is listed"],
    )


# ------------------------------------------------------------------ folders
def test_a_folder_below_a_file_is_refused(here, capsys):
    saved(here / "s.json", SCHEMA)
    code, lines = told(capsys, "build", "s.json", "-o", "s.json/deep/out")
    assert (code, lines[0]) == (2, f"schemawright: s.json/deep/out cannot be made: {here / 's.json'} is a file")


def test_a_folder_that_may_not_be_made_is_refused_before_anything_is_compiled(here, capsys, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    code, lines = told(capsys, "build", "missing.json", "-o", "new/out")
    assert (code, lines[0]) == (2, f"schemawright: new/out cannot be written: {here} is not yours to write to")


def test_what_is_missing_or_holds_nothing_is_named(here, capsys):
    (here / "bare").mkdir()
    for command in (["build", "gone.json", "-o", "out"], ["admit", "gone.json"]):
        assert told(capsys, *command)[1][0] == "schemawright: gone.json cannot be read: No such file or directory"
    assert told(capsys, "build", "bare", "-o", "out")[1][0] == "schemawright: bare holds no JSON file"
