"""Annotations (Core 7.7): what an instance that matches is told, by subschemas that match what stands at their place.

The conditions are those of the assertions: a branch is asked by its check, and what is unevaluated is decided alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.location import Location
from schemawright.generator.passes.graphs import callers_of
from schemawright.generator.source import Code, assemble, both, literal, negated
from schemawright.generator.statements import Body, Line, Loop, Statement, When

from . import subschema as lowering
from .array import loop, lower_prefix, lower_unevaluated_items
from .object import lower_others, lower_unevaluated_members
from .paying import repeated
from .place import Module, Place, meter_of
from .purpose import Purpose


def annotating(subschema: ir.Subschema) -> Iterator[ir.Key]:
    """The subschemas whose annotations reach the instance or one of its parts: not those of `not`, nor of names."""
    for keyword in subschema.keywords:
        match keyword:
            case ir.Reference():
                yield keyword.target
            case ir.AllOf() | ir.AnyOf() | ir.OneOf() | ir.PrefixItems():
                yield from keyword.schemas
            case ir.If():
                yield from (key for key in (keyword.condition, keyword.then, keyword.otherwise) if key is not None)
            case ir.DependentSchemas() | ir.Properties() | ir.PatternProperties():
                yield from (key for _, key in keyword.members)
            case ir.AdditionalProperties() | ir.UnevaluatedProperties() | ir.UnevaluatedItems():
                yield keyword.schema
            case ir.Items() | ir.Contains():
                yield keyword.schema
            case _:
                pass


@dataclass(slots=True)
class Annotations:
    """The annotate functions of one module: of the subschemas that have something to tell, each asked for once."""

    module: Module
    telling: frozenset[ir.Key] = frozenset()
    asked: list[ir.Key] = field(default_factory=list)
    seen: set[ir.Key] = field(default_factory=set)

    def __post_init__(self) -> None:
        subschemas = self.module.program.subschemas
        own = [key for key, subschema in subschemas.items() if subschema.annotations]
        graph = {key: tuple(annotating(subschema)) for key, subschema in subschemas.items()}
        self.telling = frozenset(callers_of(own, graph))

    def require(self, key: ir.Key) -> Code:
        """The end of the name of the subschema's annotate function."""
        if key not in self.seen:
            self.seen.add(key)
            self.asked.append(key)
        return self.module.names.function(key)

    def body(self, key: ir.Key, place: Place) -> Body:
        """The statements that tell what the subschema annotates at `place`, which matches."""
        self.module.clock.step()
        subschema = self.module.program.subschemas[key]
        body: list[Statement] = [*self._own(subschema, place), *self._in_place(subschema, place)]
        for test, statements in (
            ("is_object", tuple(self._members(subschema, place))),
            ("is_array", tuple(self._items(subschema, place))),
        ):
            if statements:
                body.append(When(condition(test, place.value), statements))
        return tuple(body)

    def part(self, caller: ir.Key, key: ir.Key, place: Place, *, descends: bool = True) -> Body:
        """What a subschema tells of what stands at `place`: a call, or its own annotations where that is all."""
        if key not in self.telling:
            return ()
        place = place.into(self.module.program, key)
        subschema = self.module.program.subschemas[key]
        if not any(below in self.telling for below in annotating(subschema)):
            return tuple(self._own(subschema, place))
        meter = meter_of(self.module, caller, key, descends=descends)
        trail, name = place.evaluation.trail, self.require(key)
        return (Line(assemble("annotate{}({}, {}, {}, notes{})", name, place.value, place.path, trail, meter)),)

    def _own(self, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
        walk = place.evaluation
        for annotation in subschema.annotations:
            if _holds_decimal(annotation.value):
                self.module.use("decimal")
            line = Line(
                assemble(
                    "note(notes, {}, {}, {}, {})",
                    walk.keyword(annotation.at),
                    literal(walk.absolute(annotation.at)),
                    place.path,
                    literal(annotation.value),
                )
            )
            yield When(condition("is_string", place.value), (line,)) if annotation.strings_only else line

    def _in_place(self, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
        caller = subschema.key
        for keyword in subschema.keywords:
            match keyword:
                case ir.Reference():
                    inner = place.through(self.module.program, keyword)
                    yield from self.part(caller, keyword.target, inner, descends=False)
                case ir.AllOf():
                    for key in keyword.schemas:
                        yield from self.part(caller, key, place, descends=False)
                case ir.AnyOf() | ir.OneOf():
                    for key in keyword.schemas:
                        body = self.part(caller, key, place, descends=False)
                        if body:
                            yield When(negated(lowering.mismatch(self.module, caller, key, place)), body)
                case ir.If():
                    yield from self._if(caller, keyword, place)
                case ir.DependentSchemas():
                    for name, key in keyword.members:
                        body = self.part(caller, key, place, descends=False)
                        present = condition("present", place.value, literal(name))
                        if body:
                            yield When(both([condition("is_object", place.value), present]), body)
                case _:
                    pass

    def _if(self, caller: ir.Key, keyword: ir.If, place: Place) -> Iterator[Statement]:
        """The condition's own annotations count where it holds (Core 10.2.2.1)."""
        holds, otherwise = (
            tuple(
                statement
                for key in keys
                if key is not None
                for statement in self.part(caller, key, place, descends=False)
            )
            for keys in ((keyword.condition, keyword.then), (keyword.otherwise,))
        )
        differs = lowering.mismatch(self.module, caller, keyword.condition, place)
        if holds:
            yield When(negated(differs), holds, otherwise)
        elif otherwise:
            yield When(differs, otherwise)

    def _purpose(self, caller: ir.Key) -> Purpose:
        def part(key: ir.Key, place: Place, at: Location) -> Body:
            return self.part(caller, key, place)

        return Purpose(part, lambda flag, holds: (Line(assemble("{} = {}", flag, holds)),), is_flagged=False)

    def _members(self, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
        caller, purpose = subschema.key, self._purpose(subschema.key)
        for keyword in subschema.keywords:
            match keyword:
                case ir.Properties():
                    for name, key in keyword.members:
                        body = self.part(caller, key, place.member_in_place(name))
                        if body:
                            yield When(condition("present", place.value, literal(name)), body)
                case ir.UnevaluatedProperties():
                    yield from lower_unevaluated_members(self.module, caller, keyword, place, purpose)
                case _:
                    pass
        yield from lower_others(self.module, subschema, place, purpose)

    def _items(self, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
        caller, purpose = subschema.key, self._purpose(subschema.key)
        item = place.any_item()
        for keyword in subschema.keywords:
            match keyword:
                case ir.PrefixItems():
                    yield from lower_prefix(keyword, place, purpose)
                case ir.Items():
                    body = self.part(caller, keyword.schema, item)
                    if body:
                        yield from self._repeated(caller, keyword, place, loop(self.module, place, keyword.start, body))
                case ir.Contains():
                    body = self.part(caller, keyword.schema, item)
                    differs = lowering.mismatch(self.module, caller, keyword.schema, item, descends=True)
                    if body:
                        matching = loop(self.module, place, 0, (When(negated(differs), body),))
                        yield from self._repeated(caller, keyword, place, matching)
                case ir.UnevaluatedItems():
                    yield from lower_unevaluated_items(self.module, caller, keyword, place, purpose)
                case _:
                    pass

    def _repeated(self, caller: ir.Key, keyword: ir.Items | ir.Contains, place: Place, loop: Loop) -> Body:
        return repeated(self.module, caller, place, loop, [(keyword.schema, 1)])


def _holds_decimal(value: ir.Json) -> bool:
    if isinstance(value, dict):
        return any(map(_holds_decimal, value.values()))
    return any(map(_holds_decimal, value)) if isinstance(value, list) else isinstance(value, Decimal)
