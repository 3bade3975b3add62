"""JSON text is read strictly, within bounds, and errors say where, never what."""

from __future__ import annotations

import importlib.util
import json
import traceback
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemawright.runtime.errors import ExecutionFailure, SchemaError, SchemawrightError
from schemawright.runtime.json_text import parse_json

BOUNDS: dict[str, Any] = {"max_bytes": 1_048_576, "max_depth": 128, "max_nodes": 100_000}
HOSTILE = Path(__file__).resolve().parents[2] / "shared" / "cases" / "hostile"


def parse(text: Any, **options: Any) -> Any:
    return parse_json(text, **{**BOUNDS, **options})


# A busy machine says nothing about a promise.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@UNHURRIED
@given(JSON_VALUES, st.sampled_from([None, 1]), st.booleans())
def test_valid_text_means_what_the_standard_library_reads(value: Any, indent: int | None, ascii_only: bool) -> None:
    """Any JSON text gives the value and the types `json.loads` gives, from text and from bytes."""
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert repr(parse(text)) == repr(json.loads(text))
    assert repr(parse(bytearray(text.encode()))) == repr(json.loads(text))


@UNHURRIED
@given(st.binary() | st.text('[]{}":,0123456789.eE+-ntfu\\\ud800 \n').map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_give_a_value_or_an_error_of_ours(data: bytes) -> None:
    """Whatever the bytes, nothing foreign is raised, and what is accepted the standard library accepts too."""
    try:
        value = parse(memoryview(data))
    except SchemawrightError:
        return
    assert repr(json.loads(data)) == repr(value)


@UNHURRIED
@given(st.text('[]{}":,01.eE-\\u\ud800dc '))
def test_any_text_gives_a_value_or_an_error_of_ours(text: str) -> None:
    """The same for text, lone surrogates allowed."""
    with suppress(SchemawrightError):
        parse(text, allow_lone_surrogates=True, parse_float=Decimal)


NOT_JSON: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "line 1, column 1, offset 0"),
    "blanks": (" \n ", "line 2, column 2, offset 3"),
    "trailing comma": ("[1,]", "line 1"),
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
        text: str = case["instance_text"] if "instance_text" in case else case["schema_text"]
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
        outcome = {error.code, "invalid_schema"}
    except ExecutionFailure:
        outcome = {"limit", "execution_failure"}
    assert outcome & set(case["expect"])
