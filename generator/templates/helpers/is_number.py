# uses: exceeded, decimal
def is_number(value: object) -> bool:
    """A JSON number; a bool is none, and neither is what JSON cannot write."""
    if type(value) is float:
        return value - value == 0.0
    if type(value) is Decimal:
        return value.is_finite() and (is_written(value) or exceeded("number"))
    return type(value) is int


def meets_number(value: object) -> bool:
    """As is_number, but what JSON cannot write is no verdict."""
    if type(value) is float or type(value) is Decimal:
        return is_number(value) or exceeded("not_json")
    return type(value) is int


def is_written(value: Decimal) -> bool:
    """The number could be written out in 4300 digits."""
    return abs(value.adjusted()) <= 4300
