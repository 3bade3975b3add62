"""`check`: untouched and up to date, or exactly what is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schemawright.generator.cli import main

ROOT = Path(__file__).resolve().parent.parent
CATALOG = ROOT / "examples" / "catalog.json"


@pytest.fixture
def folder(tmp_path: Path, capsys) -> Path:
    assert main(["build", str(CATALOG), "-o", str(tmp_path / "out")]) == 0
    capsys.readouterr()
    return tmp_path / "out"


def check(capsys, *arguments: str) -> tuple[int, str]:
    code = main(["check", *arguments])
    return code, capsys.readouterr().out


def test_a_fresh_build_is_untouched(folder, capsys):
    (folder / "NOTES.md").write_text("mine")
    assert check(capsys, str(folder))[0] == 0
    assert check(capsys, str(folder), "--source", str(CATALOG))[0] == 0


@pytest.mark.parametrize("name", ["find_room.py", "__init__.py", "catalog.json"])
def test_an_edited_or_missing_file_is_named(folder, capsys, name):
    with (folder / name).open("a") as file:
        file.write(" ")
    assert check(capsys, str(folder)) == (1, f"edited: {name}\n")
    (folder / name).unlink()
    assert check(capsys, str(folder)) == (1, f"missing: {name}\n")


def test_an_extra_module_is_named(folder, capsys):
    (folder / "extra.py").write_text("x = 1\n")
    assert check(capsys, str(folder)) == (1, "extra: extra.py\n")


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest["modules"][0].update(name="other"),
        lambda manifest: manifest["modules"].reverse(),
        lambda manifest: manifest.update(added=1),
        lambda manifest: manifest["modules"][0].update(role="tool_output"),
    ],
    ids=range(4),
)
def test_an_edited_manifest_is_named(folder, capsys, change):
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest, indent=2) + "\n")
    code, out = check(capsys, str(folder))
    assert code == 1
    assert "edited: manifest.json" in out


def test_an_entry_left_out_is_named(folder, capsys):
    """A module that manifest and folder have forgotten is still in the index."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    (folder / f"{manifest['modules'].pop()['module']}.py").unlink()
    path.write_text(json.dumps(manifest, indent=2) + "\n")
    assert check(capsys, str(folder)) == (1, "edited: manifest.json\n")


def test_another_source_is_out_of_date(folder, tmp_path, capsys):
    """What would change is listed: files to write anew, to add, and to remove."""
    catalog = json.loads(CATALOG.read_text())
    catalog["tools"][0]["inputSchema"]["maxProperties"] = 4
    catalog["tools"][1]["name"] = "renamed"
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(catalog))
    code, out = check(capsys, str(folder), "--source", str(changed))
    assert code == 1
    assert {"out of date: find_room.py", "not built yet: renamed.py", "stale: book_room.py"} <= set(out.splitlines())
    assert not (folder / "renamed.py").exists()


def test_the_options_of_the_build_are_remembered(tmp_path, capsys):
    """`check` builds again as `build` did, without being told how."""
    options = ["--format-assertion", "--limits", "trusted", "--dialect", "2020-12", "--dialect", "draft-07"]
    assert main(["build", str(CATALOG), "-o", str(tmp_path / "out"), *options]) == 0
    assert check(capsys, str(tmp_path / "out"), "--source", str(CATALOG))[0] == 0


@pytest.mark.parametrize("prepare", [None, "{}", "[", '{"format": 1, "modules": [5]}', '{"format": 2, "modules": []}'])
def test_no_build_at_all_is_wrong_use(tmp_path, capsys, prepare):
    if prepare is not None:
        (tmp_path / "manifest.json").write_text(prepare)
    assert main(["check", str(tmp_path)]) == 2
    assert main(["check", str(tmp_path / "missing")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 4


def test_a_malformed_option_in_the_manifest(folder, capsys):
    path = folder / "manifest.json"
    path.write_text(path.read_text().replace('"limits": "default"', '"limits": "none"'))
    assert main(["check", str(folder), "--source", str(CATALOG)]) == 2
    assert "options in manifest.json" in capsys.readouterr().err
