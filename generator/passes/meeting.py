"""Where an object is first met: there the types of its names are asked, before any name is looked up."""

from __future__ import annotations

from dataclasses import replace

from schemawright.generator import ir
from schemawright.generator.reach import in_place, to_parts

from .graphs import callers_of

LOOKS_AT_NAMES = (
    ir.Required, ir.Properties, ir.PatternProperties, ir.AdditionalProperties, ir.PropertyNames,
    ir.DependentRequired, ir.DependentSchemas, ir.UnevaluatedProperties,
)  # fmt: skip


def find_meetings(program: ir.Program) -> ir.Program:
    """The program with the subschemas that see an instance, or a part of it, before any other does.

    A dictionary's look-up may call methods of its keys, and only exact strings have none but Python's own.
    """
    subschemas = program.subschemas
    looking = callers_of(
        (key for key, subschema in subschemas.items() if _looks_at_names(subschema)),
        {key: tuple(in_place(subschema)) for key, subschema in subschemas.items()},
    )
    first = {*program.entries.values(), *(part for subschema in subschemas.values() for part in to_parts(subschema))}
    pending = list(first)
    while pending:  # what is nothing but a reference is left out by its callers
        match subschemas[pending.pop()].keywords:
            case (ir.Reference(target=target),) if target not in first:
                first.add(target)
                pending.append(target)
            case _:
                pass
    return replace(program, meeting=frozenset(first & looking))


def _looks_at_names(subschema: ir.Subschema) -> bool:
    return any(isinstance(keyword, LOOKS_AT_NAMES) for keyword in subschema.keywords)
