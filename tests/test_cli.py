"""The command line: exit codes, one line of what and one of how, never a traceback, nothing written on error."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from schemawright.generator import building
from schemawright.generator.cli import main

from .cli_helpers import CATALOG, ROOT, SCHEMA, saved, shell


@pytest.fixture
def schema(tmp_path):
    return saved(tmp_path / "schema.json", SCHEMA)


# ------------------------------------------------------------------ build
def test_build_says_what_it_did(tmp_path, capsys):
    out = str(tmp_path / "out")
    assert main(["build", str(CATALOG), "-o", out]) == 0
    assert "4 modules; 7 files written, 0 unchanged, 0 removed" in capsys.readouterr().out
    assert main(["build", str(CATALOG), "-o", out, "--jobs", "1"]) == 0
    assert "0 files written, 7 unchanged" in capsys.readouterr().out


def test_stale_and_edited_files_are_told(tmp_path, capsys):
    catalog = json.loads(CATALOG.read_text())
    out = tmp_path / "out"
    main(["build", str(CATALOG), "-o", str(out)])
    (out / "book_room.py").write_text("edited")
    del catalog["tools"][:2]
    assert main(["build", saved(tmp_path / "c.json", catalog), "-o", str(out)]) == 0
    told = capsys.readouterr()
    assert "removed" in told.out
    assert "warning: book_room.py is no longer built, but was edited, and stays" in told.err
    assert (out / "book_room.py").read_text() == "edited"


def test_a_progress_bar_only_on_a_terminal(tmp_path, capsys, monkeypatch):
    assert main(["build", str(CATALOG), "-o", str(tmp_path / "a")]) == 0
    assert capsys.readouterr().err == ""
    terminal = io.StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["build", str(CATALOG), "-o", str(tmp_path / "b")]) == 0
    assert "building" in terminal.getvalue()


MALFORMED = {
    "syntax": '{"type": ',
    "duplicate": '{"type": "object", "type": "array"}',
    "nan": '{"const": NaN}',
    "bytes": "\udcff",
    "empty": "",
    "metaschema": '{"type": 5}',
    "nested metaschema": '{"properties": {"a": {"minLength": -1}}}',
    "deep": "[" * 3000,
    "deep schema": '{"not":' * 600 + "{}" + "}" * 600,
    "dialect": '{"$schema": "http://json-schema.org/draft-04/schema#"}',
    "vocabulary": '{"$schema": 5}',
    "reference": '{"$ref": "#/$defs/missing"}',
    "pattern": '{"pattern": "("}',
    "number": "5",
    "catalog": '{"tools": 5}',
    "huge number": '{"const": 1' + "0" * 5000 + "}",
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
def test_malformed_input_is_refused(tmp_path, capsys, text):
    """Exit 2, one line of what and one of how to mend it; nothing is written, and what was there stays."""
    source = tmp_path / "s.json"
    source.write_bytes(text.encode("utf-8", "surrogateescape"))
    out = tmp_path / "new" / "out"
    for command in (
        ["build", str(source), "-o", str(out)],
        ["explain", str(source)],
        ["validate", str(source), str(CATALOG)],
    ):
        assert main(command) == 2, command
        told = capsys.readouterr()
        assert told.out == ""
        lines = told.err.splitlines()
        assert len(lines) == 2, told.err
        assert lines[0].startswith("schemawright: ")
        assert lines[1].startswith("to mend it: ")
    assert not out.parent.exists()


def test_one_malformed_schema_leaves_the_former_build(tmp_path, capsys):
    """All or nothing: no module of a catalog is written where another of it is malformed (row E5)."""
    out = tmp_path / "out"
    main(["build", str(CATALOG), "-o", str(out)])
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in out.iterdir()}
    catalog = json.loads(CATALOG.read_text())
    catalog["tools"][0]["inputSchema"]["maxProperties"] = 2
    catalog["tools"][-1]["inputSchema"]["type"] = "null"
    assert main(["build", saved(tmp_path / "c.json", catalog), "-o", str(out)]) == 2
    assert {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in out.iterdir()} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.json", "out"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["unknown"],
        ["build", str(CATALOG)],
        ["build", "missing.json", "-o", "OUT"],
        ["build", "EMPTY", "-o", "OUT"],
        ["build", str(CATALOG), "-o", "OUT", "--dialect", "draft-04"],
        ["build", str(CATALOG), "-o", "OUT", "--default-dialect", "x"],
        ["build", str(CATALOG), "-o", "OUT", "--limits", "none"],
        ["build", str(CATALOG), "-o", "OUT", "--jobs", "0"],
        ["build", str(CATALOG), "-o", "OUT", "--registry", "https://x=missing.json"],
        ["build", str(CATALOG), "-o", str(CATALOG)],
        ["build", str(CATALOG), "-o", f"{CATALOG}/x"],
        ["build", str(CATALOG), "-o", "FULL"],
        ["check", "EMPTY"],
        ["check", "missing", "--registry", "x=y"],
        ["validate", str(CATALOG), "-"],
        ["validate", "missing.py", str(CATALOG)],
        ["validate", "missing.json", str(CATALOG)],
        ["explain", "missing.json"],
        ["explain", str(CATALOG)],
        ["admit", "missing.json"],
        ["admit", "SCHEMA"],
    ],
    ids=range(21),
)
def test_wrong_use(tmp_path, capsys, schema, arguments):
    (tmp_path / "EMPTY").mkdir()
    (tmp_path / "FULL").mkdir()
    (tmp_path / "FULL" / "note").write_text("mine")
    places = {"OUT": tmp_path / "new", "EMPTY": tmp_path / "EMPTY", "FULL": tmp_path / "FULL", "SCHEMA": Path(schema)}
    assert main([str(places.get(argument, argument)) for argument in arguments]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert not (tmp_path / "new").exists()
    assert list((tmp_path / "FULL").iterdir()) == [tmp_path / "FULL" / "note"]


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind root")
def test_what_may_not_be_read(tmp_path, schema, capsys):
    closed = tmp_path / "closed"
    closed.mkdir()
    Path(schema).chmod(0)
    closed.chmod(0)
    for source in (schema, str(closed)):
        assert main(["build", source, "-o", str(tmp_path / "out")]) == 2
        assert "Permission denied" in capsys.readouterr().err
    closed.chmod(0o700)


def test_what_the_system_refuses(tmp_path, schema, capsys, monkeypatch):
    """As for a file without permission, whoever runs the test."""

    def refuse(*_args, **_named):
        raise PermissionError(13, os.strerror(13))

    for name in ("open", "iterdir"):
        with monkeypatch.context() as patch:
            patch.setattr(Path, name, refuse)
            assert main(["build", schema if name == "open" else str(tmp_path), "-o", str(tmp_path / "out")]) == 2
        told = capsys.readouterr().err.splitlines()
        assert len(told) == 2
        assert "Permission denied" in told[0]
    assert not (tmp_path / "out").exists()


def test_help_is_a_yes(capsys):
    assert main(["--help"]) == 0
    assert main(["build", "--help"]) == 0
    assert "exit status: 0 yes" in capsys.readouterr().out


# ------------------------------------------------------------------ the world around it
def test_interrupted(tmp_path, capsys, monkeypatch):
    def interrupt(*_args, **_named):
        raise KeyboardInterrupt

    monkeypatch.setattr(building, "build", interrupt)
    assert main(["build", str(CATALOG), "-o", str(tmp_path / "out")]) == 130
    assert "Traceback" not in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no pipes that break")
def test_a_broken_pipe_is_quiet(schema):
    """`schemawright ... | head` ends without a word."""
    nobody, writing = os.pipe()
    os.close(nobody)
    command = [sys.executable, "-m", "schemawright.generator", "explain", schema]
    done = subprocess.run(command, check=False, stdout=writing, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_the_example_runs(tmp_path):
    """`make demo`, without its set-up."""
    for name in ("catalog.json", "good_call.json", "bad_call.json"):
        assert (ROOT / "examples" / name).is_file()
    out = tmp_path / "demo"
    assert shell("build", str(CATALOG), "-o", str(out)).returncode == 0
    module = str(out / "cancel_booking.py")
    assert shell("validate", module, "examples/good_call.json").returncode == 0
    assert shell("validate", module, "examples/bad_call.json").returncode == 1


def test_names_that_the_terminal_cannot_show(tmp_path):
    path = tmp_path / "é\udcff.json"
    saved(path, "{")
    done = shell("build", str(path), "-o", str(tmp_path / "out"), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
