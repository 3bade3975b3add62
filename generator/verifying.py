"""The command `verify`: the admission verifier alone, nothing is run."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from schemawright.runtime.limits import Limits
from schemawright.runtime.refusal import Refused
from schemawright.runtime.verifier import verify

from .refusal import Refusal, reason


def run_verify(arguments: Namespace) -> int:
    """Says of each file whether it is admitted (an index is passed over); 1 where one is not. Raises `Refusal`."""
    limit = Limits().max_source_bytes
    refused = 0
    for name in arguments.file:
        if Path(name).name == "__init__.py":
            print(f"{name}: the index of a build, no validator")
            continue
        try:
            with Path(name).open("rb") as file:
                content = file.read(limit + 1)
        except OSError as error:
            raise Refusal(f"{name} cannot be read: {reason(error)}", "name a module that schemawright wrote") from None
        try:
            admitted = verify(content, max_bytes=limit)
        except Refused as refusal:
            refused += 1
            where = f":{refusal.line}" if refusal.line else ""
            print(f"{name}{where}: not admitted: {refusal.rule}", file=sys.stderr)
        else:
            print(f"{name}: admitted, schema {admitted.parts.schema_digest}")
    if refused:
        mend = "to mend it: build the modules again from their schemas; do not edit them"
        print(mend, file=sys.stderr)
    return 1 if refused else 0
