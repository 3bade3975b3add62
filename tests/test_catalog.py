"""Catalogs: admission strict or quarantined, one bundle or none (rows T4 to T6)."""

from __future__ import annotations

import copy
import gc
import json
import pickle
import weakref
from collections.abc import Iterator
from typing import Any

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


def tool(name: str, schema: Any = PLAIN, **members: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": schema, **members}


def outcome(tools: list[dict[str, Any]], mode: Any) -> dict[str, Any]:
    try:
        admitted = admit_batch(tools, mode=mode)
    except SchemawrightError as error:
        return {"error": error.code, "class": error.error_class, "message": str(error)}
    return {"accepted": list(admitted.accepted), "rejected": [item.name for item in admitted.rejected]}


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for _ in range(depth):
        schema = {"not": schema}
    return schema


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
def test_t4_other_schema_errors_stay_fatal(schema: Any, code: str) -> None:
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
    refusals: tuple[Any, ...] = (copy.copy, vars, dict, RejectedTool.__reduce__, RejectedTool.__getstate__)
    for refusal in refusals:
        with pytest.raises(TypeError):
            refusal(rejected)
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
        admitted.registry["u"] = admitted.registry["t"]  # type: ignore[index]


def test_forms_of_a_catalog() -> None:
    """A tools/list result, its list, descriptors, a generator and a catalog admit alike; other things are refused."""
    tools = [tool("a"), tool("b")]
    descriptors = [ToolDescriptor.from_mcp(item) for item in tools]
    catalog = ToolCatalog.from_tools_list({"tools": tools, "nextCursor": None})
    form: Any
    for form in (tools, {"tools": tools}, descriptors, iter(tools), catalog, ToolCatalog.from_descriptors(descriptors)):
        assert admit_batch(form).accepted == ("a", "b")
    assert (catalog.names, len(catalog), catalog.descriptors) == (("a", "b"), 2, tuple(descriptors))
    assert repr(catalog) == "<ToolCatalog of 2 tools>"
    for form in ("[]", {}, {"tools": {}}, {"tools": "x"}, 5, None):
        with pytest.raises(CatalogError):
            admit_batch(form)
    with pytest.raises(CatalogError):
        ToolCatalog.from_descriptors(tools)  # type: ignore[arg-type]


def test_wrong_arguments_are_type_errors() -> None:
    """A mode, role or option that is none is the caller's mistake."""
    for wrong in ({"mode": "lenient"}, {"role": "tool_input"}, {"coerce": True}, {"no_such_option": 1}):
        with pytest.raises(TypeError):
            admit_batch([tool("t")], **wrong)


def test_another_mode_is_answered_with_those_there_are() -> None:
    """The message holds what to write instead."""
    with pytest.raises(TypeError, match='"strict" or "quarantine"'):
        admit_batch([tool("t")], mode="stric")  # type: ignore[arg-type]


def test_what_an_iterable_raises_comes_through() -> None:
    """A page that could not be fetched is told by the caller's own error, unchanged."""
    gone = ConnectionError("the server went away")

    def pages() -> Iterator[dict[str, Any]]:
        yield tool("t")
        raise gone

    for mode in ("strict", "quarantine"):
        with pytest.raises(ConnectionError) as caught:
            admit_batch(pages(), mode=mode)
        assert caught.value is gone


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
def test_quarantine_is_strict_on_what_it_accepts(schemas: dict[str, tuple[object, Any]]) -> None:
    """Quarantine gives the bundle that strict gives for the accepted subset, and rejects what strict would."""
    tools = [tool(name, first, outputSchema=second) for name, (first, second) in schemas.items()]
    loose = admit_batch(tools, mode="quarantine", authority=Authority("c", "r", tuple(schemas), x=1))
    accepted = [item for item in tools if item["name"] in loose.registry]
    strict = admit_batch(accepted, authority=Authority("c", "r", loose.accepted, x=1))
    assert bundle(loose) == bundle(strict)
    assert [item.name for item in loose.rejected] == [item["name"] for item in tools if item not in accepted]
    for item in tools:
        if item not in accepted:
            assert outcome([item], "strict")["class"] == "unsupported_capability"


def bundle(admitted: AdmittedCatalog) -> tuple[Any, ...]:
    validators = [
        (item.descriptor, item.input_validator.digest, item.output_validator and item.output_validator.digest)
        for item in admitted.registry.values()
    ]
    return admitted.accepted, validators, admitted.provider_tools, admitted.authority
