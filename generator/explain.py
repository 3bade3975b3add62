"""The program as readable text: subschema by subschema, keyword by keyword, and what the passes learned of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from decimal import Decimal

from schemawright.runtime.clock import Clock

from . import ir
from .compiling import framed, load, programs
from .options import Options
from .pattern_plans import plan_of

LONGEST = 160
TRAITS = ("metered", "charging", "paying", "searching", "meeting")


def program_text(program: ir.Program) -> str:
    """The program, one subschema a block, the same text for the same program."""
    lines = [f"entry {_entry(name)}: {_key(key)}" for name, key in program.entries.items()]
    for key in sorted(program.subschemas):
        lines += ["", *_subschema(program, key)]
    return "\n".join(lines) + "\n"


def _entry(name: str) -> str:
    return json.dumps(name) if name else "(the only one)"


def _subschema(program: ir.Program, key: ir.Key) -> Iterator[str]:
    subschema = program.subschemas[key]
    traits = [name for name in TRAITS if key in getattr(program, name)]
    yield _key(key) + (f"  [{', '.join(traits)}]" if traits else "")
    if subschema.verdict is not None:
        yield f"    {'true: everything matches' if subschema.verdict else 'false: nothing matches'}"
    for keyword in subschema.keywords:
        yield from _keyword(keyword)
    for caller, target in sorted(program.stalling):
        if caller == key:
            yield f"    stalls: {_key(target)} may come back here without going into the instance"
    if key in program.extents:
        yield f"    a match leaves to be measured: {_open(program.extents[key])}"


def _keyword(keyword: ir.Keyword) -> Iterator[str]:
    shown = [f"{f.name}={_value(getattr(keyword, f.name))}" for f in fields(keyword) if f.name not in HIDDEN]
    name = type(keyword).__name__
    yield _cut(f"    {name} {' '.join(shown)}".rstrip())
    for pattern in _patterns(keyword):
        yield f"        {_cut(json.dumps(pattern))}: {plan_of(pattern, keyword.at).explanation}"
    if isinstance(keyword, ir.UnevaluatedProperties | ir.UnevaluatedItems):
        yield from (f"        {line}" for line in _evaluated(keyword.evaluated))


def _patterns(keyword: ir.Keyword) -> tuple[str, ...]:
    match keyword:
        case ir.Pattern(source=source):
            return (source,)
        case ir.PatternProperties(members=members):
            return tuple(pattern for pattern, _ in members)
        case _:
            return ()


HIDDEN = frozenset({"at", "minimum_at", "maximum_at", "evaluated"})


def _value(value: object) -> str:
    match value:
        case ir.Key():
            return _key(value)
        case tuple():
            return f"({', '.join(map(_value, value))})"
        case Decimal():
            return str(value)
        case _:
            return json.dumps(value, sort_keys=True, default=str)


def _key(key: ir.Key) -> str:
    """The schema path, and the dynamic anchors that this copy of the subschema was made for."""
    bound = ", ".join(f"{name} = {at.uri}" for name, at in key.scope)
    return _cut(json.dumps(key.at.uri)[1:-1]) + (f" where {_cut(bound)}" if bound else "")


def _evaluated(evaluated: ir.EvaluatedProperties | ir.EvaluatedItems) -> Iterator[str]:
    """What other keywords evaluated: always first, then what each branch adds."""
    yield f"evaluated: {_always(evaluated)}"
    for condition, below in evaluated.branches:
        match condition:
            case ir.Has(name):
                yield f"where the member {json.dumps(name)} is present:"
            case ir.Applies(schema, positive):
                yield f"where {_key(schema)} {'matches' if positive else 'does not match'}:"
        yield from (f"    {line}" for line in _evaluated(below))


def _always(evaluated: ir.EvaluatedProperties | ir.EvaluatedItems) -> str:
    if evaluated.everything:
        return "everything"
    if isinstance(evaluated, ir.EvaluatedItems):
        parts = [f"the first {evaluated.prefix}"] if evaluated.prefix else []
        parts += [f"those that match {_key(key)}" for key in evaluated.contains]
    else:
        parts = [json.dumps(name) for name in evaluated.names]
        parts += [f"names that match {json.dumps(pattern)}" for pattern in evaluated.patterns]
    return _cut(", ".join(parts) or "nothing")


def _open(extent: ir.Extent) -> str:
    """Which parts of an instance that matched are still to be counted."""
    if extent.nothing:
        return "nothing, for nothing matches"
    if extent.pending:
        return f"as {_key(extent.label)}" if extent.label is not None else "as above"
    parts = [] if extent.scalar else ["scalars"]
    if extent.array is None:
        parts.append("arrays")
    elif extent.array.possible:
        parts += [f"item {n}" for n, item in enumerate(extent.array.prefix) if not _is_measured(item)]
        parts += [] if _is_measured(extent.array.rest) else ["further items"]
    if extent.object is None:
        parts.append("objects")
    elif extent.object.possible:
        parts += [f"member {json.dumps(name)}" for name, member in extent.object.members if not _is_measured(member)]
        parts += [] if _is_measured(extent.object.rest) else ["further members"]
    return _cut(", ".join(parts) or "nothing but its size")


def _is_measured(extent: ir.Extent) -> bool:
    """Whether nothing of the part is open on this level: a container may hold open parts of its own."""
    return (
        extent.nothing or extent.pending or (extent.scalar and extent.array is not None and extent.object is not None)
    )


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def explained(schema: object, options: Options) -> Iterator[tuple[str, str]]:
    """Each step's name with the program after it as text; raises the errors of compiling."""
    clock = Clock(options.limits.compile_timeout)
    frame = framed(load(schema, options), options, clock)
    for name, program in programs(frame, options, clock):
        yield name, program_text(program)
