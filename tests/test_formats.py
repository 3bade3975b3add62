"""Every format against the official suite, the handed cases, and independent implementations."""

from __future__ import annotations

import contextlib
import datetime
import functools
import importlib.util
import ipaddress
import itertools
import json
import re
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from schemawright.generator.formats import DRAFT_07, DRAFT_2020_12, FORMATS
from schemawright.generator.helpers import read_helpers

ROOT = Path(__file__).resolve().parent.parent
SUITES = {DRAFT_2020_12: "draft2020-12", DRAFT_07: "draft7"}
HANDED = ROOT.parent / "shared" / "cases" / "regex" / "formats_handed.jsonl"
HELPERS = ROOT / "generator" / "templates" / "helpers"

# `regex` rests on the pattern grammar, whose tests are its own.
NAMES = sorted(set(FORMATS[DRAFT_2020_12]) - {"regex"})

anything = st.text(st.characters(exclude_categories=()))


@functools.cache
def helper_globals(name: str) -> dict[str, Any]:
    """The helper file and those it uses, as a generated module carries them."""
    sources = read_helpers([name])
    lines = sorted({line for source in sources for line in source.imports})
    module: dict[str, Any] = {}
    exec("\n\n".join([*lines, *(source.text for source in sources)]), module)  # noqa: S102  (text of our own)
    return module


def check(name: str) -> Callable[[str], bool]:
    helper = FORMATS[DRAFT_2020_12][name]
    function: Callable[[str], bool] = helper_globals(helper.file)[helper.function]
    return function


def raises(function: Callable[[str], object], value: str, *errors: type[Exception]) -> bool:
    with contextlib.suppress(*errors):
        function(value)
        return False
    return True


def suite_cases(dialect: str, name: str) -> Iterator[tuple[str, bool]]:
    for folder in (ROOT / "vendor" / "test-suite").glob(f"**/{SUITES[dialect]}/optional/format"):
        for group in json.loads((folder / f"{name}.json").read_text("utf-8")):
            yield from ((case["data"], case["valid"]) for case in group["tests"] if type(case["data"]) is str)


@pytest.mark.parametrize(
    ("dialect", "name"), [(dialect, name) for dialect in SUITES for name in FORMATS[dialect] if name in NAMES]
)
def test_official_suite(dialect: str, name: str) -> None:
    """Every string of the official file is judged as the suite says."""
    cases = list(suite_cases(dialect, name))
    if not cases:
        pytest.skip("the official suite is not in vendor/test-suite")
    assert [value for value, valid in cases if check(name)(value) is not valid] == []


@pytest.mark.parametrize("name", NAMES)
def test_handed_cases(name: str) -> None:
    """Every handed case of the format holds."""
    if not HANDED.is_file():
        pytest.skip("the handed cases are not beside the repository")
    cases = [json.loads(line) for line in HANDED.read_text("utf-8").splitlines()]
    wrong = [c for c in cases if c["format"] == name and check(name)(c["string"]) is not c["expected"]]
    assert wrong == []


def test_dialects() -> None:
    """2020-12 has its 19 formats; draft-07 has neither `duration` nor `uuid`."""
    assert len(FORMATS[DRAFT_2020_12]) == 19
    assert set(FORMATS[DRAFT_2020_12]) - set(FORMATS[DRAFT_07]) == {"duration", "uuid"}


def around(*tokens: str) -> st.SearchStrategy[str]:
    """Strings of tokens, mostly near the grammar."""
    return st.lists(st.sampled_from(tokens), max_size=14).map("".join)


@given(st.datetimes() | st.datetimes(timezones=st.just(datetime.UTC)), st.integers(-1439, 1439))
def test_date_time_takes_what_datetime_writes(moment: datetime.datetime, minutes: int) -> None:
    """A date-time of `datetime` is one here, with its offset and only with it."""
    zone = datetime.timezone(datetime.timedelta(minutes=minutes))
    text = moment.replace(tzinfo=zone).isoformat()
    assert check("date-time")(text)
    assert not check("date-time")(text[:-6])
    assert check("time")(text[11:])


@given(st.integers(1, 9999), st.integers(0, 99), st.integers(0, 99))
def test_date_agrees_with_the_calendar(year: int, month: int, day: int) -> None:
    """A date is one exactly where the calendar has it."""
    refused = raises(lambda _: datetime.date(year, month, day), "", ValueError)
    assert check("date")(f"{year:04}-{month:02}-{day:02}") is not refused


@given(st.ip_addresses(v=4).map(str) | around("0", "1", "25", "255", "256", "00", ".", ".", ".", "a", "\n"))
def test_ipv4_agrees_with_ipaddress(value: str) -> None:
    """IPv4 agrees with the standard library."""
    assert check("ipv4")(value) is not raises(ipaddress.IPv4Address, value, ValueError)


@given(st.ip_addresses(v=6).map(str) | around("0", "ffff", "12345", "A", ":", ":", ":", "::", "1.2.3.4", "01.2.3.4"))
@example("1:2:3:4:5:6:7::")
@example("::2:3:4:5:6:7:8")
def test_ipv6_agrees_with_ipaddress(value: str) -> None:
    """IPv6 agrees with the standard library, zones aside."""
    assert check("ipv6")(value) is not raises(ipaddress.IPv6Address, value, ValueError)


@given(st.uuids(), st.booleans())
def test_uuid_takes_what_uuid_writes(value: uuid.UUID, upper: bool) -> None:
    """A UUID is taken in either case, in no other notation."""
    text = str(value).upper() if upper else str(value)
    assert check("uuid")(text)
    assert not any(map(check("uuid"), (value.hex, value.urn, f"{{{text}}}", text[:-1], text + "0")))


URI = (
    "a",
    "http:",
    "//",
    "/",
    "?",
    "#",
    ":",
    "@",
    "[::1]",
    "[v1.a]",
    "[",
    "]",
    "%41",
    "%4",
    "80",
    "+",
    "{",
    " ",
    "\xe9",
)
IRI = (*URI, "\ue000", "\ufffe", "\U0001f432", "\x80", "\U000e0001", "\U000e1000", "\U0010fffd", "\ufdd0")
RUST_TOKENS = {
    "date": ("2024-02-29", "2023", "1900", "-", "02", "29", "13", "31", "\n", "\u0661"),
    "time": ("12:00:00", "23:59:60", "24", ":", "59", "60", ".", "5", "Z", "z", "+", "-", "01:30", "00:00", " "),
    "date-time": ("2024-02-29", "T", "t", " ", "12:00:00", "23:59:60", ".5", "Z", "+01:30", "-23:59", "+24:00"),
    "duration": ("P", "T", "1", "23", "Y", "M", "D", "H", "M", "S", "W", ".", "-", "\u0661"),
    "uri": URI,
    "uri-reference": URI,
    "iri": IRI,
    "iri-reference": IRI,
    "uri-template": ("a", "{", "}", "{", "}", "+", "#", ",", "*", ":", "12", "0", ".", "_", "%41", "%", "'", "|", " "),
    "json-pointer": ("/", "~", "~0", "~1", "a", "#", "\n", "\x00", "\xe9"),
    "relative-json-pointer": ("0", "1", "/", "~", "~0", "#", "a", "-", "+"),
    "email": ("a", ".", "@", '"', "\\", " ", "[127.0.0.1]", "[IPv6:::1]", "[", "]", "x:y", "_", "(", "\n", "1"),
    "uuid": ("2eb8aa08", "aa98", "-", "-11ea-", "b4aa", "73b441d16380", "{", "A", "g"),
}


@functools.cache
def rust(name: str) -> Any:
    schema = {"$schema": DRAFT_2020_12, "format": name}
    return jsonschema_rs.validator_for(schema, validate_formats=True)


@pytest.mark.parametrize("name", sorted(RUST_TOKENS))
def test_agrees_with_another_validator(name: str) -> None:
    """Strings near the grammar are judged as another implementation does."""

    @settings(max_examples=300, deadline=None)
    @given(around(*RUST_TOKENS[name]))
    def agree(value: str) -> None:
        assert check(name)(value) is rust(name).is_valid(value)

    agree()


@given(st.sampled_from(NAMES), anything | st.text("\x00\ud800\udfff.@-%[]{}/:~xn\u200d\u3002\n", max_size=80))
@settings(max_examples=1000)
def test_never_raises(name: str, value: str) -> None:
    """Any text, lone surrogates and NUL included, gets a verdict."""
    assert check(name)(value) in (True, False)


PUMPED = (
    "a",
    "1",
    "-",
    ".",
    "a.",
    "-a",
    "[",
    "%41",
    "{a}",
    "{a,",
    "/",
    "~1",
    "~",
    "@",
    '"',
    '\\"',
    ":",
    "::",
    "a:",
    "\ud800",
)
PREFIXES = ("", "P", "1970-01-01T00:00:00.", "http://", "//a@", "a@", '"', "{", "xn--", "\u05d0", "0/")


@pytest.mark.parametrize("name", NAMES)
def test_long_strings(name: str) -> None:
    """Pumped strings of a size at which quadratic work would not end in an hour."""
    for prefix, unit, end in itertools.product(PREFIXES, PUMPED, ("", "\n")):
        value = prefix + unit * 300_000 + end
        assert check(name)(value) in (True, False)


@pytest.mark.parametrize("file", sorted(path.stem for path in HELPERS.glob("format_*.py")))
def test_no_repetition_is_retried(file: str) -> None:
    """Every unbounded repetition is possessive: no attempt to match goes back into one."""
    if file == "format_regex":
        pytest.skip("the pattern grammar has tests of its own")
    patterns = [value for value in helper_globals(file).values() if isinstance(value, re.Pattern)]
    parse = importlib.import_module("re._parser").parse
    retried = [p.pattern for p in patterns if unbounded_repeats(parse(p.pattern))]
    assert retried == []


def unbounded_repeats(parsed: Any) -> list[Any]:
    found = []
    for operation, argument in parsed:
        if str(operation) in ("MAX_REPEAT", "MIN_REPEAT") and str(argument[1]) == "MAXREPEAT":
            found.append(argument)
        for part in argument if isinstance(argument, tuple | list) else ():
            for inner in part if isinstance(part, list) else (part,):
                if type(inner).__name__ == "SubPattern":
                    found += unbounded_repeats(inner)
    return found
