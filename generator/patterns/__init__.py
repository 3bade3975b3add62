"""ECMA-262 unicode-mode patterns: parsed, translated to `re`, and judged for growth before anything runs them."""

from __future__ import annotations

from .errors import PatternError, PatternLimit, PatternUnsupported
from .parse import ParsedPattern, parse
from .plan import PatternPlan, plan
from .reader import Relaxation
from .rendering import Door, expression

__all__ = [
    "Door",
    "ParsedPattern",
    "PatternError",
    "PatternLimit",
    "PatternPlan",
    "PatternUnsupported",
    "Relaxation",
    "expression",
    "parse",
    "plan",
]
