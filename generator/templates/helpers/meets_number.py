# uses: is_number
def meets_number(value: object) -> bool:
    """As is_number, but what JSON cannot write is no verdict."""
    if type(value) is float or type(value) is Decimal:
        return is_number(value) or exceeded("not_json")
    return type(value) is int
