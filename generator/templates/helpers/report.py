# uses: exceeded
class ValidationError(ValueError):
    """The instance does not match; `violations` says where."""

    def __init__(self, violations: list[tuple[str, str, str, str]]) -> None:
        path, _, _, message = violations[0]
        super().__init__(f"{message} (at {path or 'the root'})")
        self.violations = violations


class Found(list[tuple[str, str, str, str]]):
    """The violations so far, at most `limit`; `effort` counts closer looks down."""

    def __init__(self, limit: int, effort: list[int] | None = None) -> None:
        super().__init__()
        self.limit = max(limit, 1)  # a mismatch has one at least
        self.effort = [1000] if effort is None else effort


def report(
    found: Found, path: str, schema_path: str, keyword: str, message: str
) -> None:
    """Notes one violation."""
    if len(found) < found.limit:
        found.append((path, schema_path, keyword, message))
