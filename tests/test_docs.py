"""What the pages say is so: links lead somewhere, commands exist, the example runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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
