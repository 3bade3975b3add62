"""The index of a build, `__init__.py`: which module is whose, one entry a line."""

from __future__ import annotations

from collections.abc import Iterable

from .conditions import environment
from .layout import formatted
from .manifest import ModuleEntry
from .source import Code, assemble, literal


def index_text(entries: Iterable[ModuleEntry]) -> str:
    """The index of these modules, the same for the same names, roles and files."""
    entries = sorted(entries, key=lambda entry: entry.place)
    modules = sorted({entry.module for entry in entries})
    rows = [assemble("({}, {}): {}", literal(e.name), literal(e.role), literal(e.module)) for e in entries]
    names = [Code(name) for name in modules if name.isidentifier() and name.isascii()]
    return formatted(environment().get_template("index.jinja").render(modules=names, rows=rows))
