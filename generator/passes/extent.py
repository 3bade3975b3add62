"""What a match says of an instance's size, so that only what the schema leaves open is counted and scanned at run time.

An extent is a fact about every instance that matched: facts of keywords that all hold are met, facts of branches of
which one holds are joined. Either way the result is true, so using it can cost a scan but never accept too much.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from schemawright.generator.ir import (
    AdditionalProperties,
    AllOf,
    AnyOf,
    ArrayExtent,
    Const,
    Enum,
    EvaluatedProperties,
    Extent,
    If,
    Items,
    Json,
    Key,
    Keyword,
    ObjectExtent,
    OneOf,
    PatternProperties,
    PrefixItems,
    Program,
    Properties,
    Reference,
    Subschema,
    Type,
    UnevaluatedItems,
    UnevaluatedProperties,
)
from schemawright.generator.reach import applied

from .graphs import bottom_up

OPEN = Extent()
NO_ARRAY = ArrayExtent(possible=False)
NO_OBJECT = ObjectExtent(possible=False)
NOTHING = Extent(scalar=True, array=NO_ARRAY, object=NO_OBJECT, nothing=True)
MOST_STEPS = 50_000
DEEPEST = 24

Pair: TypeAlias = Callable[[Extent, Extent], Extent]


def measure_extents(program: Program) -> Program:
    """The program with the extent of each subschema, the innermost first, so that long chains do not nest calls."""
    survey = Survey(program)
    for key in bottom_up({key: tuple(applied(subschema)) for key, subschema in program.subschemas.items()}):
        survey.of(key)
    return replace(program, extents={key: survey.of(key) for key in program.subschemas})


@dataclass(slots=True)
class Survey:
    """One walk over a program; after `MOST_STEPS` it calls positions open, which is always true."""

    program: Program
    known: dict[Key, Extent] = field(default_factory=dict)
    steps: int = 0
    depth: int = 0

    def of(self, key: Key) -> Extent:
        """The extent of a subschema; pending where it contains itself."""
        if key not in self.known:
            if self.depth >= DEEPEST:
                return OPEN
            self.depth += 1
            self.known[key] = Extent(label=key, pending=True)
            found = self.subschema(self.program.subschemas[key])
            self.known[key] = found if found.label is not None else replace(found, label=key)
            self.depth -= 1
        return self.known[key]

    def subschema(self, subschema: Subschema) -> Extent:
        """What all its keywords say together."""
        if subschema.verdict is not None:
            return OPEN if subschema.verdict else NOTHING
        extent = Extent(array=self.array(subschema), object=self.object(subschema))
        for keyword in subschema.keywords:
            extent = self.meet(extent, self.keyword(keyword))
        return extent

    def keyword(self, keyword: Keyword) -> Extent:
        """What one keyword says of every type."""
        match keyword:
            case Type(types=types):
                return Extent(
                    scalar=True,
                    array=None if "array" in types else NO_ARRAY,
                    object=None if "object" in types else NO_OBJECT,
                )
            case Enum(values=values):
                return constants(values)
            case Const(value=value):
                return constants((value,))
            case Reference(target=target):
                return self.of(target)
            case AllOf(schemas=schemas):
                extent = OPEN
                for key in schemas:
                    extent = self.meet(extent, self.of(key))
                return extent
            case AnyOf(schemas=schemas) | OneOf(schemas=schemas):
                extent = self.of(schemas[0])
                for key in schemas[1:]:
                    extent = self.join(extent, self.of(key))
                return extent
            case If(condition=condition, then=then, otherwise=otherwise):
                yes = self.of(condition) if then is None else self.meet(self.of(condition), self.of(then))
                return self.join(yes, OPEN if otherwise is None else self.of(otherwise))
            case UnevaluatedProperties(schema=schema, evaluated=evaluated):
                names = all_names(evaluated)
                if names is None:
                    return OPEN
                return Extent(object=ObjectExtent(tuple((name, OPEN) for name in names), self.of(schema)))
            case UnevaluatedItems(schema=schema, evaluated=evaluated):
                if evaluated.everything or evaluated.contains or evaluated.branches:
                    return OPEN
                return Extent(array=ArrayExtent((OPEN,) * evaluated.prefix, self.of(schema)))
            case _:
                return OPEN

    def array(self, subschema: Subschema) -> ArrayExtent | None:
        """What `prefixItems` and `items` say together."""
        prefix: tuple[Extent, ...] = ()
        rest: Extent | None = None
        for keyword in subschema.keywords:
            if isinstance(keyword, PrefixItems):
                prefix = tuple(self.of(key) for key in keyword.schemas)
            elif isinstance(keyword, Items):
                rest = self.of(keyword.schema)
        return ArrayExtent(prefix, rest or OPEN) if prefix or rest else None

    def object(self, subschema: Subschema) -> ObjectExtent | None:
        """What `properties`, `patternProperties` and `additionalProperties` say together."""
        members: tuple[tuple[str, Extent], ...] = ()
        patterns: list[Extent] = []
        rest: Extent | None = None
        for keyword in subschema.keywords:
            if isinstance(keyword, Properties):
                members = tuple((name, self.of(key)) for name, key in keyword.members)
            elif isinstance(keyword, PatternProperties):
                patterns = [self.of(key) for _, key in keyword.members]
            elif isinstance(keyword, AdditionalProperties):
                rest = self.of(keyword.schema)
        if not members and rest is None:
            return None
        if rest is not None:
            for extent in patterns:  # a name outside `properties` matched a pattern's subschema or the additional one
                rest = self.join(rest, extent)
        return ObjectExtent(members, rest or OPEN)

    def meet(self, first: Extent, second: Extent) -> Extent:
        """Both hold."""
        self.steps += 1
        if is_open(second) or first is second or self.steps > MOST_STEPS:
            return first
        if is_open(first):
            return second
        if first.nothing or second.nothing:
            return first if first.nothing else second
        if first.pending or second.pending:
            return (
                second if first.pending and says_all(second) else first if first.pending or says_all(first) else second
            )
        if self.depth >= DEEPEST:
            return first
        self.depth += 1
        arrays, objects = self._meet_arrays(first.array, second.array), self._meet_objects(first.object, second.object)
        self.depth -= 1
        return Extent(first.scalar or second.scalar, arrays, objects)

    def _meet_arrays(self, first: ArrayExtent | None, second: ArrayExtent | None) -> ArrayExtent | None:
        if first is None or second is None:
            return first or second
        if not first.possible or not second.possible:
            return NO_ARRAY
        return self._pair_arrays(first, second, self.meet)

    def _meet_objects(self, first: ObjectExtent | None, second: ObjectExtent | None) -> ObjectExtent | None:
        if first is None or second is None:
            return first or second
        if not first.possible or not second.possible:
            return NO_OBJECT
        return self._pair_objects(first, second, self.meet)

    def join(self, first: Extent, second: Extent) -> Extent:
        """One of them holds."""
        self.steps += 1
        if first is second:
            return first
        if is_open(first) or is_open(second) or self.steps > MOST_STEPS:
            return OPEN
        for one, other in ((first, second), (second, first)):
            if says_nothing_of_containers(other) and (one.pending or other.nothing):
                return one
        if first.pending or second.pending:
            return OPEN
        if self.depth >= DEEPEST:
            return OPEN
        self.depth += 1
        arrays, objects = self._join_arrays(first.array, second.array), self._join_objects(first.object, second.object)
        self.depth -= 1
        return Extent(first.scalar and second.scalar, arrays, objects)

    def _join_arrays(self, first: ArrayExtent | None, second: ArrayExtent | None) -> ArrayExtent | None:
        if first is None or second is None:
            return None
        if not first.possible or not second.possible:
            return second if not first.possible else first
        return self._pair_arrays(first, second, self.join)

    def _join_objects(self, first: ObjectExtent | None, second: ObjectExtent | None) -> ObjectExtent | None:
        if first is None or second is None:
            return None
        if not first.possible or not second.possible:
            return second if not first.possible else first
        return self._pair_objects(first, second, self.join)

    def _pair_arrays(self, first: ArrayExtent, second: ArrayExtent, pair: Pair) -> ArrayExtent:
        length = max(len(first.prefix), len(second.prefix))
        prefix = tuple(pair(item(first, n), item(second, n)) for n in range(length))
        return ArrayExtent(prefix, pair(first.rest, second.rest))

    def _pair_objects(self, first: ObjectExtent, second: ObjectExtent, pair: Pair) -> ObjectExtent:
        ours, theirs = dict(first.members), dict(second.members)
        names = sorted(ours.keys() | theirs.keys())
        members = tuple((name, pair(ours.get(name, first.rest), theirs.get(name, second.rest))) for name in names)
        return ObjectExtent(members, pair(first.rest, second.rest))


def item(array: ArrayExtent, position: int) -> Extent:
    """The extent of the item at `position`."""
    return array.prefix[position] if position < len(array.prefix) else array.rest


def is_open(extent: Extent) -> bool:
    """Nothing at all is known."""
    return not extent.scalar and extent.array is None and extent.object is None and not extent.pending


def says_all(extent: Extent) -> bool:
    """Something is known of every type."""
    return extent.scalar and extent.array is not None and extent.object is not None


def says_nothing_of_containers(extent: Extent) -> bool:
    """Neither array nor object matches, and scalars are within the limits."""
    return says_all(extent) and not extent.pending and not (extent.array.possible or extent.object.possible)  # type: ignore[union-attr]


def constants(values: tuple[Json, ...]) -> Extent:
    """An instance equal to one of the values; containers among them are scanned, for they count as nodes."""
    array = None if any(isinstance(value, list) for value in values) else NO_ARRAY
    object_ = None if any(isinstance(value, dict) for value in values) else NO_OBJECT
    return Extent(scalar=True, array=array, object=object_)


def all_names(evaluated: EvaluatedProperties) -> tuple[str, ...] | None:
    """Every name that may be evaluated, `None` where that is no closed set."""
    if evaluated.everything or evaluated.patterns:
        return None
    names = set(evaluated.names)
    for _, below in evaluated.branches:
        more = all_names(below)
        if more is None:
            return None
        names.update(more)
    return tuple(sorted(names))
