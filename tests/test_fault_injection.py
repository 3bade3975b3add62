"""Row E2: a failure inside a validator is never a verdict, whatever combinator stands around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from schemawright import runtime
from schemawright.runtime.load import run_trusted

INNER = {
    "unique": {"uniqueItems": True},
    "number": {"type": "number", "multipleOf": 0.1},
    "integer": {"type": "integer", "minimum": 0.1},
    "constant": {"enum": [[1], {"a": 1.5}]},
    "open": {"properties": {"a": True}, "items": True},
}
OUTER: dict[str, Callable[[Any], Any]] = {
    "itself": lambda inner: inner,
    "not": lambda inner: {"not": inner},
    "allOf": lambda inner: {"allOf": [True, inner]},
    "anyOf": lambda inner: {"anyOf": [inner, {"type": "array"}, inner]},
    "oneOf": lambda inner: {"oneOf": [inner, {"not": inner}, {"type": "array"}]},
    "if": lambda inner: {"if": inner, "then": {"not": {"type": "string"}}, "else": inner},
    "contains": lambda inner: {"contains": inner, "minContains": 0, "maxContains": 1},
    "dependentSchemas": lambda inner: {"dependentSchemas": {"a": {"not": inner}}},
    "unevaluated": lambda inner: {
        "anyOf": [inner, {"properties": {"a": inner}}, {"prefixItems": [inner]}],
        "unevaluatedProperties": inner,
        "unevaluatedItems": {"not": inner},
    },
    "recursion": lambda inner: {
        "anyOf": [{"not": inner}, inner],
        "items": {"not": {"not": {"$ref": "#"}}},
        "properties": {"a": {"oneOf": [{"$ref": "#"}, False]}},
    },
}
INSTANCES: tuple[Any, ...] = (
    1,
    0.3,
    1.5,
    "a",
    [1, 1.0],
    [[1], [2]],
    {"a": 1.5},
    {"a": [1, {"a": 0.3}]},
    [0.1, [0.2, 1]],
    None,
)
PUBLIC = ("is_valid", "violations", "validate", "matches")
BOUNDARY = "failed"  # what makes a failure of any other error is the one function that must not fail


class Fault(Exception):
    """What the helper raises; it is none of the module's own exceptions."""


def faulty(function: Callable[..., Any], calls: list[int], nth: int) -> Callable[..., Any]:
    """The function, but its `nth` call (counted over all that share `calls`) raises."""

    def call(*arguments: Any) -> Any:
        calls[0] += 1
        if calls[0] == nth:
            raise Fault
        return function(*arguments)

    return call


def functions(namespace: dict[str, Any]) -> list[str]:
    """Every function of the module that is neither public nor the boundary."""
    return sorted(
        name
        for name, value in namespace.items()
        if callable(value)
        and not isinstance(value, type)
        and name not in (*PUBLIC, BOUNDARY)
        and getattr(value, "__globals__", None) is namespace
    )


def answer(namespace: dict[str, Any], public: str, instance: Any) -> Any:
    try:
        return namespace[public](instance)
    except namespace["ExecutionFailure"] as failure:
        return failure.code


@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize("outer", OUTER)
def test_a_failing_function_never_makes_a_verdict(inner, outer):
    """Each function fails at its n-th call, for every n: the failure comes out, or the verdict is the same."""
    source = runtime.compile(OUTER[outer](INNER[inner])).source
    sound = run_trusted(source.encode())
    wanted = [[answer(sound, public, instance) for public in PUBLIC[:2]] for instance in INSTANCES]
    for name in functions(sound):
        function = sound[name]
        for instance, verdicts in zip(INSTANCES, wanted, strict=True):
            for public, verdict in zip(PUBLIC[:2], verdicts, strict=True):
                inject(sound, name, public, instance, verdict)
        sound[name] = function


def inject(namespace: dict[str, Any], name: str, public: str, instance: Any, verdict: Any) -> None:
    """Fails each call of one function in turn, until there is none left: then the verdict is the sound one."""
    function = namespace[name]
    for nth in range(1, 1_000):
        calls = [0]
        namespace[name] = faulty(function, calls, nth)
        found = answer(namespace, public, instance)
        namespace[name] = function
        if calls[0] < nth:
            assert found == verdict
            return
        assert found == "internal", (name, nth, instance)
    raise AssertionError("a thousand calls for a small instance")


@pytest.mark.parametrize("outer", OUTER)
def test_the_runtime_reports_a_fault_as_an_execution_failure(outer):
    """Whatever is raised inside becomes one error of ours, which says the class of the cause and nothing submitted."""
    validator = runtime.compile(OUTER[outer]({"uniqueItems": True}))
    namespace = run_trusted(validator.source.encode())
    for name in functions(namespace):
        namespace[name] = faulty(namespace[name], [0], 1)
    broken = runtime.Validator(namespace, source=validator.source, schema=True, limits=runtime.Limits())
    with pytest.raises(runtime.ExecutionFailure) as failure:
        broken.is_valid(["secret", "secret"])
    assert failure.value.code == "internal"
    assert "secret" not in str(failure.value)
