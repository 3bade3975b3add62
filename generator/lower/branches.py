"""Whether a branch matched, as `unevaluated*` asks: by its flag where it has one, else once more."""

from __future__ import annotations

from keyword import iskeyword

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.source import Code, both, literal, negated

from . import subschema as lowering
from .flags import known_flag
from .place import Module, Place
from .purpose import Purpose


def branch_holds(
    module: Module, caller: ir.Key, when: ir.Applies | ir.Has, place: Place, above: Code | None, purpose: Purpose
) -> Code:
    """The condition of a branch, and of the branch around it."""
    if isinstance(when, ir.Has):
        holds = condition("present", place.value, literal(when.name))
    else:
        known = known_flag(module.program.subschemas[caller], when, place) if purpose.is_flagged else None
        differs = lowering.mismatch(module, caller, when.schema, place) if known is None else negated(known)
        holds = negated(differs) if when.positive else differs
    return holds if above is None else both([above, holds])


def held(flag: Code, holds: Code) -> tuple[Code, Code]:
    """The local that holds the condition, itself where it is a local already, and the condition."""
    is_local = holds.isidentifier() and not iskeyword(holds)
    return (holds, holds) if is_local else (flag, holds)
