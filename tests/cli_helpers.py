"""What tests of the command line share."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CATALOG = ROOT / "examples" / "catalog.json"
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}


def saved(path: Path, value: object) -> str:
    """The path of a file with this text or JSON value."""
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return str(path)


def shell(*arguments: str, **options) -> subprocess.CompletedProcess:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "schemawright.generator", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, **options)
