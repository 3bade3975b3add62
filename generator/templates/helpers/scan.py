# uses: exceeded, decimal
from typing import Any


def scan(value: Any, left: int, depth: int) -> int:
    """Counts what the schema leaves open: JSON within the limits, or no verdict."""
    kind = type(value)
    if kind is dict:
        return scan_object(value, left - len(value), depth)
    if kind is list:
        return scan_array(value, left - len(value), depth)
    scan_scalar(value)
    return left


def scan_scalar(value: Any) -> None:
    """A JSON scalar within the limits, or no verdict."""
    kind = type(value)
    if kind is str:
        if len(value) > STRING_LIMIT:
            exceeded("string_length")
    elif kind is float:
        if value - value != 0.0:
            exceeded("not_json")
    elif kind is Decimal:
        if not value.is_finite():
            exceeded("not_json")
    elif not (kind is int or kind is bool or value is None):
        exceeded("not_json")


def scan_array(items: list[Any], left: int, depth: int) -> int:
    """The items, counted already."""
    if left < 0 or depth < 1:
        exceeded("nodes" if left < 0 else "depth")
    for item in items[:]:
        kind = type(item)
        if kind is str:
            if len(item) > STRING_LIMIT:
                exceeded("string_length")
        elif kind is dict:
            left = scan_object(item, left - len(item), depth - 1)
        elif kind is list:
            left = scan_array(item, left - len(item), depth - 1)
        elif kind is not int and kind is not bool and item is not None:
            scan_scalar(item)
    return left


def scan_object(members: dict[str, Any], left: int, depth: int) -> int:
    """The members and their names, counted already."""
    if left < 0 or depth < 1:
        exceeded("nodes" if left < 0 else "depth")
    for name, item in members.items():
        if type(name) is not str or len(name) > STRING_LIMIT:
            exceeded("string_length" if type(name) is str else "not_json")
        kind = type(item)
        if kind is str:
            if len(item) > STRING_LIMIT:
                exceeded("string_length")
        elif kind is dict:
            left = scan_object(item, left - len(item), depth - 1)
        elif kind is list:
            left = scan_array(item, left - len(item), depth - 1)
        elif kind is not int and kind is not bool and item is not None:
            scan_scalar(item)
    return left
