from typing import NoReturn


class ExecutionFailure(Exception):
    """A limit was met or the value is not JSON: no verdict."""

    def __init__(self, code: str, cause: str = "") -> None:
        super().__init__(f"{code} ({cause})" if cause else code)
        self.code = code
        self.cause = cause


def exceeded(code: str) -> NoReturn:
    """Never returns: a limit is not a verdict."""
    raise ExecutionFailure(code)
