"""The public functions, compared with the only text that they can have, and the table of entries."""

from __future__ import annotations

import ast
import re

from .verifier_names import Module, refuse, text

BUDGET = "[4096.0, 0.0]"
_CALLED = re.compile(r"\bcheck(\w*)\(\s*instance(?:,\s*([0-9]{1,19}),)?")
_MEASURED = re.compile(r"\bmeasure(\w*)\(\s*instance,\s*([0-9]{1,19}),\s*([0-9]{1,19})\s*\)")
_NAMES = ("is_valid", "violations", "validate")

IS_VALID = '''\
def is_valid{suffix}(instance: object) -> bool:
    """Whether the instance matches; raises ExecutionFailure where a limit is met."""
    return check{function}(instance{meter})'''
IS_VALID_MEASURED = '''\
def is_valid{suffix}(instance: object) -> bool:
    """Whether the instance matches; raises ExecutionFailure where a limit is met."""
    if not check{function}(instance{meter}):
        return False
    return {measured} >= 0 or exceeded("nodes")'''
VIOLATIONS = '''\
def violations{suffix}(
    instance: object, limit: int = 20
) -> list[tuple[str, str, str, str]]:
    """Instance path, schema path, keyword and message of each failure, at most limit."""
    found = Found(limit, [1000])
    if not is_valid{suffix}(instance):
        explain{function}(instance, "", found{meter})
    return list(found)'''
VALIDATE = '''\
def validate{suffix}(instance: object) -> None:
    """Raises ValidationError where the instance does not match."""
    found = violations{suffix}(instance)
    if found:
        raise ValidationError(found)'''


def read_public(module: Module, nodes: list[ast.stmt], lines: list[str]) -> None:
    """Triples of functions, then perhaps the entries; raises `Refused` for anything else."""
    entries = nodes.pop() if nodes and type(nodes[-1]) is ast.Assign else None
    if not nodes or len(nodes) % 3:
        refuse("the public functions are not complete", nodes[-1] if nodes else ast.Pass())
    suffixes: set[str] = set()
    for first in range(0, len(nodes), 3):
        suffix = _triple(module, nodes[first : first + 3], lines)
        if suffix in suffixes:
            refuse("a name is defined twice", nodes[first])
        suffixes.add(suffix)
    module.used.update(("Found", "ValidationError", "ExecutionFailure"))
    if entries is not None:
        _read_entries(entries, suffixes)
    elif suffixes != {""}:
        refuse("the table of entries is missing", nodes[-1])


def _triple(module: Module, nodes: list[ast.stmt], lines: list[str]) -> str:
    if any(type(node) is not ast.FunctionDef for node in nodes):
        refuse("the public functions are not complete", nodes[0])
    suffix: str = nodes[0].name.removeprefix("is_valid")  # type: ignore[attr-defined]
    written = "\n".join(lines[nodes[0].lineno - 1 : nodes[0].end_lineno])
    called = _CALLED.search(written)
    if called is None:
        refuse("a public function is not the known one", nodes[0])
    function, depth = called[1], called[2]
    meter = f", {depth}, {BUDGET}" if depth else ""
    if suffix not in ("", function) or module.metered.get(f"check{function}") is not bool(depth):
        refuse("a public function is not the known one", nodes[0])
    if module.metered.get(f"explain{function}") is not bool(depth):
        refuse("a public function is not the known one", nodes[0])
    measured = _MEASURED.search(written)
    known = IS_VALID if measured is None else IS_VALID_MEASURED
    if measured is not None:
        if f"measure{measured[1]}" not in module.metered:
            refuse("a public function is not the known one", nodes[0])
        module.used.add("exceeded")
    values = {
        "suffix": suffix,
        "function": function,
        "meter": meter,
        "measured": f"measure{measured[1]}(instance, {measured[2]}, {measured[3]})" if measured is not None else "",
    }
    for node, layout in zip(nodes, (known, VIOLATIONS, VALIDATE), strict=True):
        _compare(node, layout.format(**values), lines)
    return suffix


def _compare(node: ast.stmt, expected: str, lines: list[str]) -> None:
    """As emitted, or (formatted) as the same tree."""
    if "\n".join(lines[node.lineno - 1 : node.end_lineno]) == expected:
        return
    if ast.dump(node) != ast.dump(ast.parse(expected).body[0]):
        refuse("a public function is not the known one", node)


def _read_entries(node: ast.stmt, suffixes: set[str]) -> None:
    match node:
        case ast.Assign(targets=[ast.Name(id="ENTRIES")], value=ast.Dict(keys=keys, values=rows), type_comment=None):
            names = [key.value for key in keys if key is not None and text(key)]  # type: ignore[attr-defined]
            used = {_suffix(row) for row in rows}
            if len(names) == len(keys) == len(set(names)) and used == suffixes:
                return
    refuse("the table of entries is not the known one", node)


def _suffix(row: ast.expr) -> str | None:
    """What the names of the row's three functions end in."""
    match row:
        case ast.Tuple(elts=[ast.Name(id=first), ast.Name(id=second), ast.Name(id=third)]):
            suffix = first.removeprefix("is_valid")
            return suffix if [first, second, third] == [name + suffix for name in _NAMES] else None
    return None
