# uses: exceeded, decimal
def is_number(value: object) -> bool:
    """A JSON number; a bool is none, and neither is what JSON cannot write."""
    if type(value) is float:
        return value - value == 0.0
    if type(value) is Decimal:
        return value.is_finite() and (is_written(value) or exceeded("number"))
    return type(value) is int


def is_written(value: Decimal) -> bool:
    """The number could be written out in 4300 digits."""
    return value == 0 or abs(value.adjusted()) <= 4300
