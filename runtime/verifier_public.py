"""The public functions, compared with the only text that they can have, and the table of entries."""

from __future__ import annotations

import ast
import re

from .trees import parsed
from .verifier_names import Module, refuse

BUDGET = "[4096.0, 0.0]"
_CALLED = re.compile(r"\bcheck(\w*)\(\s*instance(?:,\s*(DEPTH_LIMIT(?: \* [0-9]{1,3})?),)?")
_NAMES = ("is_valid", "violations", "validate")

MATCHES = '''\
def matches{suffix}(instance: object) -> bool:
    """As is_valid, for JSON that is known to be within the limits."""
    try:
        return check{function}(instance{meter})
    except Exception as error:
        failure = failed(error)
    raise failure'''
IS_VALID = '''\
def is_valid{suffix}(instance: object) -> bool:
    """Whether the instance matches; raises ExecutionFailure where there is no verdict."""
    try:
        return check{function}(instance{meter})
    except Exception as error:
        failure = failed(error)
    raise failure'''
IS_VALID_MEASURED = '''\
def is_valid{suffix}(instance: object) -> bool:
    """Whether the instance matches; raises ExecutionFailure where there is no verdict."""
    try:
        if not check{function}(instance{meter}):
            return False
        if measure{function}(instance, NODE_LIMIT - 1, DEPTH_LIMIT) < 0:
            exceeded("nodes")
        return True
    except Exception as error:
        failure = failed(error)
    raise failure'''
VIOLATIONS = '''\
def violations{suffix}(
    instance: object, limit: int = 20
) -> list[tuple[str, str, str, str]]:
    """Instance path, schema path, keyword and message of each failure, at most limit."""
    found = Found(limit)
    try:
        if not is_valid{suffix}(instance):
            explain{function}(instance, "", found{meter})
            # What changed meanwhile has no verdict.
            if not found:
                exceeded("not_json")
        return list(found)
    except Exception as error:
        failure = failed(error)
    raise failure'''
VALIDATE = '''\
def validate{suffix}(instance: object) -> None:
    """Raises ValidationError where the instance does not match."""
    found = violations{suffix}(instance)
    if found:
        raise ValidationError(found)'''


def read_public(module: Module, nodes: list[ast.stmt], lines: list[str]) -> None:
    """A group of functions for each entry, then perhaps the entries; raises `Refused` for anything else."""
    entries = nodes.pop() if nodes and type(nodes[-1]) is ast.Assign else None
    rows: dict[str, list[str]] = {}
    first = 0
    while first < len(nodes):
        suffix, count = _group(module, nodes[first : first + 4], lines)
        if suffix in rows:
            refuse("a name is defined twice", nodes[first])
        rows[suffix] = [name + suffix for name in (*_NAMES, "matches" if count == len(_NAMES) + 1 else "is_valid")]
        first += count
    module.used.update(("Found", "ValidationError", "ExecutionFailure", "exceeded", "failed"))
    if entries is not None:
        _read_entries(entries, rows)
    elif rows.keys() != {""}:
        refuse("the public functions or the table of entries are missing", nodes[-1] if nodes else ast.Pass())


def _group(module: Module, nodes: list[ast.stmt], lines: list[str]) -> tuple[str, int]:
    """What the names of the functions that start here end in, and how many they are."""
    is_measured = type(nodes[0]) is ast.FunctionDef and nodes[0].name.startswith("matches")
    layouts = (MATCHES, IS_VALID_MEASURED, VIOLATIONS, VALIDATE) if is_measured else (IS_VALID, VIOLATIONS, VALIDATE)
    if len(nodes) < len(layouts) or type(nodes[0]) is not ast.FunctionDef:
        refuse("the public functions are not complete", nodes[0])
    suffix = nodes[0].name.removeprefix("matches" if is_measured else "is_valid")
    values = _values(module, nodes[1] if is_measured else nodes[0], lines, suffix, is_measured=is_measured)
    for node, layout in zip(nodes, layouts, strict=False):
        _compare(node, layout.format(**values), lines)
    return suffix, len(layouts)


def _values(module: Module, node: ast.stmt, lines: list[str], suffix: str, *, is_measured: bool) -> dict[str, str]:
    """What the layouts leave open, found in `is_valid`; raises `Refused` where it does not fit to the module."""
    written = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    called = _CALLED.search(written)
    if called is None or suffix not in ("", called[1]):
        refuse("a public function is not the known one", node)
    function, depth = called[1], called[2]
    for name in (f"check{function}", f"explain{function}"):
        if module.metered.get(name) is not bool(depth):
            refuse("a public function is not the known one", node)
    if is_measured and f"measure{function}" not in module.metered:
        refuse("a public function is not the known one", node)
    return {"suffix": suffix, "function": function, "meter": f", {depth}, {BUDGET}" if depth else ""}


def _compare(node: ast.stmt, expected: str, lines: list[str]) -> None:
    """As emitted, or (formatted) as the same tree."""
    if "\n".join(lines[node.lineno - 1 : node.end_lineno]) == expected:
        return
    if ast.dump(node) != ast.dump(parsed(expected).body[0]):
        refuse("a public function is not the known one", node)


def _read_entries(node: ast.stmt, rows: dict[str, list[str]]) -> None:
    """`ENTRIES`: every function is in it, and a row holds those of one entry."""
    known = list(rows.values())
    match node:
        case ast.Assign(targets=[ast.Name(id="ENTRIES")], value=ast.Dict(keys=keys, values=values), type_comment=None):
            names = [key.value for key in keys if type(key) is ast.Constant and type(key.value) is str]
            found = [_names(value) for value in values]
            is_complete = all(row in known for row in found) and all(row in found for row in known)
            if is_complete and len(names) == len(keys) == len(set(names)):
                return
    refuse("the table of entries is not the known one", node)


def _names(row: ast.expr) -> list[str]:
    elements = row.elts if type(row) is ast.Tuple else []
    return [element.id for element in elements if type(element) is ast.Name] if elements else []
