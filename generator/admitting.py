"""The command `admit`: the admission table of a catalog."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from schemawright.runtime.admission import admit_batch
from schemawright.runtime.admitted import AdmittedCatalog
from schemawright.runtime.errors import SchemawrightError, UnsupportedCapabilityError, bounded
from schemawright.runtime.tool_boundary import DEFAULT_DIALECTS

from .build_options import LIMITS, given_options
from .refusal import Refusal
from .sources import read_tools


def run_admit(arguments: Namespace) -> int:
    """Prints the admission table; the tool boundary's default dialect is 2020-12 alone."""
    options = given_options(arguments, DEFAULT_DIALECTS)
    limits = LIMITS[options.limits]
    tools = read_tools(Path(arguments.catalog), limits)
    given: dict[str, Any] = {**options.recorded(), "limits": limits, "registry": options.registry}
    try:
        admitted = admit_batch(tools, mode="quarantine" if arguments.quarantine else "strict", **given)
    except UnsupportedCapabilityError as error:
        print(f"refused: {bounded(arguments.catalog)}: {error}")
        other = "--dialect allows another dialect, --quarantine leaves out the tools that it is not allowed for"
        print(f"no tool is admitted; {other}", file=sys.stderr)
        return 1
    except SchemawrightError as error:
        raise Refusal.of(error, arguments.catalog) from None
    if not admitted.accepted and not admitted.rejected:
        print(f"warning: {bounded(arguments.catalog)}: no tool is listed", file=sys.stderr)
    _tell_admitted(admitted)
    return 1 if admitted.rejected else 0


def _tell_admitted(admitted: AdmittedCatalog) -> None:
    for name in admitted.accepted:
        print(f"accepted  {bounded(name, 64)}")
    for tool in admitted.rejected:
        print(f"rejected  {bounded(tool.name, 64)}  {tool.role}  {tool.error.code}: {tool.error}")
    print(f"{len(admitted.accepted)} accepted, {len(admitted.rejected)} rejected")
