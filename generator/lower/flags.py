"""Branches whose match is asked for twice, by their combinator and by `unevaluated*`, are asked once."""

from __future__ import annotations

from collections.abc import Sequence

from schemawright.generator import ir
from schemawright.generator.source import Code

from .place import Place


def is_flagged(subschema: ir.Subschema, keys: Sequence[ir.Key]) -> bool:
    """Whether an `unevaluated*` keyword of the subschema needs to know which of these branches match."""
    for keyword in subschema.keywords:
        if isinstance(keyword, ir.UnevaluatedProperties | ir.UnevaluatedItems):
            for when, _ in keyword.evaluated.branches:
                if isinstance(when, ir.Applies) and when.schema in keys:
                    return True
    return False


def flag(place: Place, keyword: ir.AnyOf | ir.OneOf, position: int) -> Code:
    """The local that says whether the branch matches."""
    return place.local("matches", keyword.at.tokens[-1], str(position))


def known_flag(subschema: ir.Subschema, when: ir.Applies, place: Place) -> Code | None:
    """The flag of a branch of the subschema's own combinators, which stand before `unevaluated*`."""
    for keyword in subschema.keywords:
        if isinstance(keyword, ir.AnyOf | ir.OneOf) and when.schema in keyword.schemas and len(keyword.schemas) > 1:
            return flag(place, keyword, keyword.schemas.index(when.schema))
    return None
