"""Stands in for the loader of modules on disk while it is missing: it trusts them, as a package's digests allow."""

from __future__ import annotations

from pathlib import Path

from schemawright.runtime import load as loading
from schemawright.runtime.limits import Limits
from schemawright.runtime.validator import Validator


def load(path: Path, *, trusted: bool = False) -> Validator:
    """The validator of a module that is trusted."""
    assert trusted
    text = Path(path).read_text(encoding="utf-8")
    return Validator(loading.run_source(text), source=text, schema=None, limits=Limits())


def install() -> None:
    """Take the place of the loader, unless it is there."""
    vars(loading).setdefault("load", load)
