# uses: decimal
from typing import Any


def compare(value: Any, limit: str) -> int:
    """Below, at or above the limit by decimal text: -1, 0 or 1."""
    bound = Decimal(limit)
    exact = Decimal(repr(value)) if type(value) is float else value
    return -1 if exact < bound else int(exact > bound)
