"""Why a pattern is refused: malformed, over a limit, or beyond what can be matched with a bound."""

from __future__ import annotations


class PatternError(ValueError):
    """The pattern is malformed (ECMA-262 22.2.1): `rule` says how, `offset` where, in code points."""

    def __init__(self, offset: int, rule: str) -> None:
        self.offset = offset
        self.rule = rule
        super().__init__(f"invalid pattern at offset {offset}: {rule}")


class PatternLimit(ValueError):
    """The pattern is over a limit on patterns: it may be well-formed, but nothing is generated for it."""


class PatternUnsupported(ValueError):
    """The pattern is well-formed, but no engine at hand gives its ECMA-262 meaning (22.2.2)."""
