"""What is measured: folders with a schema and instances."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT.parent / "shared/data/benchmark", ROOT / "benchmarks/corpus")


class Corpus(NamedTuple):
    """A schema and what is validated with it, as `json.loads` gives it."""

    name: str
    schema: Any
    instances: list[Any]


def read_corpus(folder: Path) -> Corpus:
    """`schema.json` and `instances.jsonl` of one folder."""
    lines = (folder / "instances.jsonl").read_text("utf-8").splitlines()
    schema = json.loads((folder / "schema.json").read_text("utf-8"))
    return Corpus(folder.name, schema, [json.loads(line) for line in lines if line.strip()])


def corpora(only: str = "") -> Iterator[Corpus]:
    """Every corpus whose name contains `only`; a folder that is absent here is passed over."""
    for base in FOLDERS:
        for folder in sorted(base.glob("*/")):
            if only in folder.name:
                yield read_corpus(folder)
