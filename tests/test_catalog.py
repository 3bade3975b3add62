"""Catalogs: descriptors retained unchanged, admission strict or quarantined, one bundle or none (rows T4 to T6, T9)."""

from __future__ import annotations

import collections
import copy
import gc
import importlib.util
import json
import pickle
import types
import weakref
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemawright.runtime.admission import admit_batch
from schemawright.runtime.admitted import AdmittedCatalog, RejectedTool
from schemawright.runtime.authority import Authority
from schemawright.runtime.catalog import ToolCatalog
from schemawright.runtime.catalog_errors import CatalogError
from schemawright.runtime.descriptors import ToolDescriptor
from schemawright.runtime.errors import (
    ExecutionFailure,
    SchemaError,
    SchemawrightError,
    UnresolvedReferenceError,
    UnsupportedCapabilityError,
)
from schemawright.runtime.limits import Limits

DRAFT4 = {"$schema": "http://json-schema.org/draft-04/schema#", "type": "object"}
PLAIN = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
BOTH = ("https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema")


def tool(name: str, schema: object = PLAIN, **members: object) -> dict[str, object]:
    return {"name": name, "inputSchema": schema, **members}


def outcome(tools: list[dict[str, object]], mode: str) -> dict[str, object]:
    try:
        admitted = admit_batch(tools, mode=mode)
    except SchemawrightError as error:
        return {"error": error.code, "class": error.error_class, "message": str(error)}
    return {"accepted": list(admitted.accepted), "rejected": [item.name for item in admitted.rejected]}


def nested(depth: int) -> dict[str, object]:
    schema: dict[str, object] = {}
    for _ in range(depth):
        schema = {"not": schema}
    return schema


# ------------------------------------------------------------------ descriptors


def test_t9_descriptor_retains_schema_unchanged() -> None:
    """Neither the host's later changes nor a reader's reach the descriptor."""
    given_schema = copy.deepcopy(PLAIN)
    listed = tool("t", given_schema, outputSchema={"type": "object"}, description="d", title="T", _meta={"a": [1]})
    descriptor = ToolDescriptor.from_mcp(listed)
    given_schema["properties"]["q"]["type"] = "integer"
    descriptor.input_schema["properties"]["q"]["type"] = "integer"
    descriptor.metadata["_meta"]["a"].append(2)
    assert descriptor.input_schema == PLAIN
    assert descriptor.output_schema == {"type": "object"}
    assert descriptor.metadata == {"title": "T", "_meta": {"a": [1]}}
    assert descriptor.to_mcp() == {**listed, "inputSchema": PLAIN}
    assert descriptor.description == "d"
    with pytest.raises(AttributeError):
        descriptor.name = "other"
    with pytest.raises(AttributeError):
        del descriptor.name


def test_descriptor_spellings_and_keywords_agree() -> None:
    """An MCP tool, its Python spelling and keyword arguments give one revision."""
    wire = ToolDescriptor.from_mcp(tool("t", description="d", annotations={"readOnlyHint": True}))
    python = ToolDescriptor.from_mcp(
        {"name": "t", "input_schema": PLAIN, "description": "d", "annotations": {"readOnlyHint": True}, "title": None}
    )
    keywords = ToolDescriptor("t", input_schema=PLAIN, description="d", annotations={"readOnlyHint": True})
    assert wire == python == keywords
    assert hash(wire) == hash(keywords)
    assert wire.annotations == {"readOnlyHint": True}
    assert pickle.loads(pickle.dumps(wire)) == copy.deepcopy(wire) == wire
    assert "sha256:" in repr(wire)
    assert wire != "t"


def test_revision_is_of_the_whole_descriptor() -> None:
    """Another text, schema, kind of number or backend name is another revision; the order of members is not."""
    base = ToolDescriptor.from_mcp(tool("t"))
    assert base.revision == ToolDescriptor.from_mcp(tool("t", dict(reversed(PLAIN.items())))).revision
    others = [
        tool("u"),
        tool("t", description="d"),
        tool("t", {**PLAIN, "const": 1}),
        tool("t", {**PLAIN, "const": 1.0}),
        tool("t", {**PLAIN, "const": True}),
        tool("t", outputSchema=PLAIN),
    ]
    revisions = {ToolDescriptor.from_mcp(item).revision for item in others}
    revisions.add(ToolDescriptor("t", input_schema=PLAIN, backend="b").revision)
    assert len(revisions | {base.revision}) == len(others) + 2


@pytest.mark.parametrize(
    "schema",
    [
        collections.OrderedDict(PLAIN),
        types.MappingProxyType(PLAIN),
        collections.ChainMap({"type": "object"}, PLAIN),
        collections.UserDict(PLAIN),
    ],
)
def test_t2_host_schemas_are_any_mapping(schema: object) -> None:
    """Mappings that are not dicts are read as what they hold."""
    assert ToolDescriptor("t", input_schema=schema).input_schema == PLAIN


class TwoNames(collections.UserDict):  # type: ignore[type-arg]
    def items(self) -> object:
        return [("type", "object"), ("type", "array")]


class Exploding(collections.UserDict):  # type: ignore[type-arg]
    def items(self) -> object:
        raise RuntimeError("secret")


class SilentName(Exploding):
    def get(self, name: object, default: object = None) -> object:
        raise RuntimeError("secret")


def cyclic() -> dict[str, object]:
    schema: dict[str, object] = {}
    schema["not"] = schema
    return schema


@pytest.mark.parametrize(
    ("schema", "code"),
    [
        (None, "invalid_schema"),
        (True, "invalid_schema"),
        (False, "invalid_schema"),
        ("{}", "invalid_schema"),
        ([], "invalid_schema"),
        ({1: 2}, "invalid_schema"),
        ({"const": (1,)}, "invalid_schema"),
        ({"const": float("nan")}, "invalid_schema"),
        ({"const": b""}, "invalid_schema"),
        ({"a": ["\ud800"]}, "invalid_schema"),
        (Exploding(), "invalid_schema"),
        (TwoNames(PLAIN), "invalid_schema"),
        (cyclic(), "schema_depth"),
        (nested(100_000), "schema_depth"),
        ({"enum": [0] * 100_001}, "schema_nodes"),
        ({"enum": ["x" * 600_000] * 2}, "schema_bytes"),
        ({"enum": [1 << 200_000]}, "schema_bytes"),
    ],
    ids=range(17),
)
def test_t1_t2_schemas_that_cannot_be_held(schema: object, code: str) -> None:
    """What is not a bounded JSON object is refused in both modes, and nothing of it is echoed."""
    for mode in ("strict", "quarantine"):
        found = outcome([tool("fine"), tool("t", schema)], mode)
        assert found["error"] == code
        assert "secret" not in str(found)


def test_schema_error_names_tool_and_path() -> None:
    """The message names the tool, bounded, and the schema path is kept."""
    with pytest.raises(SchemaError, match="tool 't', inputSchema") as caught:
        ToolDescriptor("t", input_schema={"a/b": [{"c~": {1: 2}}]})
    assert caught.value.schema_path == "#/a~1b/0/c~0"
    deep = nested(480)
    with pytest.raises(ExecutionFailure, match="tool 't', inputSchema"):
        ToolDescriptor("t", input_schema=deep)
    with pytest.raises(ExecutionFailure, match="nested"):
        ToolDescriptor("t", input_schema=nested(3_000), limits=Limits(max_schema_depth=5_000))
    with pytest.raises(SchemaError) as caught:
        admit_batch([tool("\x1b" + "n" * 300, {"type": "string"})])
    assert caught.value.schema_path.startswith("#")
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "listed",
    [
        7,
        None,
        "name",
        {"inputSchema": PLAIN},
        {"name": 5, "inputSchema": PLAIN},
        {"name": None, "inputSchema": PLAIN},
        {"name": "x" * 2_000, "inputSchema": PLAIN},
        {"name": "\ud800", "inputSchema": PLAIN},
        {1: 2, "name": "t", "inputSchema": PLAIN},
        tool("t", description=5),
        tool("t", annotations=[]),
        tool("t", title={}),
        tool("t", _meta=1),
        tool("t", extra={1, 2}),
        tool("t", extra="\ud800"),
        tool("t", input_schema=PLAIN),
        Exploding(),
        SilentName(),
    ],
    ids=range(18),
)
def test_t4_metadata_errors_are_fatal(listed: object) -> None:
    """A descriptor whose own members are wrong ends the batch in both modes."""
    for mode in ("strict", "quarantine"):
        with pytest.raises(CatalogError) as caught:
            admit_batch([tool("fine"), listed], mode=mode)
        assert (caught.value.code, caught.value.error_class) == ("metadata", "validation")


def test_metadata_may_not_hide_a_schema() -> None:
    """Metadata cannot bring a second name, schema or description."""
    for metadata in ({"inputSchema": {}}, {"name": "u"}, {"output_schema": {}}, {"description": "e"}):
        with pytest.raises(CatalogError):
            ToolDescriptor("t", input_schema=PLAIN, description="d", metadata=metadata)


@pytest.mark.parametrize("missing", [{"name": "t"}, tool("t", outputSchema=None), tool("t", outputSchema=True)])
def test_t1_missing_and_null_schemas(missing: dict[str, object]) -> None:
    """A missing input schema and a null output schema are malformed, never 'anything goes'."""
    assert outcome([missing], "quarantine")["error"] == "invalid_schema"


def test_t4_backend_errors_are_fatal() -> None:
    """A backend is a name that the host knows, or callable."""
    for backend in ("", 5, ["b"]):
        with pytest.raises(CatalogError) as caught:
            ToolDescriptor("t", input_schema=PLAIN, backend=backend)
        assert caught.value.code == "backend"
    for backend in ("other", None):
        for mode in ("strict", "quarantine"):
            with pytest.raises(CatalogError) as caught:
                admit_batch([ToolDescriptor("t", input_schema=PLAIN, backend=backend)], mode=mode, backends={"b"})
            assert caught.value.code == "backend"
    known = [ToolDescriptor("t", input_schema=PLAIN, backend="b"), ToolDescriptor("u", input_schema=PLAIN, backend=len)]
    assert admit_batch(known, backends={"b"}).registry["u"].descriptor.backend is len


# ------------------------------------------------------------------ authority


def test_t5_authority_is_narrowed_and_otherwise_kept() -> None:
    """Grants go only for rejected tools; caller, run and the other fields stay."""
    tools = [tool("new"), tool("old", DRAFT4)]
    for grants in ({"new": 1, "old": 2, "elsewhere": 3}, ("old", "new", "elsewhere"), {"new", "old", "elsewhere"}):
        authority = Authority("caller", "run", grants, tenant="t")
        narrowed = admit_batch(tools, mode="quarantine", authority=authority).authority
        assert narrowed is not None
        assert (narrowed.caller, narrowed.run, narrowed.tenant, narrowed.fields) == (
            "caller",
            "run",
            "t",
            {"tenant": "t"},
        )
        assert type(narrowed.grants) is type(authority.grants)
        assert set(narrowed.grants) == {"new", "elsewhere"}
        assert len(authority.grants) == 3
        assert pickle.loads(pickle.dumps(narrowed)) == narrowed != authority
    assert admit_batch(tools, mode="quarantine").authority is None
    assert admit_batch(
        tools, mode="quarantine", authority={"caller": 1, "grants": None, "x": 2}
    ).authority == Authority(1, x=2)


def test_t5_empty_bundle_grants_nothing() -> None:
    """Empty input, or everything rejected, gives an empty bundle that keeps caller and run."""
    for tools in ([], [tool("old", DRAFT4)]):
        admitted = admit_batch(tools, mode="quarantine", authority=Authority("c", "r", {"old": 1, "new": 2}, x=3))
        assert (dict(admitted.registry), admitted.provider_tools, admitted.accepted) == ({}, [], ())
        assert admitted.authority == Authority("c", "r", {}, x=3)


def test_t4_authority_errors_are_fatal() -> None:
    """An authority that is not one ends the batch."""
    for authority in (5, "grants", {1: 2}, {"grants": "t"}, {"grants": [1]}, {"grants": {1: 2}}, {"grants": 5}):
        with pytest.raises(CatalogError) as caught:
            admit_batch([tool("t")], authority=authority)
        assert caught.value.code == "authority"


def test_authority_is_read_only() -> None:
    """Nobody widens an authority in place."""
    grants = {"a": 1}
    authority = Authority(grants=grants)
    grants["b"] = 2
    assert dict(authority.grants) == {"a": 1}
    with pytest.raises(TypeError):
        authority.grants["b"] = 2
    with pytest.raises(AttributeError):
        authority.caller = "other"
    with pytest.raises(AttributeError):
        del authority.caller
    with pytest.raises(AttributeError):
        _ = authority.missing
    assert repr(authority) == "<Authority with 1 grants>"


# ------------------------------------------------------------------ admission


def test_t4_duplicates_are_found_before_anything() -> None:
    """A quarantined name, a malformed tool or a later defect never hides a duplicate."""
    for first in (DRAFT4, {"type": "strnig"}, None):
        tools = [tool("a", description=5), tool("same", first), tool("same"), {}]
        for mode in ("strict", "quarantine"):
            assert outcome(tools, mode)["error"] == "duplicate_name"
    with pytest.raises(CatalogError, match="'t'"):
        ToolCatalog.from_descriptors([ToolDescriptor("t", input_schema=PLAIN)] * 2)


def test_t4_quarantine_leaves_out_only_unsupported_tools() -> None:
    """Either schema may be unsupported; order is kept, and diagnostics carry the original error."""
    tools = [tool("a"), tool("b", DRAFT4), tool("c", outputSchema=DRAFT4), tool("d", outputSchema=PLAIN)]
    admitted = admit_batch(tools, mode="quarantine")
    assert admitted.accepted == ("a", "d") == tuple(admitted.registry)
    assert [(item.name, item.role) for item in admitted.rejected] == [("b", "tool_input"), ("c", "tool_output")]
    assert admitted.rejected[0].revision == ToolDescriptor.from_mcp(tools[1]).revision
    error = admitted.rejected[0].error
    assert isinstance(error, UnsupportedCapabilityError)
    assert error.__traceback__ is None
    assert "'b'" not in error.message
    assert admitted.registry["a"].output_validator is None
    assert admitted.registry["d"].output_validator is not None
    with pytest.raises(UnsupportedCapabilityError, match="tool 'b', inputSchema"):
        admit_batch(tools)


@pytest.mark.parametrize(
    ("schema", "code"),
    [
        ({"type": "strnig"}, "invalid_schema"),
        ({"type": "string"}, "invalid_schema"),
        ({"type": ["object", "null"]}, "invalid_schema"),
        ({"type": "object", "properties": {"a": {"$ref": "#/$defs/gone"}}}, "unresolved_reference"),
        ({"type": "object", "properties": {"a": {"$ref": "https://example.test/x"}}}, "unresolved_reference"),
    ],
)
def test_t4_other_schema_errors_stay_fatal(schema: object, code: str) -> None:
    """Also beside an unsupported schema of the same tool, in either order."""
    for tools in (
        [tool("t", schema)],
        [tool("t", DRAFT4, outputSchema=schema)],
        [tool("a", DRAFT4), tool("t", schema)],
    ):
        assert outcome(tools, "quarantine")["error"] == code
    assert outcome([tool("t", outputSchema=schema)], "strict")["error"] == code


def test_unresolved_reference_keeps_its_class() -> None:
    """The error that names the tool is still of the class that the schema raised."""
    with pytest.raises(UnresolvedReferenceError, match="tool 't', outputSchema"):
        admit_batch([tool("t", outputSchema={"$ref": "#/$defs/gone"})])


def test_t6_rejected_diagnostics_stay_with_the_host() -> None:
    """They refuse pickling, copying and JSON, show no more than name, revision and code, and are nowhere else."""
    admitted = admit_batch([tool("ok"), tool("bad", {**DRAFT4, "description": "poison"})], mode="quarantine")
    (rejected,) = admitted.rejected
    for host_only in (rejected, admitted, admitted.rejected):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(TypeError):
                pickle.dumps(host_only, protocol)
        for refuse in (copy.deepcopy, json.dumps):
            with pytest.raises(TypeError):
                refuse(host_only)
    for refuse in (copy.copy, vars, dict, RejectedTool.__reduce__, RejectedTool.__getstate__):
        with pytest.raises(TypeError):
            refuse(rejected)
    assert repr(rejected) == f"<RejectedTool 'bad' {rejected.revision[:19]} unsupported_dialect>" == f"{rejected}"
    shown = json.dumps(admitted.provider_tools) + repr(admitted) + repr(admitted.registry) + repr(admitted.accepted)
    assert "bad" not in shown
    assert "poison" not in shown
    assert len(repr(RejectedTool("n" * 5_000, "sha256:" + "0" * 64, rejected.error, "tool_input"))) < 200


def test_provider_tools_are_plain_and_fresh() -> None:
    """A model provider gets JSON without what concerns hosts, and cannot change the bundle."""
    members = {"description": "d", "title": "T", "annotations": {"a": 1}, "outputSchema": PLAIN}
    admitted = admit_batch([tool("t", **members, _meta={"secret": 1}, icons=[])])
    assert json.loads(json.dumps(admitted.provider_tools)) == [tool("t", **members)]
    admitted.provider_tools[0]["inputSchema"]["type"] = "array"
    assert admitted.provider_tools[0]["inputSchema"] == PLAIN
    with pytest.raises(TypeError):
        admitted.registry["u"] = admitted.registry["t"]


def test_forms_of_a_catalog() -> None:
    """A tools/list result, its list, descriptors, a generator and a catalog admit alike; other things are refused."""
    tools = [tool("a"), tool("b")]
    descriptors = [ToolDescriptor.from_mcp(item) for item in tools]
    catalog = ToolCatalog.from_tools_list({"tools": tools, "nextCursor": None})
    for form in (tools, {"tools": tools}, descriptors, iter(tools), catalog, ToolCatalog.from_descriptors(descriptors)):
        assert admit_batch(form).accepted == ("a", "b")
    assert (catalog.names, len(catalog), catalog.descriptors) == (("a", "b"), 2, tuple(descriptors))
    assert repr(catalog) == "<ToolCatalog of 2 tools>"
    for form in ("[]", {}, {"tools": {}}, {"tools": "x"}, 5, None):
        with pytest.raises(CatalogError):
            admit_batch(form)
    with pytest.raises(CatalogError):
        ToolCatalog.from_descriptors(tools)


def test_wrong_arguments_are_type_errors() -> None:
    """A mode, role or option that is none is the caller's mistake."""
    for wrong in ({"mode": "lenient"}, {"role": "tool_input"}, {"coerce": True}, {"no_such_option": 1}):
        with pytest.raises(TypeError):
            admit_batch([tool("t")], **wrong)


def test_dialects_default_to_exactly_2020_12() -> None:
    """Draft-07 is admitted only where the host says so."""
    tools = [tool("t", {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"})]
    assert outcome(tools, "quarantine")["rejected"] == ["t"]
    assert admit_batch(tools, dialects=BOTH).accepted == ("t",)


def test_e4_number_of_tools_is_bounded() -> None:
    """An endless catalog ends with a limit, not with the machine's memory."""
    endless = (tool(str(number)) for number in iter(int, 1))
    with pytest.raises(ExecutionFailure) as caught:
        admit_batch(endless, max_tools=50)
    assert caught.value.code == "tools"
    assert admit_batch([tool("t")], limits=Limits(max_schema_depth=8)).accepted == ("t",)
    with pytest.raises(ExecutionFailure):
        admit_batch([tool("t", nested(60))], limits=Limits(max_schema_depth=8))


def test_ten_thousand_tools_share_validators_by_digest() -> None:
    """A large catalog is admitted in one call; equal schemas share a validator, also the next time."""
    shapes = [{"type": "object", "properties": {f"p{number}": {"type": "string"}}} for number in range(10)]
    tools = [tool(f"t{number}", shapes[number % 10]) for number in range(10_000)]
    first, second = admit_batch(tools), admit_batch(copy.deepcopy(tools))
    assert len(first.accepted) == 10_000
    assert len({id(item.input_validator) for item in first.registry.values()}) == 10
    assert all(second.registry[name].input_validator is item.input_validator for name, item in first.registry.items())


def test_e5_a_failed_batch_is_not_kept() -> None:
    """After a fatal error nothing of the batch is alive."""

    class Backend:
        def __call__(self) -> None:
            """Run nothing."""

    backend = Backend()
    alive = weakref.ref(backend)
    batch = [ToolDescriptor("a", input_schema=PLAIN, backend=backend), tool("b", {"type": "strnig"})]
    with pytest.raises(SchemaError):
        admit_batch(batch)
    del batch, backend
    gc.collect()
    assert alive() is None


SCHEMAS = st.sampled_from([PLAIN, {}, DRAFT4, {"type": "object", "$schema": BOTH[0] + "#"}, {"$schema": "urn:other"}])


@given(st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=8), st.tuples(SCHEMAS, SCHEMAS), max_size=8))
def test_quarantine_is_strict_on_what_it_accepts(schemas: dict[str, tuple[object, object]]) -> None:
    """Quarantine gives the bundle that strict gives for the accepted subset, and rejects each tool that strict would."""
    tools = [tool(name, first, outputSchema=second) for name, (first, second) in schemas.items()]
    loose = admit_batch(tools, mode="quarantine", authority=Authority("c", "r", tuple(schemas), x=1))
    accepted = [item for item in tools if item["name"] in loose.registry]
    strict = admit_batch(accepted, authority=Authority("c", "r", loose.accepted, x=1))
    assert bundle(loose) == bundle(strict)
    assert [item.name for item in loose.rejected] == [item["name"] for item in tools if item not in accepted]
    for item in tools:
        if item not in accepted:
            assert outcome([item], "strict")["class"] == "unsupported_capability"


def bundle(admitted: AdmittedCatalog) -> tuple[object, ...]:
    validators = [
        (item.descriptor, item.input_validator.digest, item.output_validator and item.output_validator.digest)
        for item in admitted.registry.values()
    ]
    return admitted.accepted, validators, admitted.provider_tools, admitted.authority


# ------------------------------------------------------------------ cases from beside the repository


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
