"""A progress bar where somebody looks at it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .extra import needs_the_extra


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[str], None]]:
    """What to call for each of `total` steps: a bar on a terminal, nothing where standard error goes elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _title: None
        return
    with needs_the_extra():
        from rich.console import Console  # noqa: PLC0415 - slow to import, and for terminals only
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415

    columns = (
        TextColumn("building"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def step(title: str) -> None:
            shown = "".join(c if c.isprintable() else "?" for c in title[:60])
            bar.update(task, advance=1, description=shown)

        yield step
