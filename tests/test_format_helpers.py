"""What holds for every helper file of formats and content, and for the way they are read."""

from __future__ import annotations

import ast
from pathlib import Path

import black
import pytest
from mypy import api as mypy

from schemawright.generator.formats import ENCODINGS, FORMATS, JSON_CONTENT
from schemawright.generator.helpers import read_helpers

HELPERS = Path(__file__).resolve().parent.parent / "generator" / "templates" / "helpers"
FILES = sorted(path.stem for kind in ("format", "content", "decode") for path in HELPERS.glob(f"{kind}_*.py"))


def pasted(names: list[str]) -> str:
    sources = read_helpers(names)
    lines = sorted({line for source in sources for line in source.imports})
    return "\n\n".join(["\n".join(lines), *(source.text for source in sources)])


def test_helpers_come_after_what_they_use() -> None:
    """Each file once, dependencies first, whatever the order of the names."""
    names = [source.name for source in read_helpers(["format_uri", "format_email", "format_ipv4"])]
    assert names == [s.name for s in read_helpers(["format_ipv4", "format_uri", "format_email"])]
    assert names == ["format_ipv4", "format_ipv6", "format_email_grammar", "format_email"] + names[4:]
    with pytest.raises(FileNotFoundError):
        read_helpers(["format_color"])


def test_tables_name_functions_that_exist() -> None:
    """Every helper in the tables is a file that defines the function."""
    helpers = [helper for table in FORMATS.values() for name, helper in table.items() if name != "regex"]
    helpers += [JSON_CONTENT]
    for encoding in (encoding for table in ENCODINGS.values() for encoding in table.values()):
        helpers += [encoding.decode, *([encoding.check] if encoding.check else [])]
    for helper in helpers:
        assert f"\ndef {helper.function}(" in "\n" + read_helpers([helper.file])[-1].text


def test_helpers_can_share_a_module(tmp_path: Path) -> None:
    """Names are unique across the files, and all of them together type-check."""
    names: list[str] = []
    for file in FILES:
        for node in ast.parse(read_helpers([file])[-1].text).body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            names += [target.id for target in targets if isinstance(target, ast.Name)]
            names += [node.name] if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    assert sorted(names) == sorted(set(names))
    module = tmp_path / "module.py"
    module.write_text(pasted(FILES), "ascii")
    report, errors, status = mypy.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(module)])
    assert (report if status else "", errors) == ("", "")


@pytest.mark.parametrize("file", FILES)
def test_helper_files_are_formatted(file: str) -> None:
    """ASCII alone, as black writes it, with a docstring where a name is public."""
    source = (HELPERS / f"{file}.py").read_text("ascii")
    assert black.format_str(source, mode=black.Mode(line_length=88)) == source
    assert max(map(len, source.splitlines())) <= 88
    public = [n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
    assert all(ast.get_docstring(node) for node in public)
