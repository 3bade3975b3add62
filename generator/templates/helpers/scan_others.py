# uses: scan
from typing import Any


def scan_others(
    members: dict[str, Any], names: frozenset[str], left: int, depth: int
) -> int:
    """The members that are not in `names`, counted already."""
    for name, item in members.items():
        if type(name) is not str:
            exceeded("not_json")
        if name not in names:
            if len(name) > STRING_LIMIT:
                exceeded("string_length")
            kind = type(item)
            if kind is str:
                if len(item) > STRING_LIMIT:
                    exceeded("string_length")
            elif kind is not int and kind is not bool and item is not None:
                left = scan(item, left, depth - 1)
    return left
