"""The commands `validate` and `admit`: verdicts on instances and on tools."""

from __future__ import annotations

import json

import pytest

from schemawright.generator.cli import main

from .cli_helpers import CATALOG, SCHEMA, saved, shell

DRAFT_07 = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}


@pytest.fixture
def schema(tmp_path):
    return saved(tmp_path / "schema.json", SCHEMA)


@pytest.fixture
def module(tmp_path, schema, capsys):
    assert main(["build", schema, "-o", str(tmp_path / "out")]) == 0
    capsys.readouterr()
    return str(tmp_path / "out" / "schema.py")


# ------------------------------------------------------------------ validate
def test_a_module_and_its_schema_say_the_same(tmp_path, schema, module, capsys):
    good, bad = saved(tmp_path / "good.json", {"n": 1}), saved(tmp_path / "bad.json", {"n": 0})
    answers = []
    for validator in (module, schema):
        assert main(["validate", validator, good]) == 0
        assert main(["validate", validator, good, bad]) == 1
        answers.append(capsys.readouterr())
    assert answers[0] == answers[1]
    assert f"{good}: valid\n" in answers[0].out
    assert f"{bad}: does not match\n  /n: must be at least 1 (#/properties/n/minimum)\n" in answers[0].out


def test_json_lines(tmp_path, schema, capsys):
    """Each line has its verdict and number; blank lines are none; one malformed line does not hide the others."""
    lines = saved(tmp_path / "calls.jsonl", '{"n": 1}\n\n{"n": 0}\r\n{"n": }\n[]')
    assert main(["validate", schema, lines, "--json"]) == 2
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(answer["line"], answer["valid"]) for answer in told] == [(1, True), (3, False), (4, None), (5, False)]
    assert told[1]["violations"] == [
        {
            "instance_path": "/n",
            "schema_path": "#/properties/n/minimum",
            "keyword": "minimum",
            "message": "must be at least 1",
        }
    ]
    assert told[2]["error"]["code"] == "invalid_json"
    other = saved(tmp_path / "calls.txt", '{"n": 1}\n{"n": 2}\n')
    assert main(["validate", schema, other]) == 2
    assert main(["validate", schema, other, "--lines"]) == 0


def test_standard_input(schema):
    assert shell("validate", schema, "-", input='{"n": 1}').stdout == "standard input: valid\n"
    done = shell("validate", schema, "-", "--lines", input='{"n": 1}\n{"n": 0}\n')
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "standard input:1: valid")


def test_an_instance_without_a_verdict_is_malformed(tmp_path, schema, capsys):
    for text in ('{"n": 1, "n": 2}', '{"n": NaN}', "", "[" * 5000):
        assert main(["validate", schema, saved(tmp_path / "x.json", text)]) == 2
        told = capsys.readouterr()
        assert "no verdict" in told.err
        assert told.out == ""


def test_submitted_values_are_not_shown(tmp_path, schema, capsys):
    assert main(["validate", schema, saved(tmp_path / "x.json", {"n": "hunter2"})]) == 1
    told = capsys.readouterr()
    assert "hunter2" not in told.out + told.err


@pytest.mark.parametrize(
    "text", ["x = 1", "def", "raise SystemError('boom')", "OUTPUT_FORMAT = 1", "\x00", "import nothing_"]
)
def test_what_is_no_module_is_refused(tmp_path, capsys, text):
    assert main(["validate", saved(tmp_path / "m.py", text), str(CATALOG)]) == 2
    told = capsys.readouterr().err
    assert "is not a validator module" in told
    assert "boom" not in told


def test_an_entry_of_a_schema(tmp_path, schema, capsys):
    assert main(["validate", schema, saved(tmp_path / "x.json", 1), "--entry", "#/properties/n"]) == 0
    assert main(["validate", schema, saved(tmp_path / "x.json", 1), "--entry", "#/nothing"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_options_of_the_schema(tmp_path, capsys):
    schema = saved(tmp_path / "s.json", {"format": "ipv4"})
    instance = saved(tmp_path / "x.json", '"x"')
    assert main(["validate", schema, instance]) == 0
    assert main(["validate", schema, instance, "--format-assertion"]) == 1
    assert main(["validate", saved(tmp_path / "d.json", DRAFT_07), instance, "--dialect", "2020-12"]) == 2
    capsys.readouterr()


# ------------------------------------------------------------------ admit
def test_the_admission_table(tmp_path, capsys):
    tools = [{"name": "a", "inputSchema": SCHEMA}, {"name": "b\x1b[31m", "inputSchema": DRAFT_07}]
    catalog = saved(tmp_path / "c.json", {"tools": tools})
    assert main(["admit", catalog]) == 1
    assert f"refused: {catalog}: tool 'b" in capsys.readouterr().out
    assert main(["admit", catalog, "--quarantine"]) == 1
    out = capsys.readouterr().out
    assert "accepted  a\n" in out
    assert "unsupported_dialect" in out
    assert "1 accepted, 1 rejected" in out
    assert "\x1b" not in out
    assert main(["admit", catalog, "--dialect", "2020-12", "--dialect", "draft-07"]) == 0
    assert "2 accepted, 0 rejected" in capsys.readouterr().out


@pytest.mark.parametrize("tool", [{"name": "a", "inputSchema": {"type": 5}}, {"name": "a"}, 5])
def test_a_malformed_catalog_is_no_answer(tmp_path, capsys, tool):
    assert main(["admit", saved(tmp_path / "c.json", {"tools": [tool]}), "--quarantine"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


@pytest.mark.parametrize(
    "option",
    [["--format-assertion"], ["--content-assertion"], ["--entry", "#/a"], ["--dialect", "2020-12"]],
    ids=lambda option: option[0],
)
def test_an_option_that_a_module_cannot_honour_is_refused(module, tmp_path, capsys, option):
    """What decides how a schema is compiled was decided when the module was built."""
    (tmp_path / "call.json").write_text("{}")
    assert main(["validate", str(module), str(tmp_path / "call.json"), *option]) == 2
    assert f"{option[0]} was fixed when" in capsys.readouterr().err
