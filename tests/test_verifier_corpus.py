"""Everything that the generator writes is admitted: suite, catalogs, benchmark corpora, hostile schemas, as is and formatted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schemawright import generated, runtime
from schemawright.generator.layout import formatted
from schemawright.runtime.errors import ExecutionFailure, SchemawrightError
from schemawright.runtime.limits import Limits
from schemawright.runtime.verifier import verify

from .suite_cases import cases

ROOT = Path(__file__).resolve().parents[1]
ONE_IN = 40  # formatting is slow
LONG = 40_000
BOTH: dict[str, Any] = {"format_assertion": True, "content_assertion": True}
VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"limits": Limits.trusted_instances()},
    {"limits": Limits(max_instance_depth=5, max_instance_nodes=7, max_string_length=9)},
)


def source_of(schema: Any, **options: Any) -> str | None:
    """The module, `None` for a schema that is refused for its own sake; what the verifier refuses is raised."""
    try:
        return runtime.compile(schema, **options).source
    except ExecutionFailure as failure:
        if failure.code == "not_admitted":
            raise
    except SchemawrightError:
        pass
    return None


def admitted(sources: Iterator[str | None], at_least: int) -> None:
    """All of them pass, and a few of them formatted."""
    count = 0
    for text in sources:
        if text is not None:
            count += 1
            verify(text.encode())
            if count % ONE_IN == 0 and len(text) < LONG:
                verify(formatted(text).encode())
    assert count >= at_least


def test_the_official_suite() -> None:
    admitted((source_of(case.schema, **case.options) for case in cases()), 740)


def test_benchmark_corpora() -> None:
    schemas = sorted((ROOT / "benchmarks/corpus").glob("*/schema.json"))
    admitted((source_of(path.read_text(), **variant) for path in schemas for variant in VARIANTS), 12)


def test_real_catalogs(shared: Path) -> None:
    def sources() -> Iterator[str | None]:
        for number, path in enumerate(sorted((shared / "cases/mcp/catalogs").glob("*.json"))):
            for tool in json.loads(path.read_text())["tools"][number % 3 :: 7]:
                yield source_of(tool["inputSchema"], **VARIANTS[number % 3])

    admitted(sources(), 200)


def test_hostile_schemas(shared: Path) -> None:
    handed = json.loads((shared / "cases/hostile/handed/schemas.json").read_text())["cases"]
    admitted((source_of(case["schema"], **BOTH) for case in handed if "schema" in case), 480)


def test_this_projects_own_modules_as_they_lie_on_disk() -> None:
    found = [path for folder in generated.__path__ for path in Path(folder).glob("draft_*.py")]
    assert len(found) == 2
    for path in found:
        verify(path.read_bytes())


WIDE = {"properties": {f"p{i}": {"type": kind} for i, kind in enumerate(["string", "integer", "boolean", "null"] * 6)}}
CHOICES = {"properties": {f"c{i}": {"enum": ["a", "b", f"c{i}"]} for i in range(10)}}
TREE = {
    "$dynamicAnchor": "node",
    "properties": {"kids": {"items": {"$dynamicRef": "#node"}}},
    "unevaluatedProperties": False,
}
SHAPES: list[Any] = [
    {"type": "object", **WIDE},
    {"type": "object", **CHOICES},
    TREE,
    {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]},
    {
        "$id": "https://example.com/tree", "$dynamicAnchor": "node", "$ref": "base",
        "$defs": {"base": {"$id": "base", "$dynamicAnchor": "node", "properties": {"child": {"$dynamicRef": "#node"}}}},
    },
    {"allOf": [False, {"type": "object"}]},
    {"oneOf": [{"properties": {"t": {"const": c}, "v": {"$ref": "#"}}, "required": ["t"], "type": "object"} for c in "abcd"]},
    {"unevaluatedItems": {"type": "string"}, "anyOf": [{"prefixItems": [True]}, {"contains": {"type": "integer"}}]},
    {"contentEncoding": "base64", "contentMediaType": "application/json", "contentSchema": {"required": ["a"]}},
    {"properties": {"a": {"pattern": "^\\p{L}+$"}, "b": {"pattern": "(?<!a)(b)\\1"}, "c": {"pattern": "^(a+)+$"}}},
    {"type": "array", "prefixItems": [{"type": "object"}, {"items": {}}], "items": {"additionalProperties": {"items": {}}}},
    {"const": {"a": [1e40, -1e-7, None, True, 12345678901234567890, "\u2028\"'\\"]}},
    {"anyOf": [{"const": i} for i in range(1_200)]},
    {"oneOf": [{"minimum": i} for i in range(1_200)]},
    {"properties": {"coding: utf-8\n": {"const": "# ---- constants of this schema\n"}}},
]  # fmt: skip


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
@pytest.mark.parametrize("number", range(len(SHAPES)))
def test_every_shape_of_function_and_table(number: int, variant: int) -> None:
    text = runtime.compile(SHAPES[number], **BOTH, **VARIANTS[variant]).source
    verify(text.encode())
    if len(text) < LONG:
        verify(formatted(text).encode())


def test_bundles() -> None:
    schema = {
        "$defs": {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {"properties": {"a": {"$ref": "#/$defs/a"}}}, "c": True}
    }
    validators = runtime.compile_bundle(schema)
    text = validators["a"].source
    verify(text.encode())
    verify(formatted(text).encode())
    assert validators["c"].is_valid(1)
