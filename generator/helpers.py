"""The helper functions that modules carry: one file each, copied as they stand, those they use first."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from schemawright.runtime.trees import parsed

from .prune import words


@dataclass(frozen=True, slots=True)
class HelperSource:
    """One helper file: its imports, the text that follows them, the names that both define, and all in the text."""

    name: str
    imports: tuple[str, ...]
    text: str
    names: frozenset[str]
    words: frozenset[str]


def read_helpers(names: Iterable[str]) -> tuple[HelperSource, ...]:
    """The helper files of these names, each once and after those it uses; the order of `names` does not matter.

    Raises `FileNotFoundError` for a name without a file.
    """
    found: dict[str, HelperSource] = {}
    for name in sorted(set(names)):
        _add(name, found)
    return tuple(found.values())


def _add(name: str, found: dict[str, HelperSource]) -> None:
    if name in found:
        return
    uses, helper = _read(name)
    for used in uses:
        _add(used, found)
    found[name] = helper


@cache
def _read(name: str) -> tuple[tuple[str, ...], HelperSource]:
    source = resources.files("schemawright.generator").joinpath("templates", "helpers", f"{name}.py").read_text("ascii")
    first, _, rest = source.partition("\n")
    uses: tuple[str, ...] = ()
    if first.startswith("# uses: "):
        uses, source = tuple(first.removeprefix("# uses: ").split(", ")), rest
    tree = parsed(source).body
    imports = [node for node in tree if isinstance(node, ast.Import | ast.ImportFrom)]
    body = "\n".join(source.split("\n")[imports[-1].end_lineno :]) if imports else source
    names = frozenset(name for node in tree for name in _defined(node))
    text = body.strip("\n")
    return uses, HelperSource(name, tuple(ast.unparse(node) for node in imports), text, names, words(text))


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name for alias in names)
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case _:
            pass
