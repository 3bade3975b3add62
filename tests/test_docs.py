"""What the pages say is so: links lead somewhere, commands exist, the example runs."""

from __future__ import annotations

import inspect
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from schemawright.generator.cli import main

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "vendor/test-suite/README.md"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_targets_exist(page):
    """Every `make` target that a page names is one."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:`|\$ )make ([a-z-]+)", page.read_text("utf-8"))) <= targets


def test_the_example_of_the_readme_runs(capsys):
    """The ten lines, as they stand there."""
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    names: dict = {}
    exec(example, names)  # noqa: S102 - our own text
    assert names["validator"].is_valid({"count": 3})
    assert "/count #/properties/count/minimum" in capsys.readouterr().out


BAD = "examples/bad_call.json"


@pytest.mark.parametrize("page", ["README.md", "docs/tutorial.md"])
def test_the_commands_run(page, tmp_path, monkeypatch, capsys):
    """In their order, with the files of a clone: all of them answer yes, but of the bad call no."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copytree(ROOT / "benchmarks" / "corpus", tmp_path / "benchmarks" / "corpus")
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^ *\$ schemawright (.*)$", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    commands = [shlex.split(line, comments=True) for line in lines]
    assert commands
    assert [main(command) for command in commands] == [int(BAD in command) for command in commands], capsys.readouterr()
    if page == "docs/tutorial.md":
        (block,) = re.findall(r"^ *```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL | re.MULTILINE)
        monkeypatch.syspath_prepend(tmp_path)
        exec(inspect.cleandoc(block), {})  # noqa: S102 - our own text
        for name in [name for name in sys.modules if name.partition(".")[0] == "demo"]:
            del sys.modules[name]
