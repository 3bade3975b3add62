"""A package of generated modules as a catalog: every digest agrees before anything is used (row C3)."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schemawright.runtime.admission import admit_batch
from schemawright.runtime.catalog import ToolCatalog
from schemawright.runtime.catalog_errors import CatalogError, PackageError
from schemawright.runtime.compiling import compile as compile_schema
from schemawright.runtime.descriptors import ToolDescriptor
from schemawright.runtime.limits import Limits

from .stand_in_loader import install

install()

INPUT = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
OUTPUT = {"type": "object", "required": ["found"]}
TOOLS = [
    {"name": "lookup", "description": "d", "inputSchema": INPUT, "outputSchema": OUTPUT},
    {"name": "other-tool", "inputSchema": {"type": "object"}},
]


def digest(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def entry(folder: Path, name: str, module: str, schema: Any, role: str) -> dict[str, Any]:
    source = compile_schema(schema, role=role, dialects=("https://json-schema.org/draft/2020-12/schema",)).source
    (folder / f"{module}.py").write_bytes(source.encode())
    digests = {f"{kind.lower()}_digest": found for kind, found in re.findall(r'(\w+)_DIGEST = "(\S+)"', source)}
    return {"name": name, "role": role, "module": module, **digests, "source_digest": digest(source.encode())}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package as a build writes it, whose own code says when it is imported."""
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "app_validators"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise AssertionError('imported')")
    listed = json.dumps({"tools": TOOLS}).encode()
    (folder / "catalog.json").write_bytes(listed)
    modules = [
        entry(folder, "lookup", "lookup", INPUT, "tool_input"),
        entry(folder, "lookup", "lookup__output", OUTPUT, "tool_output"),
        entry(folder, "other-tool", "other_tool_0123", TOOLS[1]["inputSchema"], "tool_input"),
        {**entry(folder, "shape", "shape", OUTPUT, "tool_output"), "role": None},
    ]
    manifest = {"format": 1, "catalog": {"file": "catalog.json", "digest": digest(listed)}, "modules": modules}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def change_manifest(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))


@pytest.mark.usefixtures("package")
def test_package_is_admitted_without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """The validators are the package's own, in both roles, and the tools come out as they were listed."""
    catalog = ToolCatalog.from_package("app_validators")
    assert [descriptor.to_mcp() for descriptor in catalog] == TOOLS
    monkeypatch.setattr(sys.modules["schemawright.runtime.compiling"], "compile", None)
    admitted = admit_batch(catalog)
    assert admitted.accepted == ("lookup", "other-tool")
    lookup = admitted.registry["lookup"]
    assert lookup.input_validator.is_valid({"id": "x"})
    assert not lookup.input_validator.is_valid({"id": 5})
    assert lookup.output_validator is not None
    assert not lookup.output_validator.is_valid({})
    assert admitted.registry["other-tool"].output_validator is None
    with pytest.raises(TypeError, match="format_assertion"):
        admit_batch(catalog, format_assertion=True)


def test_host_brings_the_tools(package: Path) -> None:
    """A list at run time chooses among the modules, and has to agree with them."""
    change_manifest(package, lambda manifest: manifest.pop("catalog"))
    assert ToolCatalog.from_package("app_validators", tools=TOOLS[1:]).names == ("other-tool",)
    changed = {**TOOLS[1], "inputSchema": {"type": "object", "maxProperties": 1}}
    without = {key: member for key, member in TOOLS[0].items() if key != "outputSchema"}
    for tools in (None, [changed], [without], [{**TOOLS[1], "outputSchema": OUTPUT}], [{**TOOLS[1], "name": "shape"}]):
        with pytest.raises(PackageError):
            ToolCatalog.from_package("app_validators", tools=tools)


@pytest.mark.parametrize("file", ["lookup.py", "lookup__output.py", "other_tool_0123.py", "shape.py", "catalog.json"])
def test_changed_files_are_refused_before_anything_is_used(package: Path, file: str) -> None:
    """One more byte in any file, and nothing of the package runs."""
    canary = "\nimport sys\nsys.modules['package_canary'] = sys\n" if file.endswith(".py") else " "
    with (package / file).open("a") as opened:
        opened.write(canary)
    with pytest.raises(PackageError) as caught:
        ToolCatalog.from_package("app_validators")
    assert (caught.value.code, caught.value.error_class) == ("not_admitted", "execution_failure")
    assert "package_canary" not in sys.modules
    (package / file).unlink()
    with pytest.raises(PackageError):
        ToolCatalog.from_package("app_validators")


def set_in_entry(**members: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda manifest: manifest["modules"][0].update(members)


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest.update(format=2),
        lambda manifest: manifest.pop("format"),
        lambda manifest: manifest.update(modules={}),
        lambda manifest: manifest.update(modules=[5]),
        lambda manifest: manifest["modules"].append(manifest["modules"][0]),
        lambda manifest: manifest["modules"].pop(0),
        lambda manifest: manifest.update(catalog={"file": "../catalog.json", "digest": ""}),
        lambda manifest: manifest["catalog"].update(digest=None),
        set_in_entry(schema_digest="sha256:" + "0" * 64),
        set_in_entry(options_digest="sha256:" + "0" * 64),
        set_in_entry(source_digest="sha256:" + "0" * 64),
        set_in_entry(source_digest="md5:0"),
        set_in_entry(module="../lookup"),
        set_in_entry(module="shape"),
        set_in_entry(role="callback"),
        set_in_entry(role=["tool_input"]),
        set_in_entry(name=None),
    ],
    ids=range(17),
)
def test_manifests_that_do_not_agree(package: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """A manifest of another format, or one that is not about these files, is refused."""
    change_manifest(package, change)
    with pytest.raises(PackageError):
        ToolCatalog.from_package("app_validators")


@pytest.mark.usefixtures("package")
def test_loaded_module_is_for_the_schema_of_its_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the loader answers is compared once more."""
    other = compile_schema({"const": 1})
    monkeypatch.setattr(sys.modules["schemawright.runtime.load"], "load", lambda *_, **__: other)
    with pytest.raises(PackageError, match="another schema"):
        ToolCatalog.from_package("app_validators")


def test_prepared_validators_are_complete() -> None:
    """A tool whose input validator was not brought along is not admitted."""
    with pytest.raises(CatalogError, match="'lookup'"):
        admit_batch(ToolCatalog([ToolDescriptor.from_mcp(TOOLS[0])], {}))


def test_unreadable_packages(package: Path, tmp_path: Path) -> None:
    """No package, a plain module, a manifest that is not JSON or names twice, a file too large."""
    (tmp_path / "plain_module.py").write_text("")
    for name in ("no_such_package", "no_such.package", "plain_module", "", ".relative"):
        with pytest.raises(PackageError):
            ToolCatalog.from_package(name)
    with pytest.raises(PackageError, match="too large"):
        ToolCatalog.from_package("app_validators", limits=Limits(max_source_bytes=8))
    for text in ("", "[]", '{"format": 1, "format": 1}', "[" * 100_000, "\xff"):
        (package / "manifest.json").write_text(text, encoding="latin-1")
        with pytest.raises(PackageError):
            ToolCatalog.from_package("app_validators")
