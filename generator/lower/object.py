"""Objects: required and known members, patterns, the rest, names, and what stays unevaluated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.source import Code, assemble, both, either, fixed, literal, negated
from schemawright.generator.statements import Body, Fails, Framed, Line, Loop, Require, Statement, When, is_cheap

from . import subschema as lowering
from .array import branch_holds, held
from .patterns import pattern_differs
from .place import Module, Place, early, fails
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
    tables = tabled(module, subschema, {name: lowering.target_of(module, key) for name, key in known.items()}, place)
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
    others = list(_lower_others(module, subschema, place))
    # A closed object is told by its names alone, which costs less than looking into its members.
    early = [statement for statement in others if isinstance(statement, Framed)]
    late = [statement for statement in others if not isinstance(statement, Framed)]
    check = (*cheap, *early, *tables.loop, *costly, *late)
    if check:
        yield Framed(check, (*explained, *others))


def _lower_member(module: Module, caller: ir.Key, key: ir.Key, name: str, place: Place) -> Body:
    """The member's own statements, its value held in a local where they are inline."""
    inner = place.member(name)
    target = lowering.target_of(module, key)
    if not lowering.is_inline(module, target):
        value = assemble("{}[{}]", place.value, literal(name))
        return lowering.lower_part(module, caller, target, Place(value, inner.path, inner.tokens))
    body = lowering.lower_part(module, caller, target, inner)
    if not body:
        return ()
    return (Line(assemble("{} = {}[{}]", inner.value, place.value, literal(name))), *body)


def _lower_others(module: Module, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
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
                _any_member(module, subschema.key, key, place, patterns.at.child(source)),
            )
            for source, key in patterns.members
        ]
    )
    rest = () if additional is None else _any_member(module, subschema.key, additional.schema, place, additional.at)
    if additional is not None and rest and not by_pattern:
        yield from _lower_rest(module, additional.at, additional.names, additional.schema, rest, place)
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
        yield from early(module, place, tuple(body))
        yield _member_loop(place, tuple(body))


def _member_loop(place: Place, body: Body) -> Loop:
    head = assemble("for {}, {} in {}.items():", place.name, place.any_member().value, place.value)
    return Loop(head, head, body)


def _any_member(module: Module, caller: ir.Key, key: ir.Key, place: Place, at: ir.Location) -> Body:
    """What a member of the loop must match; a false subschema fails at the member, under the applicator's name."""
    if module.program.subschemas[key].verdict is False:
        return (fails(fixed("True"), at, "no such property is allowed", place.any_member(), keyword=at.tokens[-1]),)
    return lowering.lower_part(module, caller, key, place.any_member())


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
    module: Module, at: ir.Location, names: Sequence[str], key: ir.Key, body: Body, place: Place
) -> Iterator[Statement]:
    """The members whose name is none of `names`; a closed object is one test, told member by member when explained."""
    loop = _member_loop(place, _unless_named(module, at, names, place.name, body))
    if module.program.subschemas[key].verdict is not False:
        yield from early(module, place, loop.body)
        yield loop
    elif not names:
        yield Framed((fails(condition("more", place.value, literal(0)), at, "", place),), (loop,))
    else:
        test = condition("none_but", place.value, names_constant(module, at, names))
        yield Framed((fails(test, at, "", place),), (loop,))


def _lower_names(module: Module, caller: ir.Key, keyword: ir.PropertyNames, place: Place) -> Iterator[Statement]:
    name = Place(place.name, place.path, (*place.tokens, "propertyNames"), frozenset({"string"}))
    body = lowering.lower_part(module, caller, keyword.schema, name)
    if body:
        head = assemble("for {} in {}:", place.name, place.value)
        yield from early(module, place, body)
        yield Loop(head, head, body)


def _lower_dependent_required(keyword: ir.DependentRequired, place: Place) -> Iterator[Statement]:
    for name, needed in keyword.members:
        if needed:
            at = keyword.at
            body = tuple(
                fails(
                    condition("absent", place.value, literal(other)),
                    at.child(name),
                    f"the property {quoted(other)} is required beside {quoted(name)}",
                    place,
                    keyword=at.tokens[-1],
                )
                for other in needed
            )
            yield When(condition("present", place.value, literal(name)), body)


# ------------------------------------------------------------------ unevaluated
def lower_unevaluated(module: Module, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
    for keyword in subschema.keywords:
        if isinstance(keyword, ir.UnevaluatedProperties):
            yield from _lower_unevaluated(module, subschema.key, keyword, place)


def _lower_unevaluated(
    module: Module, caller: ir.Key, keyword: ir.UnevaluatedProperties, place: Place
) -> Iterator[Statement]:
    evaluated = keyword.evaluated
    if evaluated.everything or module.program.subschemas[keyword.schema].verdict is True:
        return
    rest = _any_member(module, caller, keyword.schema, place, keyword.at)
    if not rest:
        return
    if not evaluated.branches and not evaluated.patterns:
        yield from _lower_rest(module, keyword.at, evaluated.names, keyword.schema, rest, place)
        return
    lines, conditions = _flags(module, caller, keyword.at, evaluated, place)
    yield from lines
    tests = _not_named(module, keyword.at, evaluated.names, place.name) if evaluated.names else []
    tests += [pattern_differs(module, keyword.at.child(source), source, place.name) for source in evaluated.patterns]
    body = (When(both(tests + conditions), rest),)
    yield from early(module, place, body)
    yield _member_loop(place, body)


def _flags(
    module: Module,
    caller: ir.Key,
    at: ir.Location,
    evaluated: ir.EvaluatedProperties,
    place: Place,
    above: Code | None = None,
    path: tuple[str, ...] = (),
) -> tuple[list[Statement], list[Code]]:
    """A flag for each branch that may have evaluated members, and what must hold for a member to be left over."""
    lines: list[Statement] = []
    conditions: list[Code] = []
    for number, (when, below) in enumerate(evaluated.branches):
        tokens = (*path, str(number))
        flag, line = held(place.local("evaluated", *tokens), branch_holds(module, caller, when, place, above))
        lines += line
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
        more, inner = _flags(module, caller, at, below, place, flag, tokens)
        lines += more
        conditions += inner
    return lines, conditions
