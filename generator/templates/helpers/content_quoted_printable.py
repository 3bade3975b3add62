import regex

_QUOTED_PRINTABLE_LINE = regex.compile(
    "(?:[!-<>-~]|[ \\t](?![ \\t]*+\\Z)|=[0-9A-F]{2})*+=?+"
)


def is_quoted_printable(value: str) -> bool:
    """Lines of at most 76 safe characters, the rest escaped (RFC 2045 section 6.7)."""
    lines = value.split("\r\n")
    if lines[-1].endswith("="):
        return False
    return all(
        len(line) <= 76 and _QUOTED_PRINTABLE_LINE.fullmatch(line) is not None
        for line in lines
    )
