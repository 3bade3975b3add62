import re

_DURATION_TIME = (
    r"T(?:[0-9]++H(?:[0-9]++M(?:[0-9]++S)?)?|[0-9]++M(?:[0-9]++S)?|[0-9]++S)"
)
_DURATION_DATE = (
    r"(?:[0-9]++Y(?:[0-9]++M(?:[0-9]++D)?)?|[0-9]++M(?:[0-9]++D)?|[0-9]++D)"
)
_DURATION = re.compile(
    f"P(?:{_DURATION_DATE}(?:{_DURATION_TIME})?|{_DURATION_TIME}|[0-9]++W)"
)


def is_duration(value: str) -> bool:
    """A duration whose units follow without a gap (RFC 3339 appendix A)."""
    return _DURATION.fullmatch(value) is not None
