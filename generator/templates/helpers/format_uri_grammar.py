# uses: format_ipv6
import regex

# RFC 3987 section 2.2: what an IRI adds to the unreserved characters, and to a query.
_UCSCHAR = (
    "\\xA0-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF"
    "\\U00010000-\\U0001FFFD\\U00020000-\\U0002FFFD\\U00030000-\\U0003FFFD"
    "\\U00040000-\\U0004FFFD\\U00050000-\\U0005FFFD\\U00060000-\\U0006FFFD"
    "\\U00070000-\\U0007FFFD\\U00080000-\\U0008FFFD\\U00090000-\\U0009FFFD"
    "\\U000A0000-\\U000AFFFD\\U000B0000-\\U000BFFFD\\U000C0000-\\U000CFFFD"
    "\\U000D0000-\\U000DFFFD\\U000E1000-\\U000EFFFD"
)
_IPRIVATE = "\\uE000-\\uF8FF\\U000F0000-\\U000FFFFD\\U00100000-\\U0010FFFD"


def _uri_grammar(more: str, private: str, relative: bool) -> regex.Pattern[str]:
    """One deterministic pattern: a delimiter decides each step, nothing is retried."""

    def text(extra: str) -> str:
        run = f"[A-Za-z0-9._~!$&'()*+,;={more}{extra}-]*+"
        return f"{run}(?:%[0-9A-Fa-f]{{2}}{run})*+"

    future = r"[vV][0-9A-Fa-f]++\.[A-Za-z0-9._~!$&'()*+,;=:-]++"
    host = rf"(?:\[(?:{_IPV6.pattern}|{future})\]|{text('')})"
    authority = rf"//(?:{text(':')}@)?+{host}(?::[0-9]*+)?+(?:/{text(':@/')})?+"
    rootless = f"(?!//){text(':@/')}"
    start = rf"[A-Za-z][A-Za-z0-9+.-]*+:(?:{authority}|{rootless})"
    if relative:
        # A colon in the first segment would make it a scheme (RFC 3986 section 4.2).
        start = f"(?:{start}|{authority}|(?![^:/?#]*+:){rootless})"
    return regex.compile(
        rf"{start}(?:\?{text(':@/?' + private)})?+(?:#{text(':@/?')})?+"
    )
