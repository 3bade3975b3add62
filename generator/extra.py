"""What the generator needs beyond the runtime comes with an extra, and what is missing says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs_the_extra() -> Iterator[None]:
    """Imports inside that fail raise `ModuleNotFoundError` with the name of the extra to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{error.name} is missing: pip install 'schemawright[generator]'", name=error.name
        ) from None
