import re

_IDENTITY_SURROGATE = re.compile("[\\uD800-\\uDFFF]")


def decode_identity(value: str) -> bytes | None:
    """The text as UTF-8, None where a lone surrogate has no such form (RFC 3629)."""
    return None if _IDENTITY_SURROGATE.search(value) else value.encode()
