"""Content encodings and JSON content, and what holds for every helper file."""

from __future__ import annotations

import base64
import functools
import itertools
import json
import math
import quopri
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from schemawright.generator.formats import (
    DRAFT_07,
    DRAFT_2020_12,
    JSON_CONTENT,
    content_encoding,
    content_media_type,
    format_helper,
)
from schemawright.generator.helpers import read_helpers

HELPERS = Path(__file__).resolve().parent.parent / "generator" / "templates" / "helpers"
FILES = sorted(path.stem for kind in ("content", "decode") for path in HELPERS.glob(f"{kind}_*.py"))
ENCODING_FILES = [name for name in FILES if name.startswith("decode_")]

# No bounds.
FREE = (None, None, None)

anything = st.text(st.characters(exclude_categories=()))


@functools.cache
def carried() -> dict[str, Any]:
    """All content helpers in one module."""
    module: dict[str, Any] = {}
    exec(pasted(FILES), module)  # noqa: S102  (text of our own)
    return module


def pasted(names: list[str]) -> str:
    sources = read_helpers(names)
    lines = sorted({line for source in sources for line in source.imports})
    return "\n\n".join(["\n".join(lines), *(source.text for source in sources)])


def parse(data: bytes, *bounds: int | None) -> tuple[str, Any]:
    result: tuple[str, Any] = carried()["parse_json_content"](data, *(bounds or FREE))
    return result


WRITERS: dict[str, Callable[[bytes], bytes]] = {
    "base64": base64.b64encode,
    "base64url": base64.urlsafe_b64encode,
    "base32": base64.b32encode,
    "base32hex": base64.b32hexencode,
    "base16": base64.b16encode,
}


@pytest.mark.parametrize("name", sorted(WRITERS))
@given(data=st.binary(max_size=40), at=st.integers(0, 60), extra=st.characters(exclude_categories=()))
def test_encodings_round_trip(name: str, data: bytes, at: int, extra: str) -> None:
    """What the standard library writes is decoded to what it was, and foreign characters are refused."""
    text = WRITERS[name](data).decode("ascii")
    assert carried()[f"decode_{name}"](text) == data
    if not re.match("[A-Za-z0-9+/=_-]", extra):
        assert not carried()[f"is_{name}"](text[:at] + extra + text[at:])


@given(st.binary(max_size=60))
def test_quoted_printable_round_trip(data: bytes) -> None:
    """What the standard library writes is decoded to what it was, once its lines end as RFC 2045 asks."""
    octets = data.replace(b"\n", b" ").replace(b"\r", b" ")
    text = quopri.encodestring(octets, quotetabs=True).decode("ascii").replace("\n", "\r\n")
    assert carried()["decode_quoted_printable"](text) == octets


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("base64", "", b""),
        ("base64", "QR==", b"A"),  # spare bits
        ("base64", "QUJD====", None),
        ("base64", "-_-_", None),
        ("base64", "QUJ\n", None),
        ("base64", "Q===", None),
        ("base64url", "QQ", b"A"),
        ("base64url", "QQ==", b"A"),
        ("base64url", "QQ=", None),
        ("base64url", "Q", None),
        ("base64url", "+/+/", None),
        ("base32", "MFRGG===", b"abc"),
        ("base32", "mfrgg===", None),
        ("base32", "MFRGGZ==", None),
        ("base32", "========", None),
        ("base32hex", "C5H66===", b"abc"),
        ("base16", "0aF0", b"\x0a\xf0"),
        ("base16", "0a f0", None),
        ("base16", "0", None),
        ("quoted_printable", "a=3D=20\r\n=\r\n b", b"a= \r\n b"),
        ("quoted_printable", "=XY", None),
        ("quoted_printable", "=e4", None),
        ("quoted_printable", "a \r\n", None),
        ("quoted_printable", "a\n", None),
        ("quoted_printable", "a=", None),
        ("quoted_printable", "x" * 77, None),
        ("quoted_printable", "\xe9", None),
        ("seven_bit", "a\x7f\r\n", b"a\x7f\r\n"),
        ("seven_bit", "\xe9", None),
        ("identity", "\xe9", b"\xc3\xa9"),
        ("identity", "\ud800", None),
    ],
)
def test_encoding_rules(name: str, value: str, expected: bytes | None) -> None:
    """Padding, alphabets, line lengths and blanks are those of the RFCs, not of lenient decoders."""
    assert carried()[f"decode_{name}"](value) == expected


@settings(max_examples=500)
@given(st.sampled_from(ENCODING_FILES), anything | st.text("AZ27az+/=-_ \t\r\n\x00\ud800", max_size=20))
def test_checks_and_decoders_agree(file: str, value: str) -> None:
    """No text makes a decoder raise, and it decodes exactly what the check takes."""
    decoded = carried()[file](value)
    check = carried().get(file.replace("decode_", "is_"))
    assert check is None or check(value) is (decoded is not None)


@pytest.mark.parametrize("file", ENCODING_FILES)
def test_long_content(file: str) -> None:
    """Pumped strings of a size at which quadratic work would not end in an hour."""
    for unit, end in itertools.product(("A", "=", " ", "=41", "\r\n", "=\r\n", "AAA="), ("", "\n", "\xe9")):
        assert type(carried()[file](unit * 500_000 + end)) in (bytes, type(None))


documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


def levels(value: object) -> int:
    parts = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if parts is None else 1 + max(map(levels, parts), default=0)


def count(value: object) -> int:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(count, parts))


@given(documents, st.sampled_from([None, 1]), st.booleans())
def test_json_content_and_its_bounds(value: object, indent: int | None, ascii_only: bool) -> None:
    """A document is parsed as it was written, and each bound holds exactly."""
    data = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode()
    depth, nodes = levels(value), count(value)
    assert parse(data, len(data), depth, nodes) == ("value", value)
    assert parse(data, len(data) - 1, depth, nodes) == ("limit", "bytes")
    assert parse(data, None, depth, nodes - 1) == ("limit", "nodes")
    assert depth == 0 or parse(data, None, depth - 1, None) == ("limit", "depth")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{:}",
        b"[1,]",
        b'{"a":1,"\\u0061":2}',
        b"NaN",
        b"[-Infinity]",
        b"\xef\xbb\xbf1",
        b"1\x00",
        b"01",
        b"+1",
        b'"\n"',
        b'"',
        b'"\\',
        b'"\xff"',
        b'"\xed\xa0\x80"',
        "\u0661".encode(),
        "\xa01".encode(),
        "1".encode("utf-16"),
        b"// comment\n1",
    ],
)
def test_malformed_json_content(data: bytes) -> None:
    """What RFC 8259 does not allow is malformed, whatever `json.loads` takes."""
    assert parse(data) == ("malformed", None)


@pytest.mark.parametrize("data", [b"9" * 4301, b"[-1e999]", b"1" + b"0" * 400 + b".0"])
def test_numbers_beyond_representation(data: bytes) -> None:
    """A number that cannot be held is a limit: neither malformed, nor an infinity."""
    assert parse(data) == ("limit", "number")


def test_deep_json_content() -> None:
    """Nesting is a limit, also where the caller sets none and the interpreter ends it."""
    deep = b"[" * 200_000 + b"]" * 200_000
    assert parse(deep) == ("limit", "depth")
    assert parse(deep, None, 128, None) == ("limit", "depth")


@given(st.binary() | st.text('{}[]",:\\ \n01eu-', max_size=30).map(str.encode))
@example(b'{"a":"{[[["}')
def test_json_content_never_raises(data: bytes) -> None:
    """Any octets get one of three answers; a value is what the standard library reads."""
    tag, value = parse(data, 1000, 20, 500)
    assert tag in ("value", "malformed", "limit")
    assert tag != "value" or value == json.loads(data)


def test_long_json_content() -> None:
    """Pumped texts of a size at which quadratic work would not end in an hour."""
    units = (b'\\"', b"[ ", b"[", b" ", b'"', b"{", b"9", b"0,", b'"a":', b"\\")
    for start, unit in itertools.product((b"", b'"', b"[", b"0."), units):
        assert parse(start + unit * 500_000, None, 128, None)[0] in ("value", "malformed", "limit")
    assert math.isfinite(parse(b"0." + b"9" * 500_000)[1])


@pytest.mark.parametrize(
    ("media_type", "known"),
    [
        ("application/json", True),
        ("Application/JSON; charset=utf-8", True),
        ('application/json;charset="UTF-8"', True),
        ("application/problem+json", True),
        ("application/vnd.api+JSON ; profile=x", True),
        ("application/json; charset=latin1", False),
        ("application/json-seq", False),
        ("application/jsonp", False),
        ("text/json", False),
        ("text/plain", False),
        ("application/json; charset", False),
        ("json", False),
        ("", False),
        ("application/json\n", False),
    ],
)
def test_media_types(media_type: str, known: bool) -> None:
    """JSON media types are known in any case and with parameters, unless the charset is not UTF-8."""
    assert content_media_type(media_type) == (JSON_CONTENT if known else None)


def test_unknown_names_map_to_nothing() -> None:
    """An unknown format, encoding or dialect asserts nothing; draft-07 has the encodings of RFC 2045 alone."""
    assert format_helper(DRAFT_2020_12, "color") is None
    assert format_helper(DRAFT_07, "uuid") is None
    assert format_helper(DRAFT_07 + "#", "date") is not None
    assert format_helper("urn:other", "date") is None
    assert content_encoding(DRAFT_07, "base32") is None
    assert content_encoding(DRAFT_2020_12, "BASE64") is content_encoding(DRAFT_07, "base64")
    assert content_encoding(DRAFT_2020_12, "\u212aey") is None
