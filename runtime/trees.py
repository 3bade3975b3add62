"""Text to syntax trees and trees to code, one thread at a time."""

from __future__ import annotations

import ast
import os
import threading
from collections.abc import Callable
from types import CodeType
from typing import TypeVar

Made = TypeVar("Made")

TRIES = 3

_lock = threading.Lock()


def _renew_lock() -> None:
    # Another thread may have held the lock at the moment of the fork.
    global _lock  # noqa: PLW0603 - a lock cannot be renewed in place
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


def parsed(text: str) -> ast.Module:
    """The tree of a module's text; raises what `ast.parse` raises."""
    return _alone(lambda: ast.parse(text))


def compiled(tree: ast.Module) -> CodeType:
    """The code of a checked tree; raises what `compile` raises."""
    return _alone(lambda: compile(tree, "<schemawright module>", "exec", dont_inherit=True))


def _alone(make: Callable[[], Made]) -> Made:
    """What `make` gives: CPython 3.11 and 3.12 count the depth of trees once for all threads, and fail where two meet.

    The lock keeps our own threads apart; another try helps where the other thread was the host's.
    """
    for _ in range(TRIES - 1):
        try:
            with _lock:
                return make()
        except SystemError:
            continue
    with _lock:
        return make()
