def is_seven_bit(value: str) -> bool:
    """ASCII alone (RFC 2045 section 6.2)."""
    return value.isascii()
