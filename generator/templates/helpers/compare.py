# uses: decimal
from typing import Any


def compare(value: Any, limit: int | str) -> int:
    """Below, at or above the limit by decimal text: -1, 0 or 1."""
    if type(value) is int and type(limit) is int:
        return (value > limit) - (value < limit)
    bound = Decimal(limit)
    exact = Decimal(repr(value)) if type(value) is float else value
    return -1 if exact < bound else int(exact > bound)
