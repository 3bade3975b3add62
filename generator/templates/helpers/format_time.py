import regex

_TIME = regex.compile(
    r"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)(?:\.[0-9]++)?+"
    r"(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))"
)


def _is_leap_second(match: regex.Match[str]) -> bool:
    """Second 60 exists at 23:59 UTC only (RFC 3339 section 5.7)."""
    hour, minute, _, sign, offset_hour, offset_minute = match.groups(default="0")
    offset = int(offset_hour) * 60 + int(offset_minute)
    local = int(hour) * 60 + int(minute)
    return (local + (offset if sign == "-" else -offset)) % 1440 == 1439


def is_time(value: str) -> bool:
    """A full-time with its offset (RFC 3339 section 5.6)."""
    match = _TIME.fullmatch(value)
    return match is not None and (match[3] != "60" or _is_leap_second(match))
