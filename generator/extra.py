"""What the generator needs beyond the runtime comes with an extra, and what is missing says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

INSTALL = "pip install 'schemawright[generator]'"


class MissingExtraError(ModuleNotFoundError):
    """A library of the extra `generator` is not installed; `name` is the module's."""

    def __init__(self, name: str | None) -> None:
        super().__init__(f"{name} is missing: {INSTALL}", name=name)


@contextmanager
def needs_the_extra() -> Iterator[None]:
    """Imports inside that fail raise `MissingExtraError` with what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtraError(error.name) from None
