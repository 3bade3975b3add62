import functools
import re


@functools.cache
def pattern_on_first_use(text: str) -> re.Pattern[str]:
    """The pattern, compiled when it is first needed: long classes take milliseconds."""
    return re.compile(text, re.ASCII)
