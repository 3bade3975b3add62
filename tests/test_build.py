"""From sources to files: every promise about what a build makes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import black
import pytest

from schemawright.generator.build import Build, build
from schemawright.generator.build_options import BuildOptions, read_registry
from schemawright.generator.compiling import compile_schema
from schemawright.generator.layout import MODE, formatted, formatting
from schemawright.generator.options import Options
from schemawright.generator.refusal import Refusal
from schemawright.generator.sources import read_sources
from schemawright.generator.write import write
from schemawright.runtime import load as loading
from schemawright.runtime.admission import admit_batch
from schemawright.runtime.catalog import ToolCatalog
from schemawright.runtime.catalog_package import GeneratedPackage
from schemawright.runtime.json_text import JSON
from schemawright.runtime.limits import Limits

ROOT = Path(__file__).resolve().parent.parent
CATALOG = ROOT / "examples" / "catalog.json"
INPUT = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}
OUTPUT = {"type": "object", "required": ["found"]}
TOOLS = [
    {"name": "lookup", "description": "d", "inputSchema": INPUT, "outputSchema": OUTPUT},
    {"name": "list", "inputSchema": {"type": "object", "maxProperties": 0}},
    {"name": "Über/tool \U0001f600", "inputSchema": INPUT},
]


def built(*paths: Path, options: BuildOptions | None = None) -> Build:
    return build(read_sources(paths, Limits()), options or BuildOptions())


def saved(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value))
    return path


@pytest.fixture(scope="module")
def example() -> Build:
    return built(CATALOG)


@pytest.fixture
def tools(tmp_path: Path) -> Build:
    return built(saved(tmp_path / "tools.json", {"tools": TOOLS}))


# ------------------------------------------------------------------ what is read
@pytest.mark.parametrize(
    "shape",
    [
        {"tools": TOOLS},
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": TOOLS}},
        {"result": {"tools": TOOLS}},
        {"server": "x", "version": "1", "tools": TOOLS},
        TOOLS,
    ],
    ids=range(5),
)
def test_every_shape_of_a_catalog_gives_the_same(tmp_path, tools, shape):
    assert built(saved(tmp_path / "shape.json", shape)).files == tools.files


def test_a_tool_gives_an_input_and_an_output_module(tools):
    entries = [(entry.name, entry.role, entry.module) for entry in tools.manifest.modules]
    assert entries[:3] == [
        ("list", "tool_input", "list"),
        ("lookup", "tool_input", "lookup"),
        ("lookup", "tool_output", "lookup_output"),
    ]
    assert b"# schema:  lookup, inputSchema\n" in tools.files["lookup.py"]
    assert b"# schema:  lookup, outputSchema\n" in tools.files["lookup_output.py"]


def test_folders_and_schemas(tmp_path):
    """A folder's JSON files in order, each a catalog or a schema; a schema's name is its file's."""
    saved(tmp_path / "b.json", {"tools": TOOLS})
    saved(tmp_path / "a.json", {"type": "string"})
    saved(tmp_path / "c.schema.json", True)
    (tmp_path / "README.md").write_text("not read")
    (tmp_path / ".hidden.json").write_text("not read")
    found = {(e.name, e.role) for e in built(tmp_path).manifest.modules}
    assert {("a", None), ("c.schema", None), ("lookup", "tool_input")} <= found
    assert len(found) == 6


def test_a_schema_that_speaks_of_tools_is_a_schema(tmp_path):
    schema = {"type": "object", "properties": {"tools": {"type": "array"}}, "tools": []}
    assert [e.role for e in built(saved(tmp_path / "x.json", schema)).manifest.modules] == [None]


def test_a_next_page_is_told(tmp_path):
    path = saved(tmp_path / "x.json", {"tools": TOOLS, "nextCursor": "2"})
    assert "next page" in read_sources([path], Limits()).warnings[0]


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ({"tools": [*TOOLS, TOOLS[0]]}, "two tools have the name 'lookup'"),
        ({"tools": {}}, "lists no tools"),
        ({"tools": None}, "lists no tools"),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "m"}}, "lists no tools"),
        ({"tools": []}, "nothing to build"),
        ({"tools": [{"name": "x"}]}, "no inputSchema"),
        ({"tools": [{"name": "x", "inputSchema": {"type": 5}}]}, "tool 'x', inputSchema: .*#/type"),
        ({"tools": [{"name": "x", "inputSchema": {"type": "array"}}]}, "tool 'x', inputSchema: .*#/type"),
        ({"tools": [{"name": "x", "inputSchema": {}, "outputSchema": True}]}, "tool 'x', outputSchema"),
        ({"tools": [{"inputSchema": {}}]}, "no name"),
        ({"$ref": "https://example.com/x"}, "no document"),
        ({"$schema": "http://json-schema.org/draft-04/schema#"}, "dialect"),
        (5, "object or a boolean"),
    ],
    ids=range(13),
)
def test_malformed_sources_are_refused(tmp_path, value, what):
    """One line of what is wrong and where, one of how to mend it."""
    with pytest.raises(Refusal, match=what) as caught:
        built(saved(tmp_path / "x.json", value))
    assert caught.value.mend
    assert "\n" not in caught.value.what


def test_lenient_patterns_are_told(tmp_path):
    """A pattern that is only valid without the unicode flag is built, and the author is told where it stands."""
    tool = {"name": "x", "inputSchema": {"properties": {"a": {"pattern": r"^[a\-z]\-$"}, "b": {"pattern": "^a"}}}}
    path = saved(tmp_path / "x.json", [tool])
    (warning,) = built(path).warnings
    assert warning.startswith(f"{path}: tool 'x', inputSchema: ")
    assert "(at #/properties/a/pattern)" in warning


def test_two_sources_of_one_name_are_refused(tmp_path):
    saved(tmp_path / "lookup.json", {})
    saved(tmp_path / "tools.json", {"tools": TOOLS})
    with pytest.raises(Refusal, match="two sources have the name 'lookup'"):
        built(tmp_path)


# ------------------------------------------------------------------ what is made
def test_the_package_works(tools, tmp_path):
    """Modules as attributes, and a table by tool name and role; a module's name may hide a builtin."""
    write(tmp_path / "app" / "validators", tools.files)
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from app import validators
assert not [name for name in sys.modules if name.startswith("app.validators.")], "imported before it is used"
assert validators.lookup.is_valid({"n": 1}) and not validators.lookup.is_valid({"n": 0})
assert validators.list.is_valid({}) and not validators.list.is_valid({"a": 1})
table = validators.VALIDATORS
assert table["lookup", "tool_output"] is validators.lookup_output
assert table["\\xdcber/tool \\U0001f600", "tool_input"].is_valid({"n": 1})
assert len(table) == 4 and ("lookup", "tool_input") in table and ("x", "tool_input") not in table
assert sorted(dict(table)) == sorted(validators.MODULES) and "lookup" in dir(validators)
assert table.get(("x", "tool_input")) is None
for wrong in ("missing", "_NAMES_"):
    try:
        getattr(validators, wrong)
    except AttributeError:
        continue
    raise AssertionError(wrong)
from app.validators import *
assert MODULES and VALIDATORS
assert "schemawright" not in sys.modules
"""
    subprocess.run([sys.executable, "-I", "-c", code, str(tmp_path)], check=True)


def test_the_index_type_checks(tools, tmp_path):
    """Strictly, also where a tool is called `list`."""
    write(tmp_path / "validators", tools.files)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "validators/__init__.py"],
        check=False, cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_the_runtime_admits_the_package(tools, tmp_path, monkeypatch):
    """The manifest is the one that `ToolCatalog.from_package` reads; the tools come out as they were listed."""
    monkeypatch.syspath_prepend(tmp_path)
    write(tmp_path / "built_package", tools.files)
    package = GeneratedPackage.read("built_package", Limits())
    assert [entry.module for entry in package.entries] == [entry.module for entry in tools.manifest.modules]
    assert ToolCatalog.from_tools_list(package.listed()).names == ("lookup", "list", TOOLS[2]["name"])
    assert package.listed() == {"tools": TOOLS}
    if hasattr(loading, "load"):
        admitted = admit_batch(ToolCatalog.from_package("built_package"))
        assert admitted.registry["lookup"].input_validator.is_valid({"n": 1})


def test_modules_are_formatted_by_black(example):
    """Formatting again changes nothing, so a project's own formatter leaves the digests alone."""
    for name, text in example.files.items():
        if name.endswith(".py"):
            assert black.format_str(text.decode(), mode=MODE) == text.decode()


def test_block_by_block_is_whole(example):
    """Blocks are formatted one by one, with the result of formatting the whole."""
    for schema in read_sources([CATALOG], Limits()).schemas:
        text = compile_schema(schema.schema, Options(role=schema.role)).text
        assert formatted(text) == black.format_str(text, mode=MODE)


def test_many_processes_give_the_same():
    texts = [f"x = [{n},]\n" for n in range(60)]
    with formatting(texts, 2) as found:
        assert list(found) == [formatted(text) for text in texts]


def test_modules_run_in_isolation(example, tmp_path):
    """Every module is imported by an interpreter that knows nothing of this project, and answers."""
    write(tmp_path / "out", example.files)
    code = """
import sys, importlib.util
for path in sys.argv[1:]:
    spec = importlib.util.spec_from_file_location("m", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.is_valid(5) is False and module.violations(5), path
assert "schemawright" not in sys.modules
"""
    files = [str(path) for path in (tmp_path / "out").glob("*.py") if path.stem != "__init__"]
    assert len(files) == 4
    subprocess.run([sys.executable, "-I", "-c", code, *files], check=True)


# ------------------------------------------------------------------ options
def test_options_reach_the_modules(tmp_path):
    path = saved(tmp_path / "x.json", {"format": "ipv4", "$ref": "https://example.com/s"})
    registry: dict[str, JSON] = {"https://example.com/s": {"maxLength": 9}}
    made = built(path, options=BuildOptions(format_assertion=True, limits="trusted", registry=registry))
    names: dict = {"__name__": "x"}
    exec(made.files["x.py"], names)  # noqa: S102 - our own text
    assert names["is_valid"]("1.2.3.4")
    assert not names["is_valid"]("1.2.3")
    assert not names["is_valid"]("100.200.100.200")
    assert made.manifest.options["limits"] == "trusted"


def test_registries(tmp_path):
    """A URI with its file, a file with an `$id`, a folder of such files."""
    (tmp_path / "docs").mkdir()
    saved(tmp_path / "docs" / "a.json", {"$id": "https://example.com/a"})
    saved(tmp_path / "b.json", {"type": "null"})
    found = read_registry([str(tmp_path / "docs"), f"https://example.com/b?x=1={tmp_path / 'b.json'}"][:1])
    assert found == {"https://example.com/a": {"$id": "https://example.com/a"}}
    assert read_registry([f"https://example.com/b={tmp_path / 'b.json'}"]) == {
        "https://example.com/b": {"type": "null"}
    }
    for wrong in ([str(tmp_path / "b.json")], ["https://x=missing.json"], [str(tmp_path / "docs")] * 2):
        with pytest.raises(Refusal):
            read_registry(wrong)


# ------------------------------------------------------------------ real catalogs (row T9)
SAMPLE = 12


def test_real_catalogs_build(shared, tmp_path):
    """Captured catalogs build whole and keep their schemas; WHOLE_CATALOGS=1 takes all of them, not the small ones."""
    catalogs = sorted((shared / "cases" / "mcp" / "catalogs").glob("*.json"), key=lambda path: path.stat().st_size)
    for path in catalogs if os.environ.get("WHOLE_CATALOGS") else catalogs[:SAMPLE]:
        made = built(path)
        listed = json.loads(path.read_text())["tools"]
        kept = json.loads(made.files["catalog.json"])["tools"]
        for member in ("inputSchema", "outputSchema"):
            assert [tool.get(member) for tool in kept] == [tool.get(member) for tool in listed]
        expected = len(listed) + sum("outputSchema" in tool for tool in listed)
        assert len(made.manifest.modules) == expected
        write(tmp_path / path.stem, made.files)
    code = "import sys, runpy\nfor path in sys.argv[1:]: runpy.run_path(path)['is_valid']({})"
    files = [str(path) for path in tmp_path.rglob("*.py") if path.stem != "__init__"]
    subprocess.run([sys.executable, "-I", "-c", code, *files], check=True)
