"""Catalogs and attacks kept beside the repository end as they should (rows T4, T9)."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

from schemawright.runtime.admission import admit_batch
from schemawright.runtime.catalog import ToolCatalog
from schemawright.runtime.errors import (
    SchemawrightError,
)

BOTH = ("https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema")


def outcome(tools: list[dict[str, Any]], mode: Any) -> dict[str, Any]:
    try:
        admitted = admit_batch(tools, mode=mode)
    except SchemawrightError as error:
        return {"error": error.code, "class": error.error_class, "message": str(error)}
    return {"accepted": list(admitted.accepted), "rejected": [item.name for item in admitted.rejected]}


def test_handed_catalog_cases(shared: Path) -> None:
    """The catalog cases among the reports give what they ask for, in both modes."""
    cases = json.loads((shared / "cases/reports/handed.json").read_text())["cases"]
    catalogs = [case for case in cases if case.get("kind") == "catalog"]
    assert catalogs
    for case in catalogs:
        for mode, want in case["catalog"]["expect"].items():
            found = outcome(case["catalog"]["tools"], mode)
            if "error" in want or "error_any" in want:
                codes = want.get("error_any") or [want["error"]]
                assert found.get("error") in codes or found.get("class") in codes, case["id"]
                assert f"'{want.get('tool', '')}" in str(found["message"]), case["id"]
            else:
                assert found == {"accepted": want["accepted"], "rejected": want.get("rejected", [])}, case["id"]


def test_hostile_catalog_cases(shared: Path) -> None:
    """Hostile catalogs, roots and names end as the corpus allows, and one tool never affects another."""
    recipes = importlib.util.spec_from_file_location("hostile_builders", shared / "cases/hostile/builders.py")
    assert recipes is not None
    assert recipes.loader is not None
    builders = importlib.util.module_from_spec(recipes)
    recipes.loader.exec_module(builders)
    words = {"invalid_schema": {"invalid_schema", "invalid_root"}, "duplicate_name": {"invalid_name"}}
    cases = json.loads((shared / "cases/hostile/handed/schemas.json").read_text())["cases"]
    for case in (case for case in cases if "catalog" in case):
        found = outcome([builders.build(item) for item in case["catalog"]], "strict")
        code = str(found.get("error", "ok"))
        assert words.get(code, {code}) & set(case["expect"]), case["id"]
        if code == "ok":
            registry = admit_batch(case["catalog"]).registry
            for key, want in (("tool_valid", True), ("tool_invalid", False)):
                for name, instances in case.get(key, {}).items():
                    assert {registry[name].input_validator.is_valid(each) for each in instances} == {want}, case["id"]


def test_t9_real_catalogs_are_admitted_unchanged(shared: Path) -> None:
    """Every captured catalog passes preflight under its declared dialects, and its tools come out as they went in."""
    for path in sorted((shared / "cases/mcp/catalogs").glob("*.json"))[:12]:
        listed = json.loads(path.read_text())
        catalog = ToolCatalog.from_tools_list(listed)
        assert [descriptor.to_mcp() for descriptor in catalog] == listed["tools"], path.name
        assert admit_batch(catalog, dialects=BOTH).accepted == catalog.names, path.name
