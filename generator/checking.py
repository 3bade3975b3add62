"""The command `check`: a build's folder against its manifest, and against a new build of its sources."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from schemawright.runtime.errors import bounded

from .build_options import BuildOptions, read_registry
from .check import outdated, read_build, touched
from .refusal import Refusal


def run_check(arguments: Namespace) -> int:
    """Compares the folder with its manifest, and with a new build where sources are named."""
    folder = Path(arguments.folder)
    manifest, found = read_build(folder)
    faults = list(touched(manifest, found))
    if arguments.source:
        from .building import rebuilt  # noqa: PLC0415 - it needs the extra, and without sources nothing is built

        options = BuildOptions.from_recorded(manifest.options, read_registry(arguments.registry))
        faults += outdated(rebuilt(arguments.source, options), found)
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
