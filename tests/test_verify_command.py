"""`schemawright verify`: which modules are admitted, and why others are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemawright import runtime
from schemawright.generator.cli import main

from .cli_helpers import saved


def test_it_names_every_file_and_answers_for_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = runtime.compile({"minimum": 3}).source
    good = saved(tmp_path / "good.py", text)
    bad = saved(tmp_path / "bad.py", text + "\n\nimport os\n")
    assert main(["verify", good]) == 0
    assert capsys.readouterr().out.startswith(f"{good}: admitted, schema sha256:")
    assert main(["verify", good, bad]) == 1
    told = capsys.readouterr()
    assert good in told.out
    assert f"{bad}:{len(text.splitlines()) + 3}: not admitted: " in told.err
    assert "to mend it: " in told.err


def test_a_file_that_cannot_be_read_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "none.py")]) == 2
    assert "cannot be read" in capsys.readouterr().err
