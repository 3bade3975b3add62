"""JSON text is read strictly, within bounds, and errors say where, never what."""

from __future__ import annotations

import importlib.util
import json
import sys
import threading
import traceback
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemawright.runtime.errors import ExecutionFailure, SchemaError, SchemawrightError
from schemawright.runtime.json_text import parse_json

BOUNDS: dict[str, Any] = {"max_bytes": 1_048_576, "max_depth": 128, "max_nodes": 100_000}
HOSTILE = Path(__file__).resolve().parents[2] / "shared" / "cases" / "hostile"


def parse(text: Any, **options: Any) -> Any:
    return parse_json(text, **{**BOUNDS, **options})


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON_VALUES, st.sampled_from([None, 1]), st.booleans())
def test_valid_text_means_what_the_standard_library_reads(value: Any, indent: int | None, ascii_only: bool) -> None:
    """Any JSON text gives the value and the types `json.loads` gives, from text and from bytes."""
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert repr(parse(text)) == repr(json.loads(text))
    assert repr(parse(bytearray(text.encode()))) == repr(json.loads(text))


@given(st.binary() | st.text('[]{}":,0123456789.eE+-ntfu\\\ud800 \n').map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_give_a_value_or_an_error_of_ours(data: bytes) -> None:
    """Whatever the bytes, nothing foreign is raised, and what is accepted the standard library accepts too."""
    try:
        value = parse(memoryview(data))
    except SchemawrightError:
        return
    assert repr(json.loads(data)) == repr(value)


@given(st.text('[]{}":,01.eE-\\u\ud800dc '))
def test_any_text_gives_a_value_or_an_error_of_ours(text: str) -> None:
    """The same for text, lone surrogates allowed."""
    try:
        parse(text, allow_lone_surrogates=True, parse_float=Decimal)
    except SchemawrightError:
        pass


NOT_JSON: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "line 1, column 1, offset 0"),
    "blanks": (" \n ", "line 2, column 2, offset 3"),
    "trailing comma": ("[1,]", "offset 3"),
    "trailing member comma": ('{"a":1,}', "offset"),
    "trailing text": ("[1] [2]", "line 1, column 5, offset 4"),
    "trailing nul": ("[1]\0", "offset 3"),
    "comment": ("[1] // x", "offset 4"),
    "single quotes": ("{'a':1}", "offset 1"),
    "no colon": ('{"a" 1}', "offset 5"),
    "no comma": ("[1\n2]", "line 2, column 1, offset 3"),
    "no end": ("[1", "offset 2"),
    "no end of string": ('["a', "offset 1"),
    "control character": ('["a\x01"]', "offset 3"),
    "bad escape": ('["\\x"]', "offset"),
    "short escape": ('["\\u12"]', "offset"),
    "lead zero": ("[01]", "offset 2"),
    "plus": ("[+1]", "offset 1"),
    "hexadecimal": ("[0x10]", "offset 2"),
    "bare point": ("[1.]", "offset 2"),
    "full-width digit": ("[\uff11]", "offset 1"),
    "no-break space": ("\u00a01", "offset 0"),
    "NaN": ('{"NaN": NaN}', "column 9, offset 8"),
    "Infinity": ("[Infinity]", "offset 1"),
    "minus Infinity": ('["-Infinity",\n-Infinity]', "line 2, column 1, offset 14"),
    "word": ("[None]", "offset 1"),
    "same member twice": ('{"a": 1,\n "a": 2}', "line 2, column 2, offset 10"),
    "same member escaped": ('[{"b": {"x": "y"}, "a": "a", "\\u0061": {"a": 1}}]', "offset 29"),
    "mark in text": ("\ufeff1", "offset 0"),
    "mark in bytes": (b"\xef\xbb\xbf1", "byte 0"),
    "UTF-16 with mark": ("\ufeff[1]".encode("utf-16-le"), "byte 0"),
    "UTF-16": ("[1]".encode("utf-16-le"), "offset 1"),
    "UTF-32": ("[1]".encode("utf-32-be"), "offset 0"),
    "overlong": (b'["\xc0\xaf"]', "byte 2"),
    "surrogate in UTF-8": (b'["\xed\xa0\x80"]', "byte 2"),
    "not UTF-8": (b'["\xe4"]', "byte 2"),
    "lone surrogate": ('["\ud800"]', "offset 2"),
    "lone surrogate escape": ('["\\\\ud800", "\\ud800\\u0041"]', "offset 13"),
    "surrogates in the wrong order": ('["\\udc00\\ud800"]', "offset 2"),
}


@pytest.mark.parametrize("name", NOT_JSON)
def test_text_that_is_not_json_is_refused_with_its_place(name: str) -> None:
    """Malformed text is of class validation, code invalid_json, and its place is told (RFC 8259)."""
    text, place = NOT_JSON[name]
    with pytest.raises(SchemaError) as caught:
        parse(text)
    assert (caught.value.error_class, caught.value.code) == ("validation", "invalid_json")
    assert place in caught.value.message


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
    "string": ('["abcdef"]', {"max_string_length": 5}, "string_length"),
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
    """Where the caller used up the recursion limit, the answer is a limit, never a RecursionError."""

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
    assert codes == {"depth"}


@pytest.mark.parametrize(
    "text", ['{"s3cr3t": s3cr3t}', '{"s3cr3t":1,"s3cr3t":2}', '["s3cr3t\\ud800"]', b'"s3cr3t\xff"', '["s3cr3t",1e999]']
)
def test_no_error_holds_any_of_the_text(text: Any) -> None:
    """Neither message nor chain repeats what was submitted."""
    with pytest.raises(SchemawrightError) as caught:
        parse(text)
    error = caught.value
    assert error.__cause__ is None
    assert error.__context__ is None
    last = "".join(traceback.format_exception_only(error))
    assert "s3cr3t" not in last + repr(error) + repr(error.args)


class Text(str):
    """A string that is not exactly a string."""


@pytest.mark.parametrize("text", [None, 1, ["1"], Text("1")])
def test_only_text_is_read(text: Any) -> None:
    """Anything but exact text or bytes is a mistake of the caller."""
    with pytest.raises(TypeError):
        parse(text)


def test_only_two_types_of_number_are_offered() -> None:
    """A third `parse_float` is a mistake of the caller."""
    with pytest.raises(TypeError):
        parse("1", parse_float=str)


def _corpus() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for file in ("schemas", "instances"):
        path = HOSTILE / "handed" / f"{file}.json"
        if path.exists():
            cases = json.loads(path.read_text())["cases"]
            texts = ("schema_text", "instance_text", "instance_hex", "text_build")
            found += [(f"{file}:{case['id']}", case) for case in cases if any(key in case for key in texts)]
    return found


CORPUS = _corpus()


def _submitted(case: dict[str, Any]) -> str | bytes:
    if "instance_hex" in case:
        return bytes.fromhex(case["instance_hex"])
    if "text_build" not in case:
        text: str = case.get("instance_text", case.get("schema_text"))
        return text
    spec = importlib.util.spec_from_file_location("hostile_builders", HOSTILE / "builders.py")
    assert spec is not None
    assert spec.loader is not None
    builders = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builders)
    built: str = builders.build_text(case["text_build"])
    return built


@pytest.mark.skipif(not CORPUS, reason="the hostile corpus is not beside the repository")
@pytest.mark.parametrize("case", [case for _, case in CORPUS], ids=[name for name, _ in CORPUS])
def test_hostile_text(case: dict[str, Any]) -> None:
    """A corpus text that must not be JSON is refused as such; any other gives a value or an error of ours."""
    verdicts = {"ok", "valid", "invalid", "invalid_schema", "invalid_root", "unsupported_capability"}
    try:
        parse(_submitted(case))
        outcome = verdicts
    except SchemaError as error:
        assert error.code == "invalid_json"
        outcome = {"invalid_json", "invalid_schema"}
    except ExecutionFailure:
        outcome = {"limit", "execution_failure"}
    assert outcome & set(case["expect"])
