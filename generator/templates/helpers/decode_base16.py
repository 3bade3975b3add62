# uses: content_base16
import binascii


def decode_base16(value: str) -> bytes | None:
    """The octets, None where the text is not base 16 (RFC 4648 section 8)."""
    return binascii.a2b_hex(value) if is_base16(value) else None
