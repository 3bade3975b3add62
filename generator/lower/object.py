"""Objects: required and known members, patterns, the rest, names, and what stays unevaluated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.location import Location
from schemawright.generator.passes.work import pattern_looks
from schemawright.generator.source import Code, assemble, both, either, fixed, literal, negated
from schemawright.generator.statements import (
    Body,
    Fails,
    Framed,
    Line,
    Loop,
    Require,
    Statement,
    When,
    is_cheap,
    mentions,
)

from . import branches
from . import subschema as lowering
from .flags import note_evaluated
from .inline import is_inline, target_of
from .patterns import pattern_differs
from .paying import repeated
from .place import Module, Place, fails
from .purpose import Purpose
from .tables import tabled
from .value import strings_constant

FEW = 2


Kind = TypeVar("Kind")


def find(subschema: ir.Subschema, kind: type[Kind]) -> Kind | None:
    """The keyword of that class, if the subschema has one."""
    return next((keyword for keyword in subschema.keywords if isinstance(keyword, kind)), None)


def members(count: int) -> str:
    """`count` with its noun."""
    return "1 property" if count == 1 else f"{count} properties"


def lower_object(module: Module, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
    if subschema.key in module.program.meeting and not module.limits.trusts_instances:
        yield _only_strings(module, place)
    for keyword in subschema.keywords:
        match keyword:
            case ir.MinProperties(at=at, limit=limit) if limit > 0:
                test = condition("fewer", place.value, literal(limit))
                yield fails(test, at, f"must have at least {members(limit)}", place)
            case ir.MaxProperties(at=at, limit=limit):
                yield fails(
                    condition("more", place.value, literal(limit)), at, f"must have at most {members(limit)}", place
                )
            case _:
                pass
    yield from _lower_members(module, subschema, place)
    for keyword in subschema.keywords:
        match keyword:
            case ir.PropertyNames():
                yield from _lower_names(module, subschema.key, keyword, place)
            case ir.DependentRequired():
                yield from _lower_dependent_required(keyword, place)
            case _:
                pass


def _only_strings(module: Module, place: Place) -> Loop:
    """Every name is an exact string: a key of another class may claim to be any of them."""
    module.use("exceeded")
    stop = When(condition("type_string", place.name), (Line(fixed('exceeded("not_json")')),))
    head = assemble("for {} in {}:", place.name, place.value)
    return Loop(head, head, (stop,))


def quoted(name: str) -> str:
    """A name of the schema, as messages show it."""
    return f"'{name}'"


def _missing(at: ir.Location, name: str, place: Place) -> Fails:
    return fails(condition("absent", place.value, literal(name)), at, f"the property {quoted(name)} is required", place)


def _lower_members(module: Module, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
    """`required`, `properties` and the rest: explained in the order of names, checked in the order of cost."""
    required = find(subschema, ir.Required)
    properties = find(subschema, ir.Properties)
    known = {} if properties is None else dict(properties.members)
    missing = {} if required is None else {name: _missing(required.at, name, place) for name in required.names}
    bodies = {name: _lower_member(module, subschema.key, key, name, place) for name, key in known.items()}
    tables = tabled(module, subschema, {name: target_of(module, key) for name, key in known.items()}, place)
    explained: list[Statement] = []
    cheap: list[Statement] = list(missing.values())
    costly: list[Statement] = []
    for name in sorted(known.keys() | missing.keys()):
        body = bodies.get(name, ())
        if name in missing:
            explained.append(Require(missing[name], body) if body else missing[name])
            member: Body = body
        else:
            member = (When(condition("present", place.value, literal(name)), body),) if body else ()
            explained.extend(member)
        if name not in tables.names:
            (cheap if is_cheap(body) else costly).extend(member)
    others = list(lower_others(module, subschema, place, asserting(module, subschema.key, place)))
    # A closed object is told by its names alone, which costs less than looking into its members.
    early = [statement for statement in others if isinstance(statement, Framed)]
    late = [statement for statement in others if not isinstance(statement, Framed)]
    check = (*cheap, *early, *tables.loop, *costly, *late)
    if check:
        yield Framed(check, (*explained, *others))


def _lower_member(module: Module, caller: ir.Key, key: ir.Key, name: str, place: Place) -> Body:
    """The member's own statements, its value held in a local where they are inline."""
    inner = place.member(name)
    if not is_inline(module, target_of(module, key)):
        return lowering.lower_part(module, caller, key, place.member_in_place(name))
    body = lowering.lower_part(module, caller, key, inner)
    if not body:
        return ()
    return (Line(assemble("{} = {}[{}]", inner.value, place.value, literal(name))), *body)


def lower_others(module: Module, subschema: ir.Subschema, place: Place, purpose: Purpose) -> Iterator[Statement]:
    """Members outside `properties`: by pattern, and the additional ones, in one loop."""
    patterns = find(subschema, ir.PatternProperties)
    additional = find(subschema, ir.AdditionalProperties)
    name = place.name
    by_pattern = (
        []
        if patterns is None
        else [
            (
                negated(pattern_differs(module, patterns.at.child(source), source, name)),
                purpose.part(key, place.any_member(), patterns.at),
            )
            for source, key in patterns.members
        ]
    )
    rest = () if additional is None else purpose.part(additional.schema, place.any_member(), additional.at)
    if additional is not None and rest and not by_pattern:
        yield from _lower_rest(module, subschema.key, additional, additional.names, rest, place)
        return
    body: list[Statement] = []
    if additional is not None and rest and len(by_pattern) == 1:
        matches, inner = by_pattern[0]
        others = _unless_named(module, additional.at, additional.names, name, rest)
        body.append(When(matches, inner, others) if inner else When(negated(matches), others))
    else:
        body.extend(When(matches, inner) for matches, inner in by_pattern if inner)
        if additional is not None and rest:
            tests = _not_named(module, additional.at, additional.names, name)
            tests += [negated(matches) for matches, _ in by_pattern]
            body.append(When(both(tests), rest))
    if body:
        yield from repeated(
            module, subschema.key, place, _member_loop(place, tuple(body)), _turns(patterns, additional)
        )


def _turns(
    patterns: ir.PatternProperties | None, additional: ir.AdditionalProperties | None
) -> Iterator[tuple[ir.Key, int]]:
    """What one turn of the loop over members applies, with the looks at the name."""
    if patterns is not None:
        yield from ((key, pattern_looks(source, patterns.at.child(source))) for source, key in patterns.members)
    if additional is not None:
        yield additional.schema, 1


def _member_loop(place: Place, body: Body) -> Loop:
    item = place.any_member().value
    head = assemble("for {}, {} in {}.items():", place.name, item, place.value)
    if not mentions(body, item):
        head = assemble("for {} in {}:", place.name, place.value)
    return Loop(head, head, body)


def asserting(module: Module, caller: ir.Key, place: Place) -> Purpose:
    """A member must match; a false subschema fails at the member, under the applicator's name."""

    def part(key: ir.Key, member: Place, at: Location) -> Body:
        if module.program.subschemas[key].verdict is False:
            return (fails(fixed("True"), key.at, "no such property is allowed", member, keyword=at.tokens[-1]),)
        return lowering.lower_part(module, caller, key, member)

    return Purpose(part, note_evaluated(place))


def _not_named(module: Module, at: ir.Location, names: Sequence[str], name: Code) -> list[Code]:
    """The conditions under which the name is none of `names`."""
    if len(names) <= FEW:
        return [assemble("{} != {}", name, literal(known)) for known in names]
    return [condition("not_named", name, names_constant(module, at, names))]


def names_constant(module: Module, at: ir.Location, names: Sequence[str], *tokens: str) -> Code:
    """A set of names as a constant, one a line."""
    return strings_constant(module, "NAMES", at.child(*tokens), names)


def _unless_named(module: Module, at: ir.Location, names: Sequence[str], name: Code, body: Body) -> Body:
    tests = _not_named(module, at, names, name)
    return (When(both(tests), body),) if tests else body


def _lower_rest(
    module: Module,
    caller: ir.Key,
    keyword: ir.AdditionalProperties | ir.UnevaluatedProperties,
    names: Sequence[str],
    body: Body,
    place: Place,
) -> Iterator[Statement]:
    """The members whose name is none of `names`; a closed object is one test, told member by member when explained."""
    at, key = keyword.at, keyword.schema
    loop = _member_loop(place, _unless_named(module, at, names, place.name, body))
    if module.program.subschemas[key].verdict is not False:
        yield from repeated(module, caller, place, loop, [(key, 1)])
    elif not names:
        yield Framed((fails(condition("more", place.value, literal(0)), at, "", place),), (loop,))
    else:
        test = condition("none_but", place.value, names_constant(module, at, names))
        yield Framed((fails(test, at, "", place),), (loop,))


def _lower_names(module: Module, caller: ir.Key, keyword: ir.PropertyNames, place: Place) -> Iterator[Statement]:
    name = Place(place.name, place.path, (*place.tokens, "propertyNames"), frozenset({"string"}), place.walk)
    body = lowering.lower_part(module, caller, keyword.schema, name)
    if body:
        head = assemble("for {} in {}:", place.name, place.value)
        yield from repeated(module, caller, place, Loop(head, head, body), [(keyword.schema, 1)])


def _lower_dependent_required(keyword: ir.DependentRequired, place: Place) -> Iterator[Statement]:
    for name, needed in keyword.members:
        if needed:
            at = keyword.at
            body = tuple(
                fails(
                    condition("absent", place.value, literal(other)),
                    at,
                    f"the property {quoted(other)} is required beside {quoted(name)}",
                    place,
                    part=name,
                )
                for other in needed
            )
            yield When(condition("present", place.value, literal(name)), body)


# ------------------------------------------------------------------ unevaluated
def lower_unevaluated(module: Module, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
    for keyword in subschema.keywords:
        if isinstance(keyword, ir.UnevaluatedProperties):
            purpose = asserting(module, subschema.key, place)
            yield from lower_unevaluated_members(module, subschema.key, keyword, place, purpose)


def lower_unevaluated_members(
    module: Module, caller: ir.Key, keyword: ir.UnevaluatedProperties, place: Place, purpose: Purpose
) -> Iterator[Statement]:
    """The members that are still unevaluated, and what is done with them."""
    evaluated = keyword.evaluated
    if evaluated.everything or module.program.subschemas[keyword.schema].verdict is True:
        return
    rest = purpose.part(keyword.schema, place.any_member(), keyword.at)
    if not rest:
        return
    if not evaluated.branches and not evaluated.patterns:
        yield from _lower_rest(module, caller, keyword, evaluated.names, rest, place)
        return
    flags, conditions = _flags(module, caller, keyword.at, evaluated, place, purpose)
    for flag, holds in flags:
        yield from purpose.flag(flag, holds)
    tests = _not_named(module, keyword.at, evaluated.names, place.name) if evaluated.names else []
    tests += [pattern_differs(module, keyword.at.child(source), source, place.name) for source in evaluated.patterns]
    body = (When(both(tests + conditions), rest),)
    looks = 1 + sum(pattern_looks(source, keyword.at.child(source)) for source in evaluated.patterns)
    yield from repeated(module, caller, place, _member_loop(place, body), [(keyword.schema, looks)])


def _flags(
    module: Module,
    caller: ir.Key,
    at: ir.Location,
    evaluated: ir.EvaluatedProperties,
    place: Place,
    purpose: Purpose,
    above: Code | None = None,
    path: tuple[str, ...] = (),
) -> tuple[list[tuple[Code, Code]], list[Code]]:
    """A flag for each branch that may have evaluated members, and what must hold for a member to be left over."""
    flags: list[tuple[Code, Code]] = []
    conditions: list[Code] = []
    for number, (when, below) in enumerate(evaluated.branches):
        tokens = (*path, str(number))
        holding = branches.branch_holds(module, caller, when, place, above, purpose)
        flag, holds = branches.held(place.local("evaluated", *tokens), holding)
        flags.append((flag, holds))
        if below.everything:
            conditions.append(negated(flag))
            continue
        if below.names:
            tests = (
                [assemble("{} != {}", place.name, literal(known)) for known in below.names]
                if len(below.names) <= FEW
                else [condition("not_named", place.name, names_constant(module, at, below.names, *tokens))]
            )
            conditions.append(either([negated(flag), both(tests)]))
        conditions += [
            either([negated(flag), pattern_differs(module, at.child(*tokens, source), source, place.name)])
            for source in below.patterns
        ]
        more, inner = _flags(module, caller, at, below, place, purpose, flag, tokens)
        flags += more
        conditions += inner
    return flags, conditions
