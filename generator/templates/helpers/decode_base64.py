# uses: content_base64
import binascii


def decode_base64(value: str) -> bytes | None:
    """The octets, None where the text is not base 64 (RFC 4648 section 4)."""
    return binascii.a2b_base64(value) if is_base64(value) else None
