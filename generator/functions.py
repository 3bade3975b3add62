"""The functions of one subschema as text: check and explain of one body, and annotate where the module has output."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from . import ir
from .framing import check_lines, explain_lines
from .lower.annotation import Annotations
from .lower.place import ROOT, Module, Place, path_comment
from .lower.subschema import lower_subschema
from .lower.walk import Walk
from .source import Code, assemble, fixed, literal

METER_PARAMETERS = fixed(", depth: int, budget: list[float]")
PASS = ((1, fixed("pass")),)

Lines = tuple[tuple[int, Code], ...]


def laid_out(lines: Iterator[tuple[int, Code]]) -> Code:
    """The lines, each indented by its level."""
    return Code(
        "\n".join("    " * depth + str.__str__(text).replace("\n", "\n" + "    " * depth) for depth, text in lines)
    )


def _returned(lines: list[tuple[int, Code]]) -> Iterator[tuple[int, Code]]:
    """The lines with their answer: where the last of them is a call that decides, what it answers."""
    last = _LAST_CALL.fullmatch(lines[-2][1]) if len(lines) > 1 and lines[-2][0] == 1 else None
    if last is None:
        yield from lines
        yield 1, fixed("return True")
    else:
        yield from lines[:-2]
        yield 1, Code(f"return {last[1]}")


_LAST_CALL = re.compile(r"if not (check[A-Za-z0-9_]*\([^()]*\)):")


def pair(module: Module, key: ir.Key) -> tuple[Code, Code]:
    """The check and the explain function of one subschema."""
    body = lower_subschema(module, key, _root(module, key))
    name = module.names.function(key)
    parameters, meter = _meter(module, key)
    trail = fixed(", trail: str") if module.output else fixed("")

    def check() -> Iterator[tuple[int, Code]]:
        yield 0, path_comment(key.at)
        yield 0, assemble("def check{}(value: object{}) -> bool:", name, parameters)
        yield from meter
        yield from _returned(list(check_lines(body)))

    def explain() -> Iterator[tuple[int, Code]]:
        yield 0, path_comment(key.at)
        yield 0, assemble("def explain{}(value: object, path: str{}, found: Found{}) -> None:", name, trail, parameters)
        yield from (*meter, *explain_lines(body)) or PASS

    return laid_out(check()), laid_out(explain())


def annotate_functions(module: Module) -> list[Code]:
    """The annotate functions that the entries reach; what their conditions ask, the module then has to have."""
    annotations = Annotations(module)
    module.use("note")
    module.use("units")
    for key in module.program.entries.values():
        annotations.require(key)
    return [laid_out(_annotate(module, annotations, key)) for key in annotations.asked]  # it grows meanwhile


def _annotate(module: Module, annotations: Annotations, key: ir.Key) -> Iterator[tuple[int, Code]]:
    parameters, meter = _meter(module, key)
    name = module.names.function(key)
    yield 0, path_comment(key.at)
    yield 0, assemble("def annotate{}(value: object, path: str, trail: str, notes: Notes{}) -> None:", name, parameters)
    # A body of annotations explains nothing: it is laid out as explain is, for loops that know their position.
    yield from (*meter, *explain_lines(annotations.body(key, _root(module, key)))) or PASS


def _root(module: Module, key: ir.Key) -> Place:
    return replace(ROOT, walk=Walk.start(module.program, key)) if module.output else ROOT


def _meter(module: Module, key: ir.Key) -> tuple[Code, Lines]:
    """The parameters of a function that hands on a budget, and the lines by which it pays."""
    if key in module.program.charging:
        module.use("charge")
    if key not in module.program.charging:
        return METER_PARAMETERS if key in module.program.metered else fixed(""), ()
    return METER_PARAMETERS, (
        (1, assemble("budget[0] -= {}", literal(module.program.prices[key]))),
        (1, fixed("if depth < 0 or budget[0] < 0:")),
        (2, fixed("charge(depth, budget)")),
    )
