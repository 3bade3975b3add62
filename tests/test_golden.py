"""The generated text of small schemas, byte for byte: a change of the output is seen, read and committed."""

from __future__ import annotations

import difflib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from schemawright.generator.compiling import compile_schema
from schemawright.generator.layout import formatted
from schemawright.generator.options import Options

GOLDEN = Path(__file__).resolve().parent / "golden"
CASES = sorted(path for path in GOLDEN.iterdir() if path.is_dir())
FILES = {"schema.json", "expected.py", "cases.json"}


def generated(schema: object) -> str:
    return formatted(compile_schema(schema, Options()).text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_text_is_what_was_reviewed(case, request):
    """`pytest tests/test_golden.py --update-golden` writes it anew; then read the difference."""
    text = generated((case / "schema.json").read_bytes())
    if request.config.getoption("--update-golden"):
        (case / "expected.py").write_text(text, encoding="ascii")
        for path in case.iterdir():
            if path.is_file() and path.name not in FILES:
                path.unlink()
    assert {path.name for path in case.iterdir() if path.is_file()} == FILES
    assert (case / "expected.py").read_text(encoding="ascii") == text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_reviewed_text_answers(case):
    """Each case's verdict, and where it is given, the place of each violation in instance and schema."""
    names: dict = {"__name__": case.name}
    exec((case / "expected.py").read_text(encoding="ascii"), names)  # noqa: S102 - our own text
    for item in json.loads((case / "cases.json").read_text()):
        instance = item["instance"]
        found = names["violations"](instance)
        assert names["is_valid"](instance) is item["valid"], instance
        assert (not found) is item["valid"], instance
        if "violations" in item:
            top = [[place, path] for place, path, *_ in found if [place, path] in item["violations"]]
            assert sorted(top) == sorted(item["violations"]), (instance, found)


def test_the_reviewed_texts_type_check():
    """Strictly, as the code of a project that commits them is checked."""
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file",
        os.devnull,
        "--cache-dir",
        os.devnull,
        "--scripts-are-modules",
    ]
    faults = []
    for case in CASES:
        done = subprocess.run([*command, "expected.py"], check=False, cwd=case, capture_output=True, text=True)
        faults += [] if done.returncode == 0 else [f"{case.name}: {done.stdout}"]
    assert not faults, "\n".join(faults)


def test_the_flag_is_refused_in_continuous_integration():
    """What CI compares must have been reviewed."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--update-golden", "--collect-only", __file__],
        check=False, capture_output=True, text=True, env={**os.environ, "CI": "true"}, cwd=GOLDEN.parent.parent,
    )  # fmt: skip
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--update-golden" in done.stderr


# ------------------------------------------------------------------ small changes, small differences (row C4)
BASE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "building": {"type": "string", "enum": ["harbour", "mill"]},
        "from": {"$ref": "#/$defs/moment"},
        "seats": {"type": "integer", "minimum": 1},
        "equipment": {"type": "array", "items": {"type": "string", "maxLength": 40}},
    },
    "required": ["from"],
    "$defs": {"moment": {"type": "string", "minLength": 16}},
}
HEADER = ("# sha256:", "# schema:", "# dialect:", "SCHEMA_DIGEST", '    "sha256:')
ADDED: list[tuple[str, dict[str, Any]]] = [
    ("aisle", {"type": "string"}),
    ("lights", {"type": "boolean"}),
    ("until", {"$ref": "#/$defs/moment"}),
    ("rows", {"type": "integer", "minimum": 1, "maximum": 9}),
    ("zone", {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]}),
]


def changed_lines(before: str, after: str) -> list[str]:
    """The lines of `before` that are gone, without those that hold digests."""
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [line[2:] for line in lines if line.startswith("- ") and not line[2:].startswith(HEADER)]


@pytest.mark.parametrize(
    "closed",
    [{}, {"additionalProperties": False}, {"unevaluatedProperties": False}],
    ids=["open", "closed", "unevaluated"],
)
@pytest.mark.parametrize(("name", "schema"), ADDED, ids=[name for name, _ in ADDED])
def test_one_more_property_changes_two_lines_at_most(name, schema, closed):
    """Beside the header and the lines it adds; wherever it stands among the others."""
    wider = {**BASE, **closed, "properties": {**BASE["properties"], name: schema}}
    changed = changed_lines(generated({**BASE, **closed}), generated(wider))
    assert len(changed) <= 2, changed


def test_a_new_description_changes_digests_only():
    described = {
        **BASE,
        "properties": {**BASE["properties"], "seats": {**BASE["properties"]["seats"], "description": "d"}},
    }
    assert changed_lines(generated(BASE), generated(described)) == []
