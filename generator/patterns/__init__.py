"""ECMA-262 unicode-mode patterns: parsed, translated to `re`, and judged for growth before anything runs them."""

from __future__ import annotations

from .errors import PatternError, PatternLimit, PatternUnsupported
from .parse import ParsedPattern, Relaxation, parse

__all__ = [
    "ParsedPattern",
    "PatternError",
    "PatternLimit",
    "PatternUnsupported",
    "Relaxation",
    "parse",
]
