# uses: format_date, format_time
import regex

_DATE_TIME = regex.compile(f"(?:{_DATE.pattern})[Tt]{_TIME.pattern}")


def is_date_time(value: str) -> bool:
    """A date-time with its offset (RFC 3339 section 5.6)."""
    match = _DATE_TIME.fullmatch(value)
    return match is not None and (match[3] != "60" or _is_leap_second(match))
