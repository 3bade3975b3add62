import re

_UUID = re.compile("[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}")


def is_uuid(value: str) -> bool:
    """A UUID of any version and variant (RFC 4122 section 3)."""
    return _UUID.fullmatch(value) is not None
