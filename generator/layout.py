"""The layout of written modules: black's, in one fixed mode, so that equal text gives equal bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import get_context

from .extra import needs_the_extra

with needs_the_extra():
    import black
    from black.mode import TargetVersion

MODE = black.Mode(target_versions={TargetVersion.PY311}, line_length=88)
MOST_BLOCKS = 2_048
# A worker needs a moment to start: below this many modules it is not worth it.
WORTH_A_PROCESS = 24

_BETWEEN_BLOCKS = re.compile(r"\n{3,}")


def formatted(text: str) -> str:
    """The module's text as black writes it.

    Each top-level block is formatted by itself, which gives the same (a test proves it), and the helpers, which stand
    in nearly every module, only once.
    """
    return "\n\n".join(_block(block + "\n") for block in _BETWEEN_BLOCKS.split(text.strip("\n")))


@lru_cache(MOST_BLOCKS)
def _block(text: str) -> str:
    return black.format_str(text, mode=MODE)


@contextmanager
def formatting(texts: Sequence[str], processes: int) -> Iterator[Iterator[str]]:
    """The formatted texts in order as they get ready, by as many processes as are allowed and worth it."""
    if processes <= 1 or len(texts) < WORTH_A_PROCESS:
        yield map(formatted, texts)
        return
    # A new interpreter for each: a fork would copy the threads of a progress bar half.
    pool = ProcessPoolExecutor(min(processes, len(texts) // 2), mp_context=get_context("spawn"))
    try:
        yield pool.map(formatted, texts, chunksize=4)
    finally:
        pool.shutdown(cancel_futures=True)
