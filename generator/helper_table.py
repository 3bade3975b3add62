"""The table of helpers that the admission verifier knows them by: written to `runtime/helpers.json` by `regen`."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from importlib import resources

from .helpers import HelperSource, read_helpers
from .layout import formatted
from .options import OUTPUT_FORMAT

NAME = "helpers.json"
# One string in, an answer or octets out: generated functions may call these on a string, and on nothing else.
ANSWERS = {"bool": "predicates", "bytes | None": "decoders"}


def helper_names() -> list[str]:
    """The names of all helper files, in order."""
    folder = resources.files("schemawright.generator").joinpath("templates", "helpers")
    return sorted(file.name.removesuffix(".py") for file in folder.iterdir() if file.name.endswith(".py"))


def helper_table() -> str:
    """The table as JSON text: of each helper its imports, its text (as emitted, as formatted), its names."""
    helpers = {name: _row(read_helpers([name])) for name in helper_names()}
    return json.dumps({"output_format": OUTPUT_FORMAT, "helpers": helpers}, indent=1, ensure_ascii=True) + "\n"


def _row(closure: tuple[HelperSource, ...]) -> dict[str, object]:
    *uses, helper = closure
    row: dict[str, object] = {
        "uses": [used.name for used in uses],
        "imports": list(helper.imports),
        "texts": sorted({helper.text, formatted(helper.text + "\n").strip("\n")} - {""}),
    }
    tree = ast.parse(helper.text)
    row["names"] = list(_defined(tree))
    for annotation, kind in ANSWERS.items():
        row[kind] = [node.name for node in tree.body if _takes_text(node, annotation)]  # type: ignore[attr-defined]
    return row


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield name
            case _:
                raise ValueError(f"a helper defines functions, classes and constants only (line {node.lineno})")


def _takes_text(node: ast.stmt, annotation: str) -> bool:
    if not isinstance(node, ast.FunctionDef) or node.returns is None or ast.unparse(node.returns) != annotation:
        return False
    taken = node.args.args
    return len(taken) == 1 and taken[0].annotation is not None and ast.unparse(taken[0].annotation) == "str"
