"""Flip any token of an admitted module: it is refused, or it is admitted and can do no harm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

COUNT = int(os.environ.get("SCHEMAWRIGHT_MUTANTS", "3000"))


def test_mutants_are_refused_or_harmless() -> None:
    """Under an audit hook that forbids everything; `SCHEMAWRIGHT_MUTANTS` asks for more of them."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.verifier_mutants", "20261130", str(COUNT)],
        cwd=Path(__file__).resolve().parents[1],
        capture_output=True,
        text=True,
        timeout=60 + COUNT,
        check=True,
    )
    counts = json.loads(done.stdout.splitlines()[-1])
    assert counts["admitted"] > COUNT / 100
    assert counts["runs"] > COUNT / 10
    assert not [name for name in counts if name.startswith("HOLE")], counts
