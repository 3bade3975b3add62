# uses: exceeded
from typing import NoReturn


def pattern_subject_too_long() -> NoReturn:
    """Says that a text is too long for its pattern: an execution failure, never a verdict."""
    raise ExecutionFailure("pattern_subject")
