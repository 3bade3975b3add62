"""An interrupt while modules are imported ends the process: as an exception, an import may turn it into another."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

INTERRUPTED = 130  # as a shell reports SIGINT


@contextmanager
def interrupts_end_the_process() -> Iterator[None]:
    """Inside, SIGINT ends the process at once with 130: for imports alone, since nothing is cleared up."""
    if not _raises_here():
        yield
        return
    signal.signal(signal.SIGINT, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _raises_here() -> bool:
    """Whether SIGINT raises `KeyboardInterrupt` in this thread; a caller that ignores or handles it has its reasons."""
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _end(*_: object) -> None:
    os._exit(INTERRUPTED)
