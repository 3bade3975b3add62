# uses: exceeded, decimal
from typing import Any


def is_unique(value: list[Any]) -> bool:
    """No two items are equal as JSON (Validation 6.4.3), by hashing."""
    value = value[:]  # another thread may add to it without end
    if len(value) < 2:
        return True
    seen = set()
    known: dict[object, int] = {}
    same: dict[int, int] = {}
    for item in value:
        seen.add(identity(item, known, same, 400))
    return len(seen) == len(value)


def identity(
    value: Any, known: dict[object, int], same: dict[int, int], depth: int
) -> object:
    """A hashable stand-in, equal exactly for values that are equal as JSON.

    A container is a number given to its parts' stand-ins, once per object: shared parts
    are looked at once, and no hash is taken of anything nested.
    """
    kind = type(value)
    if kind is str or value is None:
        return value
    if kind is bool:
        return (value,)
    if kind is int or kind is float or kind is Decimal:
        return ("number", number_identity(value))
    if kind is not list and kind is not dict:
        exceeded("not_json")
    if id(value) in same:
        return (same[id(value)], "part")
    if depth < 1:
        exceeded("depth")
    parts = []
    if kind is list:
        for item in value[:]:
            parts.append(identity(item, known, same, depth - 1))
    else:
        for name, item in value.items():
            if type(name) is not str:
                exceeded("not_json")
            parts.append((name, identity(item, known, same, depth - 1)))
    key = (kind is dict, frozenset(parts) if kind is dict else tuple(parts))
    same[id(value)] = known.setdefault(key, len(known))
    return (same[id(value)], "part")


def number_identity(value: Any) -> str:
    """The number's text without exponent or trailing zeros.

    Text, because chosen integers collide in a set while salted text does not.
    """
    if type(value) is int:
        return hexadecimal(value)
    if type(value) is float:
        if value - value != 0.0:
            exceeded("not_json")
        if value.is_integer() and -1e15 < value < 1e15:
            return hexadecimal(int(value))
        value = Decimal(repr(value))
    if not value.is_finite():
        exceeded("not_json")
    if value == 0:
        return hexadecimal(0)
    if abs(value.adjusted()) > 4300:
        exceeded("number")
    if value == value.to_integral_value():
        return hexadecimal(int(value))
    return "d" + f"{value:f}".rstrip("0")


def hexadecimal(value: int) -> str:
    """The integer's text in linear time."""
    if value.bit_length() > 65536:
        exceeded("number")
    return f"{value:x}"
