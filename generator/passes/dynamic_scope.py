"""Dynamic scope at compile time: a subschema is compiled once per set of dynamic anchors that can reach it.

After this pass no `DynamicReference` is left, so generated code holds no dynamic scope at run time (Core 8.2.3.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace

from schemawright.generator import ir
from schemawright.generator.reach import applied
from schemawright.runtime.errors import ExecutionFailure

Scope = Mapping[str, ir.Location]
MOST_SPECIALISATIONS = 20_000


def specialise(program: ir.Program) -> ir.Program:
    """The program without dynamic references; raises `ExecutionFailure` where the specialisations are too many."""
    if not any(isinstance(k, ir.DynamicReference) for s in program.subschemas.values() for k in s.keywords):
        return program
    relevant = reachable_anchors(program)
    made: dict[ir.Key, ir.Subschema] = {}

    def enter(key: ir.Key, scope: Scope) -> ir.Key:
        inner = dict(scope)
        for name, at in program.dynamic_anchors[program.subschemas[key].resource].items():
            inner.setdefault(name, at)  # the outermost resource that has the anchor wins
        names = sorted(inner.keys() & relevant[key])
        return ir.Key(key.at, tuple((name, inner[name]) for name in names))

    entries = {name: enter(key, {}) for name, key in program.entries.items()}
    pending = list(entries.values())
    while pending:
        key = pending.pop()
        if key in made:
            continue
        if len(made) >= MOST_SPECIALISATIONS:
            raise ExecutionFailure("dynamic references specialise into too many subschemas", code="schema_nodes")
        source = program.subschemas[ir.Key(key.at)]
        scope = dict(key.scope)
        keywords = tuple(_rebound(keyword, scope, enter) for keyword in source.keywords)
        made[key] = replace(source, key=key, keywords=keywords)
        pending.extend(applied(made[key]))
    return replace(program, subschemas={key: made[key] for key in sorted(made)}, entries=entries)


def _rebound(keyword: ir.Keyword, scope: Scope, enter: object) -> ir.Keyword:
    """The keyword with each subschema key bound to `scope`."""
    assert callable(enter)
    if isinstance(keyword, ir.DynamicReference):
        at = scope.get(keyword.anchor)
        return ir.Reference(keyword.at, enter(keyword.target if at is None else ir.Key(at), scope))

    def bound(value: object) -> object:
        if isinstance(value, ir.Key):
            return enter(value, scope)
        return tuple(bound(item) for item in value) if isinstance(value, tuple) else value

    changes = {
        f.name: bound(getattr(keyword, f.name))
        for f in fields(keyword)
        if f.name in KEY_FIELDS and getattr(keyword, f.name)
    }
    return replace(keyword, **changes) if changes else keyword  # type: ignore[arg-type]


KEY_FIELDS = frozenset({"target", "schema", "schemas", "members", "condition", "then", "otherwise"})


def reachable_anchors(program: ir.Program) -> Mapping[ir.Key, frozenset[str]]:
    """For each subschema, the names of the dynamic references that it can reach, to a fixed point."""
    everywhere: dict[str, list[ir.Key]] = {}
    for anchors in program.dynamic_anchors.values():
        for name, at in anchors.items():
            everywhere.setdefault(name, []).append(ir.Key(at))
    edges: dict[ir.Key, set[ir.Key]] = {}
    found: dict[ir.Key, set[str]] = {}
    for key, subschema in program.subschemas.items():
        own = {keyword.anchor for keyword in subschema.keywords if isinstance(keyword, ir.DynamicReference)}
        edges[key] = set(applied(subschema)) | {target for name in own for target in everywhere.get(name, ())}
        found[key] = own
    callers: dict[ir.Key, list[ir.Key]] = {key: [] for key in edges}
    for key, targets in edges.items():
        for target in targets:
            if target in callers:
                callers[target].append(key)
    pending = [key for key, names in found.items() if names]
    while pending:
        key = pending.pop()
        for caller in callers[key]:
            if not found[key] <= found[caller]:
                found[caller] |= found[key]
                pending.append(caller)
    return {key: frozenset(names) for key, names in found.items()}
