import re

# Spare bits may be set: RFC 4648 section 3.5 leaves it to the decoder.
_BASE64 = re.compile("[A-Za-z0-9+/]*+={0,2}+")


def is_base64(value: str) -> bool:
    """Base 64 with its padding, no white space (RFC 4648 section 4)."""
    return len(value) % 4 == 0 and _BASE64.fullmatch(value) is not None
