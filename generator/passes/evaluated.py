"""What each subschema evaluates, so that `unevaluated*` becomes a closed set where that is known when compiling.

Only where a branch decides (`anyOf`, `oneOf`, `if`, `dependentSchemas`) is a condition left for run time: whether that
branch matches the same instance, which a check function answers again without keeping any state (Core 11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Generic, TypeAlias, TypeVar

from schemawright.generator import ir
from schemawright.runtime.errors import ExecutionFailure

Properties = ir.EvaluatedProperties
Items = ir.EvaluatedItems
Evaluated = TypeVar("Evaluated", Properties, Items)
NO_KEYS: frozenset[ir.Key] = frozenset()

# Every branch becomes a line of source; shared definitions can make more of them than anybody wrote.
MOST_BRANCHES = 50_000
MOST_STEPS = 500_000


def mark_evaluated(program: ir.Program) -> ir.Program:
    """The program with what is evaluated beside each `unevaluatedProperties` and `unevaluatedItems`."""
    survey = Survey(program)
    changed = dict(program.subschemas)
    for key, subschema in program.subschemas.items():
        if any(isinstance(k, ir.UnevaluatedProperties | ir.UnevaluatedItems) for k in subschema.keywords):
            survey.settle(subschema)
            keywords = tuple(_marked(survey, subschema, keyword) for keyword in subschema.keywords)
            changed[key] = replace(subschema, keywords=keywords)
    return replace(program, subschemas=changed)


def _marked(survey: Survey, subschema: ir.Subschema, keyword: ir.Keyword) -> ir.Keyword:
    match keyword:
        case ir.UnevaluatedProperties():
            return replace(keyword, evaluated=survey.properties(subschema, keyword).evaluated)
        case ir.UnevaluatedItems():
            return replace(keyword, evaluated=survey.items(subschema, keyword).evaluated)
        case _:
            return keyword


def conditional(keyword: ir.Keyword) -> Iterator[tuple[ir.Applies | ir.Has | None, ir.Key]]:
    """Each subschema applied in place, with the condition under which what it evaluates counts (`None`: always)."""
    match keyword:
        case ir.Reference():
            yield None, keyword.target
        case ir.AllOf():
            yield from ((None, key) for key in keyword.schemas)
        case ir.AnyOf() | ir.OneOf():
            yield from ((ir.Applies(key), key) for key in keyword.schemas)
        case ir.If():
            yield ir.Applies(keyword.condition), keyword.condition
            if keyword.then is not None:
                yield ir.Applies(keyword.condition), keyword.then
            if keyword.otherwise is not None:
                yield ir.Applies(keyword.condition, positive=False), keyword.otherwise
        case ir.DependentSchemas():
            yield from ((ir.Has(name), key) for name, key in keyword.members)
        case _:
            pass


@dataclass(frozen=True, slots=True)
class Found(Generic[Evaluated]):
    """What a subschema evaluates, how many branches that has, and the cycles that were left out on the way."""

    evaluated: Evaluated
    size: int
    open: frozenset[ir.Key]


Below: TypeAlias = tuple[list[Evaluated], list[tuple[ir.Applies | ir.Has, Evaluated]], int, frozenset[ir.Key]]


@dataclass(slots=True)
class Survey:
    """One walk over a program: each subschema once, however many refer to it.

    Raises `ExecutionFailure` ("schema_nodes") where the branches are too many.
    """

    program: ir.Program
    known_properties: dict[ir.Key, Found[Properties]] = field(default_factory=dict)
    known_items: dict[ir.Key, Found[Items]] = field(default_factory=dict)
    steps: int = 0

    def settle(self, subschema: ir.Subschema) -> None:
        """Looks at what is applied in place from the innermost out, so that no chain of references nests calls."""
        for key in inner_first(self.program, subschema.key):
            if key in self.known_properties and key in self.known_items:
                continue
            for known, survey in ((self.known_properties, self.properties), (self.known_items, self.items)):
                found = survey(self.program.subschemas[key])
                if not found.open:
                    known[key] = found  # type: ignore[assignment]

    def properties(
        self, subschema: ir.Subschema, without: ir.Keyword | None = None, above: frozenset[ir.Key] = NO_KEYS
    ) -> Found[Properties]:
        """The names that `subschema` evaluates, `without` itself left out; `above` ends a reference cycle in place."""
        names: set[str] = set()
        patterns: set[str] = set()
        everything = False
        for keyword in subschema.keywords:
            match keyword:
                case ir.Properties():
                    names.update(name for name, _ in keyword.members)
                case ir.PatternProperties():
                    patterns.update(pattern for pattern, _ in keyword.members)
                case ir.AdditionalProperties():
                    everything = True
                case ir.UnevaluatedProperties():
                    everything = everything or keyword is not without
                case _:
                    pass
        always, branches, size, cut = self._below(
            subschema, self.properties, self.known_properties, above, of_objects=True
        )
        for below in always:
            everything = everything or below.everything
            names.update(below.names)
            patterns.update(below.patterns)
            branches += below.branches
        if everything:
            return Found(Properties(everything=True), 1, cut)
        kept = tuple((condition, below) for condition, below in branches if below != Properties())
        evaluated = Properties(names=tuple(sorted(names)), patterns=tuple(sorted(patterns)), branches=kept)
        return Found(evaluated, size, cut)

    def items(
        self, subschema: ir.Subschema, without: ir.Keyword | None = None, above: frozenset[ir.Key] = NO_KEYS
    ) -> Found[Items]:
        """The items that `subschema` evaluates, `without` itself left out; `above` ends a reference cycle in place."""
        prefix = 0
        everything = False
        contains: list[ir.Key] = []
        for keyword in subschema.keywords:
            match keyword:
                case ir.PrefixItems():
                    prefix = max(prefix, len(keyword.schemas))
                case ir.Items():
                    everything = True
                case ir.UnevaluatedItems():
                    everything = everything or keyword is not without
                case ir.Contains():
                    contains.append(keyword.schema)
                case _:
                    pass
        always, branches, size, cut = self._below(subschema, self.items, self.known_items, above, of_objects=False)
        for below in always:
            everything = everything or below.everything
            prefix = max(prefix, below.prefix)
            contains.extend(below.contains)
            branches += below.branches
        if everything:
            return Found(Items(everything=True), 1, cut)
        kept = tuple((condition, below) for condition, below in branches if below != Items())
        evaluated = Items(prefix=prefix, contains=tuple(dict.fromkeys(contains)), branches=kept)
        return Found(evaluated, size, cut)

    def _below(
        self,
        subschema: ir.Subschema,
        survey: Callable[..., Found[Evaluated]],
        known: dict[ir.Key, Found[Evaluated]],
        above: frozenset[ir.Key],
        *,
        of_objects: bool,
    ) -> Below[Evaluated]:
        """What the subschemas in place evaluate always, and under a condition; their size; the cycles left out."""
        always: dict[Evaluated, None] = {}
        branches: list[tuple[ir.Applies | ir.Has, Evaluated]] = []
        cut: set[ir.Key] = set()
        size = 1
        above = above | {subschema.key}
        for keyword in subschema.keywords:
            if isinstance(keyword, ir.DependentSchemas) and not of_objects:
                continue  # it asks for a member, so it never applies to an array
            for condition, key in conditional(keyword):
                self.steps += 1
                if key in above:
                    cut.add(key)
                    continue
                found = known.get(key)
                if found is None:
                    found = survey(self.program.subschemas[key], None, above)
                    if not found.open:  # it does not depend on where the walk came from
                        known[key] = found
                cut |= found.open
                if condition is not None:
                    branches.append((condition, found.evaluated))
                elif found.evaluated in always:
                    continue
                else:
                    always[found.evaluated] = None
                size += found.size
                if size > MOST_BRANCHES or self.steps > MOST_STEPS:
                    raise ExecutionFailure("branches evaluate too many sets of names or items", code="schema_nodes")
        return list(always), branches, size, frozenset(cut - {subschema.key})


def inner_first(program: ir.Program, start: ir.Key) -> Iterator[ir.Key]:
    """Everything applied in place below `start`, after what it applies itself where no cycle is in the way."""
    done: set[ir.Key] = set()
    pending: list[tuple[ir.Key, bool]] = [(start, False)]
    while pending:
        key, is_ready = pending.pop()
        if is_ready and key != start:
            yield key
        elif key not in done:
            done.add(key)
            pending.append((key, True))
            pending += [
                (below, False) for keyword in program.subschemas[key].keywords for _, below in conditional(keyword)
            ]
