"""Authority: read-only, narrowed by what was rejected and by nothing else (row T5)."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from schemawright.runtime.admission import admit_batch
from schemawright.runtime.authority import Authority
from schemawright.runtime.catalog_errors import CatalogError

DRAFT4 = {"$schema": "http://json-schema.org/draft-04/schema#", "type": "object"}
PLAIN = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}


def tool(name: str, schema: Any = PLAIN, **members: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": schema, **members}


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
        assert pickle.loads(pickle.dumps(narrowed)) == narrowed != authority  # noqa: S301 - its own text
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
    authority: Any = Authority(grants=grants)
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
