# uses: exceeded, decimal
def scan(value: object, left: int, depth: int) -> int:
    """Counts what the schema leaves open: JSON within the limits, or no verdict."""
    kind = type(value)
    if kind is dict:
        return scan_members(value, NO_NAMES, left - len(value), depth)
    if kind is list:
        return scan_items(value, left - len(value), depth)
    scan_scalar(value)
    return left


def scan_scalar(value: object) -> None:
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


def scan_items(items: list[object], left: int, depth: int) -> int:
    """The items, counted already."""
    if left < 0:
        exceeded("nodes")
    if depth < 1:
        exceeded("depth")
    for item in items:
        kind = type(item)
        if kind is str:
            if len(item) > STRING_LIMIT:
                exceeded("string_length")
        elif kind is dict or kind is list:
            left = scan(item, left, depth - 1)
        elif kind is not int and kind is not bool and item is not None:
            scan_scalar(item)
    return left


def scan_members(
    value: dict[str, object], names: frozenset[str], left: int, depth: int
) -> int:
    """The members not in `names`, counted already, and their names."""
    if left < 0:
        exceeded("nodes")
    if depth < 1:
        exceeded("depth")
    for name, item in value.items():
        if name in names:
            continue
        if type(name) is not str:
            exceeded("not_json")
        if len(name) > STRING_LIMIT:
            exceeded("string_length")
        kind = type(item)
        if kind is str:
            if len(item) > STRING_LIMIT:
                exceeded("string_length")
        elif kind is dict or kind is list:
            left = scan(item, left, depth - 1)
        elif kind is not int and kind is not bool and item is not None:
            scan_scalar(item)
    return left


def scan_names(value: dict[str, object]) -> None:
    """The names of an object whose members are known to be within the limits."""
    for name in value:
        if type(name) is not str:
            exceeded("not_json")
        if len(name) > STRING_LIMIT:
            exceeded("string_length")


NO_NAMES: frozenset[str] = frozenset()
