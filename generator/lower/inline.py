"""Which function a subschema stands in: that of what it refers to, its parent's, or its own."""

from __future__ import annotations

from schemawright.generator import ir

from .place import ROOT, Module, Place

SCALAR = (
    ir.Type | ir.Enum | ir.Const | ir.Minimum | ir.Maximum | ir.ExclusiveMinimum | ir.ExclusiveMaximum | ir.MultipleOf
    | ir.MinLength | ir.MaxLength | ir.Pattern | ir.Format | ir.MinItems | ir.MaxItems | ir.UniqueItems
    | ir.MinProperties | ir.MaxProperties
)  # fmt: skip
DEEPEST_INLINE = 12


def target_of(module: Module, key: ir.Key) -> ir.Key:
    """The subschema itself, or what it refers to where it is nothing but a reference."""
    return entered(module, key, ROOT)[0]


def entered(module: Module, key: ir.Key, place: Place) -> tuple[ir.Key, Place]:
    """As `target_of`, with the place as that subschema sees it."""
    place = place.into(module.program, key)
    for _ in range(DEEPEST_INLINE):
        keywords = module.program.subschemas[key].keywords
        if len(keywords) != 1 or not isinstance(keywords[0], ir.Reference):
            break
        place = place.through(module.program, keywords[0])
        key = keywords[0].target
    return key, place


def is_simple(module: Module, key: ir.Key) -> bool:
    """A few assertions on the value itself, or a boolean."""
    subschema = module.program.subschemas[key]
    return len(subschema.keywords) <= 4 and all(isinstance(keyword, SCALAR) for keyword in subschema.keywords)


def is_inline(module: Module, key: ir.Key) -> bool:
    """The subschema stands in its parent's function: decided by it alone."""
    return all(_is_inline(module, keyword) for keyword in module.program.subschemas[key].keywords)


def _is_inline(module: Module, keyword: ir.Keyword) -> bool:
    match keyword:
        case ir.AnyOf() | ir.OneOf() | ir.AllOf():
            return all(is_simple(module, target_of(module, key)) for key in keyword.schemas)
        case ir.Not() | ir.Items():
            return is_simple(module, target_of(module, keyword.schema))
        case ir.AdditionalProperties(names=(), patterns=()):
            return is_simple(module, target_of(module, keyword.schema))
        case _:
            return isinstance(keyword, SCALAR)
