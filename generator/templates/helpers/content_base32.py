import regex

_BASE32 = regex.compile("[A-Z2-7]*+(?:={6}|={4}|={3}|=)?+")


def is_base32(value: str) -> bool:
    """Base 32 in upper case with its padding (RFC 4648 section 6)."""
    return len(value) % 8 == 0 and _BASE32.fullmatch(value) is not None
