"""Strict JSON text (RFC 8259): one value, exact, bounded before it is built; errors say where but never what."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from decimal import Decimal
from typing import NoReturn, TypeAlias

from .errors import ExecutionFailure, SchemaError
from .json_extent import Extent, check_extent, unquoted

JSON: TypeAlias = "dict[str, JSON] | list[JSON] | str | int | float | Decimal | bool | None"
Text: TypeAlias = str | bytes | bytearray | memoryview

MAX_DEPTH = 1000  # the parser recurses once a level, and a thread may have a small stack
MAX_EXPONENT = 400
SHORT = 100  # a fraction without exponent that is shorter fits a float

FAULTS = {
    "Expecting value": "a value is expected",
    "Extra data": "nothing may follow the value",
    "Unterminated string starting at": "the string has no end",
    "Invalid control character at": "a control character must be escaped",
    "Expecting property name enclosed in double quotes": "a member name in double quotes is expected",
    "Illegal trailing comma before end of object": "a comma stands before the end of the object",
    "Illegal trailing comma before end of array": "a comma stands before the end of the array",
    "Expecting ':' delimiter": "a colon is expected",
    "Expecting ',' delimiter": "a comma or the end of the container is expected",
    "Invalid \\uXXXX escape": "\\u must be followed by four hexadecimal digits",
}
CONSTANT = re.compile(r"NaN|-?Infinity")
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
TOKEN = re.compile(r'(?P<string>"(?:[^"\\]|\\.)*+")|(?P<mark>[][{}:,])', re.DOTALL)
SURROGATES = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
    re.DOTALL,
)


class _Fault(Exception):
    """The parser met something it was told to refuse; `find` says where, once the text is at hand."""

    def __init__(self, message: str, find: Callable[[str], int], limit: str | None = None) -> None:
        super().__init__()
        self.message, self.find, self.limit = message, find, limit


def parse_json(
    text: Text,
    *,
    max_bytes: int,
    max_depth: int | None,
    max_nodes: int | None = None,
    max_string_length: int | None = None,
    max_digits: int = 4300,
    parse_float: type[float | Decimal] = float,
    allow_lone_surrogates: bool = False,
) -> JSON:
    """The one JSON value `text` holds (RFC 8259, I-JSON member names), integers exact, fractions as `parse_float`.

    Raises `SchemaError` with code `invalid_json` for text that is not JSON, and `ExecutionFailure` with code `bytes`,
    `depth`, `nodes`, `string_length`, `digits` or `number_range` for a limit; `TypeError` for anything but text.
    """
    if parse_float is not float and parse_float is not Decimal:
        raise TypeError("parse_float must be float or decimal.Decimal")
    source = _decoded(text, max_bytes, allow_lone_surrogates=allow_lone_surrogates)
    depth = MAX_DEPTH if max_depth is None else min(max_depth, MAX_DEPTH)
    check_extent(source, Extent(depth, max_nodes, max_string_length))
    value = _parsed(source, _decoder(max_digits, parse_float))
    if not allow_lone_surrogates and "\\u" in source:
        for match in SURROGATES.finditer(source):
            if match["lone"]:
                raise _refusal(source, match.start(), "a surrogate stands alone")
    return value


def _decoded(text: Text, max_bytes: int, *, allow_lone_surrogates: bool) -> str:
    """The text as `str`, its size checked before anything else is done (RFC 8259 section 8.1: UTF-8, no mark)."""
    if type(text) is str:
        return _measured(text, max_bytes, allow_lone_surrogates=allow_lone_surrogates)
    if type(text) not in (bytes, bytearray, memoryview):
        raise TypeError("JSON text must be str, bytes, bytearray or memoryview")
    size = text.nbytes if type(text) is memoryview else len(text)
    if size > max_bytes:
        raise _too_large(max_bytes)
    data = bytes(text)  # type: ignore[arg-type]
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise SchemaError("not JSON: a byte order mark is not allowed (byte 0)", code="invalid_json")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = error.start
    raise SchemaError(f"not JSON: the bytes are not UTF-8 (byte {offset})", code="invalid_json")


def _measured(text: str, max_bytes: int, *, allow_lone_surrogates: bool) -> str:
    if len(text) > max_bytes:
        raise _too_large(max_bytes)
    if text.isascii():
        return text
    try:
        size = len(text.encode("utf-8", "surrogatepass" if allow_lone_surrogates else "strict"))
    except UnicodeEncodeError as error:
        offset = error.start
    else:
        if size > max_bytes:
            raise _too_large(max_bytes)
        return text
    raise _refusal(text, offset, "a surrogate stands alone")


def _decoder(max_digits: int, parse_float: type[float | Decimal]) -> json.JSONDecoder:
    is_float = parse_float is float
    own = sys.get_int_max_str_digits()  # where the interpreter's limit is at least as strict, it costs nothing

    def integer(literal: str) -> int:
        if len(literal) - literal.startswith("-") > max_digits:
            raise ExecutionFailure(f"a number has more than {max_digits} digits", code="digits")
        return int(literal)

    def fraction(literal: str) -> float | Decimal:
        if not is_float and len(literal) > max_digits:
            raise ExecutionFailure(f"a number has more than {max_digits} digits", code="digits")
        if is_float and len(literal) < SHORT and "e" not in literal and "E" not in literal:
            return float(literal)
        number = _number(literal, parse_float)
        if number is None:
            raise _Fault("a number is out of range", _place_of_number(parse_float), limit="number_range")
        return number

    return json.JSONDecoder(
        object_pairs_hook=_members,
        parse_constant=_constant,
        parse_int=int if 0 < own <= max_digits else integer,
        parse_float=fraction,
    )


def _parsed(source: str, decoder: json.JSONDecoder) -> JSON:
    """The decoder's value, or its error turned into ours outside the handler, so that no chain holds the text."""
    limit: str | None = None
    try:
        value: JSON = decoder.decode(source)
    except json.JSONDecodeError as error:
        message, offset = FAULTS.get(error.msg, "the text is not JSON"), error.pos
    except _Fault as fault:
        message, offset, limit = fault.message, fault.find(source), fault.limit
    except RecursionError:
        message, offset, limit = "the text is nested too deeply for the caller's stack", -1, "depth"
    except ValueError:  # only the interpreter's own limit on digits is left
        message, offset, limit = "a number has too many digits", -1, "digits"
    else:
        return value
    if limit is not None:
        raise ExecutionFailure(message if offset < 0 else f"{message} ({_place(source, offset)})", code=limit)
    raise _refusal(source, offset, message)


def _members(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Fault("a member name occurs twice in one object", _place_of_duplicate)
    return members


def _constant(_name: str) -> NoReturn:
    raise _Fault("NaN and Infinity are not JSON", lambda source: next(CONSTANT.finditer(unquoted(source))).start())


def _number(literal: str, parse_float: type[float | Decimal]) -> float | Decimal | None:
    """The number, or None where its exponent is out of bounds or a float would be infinite or lose all of it."""
    mantissa, _, exponent = literal.lower().partition("e")
    written = exponent.lstrip("+-").lstrip("0")
    if len(written) > 3 or int(written or "0") > MAX_EXPONENT:
        return None
    if parse_float is Decimal:
        exact = Decimal(literal)
        return exact if abs(exact.adjusted()) <= MAX_EXPONENT else None
    number = float(literal)
    if number - number != 0 or (number == 0 and mantissa.strip("-0.")):
        return None
    return number


def _place_of_number(parse_float: type[float | Decimal]) -> Callable[[str], int]:
    def is_out_of_range(literal: str) -> bool:
        return not literal.lstrip("-").isdigit() and _number(literal, parse_float) is None

    return lambda source: next(m.start() for m in NUMBER.finditer(unquoted(source)) if is_out_of_range(m[0]))


def _place_of_duplicate(source: str) -> int:
    """The offset of the first repeated member name; the text is JSON up to there."""
    names: list[set[str] | None] = []
    expected = False
    tokens = TOKEN.finditer(source)
    while True:
        match = next(tokens)
        mark = match["mark"]
        if mark is None and expected and names and names[-1] is not None:
            name = json.loads(match["string"], strict=True)
            if name in names[-1]:
                return match.start()
            names[-1].add(name)
        elif mark in ("{", "["):
            names.append(set() if mark == "{" else None)
        elif mark in ("}", "]"):
            names.pop()
        expected = mark in ("{", ",")


def _place(source: str, offset: int) -> str:
    line = source.count("\n", 0, offset) + 1
    column = offset - source.rfind("\n", 0, offset)
    return f"line {line}, column {column}, offset {offset}"


def _refusal(source: str, offset: int, message: str) -> SchemaError:
    return SchemaError(f"not JSON: {message} ({_place(source, max(offset, 0))})", code="invalid_json")


def _too_large(max_bytes: int) -> ExecutionFailure:
    return ExecutionFailure(f"the text is larger than {max_bytes} bytes", code="bytes")
