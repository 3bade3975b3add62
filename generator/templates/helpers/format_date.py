import re

# Gregorian calendar, year 0000 is a leap year (RFC 3339 appendix C).
_DATE = re.compile(
    r"[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    r"|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    r"|02-(?:0[1-9]|1[0-9]|2[0-8]))"
    r"|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])"
    r"|(?:[02468][048]|[13579][26])00)-02-29"
)


def is_date(value: str) -> bool:
    """A full-date of the calendar (RFC 3339 section 5.6)."""
    return _DATE.fullmatch(value) is not None
