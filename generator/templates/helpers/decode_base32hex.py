# uses: content_base32hex
import base64


def decode_base32hex(value: str) -> bytes | None:
    """The octets, None where the text is not extended base 32 (RFC 4648 section 7)."""
    return base64.b32hexdecode(value) if is_base32hex(value) else None
