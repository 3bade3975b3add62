# uses: exceeded, decimal
from typing import Any


def is_one_of(value: Any, values: tuple[Any, ...]) -> bool:
    """Equal to one of the values as JSON (Core 4.2.2)."""
    for other in values:
        if is_equal(value, other):
            return True
    return False


def is_equal(value: Any, other: Any) -> bool:
    """JSON equality with a value of the schema: numbers by value, bool apart."""
    kind = type(value)
    if kind is int or kind is float or kind is Decimal:
        if kind is Decimal and not value.is_finite():
            exceeded("not_json")
        known = type(other)
        if known is float and kind is not float and not is_small(value):
            return bool(value == Decimal(repr(other)))
        if kind is float and (
            known is Decimal or (known is int and not is_small(other))
        ):
            return value - value == 0.0 and bool(other == Decimal(repr(value)))
        is_number = known is int or known is float or known is Decimal
        return is_number and bool(value == other)
    if kind is not type(other):
        return False
    if kind is dict:
        if len(value) != len(other):
            return False
        for name in value:
            if type(name) is not str:
                exceeded("not_json")
        for name in other:
            if name not in value or not is_equal(value[name], other[name]):
                return False
        return True
    if kind is list:
        if len(value) != len(other):
            return False
        for item, known in zip(value, other):
            if not is_equal(item, known):
                return False
        return True
    return value is None or ((kind is str or kind is bool) and value == other)


def is_small(value: Any) -> bool:
    """An integer that a float holds exactly: Python compares both as text would."""
    return type(value) is int and -9007199254740992 <= value <= 9007199254740992
