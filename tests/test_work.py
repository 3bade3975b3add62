"""Rows E4 and E2: no schema and no instance makes compiling or validating take unbounded time, stack or nesting."""

from __future__ import annotations

import sys
import time
from functools import partial
from typing import Any

import pytest

from schemawright import runtime
from schemawright.runtime.errors import ExecutionFailure, SchemawrightError
from schemawright.runtime.load import run_trusted

SLACK = 6.0  # how far beyond a deadline a loaded machine may be; without a deadline these cases take years
LEVELS = 80
BRIEF = 0.05  # seconds for cases that would take years
DEEPEST = 125  # levels of subschemas, just within the limit


def nested(wrap, core: Any, levels: int) -> Any:
    for _ in range(levels):
        core = wrap(core)
    return core


def chain(link, core: Any, levels: int) -> dict[str, Any]:
    """Definitions that refer to the next one each, and a root that refers to the first."""
    definitions = {f"d{n}": link({"$ref": f"#/$defs/d{n + 1}"}) for n in range(levels)}
    return {"$defs": {**definitions, f"d{levels}": core}, "$ref": "#/$defs/d0"}


def outcome(call, *arguments: Any) -> object:
    """The answer or the code of the failure; anything else that is raised fails the test."""
    try:
        return call(*arguments)
    except SchemawrightError as error:
        return error.code


def at_stack_depth(frames: int, call) -> Any:
    return call() if frames == 0 else at_stack_depth(frames - 1, call)


INSTANCES: tuple[Any, ...] = (
    1,
    {"a": 1},
    ["x", 1],
    nested(lambda inner: [inner], "x", 100),
    nested(lambda inner: {"a": inner}, "x", 100),
)

DOUBLING = {
    "allOf": (lambda ref: {"allOf": [ref, ref]}, {"type": "string"}, {}),
    "anyOf": (lambda ref: {"anyOf": [ref, ref]}, {"type": "string"}, {}),
    "oneOf": (lambda ref: {"oneOf": [ref, ref]}, {"type": "string"}, {}),
    "if": (lambda ref: {"if": ref, "then": ref, "else": ref}, {"type": "string"}, {}),
    "not": (lambda ref: {"not": {"allOf": [ref, {"not": ref}]}}, {"type": "string"}, {}),
    "items and contains": (lambda ref: {"items": ref, "contains": ref}, {"type": "string"}, {}),
    "dependentSchemas": (lambda ref: {"dependentSchemas": {"a": ref}, "allOf": [ref]}, {"maxProperties": 0}, {}),
    "unevaluated, always": (
        lambda ref: {"allOf": [ref, ref]},
        {"properties": {"a": {}}},
        {"unevaluatedProperties": False},
    ),
    "unevaluated, sometimes": (
        lambda ref: {"anyOf": [ref, ref]},
        {"properties": {"a": {}}},
        {"unevaluatedProperties": False},
    ),
    "unevaluated items": (lambda ref: {"anyOf": [ref, ref]}, {"prefixItems": [True]}, {"unevaluatedItems": False}),
    "unevaluated items, contains": (
        lambda ref: {"allOf": [ref, {"contains": ref}]},
        {"contains": {"const": 1}},
        {"unevaluatedItems": False},
    ),
}


@pytest.mark.parametrize("name", DOUBLING)
def test_shared_definitions_do_not_double_the_work(name):
    """100 levels that each refer to the next one twice: compiling ends, and validating ends by its deadline."""
    link, core, beside = DOUBLING[name]
    limits = runtime.Limits(validation_timeout=BRIEF)
    started = time.monotonic()
    try:
        validator = runtime.compile({**chain(link, core, LEVELS), **beside}, limits=limits)
    except SchemawrightError as error:
        assert error.code in {"schema_nodes", "deadline"}  # noqa: PT017 - a refusal is one of two right answers
        assert time.monotonic() - started < limits.compile_timeout + SLACK
        return
    assert time.monotonic() - started < limits.compile_timeout + SLACK
    for instance in INSTANCES[:4]:
        for call in (validator.is_valid, validator.violations):
            started = time.monotonic()
            assert outcome(call, instance) in {True, False, "deadline"} or call == validator.violations
            assert time.monotonic() - started < limits.validation_timeout + SLACK


def test_nested_questions_about_branches_do_not_double_the_work():
    """Each level of `unevaluatedProperties` asks again which branch matched: that is charged like any other call."""
    schema = nested(
        lambda inner: {"allOf": [{"anyOf": [inner, {"properties": {"b": True}}]}], "unevaluatedProperties": False},
        {"properties": {"a": True}},
        LEVELS // 2,
    )
    validator = runtime.compile(schema, limits=runtime.Limits(validation_timeout=BRIEF))
    started = time.monotonic()
    assert outcome(validator.is_valid, {"a": 1}) in {True, "deadline"}
    assert time.monotonic() - started < BRIEF + SLACK


def test_items_asked_twice_do_not_double_the_work():
    """`contains` is asked by its own keyword and again by `unevaluatedItems`, at each level."""
    schema = nested(lambda inner: {"contains": inner, "unevaluatedItems": False}, {"type": "string"}, LEVELS)
    validator = runtime.compile(schema, limits=runtime.Limits(validation_timeout=BRIEF))
    instance = nested(lambda inner: [inner], "x", LEVELS)
    started = time.monotonic()
    assert outcome(validator.is_valid, instance) in {True, "deadline"}
    assert time.monotonic() - started < BRIEF + SLACK


@pytest.mark.parametrize(
    "schema",
    [
        {"items": {"anyOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}, "minItems": 9}]}, "maxItems": 1},
        {"anyOf": [{"type": "string"}, {"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}], "not": {"const": "x"}},
        {"oneOf": [{"items": {"$ref": "#"}}, {"items": {"allOf": [{"$ref": "#"}]}}]},
        {"not": {"items": {"$ref": "#"}, "contains": {"not": {"$ref": "#"}}}},
        {"if": {"items": {"$ref": "#"}}, "then": {"items": {"$ref": "#"}}, "else": {"contains": {"$ref": "#"}}},
    ],
    ids="-".join,
)
def test_combinators_over_recursive_references_end(schema):
    """A short schema and a deep array: a verdict or the deadline, never a hang."""
    validator = runtime.compile(schema, limits=runtime.Limits(validation_timeout=BRIEF))
    for instance in INSTANCES:
        for call in (validator.is_valid, validator.violations):
            started = time.monotonic()
            outcome(call, instance)
            assert time.monotonic() - started < BRIEF + SLACK


DEEP = {
    **{
        f"{keyword}, {width} wide": nested(
            lambda inner, keyword=keyword, width=width: {keyword: [inner, {"type": "null"}][:width]},
            {"type": "string"},
            DEEPEST,
        )
        for keyword in ("allOf", "anyOf", "oneOf", "prefixItems")
        for width in (1, 2)
    },
    **{
        keyword: nested(lambda inner, keyword=keyword: {keyword: inner}, {"type": "string"}, DEEPEST)
        for keyword in (
            *("not", "items", "contains", "additionalProperties", "propertyNames", "if"),
            *("unevaluatedItems", "unevaluatedProperties"),
        )
    },
    **{
        keyword: nested(lambda inner, keyword=keyword: {keyword: {"a": inner}}, {"type": "string"}, DEEPEST)
        for keyword in ("properties", "patternProperties", "dependentSchemas")
    },
    "required members": nested(
        lambda inner: {"type": "object", "required": ["a"], "properties": {"a": inner}}, {"type": "string"}, DEEPEST
    ),
    "then": nested(lambda inner: {"if": {"type": "string"}, "then": inner}, {"minLength": 1}, DEEPEST),
    "else": nested(lambda inner: {"if": {"type": "null"}, "else": inner}, {"minLength": 1}, DEEPEST),
    "allOf of members": nested(
        lambda inner: {"allOf": [{"properties": {"a": inner}}]}, {"type": "string"}, DEEPEST // 2
    ),
    "unevaluated over branches": {
        **nested(lambda inner: {"anyOf": [inner, {"properties": {"b": {}}}]}, {"properties": {"a": {}}}, DEEPEST),
        "unevaluatedProperties": False,
    },
    "references": chain(lambda ref: ref, {"type": "string"}, 254),
    "references with siblings": chain(lambda ref: {"minLength": 1, **ref}, {"type": "string"}, 254),
    "references through items": chain(lambda ref: {"items": ref}, {"type": "string"}, 254),
    "references through members": chain(lambda ref: {"properties": {"a": ref}}, {"type": "string"}, 254),
    "references through allOf": chain(lambda ref: {"allOf": [ref]}, {"type": "string"}, 254),
    "references under unevaluated": {
        **chain(lambda ref: {"allOf": [ref]}, {"properties": {"a": {}}}, 254),
        "unevaluatedProperties": False,
    },
    "two chains that both hold": {
        "$defs": {
            f"{name}{n}": {"type": ["array", "object"], "items": {"$ref": f"#/$defs/{name}{n + 1}"}}
            if n < 120
            else {"items": {}}
            for name in "de"
            for n in range(121)
        },
        "allOf": [{"$ref": "#/$defs/d0"}, {"$ref": "#/$defs/e0"}],
    },
    "one of two chains": {
        "$defs": {
            f"{name}{n}": {"properties": {"a": {"$ref": f"#/$defs/{name}{n + 1}"}}} if n < 120 else {"items": {}}
            for name in "de"
            for n in range(121)
        },
        "anyOf": [{"$ref": "#/$defs/d0"}, {"$ref": "#/$defs/e0"}],
    },
    "a ring of references": {
        **chain(lambda ref: {"properties": {"a": ref}}, {"items": {"$ref": "#/$defs/d0"}}, 250),
    },
    "const of arrays": {"const": nested(lambda inner: [inner], 1, 140)},
    "const of objects": {"const": nested(lambda inner: {"a": inner}, 1, 140)},
    "enum of both": {"enum": [nested(lambda inner: [{"a": inner}], 1, 70), "x"]},
}


@pytest.mark.parametrize("name", DEEP)
def test_schemas_as_deep_as_the_limit_compile(name):
    """Neither Python's stack nor the nesting of its parser is met, also where the caller's stack is deep already."""
    limits = runtime.Limits(max_refs=256)
    validator = at_stack_depth(200, lambda: runtime.compile(DEEP[name], limits=limits))
    for instance in INSTANCES:
        assert type(outcome(validator.is_valid, instance)) in {bool, str}
        assert len(validator.violations(instance)) <= limits.max_violations


def dialect_of(schema: dict[str, Any]) -> str:
    return runtime.compile(schema).dialect


@pytest.mark.parametrize("name", ["properties", "allOf, 2 wide", "references through items"])
def test_a_caller_without_stack_gets_an_error_of_ours(name):
    """However little of Python's stack is left when a schema is compiled."""
    before, codes = sys.getrecursionlimit(), set()
    try:
        sys.setrecursionlimit(1_000)
        for frames in range(300, 900, 40):
            schema = {**DEEP[name], "$comment": f"compiled {frames} calls down"}
            try:
                codes.add(outcome(at_stack_depth, frames, partial(dialect_of, schema)))
            except RecursionError:  # the test's own calls, where nothing of ours was entered
                break
    finally:
        sys.setrecursionlimit(before)
    assert codes <= {"schema_depth", "not_admitted", "https://json-schema.org/draft/2020-12/schema"}


WIDE = {
    "anyOf": ({"anyOf": [{"const": n} for n in range(10_000)]}, 9_999, -1),
    "unevaluated branches": (
        {"anyOf": [{"properties": {f"p{n}": True}} for n in range(3_000)], "unevaluatedProperties": False},
        {"p2999": 1},
        {"q": 1},
    ),
    "properties": ({"properties": {f"p{n}": {"type": "string"} for n in range(5_000)}}, {"p4999": ""}, {"p4999": 1}),
    "required": ({"required": [f"p{n}" for n in range(5_000)]}, {f"p{n}": 0 for n in range(5_000)}, {"p0": 0}),
    "enum": ({"enum": [f"v{n}" for n in range(90_000)]}, "v89999", "v90000"),
    "enum of numbers": ({"enum": [n + 0.5 for n in range(90_000)]}, 5.5, 5),
    "uniqueItems": ({"uniqueItems": True}, list(range(100_000)), [*range(100_000), 7.0]),
    "uniqueItems of colliding integers": (
        {"uniqueItems": True},
        [n * (2**61 - 1) for n in range(20_000)],
        [n * (2**61 - 1) for n in (*range(20_000), 3)],
    ),
    "uniqueItems of arrays": (
        {"uniqueItems": True},
        [[n] for n in range(50_000)],
        [[n % 49_999] for n in range(50_000)],
    ),
    "prefixItems": ({"prefixItems": [{"type": "string"}] * 5_000}, ["s"] * 5_000, [*["s"] * 4_999, 1]),
}


@pytest.mark.parametrize("name", WIDE)
def test_wide_schemas_and_instances_have_a_verdict(name):
    """Thousands of branches, members or values: compiled within the default limits, right on both sides."""
    schema, right, wrong = WIDE[name]
    validator = runtime.compile(schema, limits=runtime.Limits(compile_timeout=60.0, validation_timeout=60.0))
    assert validator.is_valid(right)
    assert not validator.violations(right)
    assert not validator.is_valid(wrong)
    assert validator.violations(wrong)


def test_violations_stay_within_their_limit_through_nested_branches():
    """Each level of a failed `anyOf` adds a closer look, and all of them together no more than the limit."""
    schema = nested(lambda inner: {"anyOf": [inner]}, {"type": "string"}, 60)
    assert 0 < len(runtime.compile(schema).violations(1)) <= runtime.Limits().max_violations
    validator = runtime.compile(schema, limits=runtime.Limits(max_violations=3))
    assert len(validator.violations(1)) == 3


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"a": inner}], ids=["arrays", "objects"])
def test_values_nested_deeper_than_python_reads_are_refused(wrap):
    """A constant deeper than any instance within the default limits is a limit failure, not a `SyntaxError`."""
    with pytest.raises(ExecutionFailure) as failure:
        runtime.compile({"enum": [1, nested(wrap, 1, 230)]})
    assert failure.value.code == "schema_depth"


MANY = range(2_000)
LARGE = {
    "enum": ({"items": {"enum": [n + 0.5 for n in MANY]}}, [7001] * 2_000),
    "contains": ({"allOf": [{"contains": {"const": n}} for n in range(1_000)]}, [*range(999, -1, -1)] * 5),
    "items": ({"items": {"allOf": [{"multipleOf": n + 0.1} for n in range(300)]}}, [0] * 5_000),
    "anyOf": ({"additionalProperties": {"anyOf": [{"const": n} for n in MANY]}}, {str(n): -1 for n in MANY}),
    "propertyNames": ({"propertyNames": {"not": {"enum": [[n] for n in MANY]}}}, {str(n): 0 for n in MANY}),
    "patternProperties": (
        {"patternProperties": {f"[a-f]{n}$": {"type": "null"} for n in range(300)}},
        {f"{n}": None for n in MANY},
    ),
    "uniqueItems": ({"allOf": [{"uniqueItems": True, "minItems": n} for n in range(300)]}, [*range(5_000)]),
    "patterns": ({"allOf": [{"pattern": f"[a-f]{{2}}x{n}"} for n in range(300)]}, "ab" * 50_000),
    "patterns of many steps": ({"allOf": [{"pattern": f"^(?:[^b]*[a-f{n}])*$"} for n in range(300)]}, "a" * 20_000),
    "patterns that go back": ({"items": {"pattern": r"(?:(a)|b)*c\1"}}, ["a" * 300 + "c"] * 60),
    "patterns with a gate": ({"items": {"not": {"pattern": "(.*)=(.*)=(.*)=(.*)x"}}}, ["=" * 45] * 1_000),
    "patterns of names, in a recursion": (
        {"patternProperties": {r"(?:(a)|b)*c\1": {"$ref": "#"}}},
        {"a" * 300 + str(n): 0 for n in range(100)},
    ),
    "many patterns that go back": (
        {"allOf": [{"pattern": rf"(?:(a)|b)*c\1|a{n}", "minLength": n} for n in range(40)]},
        "a" * 300 + "c",
    ),
    "multipleOf": ({"items": {"multipleOf": 0.3}}, [n * 3 / 10 for n in range(20_000)]),
    "bounds": ({"items": {"allOf": [{"minimum": -n - 0.1} for n in range(8)]}}, [199.5] * 20_000),
    "enum of objects": ({"items": {"enum": [{"a": n} for n in range(100)]}}, [{"a": 99}] * 5_000),
    "formats": ({"items": {"format": "idn-hostname"}}, ["b\u00fccher.example"] * 5_000),
    "lower down": (
        {"allOf": [{"items": {"items": {"exclusiveMinimum": -n - 0.1}}} for n in range(1, 300)]},
        [[0.5] * 100_000],
    ),
    "unevaluatedItems": ({"unevaluatedItems": {"enum": [n + 0.5 for n in MANY]}}, [7001] * 2_000),
    "branches of a recursion": (
        {"anyOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}], "contains": {"const": 1}},
        nested(lambda inner: [inner], [0] * 50_000, 12),
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_schema_and_a_large_instance_end_by_the_deadline(name):
    """What each does alone is linear; their product is not, and is charged for."""
    schema, instance = LARGE[name]
    limits = runtime.Limits(validation_timeout=0.001, compile_timeout=60.0)
    validator = runtime.compile(schema, limits=limits, format_assertion=True)
    with pytest.raises(ExecutionFailure, match="too long"):
        validator.violations(instance)


GROWING = {
    "items": {"items": {"type": "integer", "minimum": 0}},
    "contains": {"contains": {"type": "string"}, "minItems": 1},
    "contains, counted": {"contains": {"type": "integer"}, "maxContains": 10**9},
    "uniqueItems": {"uniqueItems": True},
    "unevaluatedItems": {"unevaluatedItems": {"type": "integer"}},
    "prefixItems": {"prefixItems": [True], "items": {"type": "integer"}},
    "left open": {"type": "array"},
    "items left open": {"items": {"anyOf": [{"type": "integer"}, {"properties": {}}]}},
    "a recursion": {"items": {"$ref": "#"}},
}


@pytest.mark.parametrize("name", GROWING)
def test_an_array_that_never_stops_growing_is_worked_through_once(name):
    """Another thread may add an item for each that is looked at: here, one for each line that runs."""
    validator = runtime.compile(GROWING[name])
    instance: list[int] = []

    def grow(*_event: object) -> Any:
        if len(instance) < 100_000:
            instance.append(len(instance))
        return grow

    for call in (validator.is_valid, validator.violations):
        instance[:] = [0]
        sys.settrace(grow)
        try:
            outcome(call, instance)
        finally:
            sys.settrace(None)
        assert len(instance) < 100_000


@pytest.mark.parametrize(
    "schema",
    [
        {"anyOf": [{"$ref": "#", "unevaluatedItems": {"const": 1}}, {}]},
        {
            "$defs": {
                "n": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/o"}]},
                "o": {"type": "object", "allOf": [{"$ref": "#/$defs/n"}], "unevaluatedProperties": False},
            },
            "$ref": "#/$defs/o",
        },
    ],
    ids=["items", "properties"],
)
def test_what_unevaluated_asks_again_may_come_round_in_place(schema):
    """The verifier wants every cycle to go down a level or to pay for a round: this one too."""
    validator = runtime.compile(schema)
    for instance in INSTANCES:
        assert outcome(validator.is_valid, instance) in {True, False, "depth"}


def test_many_references_a_level_are_a_depth_failure_of_the_module_too():
    """20 references for each level of an instance that is 60 levels deep: more calls than Python nests."""
    schema = chain(
        lambda ref: {"minProperties": 0, "allOf": [ref, {"not": {"const": 0}}]}, {"items": {"$ref": "#"}}, 20
    )
    validator = runtime.compile(schema)
    instance = nested(lambda inner: [inner], 1, 60)
    namespace = run_trusted(validator.source.encode())
    before = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(900)
        assert outcome(validator.is_valid, instance) == "depth"
        with pytest.raises(namespace["ExecutionFailure"]):
            namespace["is_valid"](instance)
    finally:
        sys.setrecursionlimit(before)


def test_a_ring_of_a_thousand_members_is_bounded():
    """However many subschemas may come round to each other in place: an end, and a verdict where one is reached."""
    ring = {"anyOf": [{"type": "null"}, {"properties": {"a": {"$ref": "#"}}, "required": ["a"]}]}
    ring["anyOf"] += [{"anyOf": [{"minLength": n}, {"const": n, "$ref": "#"}]} for n in range(200)]
    ring["anyOf"] = [{"type": "array", "items": {"$ref": "#"}}, *ring["anyOf"]]
    validator = runtime.compile(ring)
    assert outcome(validator.is_valid, [[None]]) is True
    assert outcome(validator.is_valid, nested(lambda inner: [inner], None, 60)) is True
    assert outcome(validator.is_valid, [300]) in {True, False, "depth"}


def test_references_that_stay_at_a_value_are_no_levels_of_it():
    """An instance 4 levels deep is within a limit of 10, however many references are followed at each level."""
    schema = {
        "$defs": {
            "a": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/b"}]},
            "b": {"anyOf": [{"type": "integer"}, {"$ref": "#/$defs/c"}]},
            "c": {
                "anyOf": [{"type": "array", "items": {"$ref": "#/$defs/a"}}, {"$ref": "#/$defs/a", "const": "never"}]
            },
        },
        "$ref": "#/$defs/a",
    }
    validator = runtime.compile(schema, limits=runtime.Limits(max_instance_depth=10))
    assert outcome(validator.is_valid, nested(lambda inner: [inner], 1, 4)) is True
