"""The gateway: the argument check, every stage in order, then the structured result (rows T3, T7)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest

from schemawright.runtime.admission import admit_batch
from schemawright.runtime.authority import Authority
from schemawright.runtime.catalog_errors import ArgumentsError, CallRefusedError, ResultError, UnknownToolError
from schemawright.runtime.errors import ExecutionFailure, ValidationError
from schemawright.runtime.gateway import STAGES, Gateway, ToolCall, check_structured_content
from schemawright.runtime.session import CatalogSession

INPUT = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
OUTPUT = {"type": "object", "properties": {"found": {"type": "boolean"}}, "required": ["found"]}
TOOLS = [
    {"name": "lookup", "inputSchema": INPUT, "outputSchema": OUTPUT},
    {"name": "ping", "inputSchema": {"type": "object"}},
    {"name": "old", "inputSchema": {"$schema": "http://json-schema.org/draft-04/schema#", "type": "object"}},
]
GOOD = {"structuredContent": {"found": True}}


class Refused(Exception):
    """The host's own error."""


class Host:
    """Five stages that write down who was called, one of which may fail."""

    def __init__(self, result: Any = GOOD, fails: str = "", how: Any = Refused, asynchronous: bool = False) -> None:
        self.seen: list[str] = []
        self.calls: list[ToolCall] = []
        self.result, self.fails, self.how, self.asynchronous = result, fails, how, asynchronous

    def stages(self) -> dict[str, Callable[[ToolCall], Any]]:
        return {name: self._stage(name) for name in STAGES}

    def _stage(self, name: str) -> Callable[[ToolCall], Any]:
        def stage(call: ToolCall) -> Any:
            self.seen.append(name)
            self.calls.append(call)
            if name == self.fails:
                if self.how is Refused:
                    raise Refused(name)
                return self.how
            return self.result if name == "dispatch" else f"{name} done"

        async def asynchronous_stage(call: ToolCall) -> Any:
            await asyncio.sleep(0)
            return stage(call)

        return asynchronous_stage if self.asynchronous else stage


def sync_call(host: Host, name: str, arguments: Any = None, catalog: Any = None) -> Any:
    return Gateway(catalog or admitted(), **host.stages()).call(name, arguments)


def async_call(host: Host, name: str, arguments: Any = None, catalog: Any = None) -> Any:
    return asyncio.run(Gateway(catalog or admitted(), **host.stages()).acall(name, arguments))


def async_stages_call(host: Host, name: str, arguments: Any = None, catalog: Any = None) -> Any:
    host.asynchronous = True
    return async_call(host, name, arguments, catalog)


def admitted(authority: Any = None) -> Any:
    return admit_batch(TOOLS, mode="quarantine", authority=authority)


FORMS = pytest.mark.parametrize("call", [sync_call, async_call, async_stages_call])


@FORMS
@pytest.mark.parametrize("fails", STAGES)
def test_t7_each_stage_in_turn_stops_the_call(call: Callable[..., Any], fails: str) -> None:
    """Stages run in order, and none runs after the one that refuses; its error reaches the caller as it is."""
    host = Host(fails=fails)
    with pytest.raises(Refused, match=fails):
        call(host, "lookup", {"id": "x"})
    assert host.seen == list(STAGES[: STAGES.index(fails) + 1])


@FORMS
@pytest.mark.parametrize("arguments", [None, {}, {"id": 5}, [], "text", 5, ("id",)])
def test_t7_arguments_are_checked_before_any_stage(call: Callable[..., Any], arguments: Any) -> None:
    """A bad call reaches no stage, also where every stage would refuse; nothing submitted is in the error."""
    for fails in ("", *STAGES):
        host = Host(fails=fails)
        with pytest.raises((ArgumentsError, ExecutionFailure)) as caught:
            call(host, "lookup", arguments)
        assert host.seen == []
        if isinstance(caught.value, ArgumentsError):
            assert isinstance(caught.value, ValidationError)
            assert caught.value.code == "mismatch"
            assert caught.value.violations
            assert "'lookup'" in str(caught.value)


@FORMS
def test_t7_good_call_passes_every_stage(call: Callable[..., Any]) -> None:
    """All stages see one call with the caller's own arguments and what earlier stages answered."""
    host, arguments = Host(), {"id": "x"}
    assert call(host, "lookup", arguments, admitted(Authority("c", grants=("lookup", "old")))) is GOOD
    assert host.seen == list(STAGES)
    assert arguments == {"id": "x"}
    (seen,) = {id(each): each for each in host.calls}.values()
    assert seen.arguments is arguments
    assert seen.name == seen.tool.descriptor.name == "lookup"
    assert seen.authority == Authority("c", grants=("lookup",))
    assert list(seen.outcomes) == list(STAGES)
    assert seen.outcomes["reserve"] == "reserve done"
    assert repr(seen) == "<ToolCall 'lookup'>"


@FORMS
def test_missing_arguments_are_an_empty_object(call: Callable[..., Any]) -> None:
    """A call without arguments is a call with none."""
    host = Host(result="anything")
    assert call(host, "ping") == "anything"
    assert host.calls[0].arguments == {}


@FORMS
@pytest.mark.parametrize("stage", STAGES[:-1])
def test_false_refuses(call: Callable[..., Any], stage: str) -> None:
    """A stage that answers False refuses as much as one that raises."""
    host = Host(fails=stage, how=False)
    with pytest.raises(CallRefusedError, match=stage) as caught:
        call(host, "ping")
    assert (caught.value.stage, caught.value.code) == (stage, "refused")
    assert host.seen[-1] == stage


@FORMS
@pytest.mark.parametrize("name", ["missing", "old", "", None, ["lookup"], "\x1b" * 999])
def test_unknown_and_quarantined_tools(call: Callable[..., Any], name: Any) -> None:
    """Neither exists for a call, and the error is bounded."""
    host = Host()
    with pytest.raises(UnknownToolError) as caught:
        call(host, name)
    assert caught.value.code == "unknown_tool"
    assert len(str(caught.value)) < 120
    assert host.seen == []


@FORMS
@pytest.mark.parametrize(
    "result",
    [
        None,
        "text",
        {},
        {"content": []},
        {"isError": 1},
        {"structuredContent": None},
        {"structuredContent": True},
        {"structuredContent": []},
        {"structuredContent": {}},
        {"structuredContent": {"found": "secret"}},
        {"structuredContent": {"found": "secret"}, "isError": True},
        {"structuredContent": MappingProxyType({"found": True})},
    ],
)
def test_t3_structured_content_is_checked(call: Callable[..., Any], result: Any) -> None:
    """A tool with an output schema answers an object that matches, or the caller gets an error without the value."""
    host = Host(result=result)
    with pytest.raises(ResultError) as caught:
        call(host, "lookup", {"id": "x"})
    assert host.seen == list(STAGES)
    assert caught.value.violations
    assert "secret" not in f"{caught.value} {caught.value.violations}"


@FORMS
def test_t3_results_that_pass(call: Callable[..., Any]) -> None:
    """Results come back as the very object; an error result needs no structured content."""
    for result in (GOOD, MappingProxyType(GOOD), {"isError": True, "content": []}):
        assert call(Host(result=result), "lookup", {"id": "x"}) is result
    tool = admitted().registry["ping"]
    check_structured_content(tool, "anything")


def test_asynchronous_stage_in_a_synchronous_call() -> None:
    """A coroutine is never taken for consent."""
    host = Host(asynchronous=True)
    with pytest.raises(TypeError, match="authorize"):
        Gateway(admitted(), **host.stages()).call("ping")
    assert host.seen == []
    future_like = type("FutureLike", (), {"__await__": lambda _: iter(())})()
    host = Host(fails="authorize", how=future_like)
    with pytest.raises(TypeError, match="acall"):
        Gateway(admitted(), **host.stages()).call("ping")


def test_stages_that_a_host_does_not_have() -> None:
    """`None` says so for any stage but dispatch."""
    assert Gateway(admitted(), None, None, None, None, lambda call: call.name).call("ping") == "ping"
    with pytest.raises(TypeError):
        Gateway(admitted(), None, None, None, None, None)  # type: ignore[arg-type]


def test_call_in_flight_keeps_its_bundle() -> None:
    """A session's update during a call changes later calls only."""
    session = CatalogSession(TOOLS[:2])
    begun = session.current

    def replace(_: ToolCall) -> None:
        session.update([])

    def dispatch(call: ToolCall) -> Any:
        assert call.tool is begun.registry["lookup"]
        return {"structuredContent": {"found": 1}}

    gateway = Gateway(session, replace, None, None, None, dispatch)
    with pytest.raises(ResultError):
        gateway.call("lookup", {"id": "x"})
    with pytest.raises(UnknownToolError):
        gateway.call("lookup", {"id": "x"})


def test_validator_failure_is_no_verdict() -> None:
    """An execution failure of the check propagates, and no stage runs (row E2)."""

    class Failing:
        def is_valid(self, _: Any) -> bool:
            raise ExecutionFailure("a limit", code="nodes")

    bundle = admitted()
    tool = bundle.registry["ping"]
    object.__setattr__(tool, "input_validator", Failing())
    host = Host()
    with pytest.raises(ExecutionFailure):
        sync_call(host, "ping", {}, bundle)
    assert host.seen == []
