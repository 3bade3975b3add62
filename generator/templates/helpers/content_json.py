import json

import regex

# Ends at the text's end where the quote is missing, so that nothing is read twice.
_JSON_CONTENT_STRING = regex.compile(
    r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?+\Z)', regex.DOTALL
)
_JSON_CONTENT_FILLED = regex.compile(r"[\[{](?=[ \t\n\r]*+[^ \t\n\r\]}])")
_JSON_CONTENT_BRACKET = regex.compile(r"[\[\]{}]")


class _JsonContentLimit(Exception):
    """A number is beyond what this module represents."""


def _json_content_integer(digits: str) -> int:
    # The interpreter's own bound for text to integer: its default, and never above.
    if len(digits) > 4300:
        raise _JsonContentLimit
    try:
        return int(digits)
    except ValueError:
        raise _JsonContentLimit from None


def _json_content_float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise _JsonContentLimit
    return number


def _json_content_constant(name: str) -> None:
    raise ValueError(name)


def _json_content_object(members: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(members)
    if len(value) != len(members):
        raise ValueError("duplicate member")
    return value


def _json_content_depth(structure: str) -> int:
    depth = deepest = 0
    for bracket in _JSON_CONTENT_BRACKET.findall(structure):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def parse_json_content(
    data: bytes, max_bytes: int | None, max_depth: int | None, max_nodes: int | None
) -> tuple[str, object]:
    """("value", it), ("malformed", None), or ("limit", which bound) (RFC 8259).

    UTF-8 alone, no byte order mark, no duplicate members. A bound of None is none.
    """
    if max_bytes is not None and len(data) > max_bytes:
        return "limit", "bytes"
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return "malformed", None
    structure = _JSON_CONTENT_STRING.sub('"', text)
    if max_depth is not None and _json_content_depth(structure) > max_depth:
        return "limit", "depth"
    nodes = 1 + structure.count(",") + len(_JSON_CONTENT_FILLED.findall(structure))
    if max_nodes is not None and nodes > max_nodes:
        return "limit", "nodes"
    try:
        return "value", json.loads(
            text,
            object_pairs_hook=_json_content_object,
            parse_constant=_json_content_constant,
            parse_float=_json_content_float,
            parse_int=_json_content_integer,
        )
    except ValueError:
        return "malformed", None
    except _JsonContentLimit:
        return "limit", "number"
    except RecursionError:
        return "limit", "depth"
