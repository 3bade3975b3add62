"""The validators made in this process, by content: bounded, least recently used out first, safe in many threads."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class Memory(Generic[Kept]):
    """At most `size` values by key; two threads may both make a value, and then one of them is kept."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[object, Kept] = OrderedDict()
        self._lock = threading.Lock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._renew_lock)

    def get(self, key: object, make: Callable[[], Kept]) -> Kept:
        """The value of `key`, made if it is not there; what `make` raises is raised, and nothing is kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            kept = self._kept.setdefault(key, made)
            self._kept.move_to_end(key)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
            return kept

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)

    def _renew_lock(self) -> None:
        # Another thread may have held the lock at the moment of the fork.
        self._lock = threading.Lock()
