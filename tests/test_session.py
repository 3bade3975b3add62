"""Sessions: the catalog of a conversation, replaced whole or not at all (row T7)."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from schemawright.runtime import session as session_module
from schemawright.runtime.authority import Authority
from schemawright.runtime.errors import SchemawrightError, UnsupportedCapabilityError
from schemawright.runtime.session import CatalogSession

OLD = {"name": "old", "inputSchema": {"$schema": "http://json-schema.org/draft-04/schema#", "type": "object"}}
BAD = {"name": "bad", "inputSchema": {"type": "strnig"}}


def tool(name: str) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object"}}


def test_t7_start_and_update_share_the_boundary() -> None:
    """Both paths admit strictly or with quarantine, as the caller says."""
    with pytest.raises(UnsupportedCapabilityError):
        CatalogSession([OLD])
    assert CatalogSession().current.accepted == ()
    session = CatalogSession([tool("a")])
    assert session.current.accepted == ("a",)
    with pytest.raises(UnsupportedCapabilityError):
        session.update([tool("a"), OLD])
    updated = session.update([tool("b"), OLD], schema_admission="quarantine")
    assert session.current is updated
    assert updated.accepted == ("b",)
    assert [item.name for item in updated.rejected] == ["old"]
    with pytest.raises(UnsupportedCapabilityError):
        session.update([OLD])
    loose = CatalogSession([OLD], schema_admission="quarantine")
    assert loose.update([OLD]).accepted == ()
    with pytest.raises(UnsupportedCapabilityError):
        loose.update([OLD], schema_admission="strict")


@pytest.mark.parametrize("update", [[BAD], [tool("a"), tool("a")], [{}], "text", [OLD]])
def test_failed_update_leaves_the_old_bundle(update: Any) -> None:
    """Whatever fails, the very bundle that was in force stays."""
    session = CatalogSession([tool("a")])
    before = session.current
    with pytest.raises(SchemawrightError):
        session.update(update)
    assert session.current is before
    with pytest.raises(TypeError):
        session.update([], schema_admission="lenient")  # type: ignore[arg-type]
    assert session.current is before


def test_options_hold_for_updates() -> None:
    """Options given at the start are those of every update, and wrong ones are refused at the start."""
    draft7 = {"name": "t", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}}
    session = CatalogSession(dialects=("http://json-schema.org/draft-07/schema",))
    assert session.update([draft7]).accepted == ("t",)
    with pytest.raises(TypeError):
        CatalogSession(coerce=True)


def test_grants_come_back_with_a_repaired_tool() -> None:
    """Each update narrows the authority that the session began with."""
    session = CatalogSession(
        [OLD, tool("a")], schema_admission="quarantine", authority=Authority("c", "r", ("old", "a"))
    )
    assert session.current.authority == Authority("c", "r", ("a",))
    assert session.update([tool("old"), tool("a")]).authority == Authority("c", "r", ("old", "a"))


def test_readers_see_whole_bundles_under_concurrent_updates() -> None:
    """Every bundle that a reader sees is one that some update made, in force whole."""
    catalogs = [[tool(f"{prefix}{number}") for number in range(20)] for prefix in "abcd"]
    session = CatalogSession(catalogs[0])
    whole = {tuple(str(item["name"]) for item in catalog) for catalog in catalogs}
    done = threading.Event()

    def read() -> bool:
        seen = True
        while not done.is_set():
            bundle = session.current
            seen = seen and bundle.accepted in whole and tuple(bundle.registry) == bundle.accepted
        return seen

    with ThreadPoolExecutor(10) as pool:
        readers = [pool.submit(read) for _ in range(4)]
        updates = [pool.submit(session.update, catalog) for catalog in catalogs * 5]
        made = [update.result() for update in updates]
        done.set()
        assert all(reader.result() for reader in readers)
    assert session.current in made


def test_fork_while_an_update_holds_the_lock() -> None:
    """A child of a fork can update a session that its parent was updating."""
    session = CatalogSession([tool("a")])
    with session._updating:
        session_module._after_fork()
        assert session.update([tool("b")]).accepted == ("b",)
