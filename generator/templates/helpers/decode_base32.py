# uses: content_base32
import base64


def decode_base32(value: str) -> bytes | None:
    """The octets, None where the text is not base 32 (RFC 4648 section 6)."""
    return base64.b32decode(value) if is_base32(value) else None
