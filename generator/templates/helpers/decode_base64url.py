# uses: content_base64url
import binascii


def decode_base64url(value: str) -> bytes | None:
    """The octets, None where the text is not base 64 for URLs (RFC 4648 section 5)."""
    if not is_base64url(value):
        return None
    text = value.replace("-", "+").replace("_", "/")
    return binascii.a2b_base64(text + "=" * (-len(text) % 4))
