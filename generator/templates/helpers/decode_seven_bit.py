# uses: content_seven_bit
def decode_seven_bit(value: str) -> bytes | None:
    """The octets, None where the text is not ASCII (RFC 2045 section 6.2)."""
    return value.encode("ascii") if is_seven_bit(value) else None
