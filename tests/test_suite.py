"""The official JSON Schema Test Suite, through modules that were written to disk and imported."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import regex

from schemawright import runtime
from schemawright.runtime.errors import UnsupportedCapabilityError

from . import standalone
from .suite_cases import DIALECTS, EXCLUDED, FILES, Case, cases
from .suite_source import SUITE, read_manifest, verify
from .suite_table import TABLE

CASES = cases()


class Workshop:
    """Compiles a case, once, and writes its module with the verdicts beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.failures: dict[str, Exception] = {}

    def module_of(self, case: Case) -> Path:
        """Where the case's module lies; raises what `compile` raised."""
        path = self.folder / case.draft / f"{case.name}.py"
        if case.name in self.failures:
            raise self.failures[case.name]
        if not path.exists():
            try:
                source = runtime.compile(case.schema, **case.options).source
            except Exception as error:
                self.failures[case.name] = error
                raise
            path.parent.mkdir(exist_ok=True)
            path.write_text(source, "utf-8")
            verdicts = [(test["data"], test["valid"]) for test in case.tests]
            path.with_suffix(".json").write_text(json.dumps(verdicts), "utf-8")
        return path


@pytest.fixture(scope="session")
def workshop(tmp_path_factory):
    return Workshop(tmp_path_factory.mktemp("suite"))


def parameter(case: Case):
    reason = case.exclusion
    marks = [pytest.mark.xfail(reason=reason, raises=UnsupportedCapabilityError, strict=True)] if reason else []
    return pytest.param(case, marks=marks, id=f"{case.draft}-{case.file}-{case.position}-{case.description}"[:120])


def test_the_suite_is_the_pinned_one():
    """Every file is as the manifest says; the commit is recorded at the root and in the suite's page."""
    assert FILES.is_dir(), "the suite has not been fetched: run `make test`, or `python tests/suite_source.py`"
    verify(SUITE, read_manifest().files)
    commit = (SUITE.parent.parent / "COMMIT").read_text("ascii").strip()
    assert commit in (SUITE / "README.md").read_text("utf-8")


def test_each_exclusion_names_a_group_of_an_optional_file():
    """An exclusion cannot outlive its group, and no required test can be excluded."""
    groups = {(case.draft, case.file, case.description): case.kind for case in CASES}
    assert {key: groups.get(key) for key in EXCLUDED} == dict.fromkeys(EXCLUDED, "optional")


@pytest.mark.parametrize("case", [parameter(case) for case in CASES])
def test_group(case, workshop):
    """The imported module gives the suite's verdicts, and violations exactly where it says no."""
    row = TABLE.row(case)
    row.groups += 1
    row.total += len(case.tests)
    module = standalone.load(workshop.module_of(case))
    wrong = []
    for test in case.tests:
        faults = standalone.faults(module, [(test["data"], test["valid"])])
        row.passed += not faults
        wrong += [f"{test['description']}: {fault}" for fault in faults]
    assert not wrong, "\n".join([*wrong, json.dumps(case.schema, indent=2)])


@pytest.mark.parametrize("draft", DIALECTS)
def test_modules_stand_alone(draft, workshop, tmp_path):
    """The same modules and verdicts in an isolated Python, which has the standard library and `regex`, nothing else."""
    mine = [case for case in CASES if case.draft == draft and not case.exclusion]
    assert mine, "the suite has not been fetched"
    for case in mine:
        try:
            workshop.module_of(case)
        except Exception:  # noqa: BLE001, S112 - the group's own test reports it
            continue
    shutil.copytree(Path(regex.__file__).parent, tmp_path / "regex", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-I", "-S", standalone.__file__, str(workshop.folder / draft), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []
