"""The ordered way of a call: arguments first, then every stage of the host, then the structured result (row T7)."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol, TypeAlias

from .admitted import AdmittedCatalog, AdmittedTool
from .authority import Authority
from .catalog_errors import ArgumentsError, CallRefusedError, ResultError, quoted
from .violations import Violation

STAGES = ("authorize", "approve", "reserve", "publish", "dispatch")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One checked call as every stage sees it; `arguments` is the caller's own object, `{}` where it gave none."""

    name: str
    arguments: object
    tool: AdmittedTool
    authority: Authority | None
    _outcomes: dict[str, object] = field(default_factory=dict, repr=False, compare=False)

    @property
    def outcomes(self) -> Mapping[str, object]:
        """What the stages before this one returned, by stage: a reservation, an intent's identifier."""
        return MappingProxyType(self._outcomes)

    def __repr__(self) -> str:
        return f"<ToolCall {quoted(self.name)}>"  # no submitted value


Stage: TypeAlias = Callable[[ToolCall], object]


class CatalogHolder(Protocol):
    """Whoever holds a bundle that may be replaced, such as a `CatalogSession`."""

    @property
    def current(self) -> AdmittedCatalog:
        """The bundle in force."""


class Gateway:
    """Calls tools: argument check, `authorize`, `approve`, `reserve`, `publish`, `dispatch`, result check.

    A stage is a function of the `ToolCall`, or `None` where the host has no such stage. It refuses by raising, which
    reaches the caller as it is, or by answering `False` (`CallRefusedError`); later stages then never run. `catalog` is
    an admitted bundle or a session; a call keeps the bundle that it began with.
    """

    __slots__ = ("_catalog", "_stages")

    def __init__(
        self,
        catalog: AdmittedCatalog | CatalogHolder,
        authorize: Stage | None,
        approve: Stage | None,
        reserve: Stage | None,
        publish: Stage | None,
        dispatch: Stage,
    ) -> None:
        if not callable(dispatch):
            raise TypeError("dispatch is a function: without it no call can run")
        stages = zip(STAGES, (authorize, approve, reserve, publish, dispatch), strict=True)
        self._stages = tuple((name, stage) for name, stage in stages if stage is not None)
        self._catalog = catalog

    def call(self, name: str, arguments: object = None) -> object:
        """What `dispatch` returned, unchanged; a missing `arguments` is `{}`.

        Raises `UnknownToolError`, `ArgumentsError` before any stage, whatever a stage raises, `ResultError`,
        `ExecutionFailure` for a limit, and `TypeError` for a stage that is asynchronous.
        """
        call = self._checked(name, arguments)
        outcome: object = None
        for stage_name, stage in self._stages:
            outcome = stage(call)
            if inspect.isawaitable(outcome):
                _abandon(outcome)
                raise TypeError(f"the stage {stage_name} is asynchronous: use acall")
            _keep(call, stage_name, outcome)
        return check_result(call.tool, outcome)

    async def acall(self, name: str, arguments: object = None) -> object:
        """As `call`, with stages that may be synchronous or asynchronous."""
        call = self._checked(name, arguments)
        outcome: object = None
        for stage_name, stage in self._stages:
            outcome = stage(call)
            if inspect.isawaitable(outcome):
                outcome = await outcome
            _keep(call, stage_name, outcome)
        return check_result(call.tool, outcome)

    def _checked(self, name: str, arguments: object) -> ToolCall:
        bundle = self._catalog if isinstance(self._catalog, AdmittedCatalog) else self._catalog.current
        tool = bundle.tool(name)
        call = ToolCall(name, {} if arguments is None else arguments, tool, bundle.authority)
        check_arguments(tool, call.arguments)
        return call


def check_arguments(tool: AdmittedTool, arguments: object) -> None:
    """Return where `arguments` match; raises `ArgumentsError` with the violations, `ExecutionFailure` for a limit."""
    validator = tool.input_validator
    if not validator.is_valid(arguments):
        raise ArgumentsError(
            f"the arguments of tool {quoted(tool.descriptor.name)} do not match its input schema",
            violations=validator.violations(arguments),
        )


def check_result(tool: AdmittedTool, result: object) -> object:
    """`result` itself, where its `structuredContent` matches the tool's output schema, if there is one (row T3).

    A result with `isError` true may go without structured content. Raises `ResultError`, `ExecutionFailure`.
    """
    if tool.output_validator is None:
        return result
    if isinstance(result, Mapping):
        if "structuredContent" in result:
            check_structured_content(tool, result["structuredContent"])
            return result
        if result.get("isError") is True:
            return result
    name = quoted(tool.descriptor.name)
    raise ResultError(f"the result of tool {name} has no structuredContent", violations=(_NO_OBJECT,))


def check_structured_content(tool: AdmittedTool, content: object) -> None:
    """Return where `content` is an object that matches the output schema, if there is one; raises as `check_result`."""
    validator = tool.output_validator
    if validator is None:
        return
    name = quoted(tool.descriptor.name)
    if type(content) is not dict:
        raise ResultError(f"the structuredContent of tool {name} is not an object", violations=(_NO_OBJECT,))
    if not validator.is_valid(content):
        raise ResultError(
            f"the structuredContent of tool {name} does not match its output schema",
            violations=validator.violations(content),
        )


_NO_OBJECT = Violation("", "#/type", "type", "must be an object")


def _keep(call: ToolCall, stage: str, outcome: object) -> None:
    if outcome is False and stage != "dispatch":
        raise CallRefusedError(f"the stage {stage} refused the call", stage=stage)
    call._outcomes[stage] = outcome  # noqa: SLF001 - stages only read it, through `outcomes`


def _abandon(outcome: Awaitable[object]) -> None:
    """Close a coroutine that will not be awaited, so that it leaves no warning."""
    close = getattr(outcome, "close", None)
    if callable(close):
        close()
