# uses: exceeded
import functools

import regex


@functools.cache
def bounded_pattern(text: str) -> regex.Pattern[str]:
    """The pattern, compiled on first use."""
    return regex.compile(text, regex.VERSION0 | regex.ASCII)


def matches_within(text: str, subject: str, seconds: float = 1.0) -> bool:
    """Whether the pattern matches within the time, or no verdict."""
    # `regex` takes a negative timeout for none, and keeps about 50 bytes for each
    # code point that it may go back to.
    if seconds <= 0 or len(subject) > 1_048_576:
        raise ExecutionFailure("pattern_timeout" if seconds <= 0 else "pattern_subject")
    try:
        return (
            bounded_pattern(text).search(subject, timeout=seconds, concurrent=True)
            is not None
        )
    except (TimeoutError, MemoryError):
        raise ExecutionFailure("pattern_timeout") from None
