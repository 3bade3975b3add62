"""The answer to the one request, read strictly (RFC 9112): a 200 with one JSON body as declared, or nothing."""

from __future__ import annotations

import re
from typing import NoReturn, Protocol

from .http_bounds import Refusal

OVERHEAD = 65_536  # bytes an answer may have beyond its body
MAX_LINE = 8_192
MAX_FIELDS = 100
MAX_INTERIM = 4
READ_SIZE = 16_384

STATUS_LINE = re.compile(rb"HTTP/1\.(?P<minor>[01]) (?P<status>[1-9][0-9]{2})(?: [\t\x20-\x7e\x80-\xff]*)?")
FIELD_NAME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
FIELD_VALUE = re.compile(rb"[\t\x20-\x7e\x80-\xff]*")
CHUNK = re.compile(rb"(?P<size>[0-9A-Fa-f]{1,8})(?:[ \t]*;[\t\x20-\x7e\x80-\xff]*)?")
LENGTH = re.compile(r"[0-9]{1,10}", re.ASCII)
MEDIA_TYPE = re.compile(r"application/(?:json|[a-z0-9!#$&^_.+-]+\+json)(?=[ \t;]|\Z)")
WORD = r"[!#$%&'*+.^_`|~0-9a-z-]++"
PARAMETER = re.compile(rf'[ \t]*+;[ \t]*+(?:(?P<name>{WORD})=(?P<value>{WORD}|"(?:[^"\\]|\\.)*+"))?')

Fields = dict[str, list[str]]


class Source(Protocol):
    """Where the bytes come from."""

    def receive(self, size: int) -> bytes:
        """Wait for at least one byte, at most `size`; none at the end."""

    def has_more(self) -> bool:
        """Tell, without waiting, whether more has arrived already."""


def read_body(source: Source, max_body_bytes: int) -> bytes:
    """The body of the answer; raises `Refusal`: status, media_type, encoding, length, size or body.

    Received bytes are counted against `max_body_bytes` and 64 KiB for all the rest, interim answers included.
    """
    reader = _Reader(source, max_body_bytes + OVERHEAD)
    minor, fields = _head(reader)
    _check_media_type(fields.get("content-type", []))
    if "content-encoding" in fields:
        raise Refusal("encoding")
    codings, lengths = fields.get("transfer-encoding"), fields.get("content-length")
    if codings is not None:
        if minor == 0 or [coding.lower() for coding in codings] != ["chunked"]:
            raise Refusal("encoding")
        if lengths is not None:
            raise Refusal("length")
        body = _chunked(reader, max_body_bytes)
    elif lengths is not None:
        body = reader.exactly(_length(lengths, max_body_bytes), "length")
    else:
        return reader.rest(max_body_bytes)
    if reader.has_more():
        raise Refusal("length" if lengths is not None else "body")
    return body


class _Reader:
    """Lines and stretches of the answer, every byte counted."""

    def __init__(self, source: Source, budget: int) -> None:
        self._source = source
        self._budget = budget
        self._buffer = bytearray()

    def line(self, reason: str) -> bytes:
        while (end := self._buffer.find(b"\r\n")) < 0:
            if len(self._buffer) > MAX_LINE or not self._fill():
                raise Refusal(reason)
        if end > MAX_LINE:
            raise Refusal(reason)
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 2]
        return line

    def exactly(self, count: int, reason: str) -> bytes:
        while len(self._buffer) < count:
            if not self._fill():
                raise Refusal(reason)
        stretch = bytes(self._buffer[:count])
        del self._buffer[:count]
        return stretch

    def rest(self, limit: int) -> bytes:
        while len(self._buffer) <= limit:
            if not self._fill():
                return bytes(self._buffer)
        raise Refusal("size")

    def has_more(self) -> bool:
        return bool(self._buffer) or self._source.has_more()

    def _fill(self) -> bool:
        received = self._source.receive(READ_SIZE)
        self._budget -= len(received)
        if self._budget < 0:
            raise Refusal("size")
        self._buffer += received
        return bool(received)


def _head(reader: _Reader) -> tuple[int, Fields]:
    """The minor version and the fields of the 200, after at most a few interim answers (RFC 9110 section 15.2)."""
    for _ in range(MAX_INTERIM + 1):
        match = STATUS_LINE.fullmatch(reader.line("status"))
        if match is None:
            raise Refusal("status")
        fields = _fields(reader, "status")
        status = int(match["status"])
        if status == 200:
            return int(match["minor"]), fields
        if status >= 200 or status == 101:
            break
    raise Refusal("status")


def _fields(reader: _Reader, reason: str) -> Fields:
    """The field lines up to the empty one; folded lines, odd characters and lines without a colon are refused."""
    fields: Fields = {}
    for _ in range(MAX_FIELDS + 1):
        line = reader.line(reason)
        if not line:
            return fields
        name, colon, value = line.partition(b":")
        if not colon or not FIELD_NAME.fullmatch(name) or not FIELD_VALUE.fullmatch(value):
            break
        fields.setdefault(name.decode("ascii").lower(), []).append(value.strip(b" \t").decode("latin-1"))
    raise Refusal(reason)


def _check_media_type(values: list[str]) -> None:
    """Exactly one `application/json` or `application/*+json`, its charset absent or UTF-8 (RFC 8259 section 11)."""
    if len(values) != 1:
        _not_json()
    text = values[0].lower()
    match = MEDIA_TYPE.match(text)
    if match is None:
        _not_json()
    end, charsets = match.end(), []
    while end < len(text):
        parameter = PARAMETER.match(text, end)
        if parameter is None:
            _not_json()
        end = parameter.end()
        if parameter["name"] == "charset":
            charsets.append(parameter["value"].strip('"'))
    if charsets not in ([], ["utf-8"]):
        _not_json()


def _not_json() -> NoReturn:
    raise Refusal("media_type")


def _length(values: list[str], max_body_bytes: int) -> int:
    if len(values) != 1 or not LENGTH.fullmatch(values[0]):
        raise Refusal("length")
    length = int(values[0])
    if length > max_body_bytes:
        raise Refusal("size")
    return length


def _chunked(reader: _Reader, max_body_bytes: int) -> bytes:
    """The chunks put together (RFC 9112 section 7.1); trailer fields are read and dropped."""
    body = bytearray()
    while True:
        match = CHUNK.fullmatch(reader.line("body"))
        if match is None:
            raise Refusal("body")
        size = int(match["size"], 16)
        if size == 0:
            _fields(reader, "body")
            return bytes(body)
        if len(body) + size > max_body_bytes:
            raise Refusal("size")
        body += reader.exactly(size, "body")
        if reader.exactly(2, "body") != b"\r\n":
            raise Refusal("body")
