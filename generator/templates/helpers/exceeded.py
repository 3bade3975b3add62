class ExecutionFailure(Exception):
    """A limit was met or the value is not JSON: no verdict."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def exceeded(code: str) -> bool:
    """Never returns: a limit is not a verdict."""
    raise ExecutionFailure(code)
