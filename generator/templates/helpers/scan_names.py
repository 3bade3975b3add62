# uses: exceeded
from typing import Any


def scan_names(members: dict[str, Any]) -> None:
    """The names of an object whose members are known to be within the limits."""
    for name in members:
        if type(name) is not str or len(name) > STRING_LIMIT:
            exceeded("string_length" if type(name) is str else "not_json")
