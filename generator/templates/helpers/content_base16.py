import re

_BASE16 = re.compile("[0-9A-Fa-f]*+")


def is_base16(value: str) -> bool:
    """Pairs of hex digits of either case (RFC 4648 section 8)."""
    return len(value) % 2 == 0 and _BASE16.fullmatch(value) is not None
