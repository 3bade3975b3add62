"""The public functions, compared with the only text that they can have, and the table of entries."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from .refusal import Refused
from .trees import parsed
from .verifier_names import Module

BUDGET = "[4096.0, 0.0]"
_CALLED = re.compile(r"\bcheck(\w*)\(\s*instance(?:,\s*(DEPTH_LIMIT(?: \* [0-9]{1,3})?),)?")
_NAMES = ("is_valid", "violations", "validate")


@dataclass(frozen=True, slots=True)
class Written:
    """A statement with its text, and the line that it starts in."""

    node: ast.stmt
    text: str
    line: int


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


def read_public(module: Module, nodes: list[Written]) -> None:
    """A group of functions for each entry, then perhaps the entries; raises `Refused` for anything else."""
    entries = nodes.pop() if nodes and type(nodes[-1].node) is ast.Assign else None
    rows: dict[str, list[str]] = {}
    first = 0
    while first < len(nodes):
        suffix, count = _group(module, nodes[first : first + 4])
        if suffix in rows:
            raise Refused("a name is defined twice", nodes[first].line)
        rows[suffix] = [name + suffix for name in (*_NAMES, "matches" if count == len(_NAMES) + 1 else "is_valid")]
        first += count
    module.used.update(("Found", "ValidationError", "ExecutionFailure", "exceeded", "failed"))
    if entries is not None:
        _read_entries(entries, rows)
    elif rows.keys() != {""}:
        raise Refused("the public functions or the table of entries are missing", nodes[-1].line if nodes else 0)


def _group(module: Module, nodes: list[Written]) -> tuple[str, int]:
    """What the names of the functions that start here end in, and how many they are."""
    first = nodes[0].node
    is_measured = type(first) is ast.FunctionDef and first.name.startswith("matches")
    layouts = (MATCHES, IS_VALID_MEASURED, VIOLATIONS, VALIDATE) if is_measured else (IS_VALID, VIOLATIONS, VALIDATE)
    if len(nodes) < len(layouts) or type(first) is not ast.FunctionDef:
        raise Refused("the public functions are not complete", nodes[0].line)
    suffix = first.name.removeprefix("matches" if is_measured else "is_valid")
    values = _values(module, nodes[1] if is_measured else nodes[0], suffix, is_measured=is_measured)
    for node, layout in zip(nodes, layouts, strict=False):
        _compare(node, layout.format(**values))
    return suffix, len(layouts)


def _values(module: Module, is_valid: Written, suffix: str, *, is_measured: bool) -> dict[str, str]:
    """What the layouts leave open, found in `is_valid`; raises `Refused` where it does not fit to the module."""
    called = _CALLED.search(is_valid.text)
    if called is None or suffix not in ("", called[1]):
        raise Refused("a public function is not the known one", is_valid.line)
    function, depth = called[1], called[2]
    for name in (f"check{function}", f"explain{function}"):
        if module.metered.get(name) is not bool(depth):
            raise Refused("a public function is not the known one", is_valid.line)
    if is_measured and f"measure{function}" not in module.metered:
        raise Refused("a public function is not the known one", is_valid.line)
    return {"suffix": suffix, "function": function, "meter": f", {depth}, {BUDGET}" if depth else ""}


def _compare(found: Written, expected: str) -> None:
    """As emitted, or (formatted) as the same tree."""
    if found.text != expected and ast.dump(found.node) != ast.dump(parsed(expected).body[0]):
        raise Refused("a public function is not the known one", found.line)


def _read_entries(entries: Written, rows: dict[str, list[str]]) -> None:
    """`ENTRIES`: every function is in it, and a row holds those of one entry."""
    known = {tuple(row) for row in rows.values()}
    match entries.node:
        case ast.Assign(targets=[ast.Name(id="ENTRIES")], value=ast.Dict(keys=keys, values=values), type_comment=None):
            names = [key.value for key in keys if type(key) is ast.Constant and type(key.value) is str]
            if {_names(value) for value in values} == known and len(names) == len(keys) == len(set(names)):
                return
    raise Refused("the table of entries is not the known one", entries.line)


def _names(row: ast.expr) -> tuple[str, ...]:
    elements = row.elts if type(row) is ast.Tuple else []
    return tuple(element.id for element in elements if type(element) is ast.Name)
