"""Why a text is not admitted: the rule and the line, never the text."""

from __future__ import annotations

from .errors import ExecutionFailure


class Refused(ExecutionFailure):
    """The text is outside the profile (`docs/verifier.md`); `rule` says which rule, `line` where."""

    default_code = "not_admitted"

    def __init__(self, rule: str, line: int = 0) -> None:
        self.rule = rule
        self.line = line
        where = f" in line {line}" if line else ""
        super().__init__(f"the module is not admitted: {rule}{where}")
