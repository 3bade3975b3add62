"""The command `explain`: the program after each pass."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from schemawright.runtime.errors import SchemawrightError

from .build_options import given_options
from .explain import explained
from .refusal import Refusal
from .sources import read_schema


def run_explain(arguments: Namespace) -> int:
    """Prints the program after each pass, or after one of them."""
    options = given_options(arguments).compile_options(entry=arguments.entry)
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
