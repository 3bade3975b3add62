"""Patterns of modules from an unknown hand: by an engine that can be stopped, since nothing says that they are safe."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import regex

LONGEST = 1_048_576


def bounded_patterns(failure: Callable[[str], Exception], seconds: float) -> SimpleNamespace:
    """What stands for the module `re`: each search of its patterns ends in time, or is an execution failure."""

    def compile_(text: str, _flags: int = 0) -> SimpleNamespace:
        compiled = regex.compile(text, regex.VERSION0 | regex.ASCII)

        def call(method: Callable[..., Any], subject: str) -> object:
            if len(subject) > LONGEST:
                raise failure("pattern_subject")
            try:
                return method(subject, timeout=seconds, concurrent=True)
            except (TimeoutError, MemoryError):
                raise failure("pattern_timeout") from None

        return SimpleNamespace(
            **{name: partial(call, getattr(compiled, name)) for name in ("search", "match", "fullmatch")}
        )

    return SimpleNamespace(compile=compile_, ASCII=re.ASCII)
