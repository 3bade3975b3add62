"""Two folders change places in one step of the file system, where it has such a step."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path

AT_FDCWD = -100
RENAME_EXCHANGE = 2  # Linux
RENAME_SWAP = 2  # macOS


def exchange(first: Path, second: Path) -> bool:
    """Whether the two changed places at once; `False`, and nothing done, where this system or file system cannot."""
    call = _call()
    return call is not None and call(os.fsencode(first), os.fsencode(second)) == 0


def _call() -> Callable[[bytes, bytes], int] | None:
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "linux":
            linux = library.renameat2
            return lambda a, b: int(linux(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE))
        if sys.platform == "darwin":
            mac = library.renamex_np
            return lambda a, b: int(mac(a, b, RENAME_SWAP))
    except (OSError, AttributeError, TypeError):
        pass
    return None
