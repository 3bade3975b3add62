import re

_BASE64URL = re.compile("([A-Za-z0-9_-]*+)(={0,2}+)")


def is_base64url(value: str) -> bool:
    """Base 64 for URLs, padded in full or not at all (RFC 4648 section 5)."""
    match = _BASE64URL.fullmatch(value)
    if match is None:
        return False
    return len(value) % 4 == 0 if match[2] else len(value) % 4 != 1
