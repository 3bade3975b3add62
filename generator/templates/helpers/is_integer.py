# uses: is_number
def is_integer(value: object) -> bool:
    """A number without a fraction, whatever its Python type (Core 4.2.2)."""
    if type(value) is float:
        return is_number(value) and value.is_integer()
    if type(value) is Decimal:
        return is_number(value) and value == value.to_integral_value()
    return type(value) is int
