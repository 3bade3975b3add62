# uses: exceeded, decimal
def is_unique(value: list[object]) -> bool:
    """No two items are equal as JSON (Validation 6.4.3), by hashing."""
    if len(value) < 2:
        return True
    seen = set()
    for item in value:
        seen.add(identity(item, 128))
    return len(seen) == len(value)


def identity(value: object, depth: int) -> object:
    """A hashable stand-in, equal exactly for values that are equal as JSON."""
    kind = type(value)
    if kind is str or value is None:
        return value
    if kind is bool:
        return (value,)
    if kind is int or kind is float or kind is Decimal:
        return ("number", number_identity(value))
    if depth < 1:
        exceeded("depth")
    if kind is list:
        return ("array", *[identity(item, depth - 1) for item in value])
    if kind is not dict:
        exceeded("not_json")
    members = []
    for name in value:
        if type(name) is not str:
            exceeded("not_json")
        members.append((name, identity(value[name], depth - 1)))
    return ("object", frozenset(members))


def number_identity(value: int | float | Decimal) -> str:
    """The number's decimal text without exponent or trailing zeros.

    Text, because chosen integers collide in a set while salted text does not.
    """
    if type(value) is int:
        return f"{value:x}" if value.bit_length() < 65536 else hex(exceeded("number"))
    if type(value) is float:
        if value - value != 0.0:
            exceeded("not_json")
        if value.is_integer():
            return f"{int(value):x}"
        value = Decimal(repr(value))
    if not value.is_finite():
        exceeded("not_json")
    if abs(value.adjusted()) > 4300:
        exceeded("number")
    whole = value.to_integral_value()
    return f"{int(whole):x}" if whole == value else f"d{value.normalize()}"
