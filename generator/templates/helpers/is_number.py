# uses: exceeded, decimal
def is_number(value: object) -> bool:
    """A JSON number; a bool is none, and what JSON cannot write is no verdict."""
    if type(value) is float:
        return value - value == 0.0 or exceeded("not_json")
    if type(value) is Decimal:
        if not value.is_finite():
            return exceeded("not_json")
        return abs(value.adjusted()) <= 4300 or exceeded("number")
    return type(value) is int
