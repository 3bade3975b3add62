# uses: exceeded, decimal, fraction
from typing import Any


def is_multiple_of(value: Any, divisor: int | str) -> bool:
    """An integer multiple of the divisor by decimal text (Validation 6.2.1)."""
    if type(value) is int:
        if value.bit_length() > 65536:
            exceeded("number")
        if type(divisor) is int:
            return value % divisor == 0
    elif value == 0:
        return True
    elif type(value) is Decimal and abs(value.adjusted()) > 4300:
        exceeded("number")
    exact = Fraction(repr(value)) if type(value) is float else Fraction(value)
    return (exact / Fraction(divisor)).denominator == 1
