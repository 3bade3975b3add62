import re

_IPV4_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = re.compile(rf"(?:{_IPV4_OCTET}\.){{3}}{_IPV4_OCTET}")


def is_ipv4(value: str) -> bool:
    """A dotted quad without leading zeros (RFC 2673 section 3.2)."""
    return _IPV4.fullmatch(value) is not None
