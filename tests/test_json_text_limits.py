"""The bounds of the JSON reader: each refuses as a limit, and none refuses what is at it."""

from __future__ import annotations

import json
import sys
import threading
from decimal import Decimal
from typing import Any

import pytest

from schemawright.runtime.errors import ExecutionFailure

from .test_json_text import parse

LIMITS: dict[str, tuple[str, dict[str, Any], str]] = {
    "bytes": ('"' + "a" * 99 + '"', {"max_bytes": 100}, "bytes"),
    "bytes beyond ASCII": ('"' + "\u20ac" * 33 + '"', {"max_bytes": 100}, "bytes"),
    "size before form": ("]" * 101, {"max_bytes": 100}, "bytes"),
    "depth": ('[{"a":' * 64 + "[1]" + "}]" * 64, {}, "depth"),
    "depth before form": ("[" * 129, {}, "depth"),
    "depth of a bracket storm": ("[" * 1_000_000, {}, "depth"),
    "depth without a bound": ("[" * 1001, {"max_depth": None}, "depth"),
    "depth beside strings": ('["\\\\",' * 129 + "1" + "]" * 129, {}, "depth"),
    "depth before an unterminated string": ("[" * 129 + '"', {}, "depth"),
    "nodes": ("[1,2,[],{}]", {"max_nodes": 4}, "nodes"),
    "nodes in members": ('{"a":1,"b":{"c":1}}', {"max_nodes": 3}, "nodes"),
    "string": ('["abcdef", "a"]', {"max_string_length": 5}, "string_length"),
    "member name": ('{"abcdef":1}', {"max_string_length": 5}, "string_length"),
    "digits": ("[" + "1" * 4301 + "]", {}, "digits"),
    "own digits": ("[-" + "1" * 101 + "]", {"max_digits": 100}, "digits"),
    "digits of a Decimal": ("[0." + "1" * 99 + "]", {"max_digits": 100, "parse_float": Decimal}, "digits"),
    "infinite": ("[1e309]", {}, "number_range"),
    "infinite without exponent": ("[" + "9" * 310 + ".0]", {}, "number_range"),
    "minus infinite": ("[-1E+309]", {}, "number_range"),
    "vanishing": ("[1e-330]", {}, "number_range"),
    "exponent": ("[0e401]", {}, "number_range"),
    "long exponent": ("[1e" + "9" * 10000 + "]", {}, "number_range"),
    "exponent of a Decimal": ("[1e401]", {"parse_float": Decimal}, "number_range"),
    "long exponent of a Decimal": ("[1e-" + "9" * 100 + "]", {"parse_float": Decimal}, "number_range"),
    "size of a Decimal": ("[10.0e400]", {"parse_float": Decimal}, "number_range"),
}


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_is_an_execution_failure(name: str) -> None:
    """What goes beyond a bound is refused as a limit, with the code of the bound, and never read as far as it fits."""
    text, options, code = LIMITS[name]
    for form in (text, text.encode()):
        with pytest.raises(ExecutionFailure) as caught:
            parse(form, **options)
        assert caught.value.code == code


ACCEPTED: dict[str, tuple[str | bytes, dict[str, Any], object]] = {
    "at the byte bound": ('"' + "a" * 98 + '"', {"max_bytes": 100}, "a" * 98),
    "at the depth bound": ("[" * 128 + "]" * 128, {"max_depth": 128}, None),
    "brackets in strings": (json.dumps(["[{" * 200, '"[\\' * 200]), {}, ["[{" * 200, '"[\\' * 200]),
    "many shallow containers": (json.dumps([[{"a": []}]] * 200), {}, [[{"a": []}]] * 200),
    "at the node bound": ('{"a,[":[ ],"b":{\n},"c":",,,,"}', {"max_nodes": 4}, {"a,[": [], "b": {}, "c": ",,,,"}),
    "at the string bound": ('["\\u0061\\"\\ud83d\\ude00\\n\\\\"]', {"max_string_length": 5}, ['a"\U0001f600\n\\']),
    "at the digit bound": ("-" + "9" * 4300, {}, -int("9" * 4300)),
    "at own digit bound": ("-" + "9" * 100, {"max_digits": 100}, -int("9" * 100)),
    "digits in a string": ('"' + "9" * 5000 + '"', {}, "9" * 5000),
    "integer kept exact": ("9007199254740993", {}, 9007199254740993),
    "exponent makes a float": ("1e2", {}, 100.0),
    "largest float": ("1.7976931348623157e308", {}, sys.float_info.max),
    "smallest float": ("5e-324", {}, 5e-324),
    "long fraction": ("0." + "0" * 400 + "1e399", {}, 0.01),
    "zero": ("-0.0e0000", {}, -0.0),
    "Decimal": ("0.10", {"parse_float": Decimal}, Decimal("0.10")),
    "Decimal at the bound": ("-1e400", {"parse_float": Decimal}, Decimal("-1e400")),
    "lone surrogate allowed": ('"\\ud800"', {"allow_lone_surrogates": True}, "\ud800"),
    "lone surrogate in text allowed": ('"\ud800"', {"allow_lone_surrogates": True}, "\ud800"),
    "pair of surrogates": ('"\\ud83d\\ude00\\\\ud800"', {}, "\U0001f600\\ud800"),
    "same member in two objects": ('[{"a":1},{"a":2}]', {}, [{"a": 1}, {"a": 2}]),
    "blanks around": (b" \t\r\n1\n", {}, 1),
    "no depth bound": ("[" * 500 + "]" * 500, {"max_depth": None}, None),
}


def test_a_number_out_of_range_is_told_by_its_place() -> None:
    """The place is that of the number, not of what stands before it or in a string."""
    with pytest.raises(ExecutionFailure, match="line 2, column 7, offset 19"):
        parse('["1e999", 1,\n 2.5, -1e999, 1e999]')


def test_the_reader_s_own_bound_on_depth_holds_whatever_is_asked() -> None:
    """The parser recurses, so that a thousand levels are the most, counted before it starts."""
    with pytest.raises(ExecutionFailure, match="deeper than 1000 levels"):
        parse("[" * 1001, max_depth=1_000_000)


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_is_at_a_bound_is_accepted(name: str) -> None:
    """A bound is inclusive, and what only looks like a breach inside a string is none."""
    text, options, value = ACCEPTED[name]
    parsed = parse(text, **options)
    assert type(parsed) is list if value is None else repr(parsed) == repr(value)


def test_the_bound_on_digits_holds_where_the_interpreter_has_none() -> None:
    """The bound does not rest on `sys.set_int_max_str_digits`, and a stricter one of the interpreter is a limit too."""
    before = sys.get_int_max_str_digits()
    try:
        for interpreter in (0, 640):
            sys.set_int_max_str_digits(interpreter)
            with pytest.raises(ExecutionFailure) as caught:
                parse("1" * 4301)
            assert caught.value.code == "digits"
    finally:
        sys.set_int_max_str_digits(before)


def test_depth_holds_in_a_thread_with_a_small_stack() -> None:
    """The deepest allowed text and a far deeper one end in a value and a limit where the stack is small."""
    ends: list[object] = []

    def work() -> None:
        ends.append(type(parse("[" * 128 + "]" * 128)))
        for text in ("[" * 100_000, '{"a":' * 100_000):
            try:
                parse(text)
            except ExecutionFailure as failure:
                ends.append(failure.code)

    before = threading.stack_size(262_144)
    try:
        thread = threading.Thread(target=work)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert ends == [list, "depth", "depth"]


def test_a_caller_without_stack_gets_a_limit() -> None:
    """Where the caller used up the recursion limit, the answer is a limit, never a RecursionError.

    From 3.12 on, Python's own reader has a stack of its own, which the caller's does not shorten.
    """

    def descend(levels: int) -> Any:
        return parse("[" * 128 + "]" * 128) if levels == 0 else descend(levels - 1)

    before = sys.getrecursionlimit()
    codes = set()
    try:
        sys.setrecursionlimit(400)
        for levels in range(150, 300, 5):
            try:
                descend(levels)
            except ExecutionFailure as failure:
                codes.add(failure.code)
            except RecursionError:  # the test's own calls, where nothing of ours was entered
                break
    finally:
        sys.setrecursionlimit(before)
    assert codes == {"depth"} or (not codes and sys.version_info >= (3, 12))
