"""Equal sources give equal bytes, whatever the order of keys, the hash seed, the machine and the day (row C4)."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from .test_build import CATALOG, ROOT, TOOLS, built, saved


@pytest.fixture(scope="module")
def example():
    return built(CATALOG)


def reordered(value):
    if isinstance(value, dict):
        return {name: reordered(value[name]) for name in reversed(value)}
    return [reordered(item) for item in value] if isinstance(value, list) else value


def test_reordered_keys_give_the_same_bytes(example, tmp_path):
    path = saved(tmp_path / "catalog.json", reordered(json.loads(CATALOG.read_text())))
    assert built(path).files == example.files


@pytest.mark.parametrize("seed", ["1", "4242"])
def test_another_hash_seed_gives_the_same_bytes(example, tmp_path, seed):
    subprocess.run(
        [sys.executable, "-m", "schemawright.generator.cli", "build", str(CATALOG), "-o", str(tmp_path / "out")],
        check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONHASHSEED": seed, "TZ": "UTC+9", "LC_ALL": "C"},
    )  # fmt: skip
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == example.files


def test_the_order_of_tools_changes_only_the_catalog(tmp_path):
    listed = built(saved(tmp_path / "y.json", TOOLS)).files
    other = built(saved(tmp_path / "x.json", TOOLS[::-1])).files
    assert {name for name in other if other[name] != listed[name]} == {"catalog.json", "manifest.json"}


def test_nothing_tells_where_it_was_built(example, tmp_path):
    for text in example.files.values():
        assert str(ROOT).encode() not in text
        assert b"examples" not in text
