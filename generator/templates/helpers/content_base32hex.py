import regex

_BASE32HEX = regex.compile("[0-9A-V]*+(?:={6}|={4}|={3}|=)?+")


def is_base32hex(value: str) -> bool:
    """Base 32 with the extended hex alphabet and padding (RFC 4648 section 7)."""
    return len(value) % 8 == 0 and _BASE32HEX.fullmatch(value) is not None
