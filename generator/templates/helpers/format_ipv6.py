# uses: format_ipv4
import re

_IPV6_GROUP = "[0-9A-Fa-f]{1,4}"
_IPV6_LAST = f"(?:{_IPV6_GROUP}:{_IPV6_GROUP}|{_IPV4.pattern})"
# The nine alternatives of RFC 3986 section 3.2.2, which bound every repetition.
_IPV6 = re.compile(
    f"(?:{_IPV6_GROUP}:){{6}}{_IPV6_LAST}"
    f"|::(?:{_IPV6_GROUP}:){{5}}{_IPV6_LAST}"
    f"|(?:{_IPV6_GROUP})?::(?:{_IPV6_GROUP}:){{4}}{_IPV6_LAST}"
    f"|(?:(?:{_IPV6_GROUP}:){{0,1}}{_IPV6_GROUP})?::(?:{_IPV6_GROUP}:){{3}}{_IPV6_LAST}"
    f"|(?:(?:{_IPV6_GROUP}:){{0,2}}{_IPV6_GROUP})?::(?:{_IPV6_GROUP}:){{2}}{_IPV6_LAST}"
    f"|(?:(?:{_IPV6_GROUP}:){{0,3}}{_IPV6_GROUP})?::{_IPV6_GROUP}:{_IPV6_LAST}"
    f"|(?:(?:{_IPV6_GROUP}:){{0,4}}{_IPV6_GROUP})?::{_IPV6_LAST}"
    f"|(?:(?:{_IPV6_GROUP}:){{0,5}}{_IPV6_GROUP})?::{_IPV6_GROUP}"
    f"|(?:(?:{_IPV6_GROUP}:){{0,6}}{_IPV6_GROUP})?::"
)


def is_ipv6(value: str) -> bool:
    """An IPv6 address without zone or prefix length (RFC 4291 section 2.2)."""
    return _IPV6.fullmatch(value) is not None
