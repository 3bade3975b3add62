"""What a server can do to a client: the corpus names a behaviour, and more of the same kinds stand beside it."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable

from .server import MARKER, SCHEMA, Behaviour, Talk, answer

CAP = 1_048_576


def padded(size: int) -> bytes:
    return b'{"title": "' + b"a" * (size - 13) + b'"}'


def chunked(chunks: Iterable[bytes], *, end: bytes = b"0\r\n\r\n", fields: str = "") -> bytes:
    head = answer(b"", length=None, fields="Transfer-Encoding: chunked\r\n" + fields)
    return head + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + end


def framed(text: bytes, coding: str = "chunked") -> bytes:
    return answer(text, length=None, fields=f"Transfer-Encoding: {coding}\r\n")


def redirect(status: str, location: str) -> bytes:
    return answer(status=status, fields=f"Location: {location}\r\n")


def after(start: bytes, then: str, gap: float = 0.05) -> Behaviour:
    """Send a start, then drip a text without end, or say no more."""

    def behave(talk: Talk) -> None:
        talk.send(start)
        if then:
            talk.drip(then.encode() * 400, gap)
        talk.stall()

    return behave


def flooding(start: bytes, unit: bytes) -> Behaviour:
    def behave(talk: Talk) -> None:
        talk.send(start)
        talk.flood(unit)

    return behave


def closes(text: bytes) -> Behaviour:
    """Send and go, without a goodbye."""

    def behave(talk: Talk) -> None:
        talk.send(text)
        talk.link.close()

    return behave


def echo(talk: Talk) -> None:
    talk.send(answer(json.dumps({"title": [MARKER, talk.request.decode()]}).encode() + b"]"))


BOMB = gzip.compress(b" " * 50_000_000, 1)
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

ACCEPTED: dict[str, Behaviour | bytes] = {
    "plain": answer(),
    "charset": answer(media_type="application/json; charset=utf-8"),
    "charset quoted": answer(media_type='Application/JSON;x="a;b\\"";Charset="UTF-8" ;'),
    "schema+json": answer(media_type='application/schema+json; schema="https://json-schema.org/draft/2020-12/schema"'),
    "vendor +json": answer(media_type="application/vnd.example.v1+json"),
    "body exactly at cap": answer(padded(CAP)),
    "no length": answer(length=None),
    "no length, no goodbye": closes(answer(length=None)),
    "http 1.0": answer().replace(b"1.1", b"1.0"),
    "no reason phrase": answer(status="200"),
    "one interim answer": b"HTTP/1.1 100 Continue\r\n\r\n" + answer(),
    "chunked": chunked([SCHEMA[:5], SCHEMA[5:]]),
    "chunked at cap": chunked([padded(CAP)]),
    "chunk extension": framed(b"%X ;a=b\r\n%s\r\n000;c\r\nTrailer: x\r\n\r\n" % (len(SCHEMA), SCHEMA)),
    "boolean": answer(b" true\n"),
    "many bytes one by one": lambda talk: talk.drip(answer(), 0),
    "claims other id": answer(b'{"$id": "https://other.test/x", "type": "integer"}'),
}

REFUSED: dict[str, tuple[str, Behaviour | bytes]] = {
    "text/json lookalike": ("media_type", answer(media_type="text/plain; x=application/json")),
    "wrong type html": ("media_type", answer(media_type="text/html")),
    "type with a tail": ("media_type", answer(media_type="application/jsonx")),
    "type without subtype": ("media_type", answer(media_type="application/+json")),
    "no type": ("media_type", answer(media_type=None)),
    "parameter without value": ("media_type", answer(media_type="application/json; charset")),
    "two types": ("media_type", answer(fields="Content-Type: application/json\r\n")),
    "two types in one": ("media_type", answer(media_type="application/json, text/html")),
    "other charset": ("media_type", answer(media_type="application/json; charset=utf-16")),
    "two charsets": ("media_type", answer(media_type="application/json; charset=utf-8; charset=latin-1")),
    "redirect same host": ("status", redirect("302 Found", "https://schemas.example.test/t")),
    "redirect to http": ("status", redirect("302 Found", "http://schemas.example.test/s")),
    "redirect to metadata": ("status", redirect("307 Temporary Redirect", "http://169.254.169.254/latest")),
    "redirect relative": ("status", redirect("301 Moved Permanently", "t")),
    "redirect loop": ("status", redirect("302 Found", "/s")),
    "308": ("status", redirect("308 Permanent Redirect", "/t")),
    "300 multiple": ("status", answer(status="300 Multiple Choices")),
    "304": ("status", b"HTTP/1.1 304 Not Modified\r\n\r\n"),
    "201": ("status", answer(status="201 Created")),
    "203": ("status", answer(status="203 Non-Authoritative Information")),
    "204": ("status", b"HTTP/1.1 204 No Content\r\n\r\n"),
    "206 partial": ("status", answer(status="206 Partial Content", fields="Content-Range: bytes 0-9/99\r\n")),
    "401 with challenge": ("status", answer(status="401 No", fields='WWW-Authenticate: Basic realm="x"\r\n')),
    "403": ("status", answer(status="403 Forbidden")),
    "407": ("status", answer(status="407 Proxy", fields='Proxy-Authenticate: Basic realm="x"\r\n')),
    "404": ("status", answer(status="404 b0dy-m4rker")),
    "429 retry-after": ("status", answer(status="429 Too Many", fields="Retry-After: 0\r\n")),
    "500": ("status", answer(status="500 Error")),
    "503 retry-after": ("status", answer(status="503 Unavailable", fields="Retry-After: 0\r\n")),
    "100 continue flood": ("status", b"HTTP/1.1 100 Continue\r\n\r\n" * 5000 + answer()),
    "100 continue without end": ("status", flooding(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100)),
    "early hints flood": ("status", b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 50 + answer()),
    "101 upgrade": ("status", b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n" + answer()),
    "http 0.9": ("status", SCHEMA + b"\r\n\r\n"),
    "http 2 preface": ("status", b"\x00\x00\x12\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64"),
    "http 2.0": ("status", answer().replace(b"1.1", b"2.0", 1)),
    "status with sign": ("status", answer(status="+200 OK")),
    "status of four digits": ("status", answer(status="2000 OK")),
    "status in other digits": ("status", answer(status="\u0662\u0660\u0660 OK")),
    "blank line first": ("status", b"\r\n" + answer()),
    "bare line feeds": ("status", answer().replace(b"\r\n", b"\n")),
    "nothing": ("status", closes(b"")),
    "half a status line": ("status", closes(b"HTTP/1.1 2")),
    "status line without end": ("status", flooding(b"HTTP/1.1 200 ", b"a" * 4096)),
    "headers endless": ("status", flooding(HEAD, b"X: y\r\n" * 100)),
    "10000 headers": ("status", answer(fields="X: y\r\n" * 10_000)),
    "header 1 MB": ("status", answer(fields=f"X: {'y' * 1_000_000}\r\n")),
    "header 9 kB": ("status", answer(fields=f"X: {'y' * 9_000}\r\n")),
    "header folding": ("status", answer(media_type="text/html,\r\n application/json")),
    "header without colon": ("status", answer(fields="nothing\r\n")),
    "header with blank before colon": ("status", answer(fields="X : y\r\n")),
    "header without name": ("status", answer(fields=": y\r\n")),
    "header with NUL": ("status", answer(fields="X: a\0b\r\n")),
    "header with bare CR": ("status", answer(fields="X: a\rY: b\r\n")),
    "header name beyond ASCII": ("status", answer(fields="\u00dc: a\r\n")),
    "gzip small": ("encoding", answer(gzip.compress(SCHEMA), fields="Content-Encoding: gzip\r\n")),
    "gzip bomb 50 MB": ("encoding", answer(BOMB, fields="Content-Encoding: gzip\r\n")),
    "deflate": ("encoding", answer(zlib.compress(SCHEMA), fields="content-encoding: deflate\r\n")),
    "br": ("encoding", answer(fields="Content-Encoding: br\r\n")),
    "identity declared": ("encoding", answer(fields="Content-Encoding: identity\r\n")),
    "gzip transfer": ("encoding", framed(gzip.compress(SCHEMA), "gzip, chunked")),
    "chunked twice": ("encoding", framed(b"0\r\n\r\n", "chunked\r\nTransfer-Encoding: chunked")),
    "chunked in 1.0": ("encoding", chunked([SCHEMA]).replace(b"1.1", b"1.0", 1)),
    "length and chunked": ("length", chunked([SCHEMA], fields=f"Content-Length: {len(SCHEMA)}\r\n")),
    "length too long": ("length", answer(length="1000")),
    "length too long, no goodbye": ("length", closes(answer(length="1000"))),
    "length too short": ("length", answer(length="10")),
    "length short of a whole schema": ("length", answer(b"true false", length="4")),
    "length huge": ("size", answer(length="9999999999")),
    "length enormous": ("length", answer(length="9" * 400)),
    "length negative": ("length", answer(length="-1")),
    "length with sign": ("length", answer(length="+43")),
    "length text": ("length", answer(length="many")),
    "length empty": ("length", answer(length="")),
    "length hexadecimal": ("length", answer(length="0x2b")),
    "length with underscore": ("length", answer(length="4_3")),
    "length with other digits": ("length", answer(length="\u0664\u0663")),
    "length as a list": ("length", answer(length="43, 43")),
    "two lengths": ("length", answer(fields="Content-Length: 5\r\n")),
    "same length twice": ("length", answer(fields=f"Content-Length: {len(SCHEMA)}\r\n")),
    "body 2 MB": ("size", answer(padded(2 * CAP))),
    "body 2 MB without length": ("size", answer(padded(2 * CAP), length=None)),
    "body one above cap": ("size", answer(padded(CAP + 1))),
    "body one above cap without length": ("size", answer(padded(CAP + 1), length=None)),
    "chunked one above cap": ("size", chunked([padded(CAP + 1)])),
    "chunked endless": ("size", flooding(chunked([], end=b""), b"1000\r\n" + b" " * 4096 + b"\r\n")),
    "tiny chunks endless": ("size", flooding(chunked([], end=b""), b"1\r\n \r\n" * 1000)),
    "chunk size huge": ("body", framed(b"fffffffffffffffff\r\n")),
    "chunk size negative": ("body", framed(b"-5\r\n" + SCHEMA + b"\r\n0\r\n\r\n")),
    "chunk size with sign": ("body", framed(b"+2b\r\n" + SCHEMA + b"\r\n0\r\n\r\n")),
    "chunk size with prefix": ("body", framed(b"0x2b\r\n" + SCHEMA + b"\r\n0\r\n\r\n")),
    "chunk size with underscore": ("body", framed(b"2_b\r\n" + SCHEMA + b"\r\n0\r\n\r\n")),
    "chunk size empty": ("body", framed(b"\r\n" + SCHEMA + b"\r\n0\r\n\r\n")),
    "chunk without line end": ("body", framed(b"2b\r\n" + SCHEMA + b"xx0\r\n\r\n")),
    "chunk cut": ("body", closes(framed(b"2b\r\n" + SCHEMA[:20]))),
    "no last chunk": ("body", chunked([SCHEMA], end=b"")),
    "more after the last chunk": ("body", chunked([SCHEMA], end=b"0\r\n\r\nmore")),
    "chunk extension 1 MB": ("body", framed(b"2b;" + b"x" * 1_000_000 + b"\r\n" + SCHEMA + b"\r\n0\r\n\r\n")),
    "trailer flood": ("body", chunked([SCHEMA], end=b"0\r\n" + b"X: y\r\n" * 10_000 + b"\r\n")),
    "trailer endless": ("body", flooding(chunked([SCHEMA], end=b"0\r\n"), b"X: y\r\n" * 100)),
    "bom json": ("json", answer(b"\xef\xbb\xbf" + SCHEMA)),
    "utf16 json": ("json", answer(SCHEMA.decode().encode("utf-16"))),
    "invalid utf-8": ("json", answer(b'{"title": "\xff"}')),
    "NaN": ("json", answer(b'{"const": NaN}')),
    "overflow": ("json", answer(b'{"const": 1e999}')),
    "duplicate members": ("json", answer(b'{"type": "integer", "type": "string"}')),
    "lone surrogate": ("json", answer(b'{"const": "\\ud800"}')),
    "deep": ("json", answer(b'{"not":' * 5000 + b"true" + b"}" * 5000)),
    "many digits": ("json", answer(b'{"const": ' + b"7" * 10_000 + b"}")),
    "not json": ("json", answer(b"<html>b0dy-m4rker</html>")),
    "two documents": ("json", answer(SCHEMA + SCHEMA)),
    "empty body": ("json", answer(b"")),
    "array": ("json", answer(b'["b0dy-m4rker"]')),
    "string": ("json", answer(b'"b0dy-m4rker"')),
    "null": ("json", answer(b"null")),
    "echoes request": ("json", echo),
}

LATE: dict[str, Behaviour] = {
    "status line drip": after(b"", "HTTP/1.1 200 OK and so on "),
    "status line slow drip": after(b"", "HTTP/1.1 200 OK and so on ", 0.25),
    "header drip": after(HEAD + b"X: ", "y"),
    "header lines drip": after(HEAD, "X: y\r\n", 0.001),
    "body drip": after(HEAD + b"\r\n", " "),
    "body drip with length": after(HEAD + b"Content-Length: 1000\r\n\r\n", " "),
    "chunk drip": after(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n"),
    "interim drip": after(b"HTTP/1.1 100 Continue\r\n\r\n", ""),
    "silence": after(b"", ""),
    "silence after headers": after(HEAD + b"Content-Length: 10\r\n\r\n", ""),
    "silence in the body": after(HEAD + b'\r\n{"type"', ""),
    "silence in a chunk": after(HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\ntr", ""),
}
