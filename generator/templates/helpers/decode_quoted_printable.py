# uses: content_quoted_printable
import binascii


def decode_quoted_printable(value: str) -> bytes | None:
    """The octets, None where the text is not quoted-printable (RFC 2045 6.7)."""
    return binascii.a2b_qp(value) if is_quoted_printable(value) else None
