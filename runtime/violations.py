"""What a validator says of an instance that does not match."""

from __future__ import annotations

from typing import NamedTuple


class Violation(NamedTuple):
    """One failed keyword: JSON Pointers to the place in the instance and the keyword, and why; no submitted value."""

    instance_path: str
    schema_path: str
    keyword: str
    message: str
