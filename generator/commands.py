"""The commands `build`, `check`, `explain` and `admit`: each takes parsed arguments and answers an exit code."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from schemawright.runtime.admission import admit_batch
from schemawright.runtime.admitted import AdmittedCatalog
from schemawright.runtime.errors import SchemawrightError, UnsupportedCapabilityError, bounded
from schemawright.runtime.tool_boundary import DEFAULT_DIALECTS

from .build import build
from .build_options import LIMITS, BuildOptions, dialect_uri, read_registry
from .check import outdated, read_build, touched
from .dialects import DRAFT_2020_12
from .explain import explained
from .progress import progress_bar
from .refusal import Refusal
from .sources import Sources, read_schema, read_sources, read_tools
from .write import Written, check_writable, write

MOST_PROCESSES = 4
EVERY_DIALECT = BuildOptions().dialects


def build_options(arguments: Namespace, dialects: tuple[str, ...] = EVERY_DIALECT) -> BuildOptions:
    """The compile options among the arguments; `dialects` are those allowed where none is named. Raises `Refusal`."""
    named = tuple(dict.fromkeys(dialect_uri(name) for name in arguments.dialect or ())) or dialects
    if arguments.default_dialect is not None:
        default = dialect_uri(arguments.default_dialect)
    else:
        default = DRAFT_2020_12 if DRAFT_2020_12 in named else named[0]
    return BuildOptions(
        dialects=named,
        default_dialect=default,
        format_assertion=arguments.format_assertion,
        content_assertion=arguments.content_assertion,
        limits=arguments.limits,
        registry=read_registry(arguments.registry),
    )


def run_build(arguments: Namespace) -> int:
    """Builds the sources into the folder, and says what changed."""
    folder = Path(arguments.output)
    options = build_options(arguments)
    check_writable(folder)
    sources = _sources(arguments.source, options)
    with progress_bar(len(sources.schemas)) as progress:
        made = build(sources, options, processes=_processes(arguments.jobs), progress=progress)
    _warn(made.warnings)
    _tell_written(folder, len(made.manifest.modules), write(folder, made.files))
    return 0


def _processes(jobs: int | None) -> int:
    if jobs is not None and jobs < 1:
        raise Refusal("--jobs must be at least 1", "leave it out")
    return jobs or min(MOST_PROCESSES, os.cpu_count() or 1)


def _sources(names: list[str], options: BuildOptions) -> Sources:
    sources = read_sources(map(Path, names), LIMITS[options.limits])
    _warn(sources.warnings)
    return sources


def _warn(warnings: tuple[str, ...]) -> None:
    for warning in warnings:
        print(f"warning: {bounded(warning)}", file=sys.stderr)


def _tell_written(folder: Path, modules: int, done: Written) -> None:
    counts = f"{len(done.written)} files written, {len(done.kept)} unchanged, {len(done.removed)} removed"
    print(f"{bounded(str(folder))}: {modules} modules; {counts}")
    for name in done.edited:
        print(f"warning: {name} is no longer built, but was edited, and stays", file=sys.stderr)


def run_check(arguments: Namespace) -> int:
    """Compares the folder with its manifest, and with a new build where sources are named."""
    folder = Path(arguments.folder)
    manifest, found = read_build(folder)
    faults = list(touched(manifest, found))
    if arguments.source:
        options = BuildOptions.from_recorded(manifest.options, read_registry(arguments.registry))
        faults += outdated(build(_sources(arguments.source, options), options), found)
    elif arguments.registry:
        raise Refusal("--registry without --source changes nothing", "name the sources too, or leave it out")
    for fault in faults:
        print(bounded(fault))
    if faults:
        print(f"{bounded(str(folder))} is not as build would write it: build it again", file=sys.stderr)
        return 1
    state = "untouched and up to date" if arguments.source else "untouched"
    print(f"{bounded(str(folder))}: {len(manifest.modules)} modules, {state}")
    return 0


def run_explain(arguments: Namespace) -> int:
    """Prints the program after each pass, or after one of them."""
    options = build_options(arguments).compile_options(entry=arguments.entry)
    schema = read_schema(Path(arguments.schema))
    try:
        steps = dict(explained(schema, options))
    except SchemawrightError as error:
        raise Refusal.of(error, arguments.schema) from None
    if arguments.step is not None and arguments.step not in steps:
        raise Refusal(f"there is no pass {arguments.step!r}", f"name one of {', '.join(steps)}")
    before = ""
    for name, text in steps.items():
        if arguments.step in {None, name}:
            same = text == before and arguments.step is None
            print(f"==== after {name}{': nothing changed' if same else ''}")
            print("" if same else text)
        before = text
    return 0


def run_admit(arguments: Namespace) -> int:
    """Prints the admission table; the tool boundary's default dialect is 2020-12 alone."""
    options = build_options(arguments, DEFAULT_DIALECTS)
    tools = read_tools(Path(arguments.catalog))
    given: dict[str, Any] = {**options.recorded(), "limits": LIMITS[options.limits], "registry": options.registry}
    try:
        admitted = admit_batch(
            tools,
            mode="quarantine" if arguments.quarantine else "strict",
            **given,
        )
    except UnsupportedCapabilityError as error:
        print(f"refused: {error}")
        print("no tool is admitted; --quarantine leaves out those with unsupported schemas", file=sys.stderr)
        return 1
    except SchemawrightError as error:
        raise Refusal.of(error) from None
    _tell_admitted(admitted)
    return 1 if admitted.rejected else 0


def _tell_admitted(admitted: AdmittedCatalog) -> None:
    for name in admitted.accepted:
        print(f"accepted  {bounded(name, 64)}")
    for tool in admitted.rejected:
        print(f"rejected  {bounded(tool.name, 64)}  {tool.role}  {tool.error.code}: {tool.error}")
    print(f"{len(admitted.accepted)} accepted, {len(admitted.rejected)} rejected")
