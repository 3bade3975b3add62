"""Branches whose match is asked for twice, by their combinator and by `unevaluated*`, are asked once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from schemawright.generator import ir
from schemawright.generator.source import Code, assemble, either
from schemawright.generator.statements import Body, Framed, Line

from .place import Place


def is_flagged(subschema: ir.Subschema, keys: Sequence[ir.Key]) -> bool:
    """Whether an `unevaluated*` keyword of the subschema needs to know which of these branches match."""
    for keyword in subschema.keywords:
        if isinstance(keyword, ir.UnevaluatedProperties | ir.UnevaluatedItems):
            for when, _ in keyword.evaluated.branches:
                if isinstance(when, ir.Applies) and when.schema in keys:
                    return True
    return False


def note_evaluated(place: Place) -> Callable[[Code, Code], Body]:
    """Notes in a local, which may know it already, whether a branch evaluated what it names.

    Explained, a branch that failed counts too once something is reported: what it names is not to blame as well.
    """

    def noted(name: Code, holds: Code) -> Body:
        check: Body = () if name == holds else (Line(assemble("{} = {}", name, holds)),)
        failed = assemble("len(found) > {}", reported(place))
        return (Framed(check, (Line(assemble("{} = {}", name, either([failed, holds]))),)),)

    return noted


def reported(place: Place) -> Code:
    """The local that holds how many violations there were before the subschema was explained."""
    return place.local("reported")


def count_reported(subschema: ir.Subschema, place: Place) -> Body:
    """Sets that local, where an `unevaluated*` keyword asks for it."""
    for keyword in subschema.keywords:
        if isinstance(keyword, ir.UnevaluatedProperties | ir.UnevaluatedItems) and keyword.evaluated.branches:
            return (Framed((), (Line(assemble("{} = len(found)", reported(place))),)),)
    return ()


def flag(place: Place, keyword: ir.AnyOf | ir.OneOf, position: int) -> Code:
    """The local that says whether the branch matches."""
    return place.local("matches", keyword.at.tokens[-1], str(position))


def known_flag(subschema: ir.Subschema, when: ir.Applies, place: Place) -> Code | None:
    """The flag of a branch of the subschema's own combinators, which stand before `unevaluated*`."""
    for keyword in subschema.keywords:
        if isinstance(keyword, ir.AnyOf | ir.OneOf) and len(keyword.schemas) > 1:
            position = _position(keyword, when.schema)
            if position is not None:
                return flag(place, keyword, position)
    return None


def _position(keyword: ir.AnyOf | ir.OneOf, key: ir.Key) -> int | None:
    """Which branch of the keyword that is; its path says so, where a search would go through ten thousand for each."""
    last = key.at.tokens[-1] if key.at.tokens else ""
    if not last.isdecimal() or int(last) >= len(keyword.schemas) or keyword.schemas[int(last)] != key:
        return None
    return int(last)
