"""The command `build`, and the building again that `check` compares with."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path

from schemawright.runtime.errors import bounded

from .build import Build, build
from .build_options import LIMITS, BuildOptions, given_options
from .progress import progress_bar
from .refusal import Refusal, warn
from .sources import Sources, read_sources
from .write import Written, check_writable, write

MOST_PROCESSES = 4


def run_build(arguments: Namespace) -> int:
    """Builds the sources into the folder, and says what changed."""
    folder = Path(arguments.output)
    options = given_options(arguments)
    check_writable(folder)
    sources = _sources(arguments.source, options)
    with progress_bar(len(sources.schemas)) as progress:
        made = build(sources, options, processes=_processes(arguments.jobs), progress=progress)
    warn(made.warnings)
    _tell_written(folder, len(made.manifest.modules), write(folder, made.files))
    return 0


def rebuilt(names: list[str], options: BuildOptions) -> Build:
    """What a build of these sources would make now; raises `Refusal`."""
    return build(_sources(names, options), options)


def _processes(jobs: int | None) -> int:
    if jobs is not None and jobs < 1:
        raise Refusal("--jobs must be at least 1", "leave it out")
    return jobs or min(MOST_PROCESSES, os.cpu_count() or 1)


def _sources(names: list[str], options: BuildOptions) -> Sources:
    sources = read_sources(map(Path, names), LIMITS[options.limits])
    warn(sources.warnings)
    return sources


def _tell_written(folder: Path, modules: int, done: Written) -> None:
    counts = f"{len(done.written)} files written, {len(done.kept)} unchanged, {len(done.removed)} removed"
    print(f"{bounded(str(folder))}: {modules} modules; {counts}")
    for name in done.edited:
        print(f"warning: {name} is no longer built, but was edited, and stays", file=sys.stderr)
