# uses: exceeded
from typing import NoReturn


def pattern_subject_too_long() -> NoReturn:
    """Never returns: a text too long for its pattern is no verdict."""
    raise ExecutionFailure("pattern_subject")
