"""No submitted value is told: not by violations, output or exceptions, nor by what is chained to them."""

from __future__ import annotations

import io
import logging
import traceback
from decimal import Decimal

import pytest

from schemawright import runtime
from schemawright.runtime import ExecutionFailure, Limits, ValidationError
from schemawright.runtime.load import run_trusted

SECRET = "correct-horse-battery"
KEYWORDS = {
    "type": {"type": "null"},
    "enum": {"enum": [1, [2], {"a": 3}]},
    "const": {"const": {"a": [1.5]}},
    "minimum": {"minimum": 3, "type": "number"},
    "multipleOf": {"multipleOf": 0.3, "type": "number"},
    "maxLength": {"maxLength": 2, "type": "string"},
    "pattern": {"pattern": "^(a|b)*$", "type": "string"},
    "format": {"format": "date-time", "type": "string"},
    "uniqueItems": {"type": "array", "uniqueItems": True},
    "contains": {"type": "array", "contains": {"type": "null"}},
    "anyOf": {"anyOf": [{"type": "null"}, {"properties": {"a": {"const": 1}}, "required": ["a"]}]},
    "oneOf": {"oneOf": [{"minLength": 1}, {"minLength": 2}]},
    "not": {"not": {"type": ["string", "array", "object", "number"]}},
    "if": {"if": {"type": "string"}, "then": False, "else": {"type": "null"}},
    "unevaluated": {"unevaluatedProperties": False, "anyOf": [{"properties": {"b": {}}}, True], "type": "object"},
}
TREES: list = [[SECRET, SECRET], {"a": SECRET, "b": [SECRET]}]
VALUES = [SECRET, *TREES, 10**5000 + 7, -(10**5000), Decimal("1e300"), 0.1234567]
TRACES = [SECRET, "10000000000", "1E+300", "0.1234567"]


def everything_said(error: BaseException) -> str:
    """The error and whatever is chained to it, as a program or a log would show it."""
    log = io.StringIO()
    logger = logging.Logger("violations")  # noqa: LOG001 - its own, never registered
    logger.addHandler(logging.StreamHandler(log))
    logger.error("refused", exc_info=error)
    shown = [log.getvalue(), str(error), repr(error), repr(error.args), *traceback.format_exception(error)]
    shown += [repr(getattr(error, "violations", ()))]
    for chained in (error.__cause__, error.__context__):
        shown += [everything_said(chained)] if chained is not None else []
    return "\n".join(shown)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("schema", KEYWORDS.values(), ids=KEYWORDS)
def test_no_submitted_value_is_told(schema, value):
    """Neither by violations nor by exceptions, their chains, their representation, nor Python's limit on digits."""
    validator = runtime.compile({"properties": {"v": schema}}, format_assertion=True)
    said = repr(validator.output({"v": value}))
    try:
        validator.validate({"v": value})
    except (ValidationError, ExecutionFailure) as error:
        said += everything_said(error)
    said += repr(validator.violations({"v": value}))
    assert not [trace for trace in TRACES if trace in said]


def test_a_failure_inside_is_told_by_its_class_alone():
    """What an unexpected exception says or is chained to could hold a value: none of it is kept."""
    validator = runtime.compile({"type": "string", "$comment": "its own, for it is broken here"})

    def broken(*_arguments):
        raise KeyError(SECRET) from ValueError(SECRET)

    for name in ("_is_valid", "_violations", "_matches"):
        setattr(validator, name, broken)
    for answer in (validator.is_valid, validator.violations, validator.validate, validator.output):
        with pytest.raises(ExecutionFailure) as caught:
            answer(SECRET)
        assert (caught.value.code, caught.value.__context__, caught.value.__cause__) == ("internal", None, None)
        assert "KeyError" in str(caught.value)
        assert SECRET not in everything_said(caught.value).replace(f"answer({SECRET})", "")
    with pytest.raises(ExecutionFailure) as caught:
        validator.validate_json(f'"{SECRET}"')
    assert caught.value.__context__ is None


def test_a_module_used_alone_tells_no_more():
    """Its own exceptions are all that it raises, with nothing chained to them."""
    namespace = run_trusted(runtime.compile({"items": {"$ref": "#"}}).source.encode())

    def broken(*_arguments):
        raise KeyError(SECRET) from ValueError(SECRET)

    namespace["check"] = broken
    for answer in (namespace["is_valid"], namespace["violations"], namespace["validate"], namespace["matches"]):
        with pytest.raises(namespace["ExecutionFailure"]) as caught:
            answer(SECRET)
        assert (caught.value.code, caught.value.__context__, caught.value.__cause__) == ("internal", None, None)
        assert SECRET not in everything_said(caught.value).replace(f"answer({SECRET})", "")


def test_a_failure_of_the_output_module_is_one_of_ours():
    """Its limits have a class of their own in each module, and are told by the same codes."""
    schema = {"title": "T", "items": {"$ref": "#"}, "$comment": "its own, for it is broken here"}
    validator = runtime.compile(schema, limits=Limits(max_instance_depth=30))
    deep: list = []
    for _ in range(40):
        deep = [deep]
    validator._is_valid = lambda _instance: True
    with pytest.raises(ExecutionFailure) as caught:
        validator.output(deep)
    assert (caught.value.code, caught.value.__context__) == ("depth", None)
