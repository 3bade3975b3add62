"""Applicators on the instance itself: references, `allOf`, `anyOf`, `oneOf`, `not`, `if`, `dependentSchemas`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.source import Code, added, assemble, both, either, fixed, literal, negated
from schemawright.generator.statements import Body, Fails, Framed, Line, Statement, When

from . import subschema as lowering
from .closest import report_closest
from .flags import flag, is_flagged
from .inline import DEEPEST_INLINE, is_simple, target_of
from .place import Module, Place, fails, origin
from .tags import tag_tests
from .value import described, one_of, type_names

# A sum nests as deep as it is long, and parsers recurse.
MOST_ADDED = 12


def lower_logic(module: Module, subschema: ir.Subschema, place: Place) -> Iterator[Statement]:
    caller = subschema.key
    for keyword in subschema.keywords:
        match keyword:
            case ir.Reference():
                target = place.through(module.program, keyword)
                yield from lowering.lower_part(module, caller, keyword.target, target, descends=False)
            case ir.AllOf():
                yield from _lower_all_of(module, caller, keyword, place)
            case ir.AnyOf():
                yield from _lower_any_of(module, subschema, keyword, place)
            case ir.OneOf():
                yield from _lower_one_of(module, subschema, keyword, place)
            case ir.Not():
                matches = negated(lowering.mismatch(module, caller, keyword.schema, place))
                yield fails(matches, keyword.at, "must not match the subschema", place)
            case ir.If():
                yield from _lower_if(module, caller, keyword, place)
            case ir.DependentSchemas() if "object" in place.types:
                yield from _lower_dependent(module, caller, keyword, place)
            case _:
                pass


def _lower_all_of(module: Module, caller: ir.Key, keyword: ir.AllOf, place: Place) -> Iterator[Statement]:
    """Each branch always applies, so it stands in the same function unless it is a reference or recurses."""
    for number, key in enumerate(keyword.schemas):
        inner = replace(place, tokens=(*place.tokens, "allOf", str(number)))
        target = target_of(module, key)
        if target != key or key in module.program.metered or len(inner.tokens) > DEEPEST_INLINE:
            yield from lowering.lower_part(module, caller, key, inner, descends=False)
            continue
        body = lowering.lower_subschema(module, key, inner)
        if body:
            yield origin(key.at)
            yield from body


def _lower_any_of(module: Module, subschema: ir.Subschema, keyword: ir.AnyOf, place: Place) -> Iterator[Statement]:
    caller = subschema.key
    tag, terms, flagged = _tagged_mismatches(module, subschema, keyword, place)
    message = f"must match at least one of {len(terms)} subschemas" if len(terms) > 1 else "must match the subschema"
    message = plain_alternatives(module, keyword.schemas) or message + kinds_of(module, keyword.schemas)
    failing = fails(both(terms), keyword.at, message, place)
    dispatched = None if flagged else by_type(module, caller, keyword.schemas, failing, place)
    explained = report_closest(module, caller, keyword, message, place)
    if dispatched is None and explained == (Line(failing.report),) and not tag:
        yield failing
        return
    yield Framed(dispatched or (*tag, failing), (*tag, When(failing.condition, explained)))


def _lower_one_of(module: Module, subschema: ir.Subschema, keyword: ir.OneOf, place: Place) -> Iterator[Statement]:
    caller = subschema.key
    tag, terms, flagged = _tagged_mismatches(module, subschema, keyword, place)
    if len(terms) == 1:
        yield fails(terms[0], keyword.at, "must match the subschema", place)
        return
    count = place.local("matched", "oneOf")
    matches = [negated(term) for term in terms]
    message = f"must match exactly one of {len(terms)} subschemas{kinds_of(module, keyword.schemas)}, matches"
    several = fails(fixed("True"), keyword.at, f"{message} more", place)
    if len(matches) <= MOST_ADDED:
        total = added(matches)
        counted: Body = (Line(assemble("{} = {}", count, total)),)
        check: Body = (fails(condition("not_exactly_one", total), keyword.at, "", place),)
    else:
        counted = (
            Line(assemble("{} = 0", count)),
            *(When(match, (Line(assemble("{} += 1", count)),)) for match in matches),
        )
        check = (*counted, fails(condition("not_exactly_one", count), keyword.at, "", place))
    explained: Body = (
        *counted,
        When(assemble("{} == 0", count), report_closest(module, caller, keyword, f"{message} none", place)),
        When(assemble("{} > 1", count), (Line(several.report),)),
    )
    failing = fails(condition("not_exactly_one", count), keyword.at, "", place)
    dispatched = None if flagged else by_type(module, caller, keyword.schemas, failing, place)
    yield Framed(dispatched or (*tag, *check), (*tag, *explained))


def _tagged_mismatches(
    module: Module, subschema: ir.Subschema, keyword: ir.AnyOf | ir.OneOf, place: Place
) -> tuple[Body, list[Code], bool]:
    """For each branch when it does not match, and whether flags hold that.

    Where a string member tells the branches apart, that is asked first.
    """
    tag, tests = tag_tests(module, keyword.at, keyword.schemas, place)
    differs = [lowering.mismatch(module, subschema.key, key, place) for key in keyword.schemas]
    terms = [term if test is None else either([test, term]) for test, term in zip(tests, differs, strict=True)]
    if len(terms) == 1 or not is_flagged(subschema, keyword.schemas):
        return tag, terms, False
    flags = [flag(place, keyword, position) for position in range(len(terms))]
    lines = tuple(Line(assemble("{} = {}", name, negated(term))) for name, term in zip(flags, terms, strict=True))
    return (*tag, *lines), [negated(name) for name in flags], True


def plain_alternatives(module: Module, keys: Sequence[ir.Key]) -> str | None:
    """What to say of branches that ask for nothing but types and constants."""
    names: list[str] = []
    values: list[ir.Json] = []
    for key in keys:
        match [k for k in _keywords(module, key) if not (isinstance(k, ir.Type) and _constants(module, key))]:
            case [ir.Type() as keyword]:
                names += type_names(keyword)
            case [ir.Enum(values=more)]:
                values += more
            case [ir.Const(value=value)]:
                values.append(value)
            case _:
                return None
    if not values:
        return None if not names else f"must be {described(dict.fromkeys(names))}"
    return one_of(list({repr(value): value for value in values}.values())) + (
        f", or {described(dict.fromkeys(names))}" if names else ""
    )


def kinds_of(module: Module, keys: Sequence[ir.Key]) -> str:
    """The types of branches that all have some, in brackets, where there is more than one of them."""
    types = [[k for k in _keywords(module, key) if isinstance(k, ir.Type)] for key in keys]
    names = dict.fromkeys(name for found in types for keyword in found for name in type_names(keyword))
    return f" ({described(names)})" if all(types) and len(names) > 1 else ""


def _keywords(module: Module, key: ir.Key) -> tuple[ir.Keyword, ...]:
    return module.program.subschemas[target_of(module, key)].keywords


def _constants(module: Module, key: ir.Key) -> bool:
    return any(isinstance(keyword, ir.Enum | ir.Const) for keyword in _keywords(module, key))


# ------------------------------------------------------------------ branches that differ in type
def possible_types(module: Module, key: ir.Key) -> frozenset[str] | None:
    """The types that the subschema's own `type` allows, `None` without one."""
    for keyword in module.program.subschemas[target_of(module, key)].keywords:
        if isinstance(keyword, ir.Type):
            return frozenset("number" if name == "integer" else name for name in keyword.types)
    return None


def by_type(module: Module, caller: ir.Key, keys: Sequence[ir.Key], failing: Fails, place: Place) -> Body | None:
    """Check only: where no two branches share a type, the type of the value says which one must match."""
    kinds = [possible_types(module, key) for key in keys]
    if len(keys) < 2 or any(kind is None or len(kind) != 1 for kind in kinds):
        return None
    names = [next(iter(kind)) for kind in kinds if kind is not None]
    if len(set(names)) != len(names) or all(is_simple(module, target_of(module, key)) for key in keys):
        return None
    if not set(names) <= {"string", "object", "array", "null", "boolean"}:
        return None
    otherwise: Body = (failing_always(failing),)
    for name, key in reversed(list(zip(names, keys, strict=True))):
        inner = replace(place, tokens=(*place.tokens, key.at.tokens[-2], key.at.tokens[-1]))
        body = lowering.lower_part(module, caller, key, inner.narrowed(frozenset({name})), descends=False)
        test = negated_type(name, place)
        otherwise = (When(test, body or (Line(fixed("pass")),), otherwise),)
    return otherwise


def negated_type(name: str, place: Place) -> Code:
    """The value is of that type."""
    if name == "null":
        return assemble("{} is None", place.value)
    python = {"string": fixed("str"), "object": fixed("dict"), "array": fixed("list"), "boolean": fixed("bool")}[name]
    return assemble("type({}) is {}", place.value, python)


def failing_always(failing: Fails) -> Fails:
    """The same failure without a condition."""
    return replace(failing, condition=fixed("True"))


def _lower_if(module: Module, caller: ir.Key, keyword: ir.If, place: Place) -> Iterator[Statement]:
    then = () if keyword.then is None else lowering.lower_part(module, caller, keyword.then, place, descends=False)
    otherwise = (
        ()
        if keyword.otherwise is None
        else lowering.lower_part(module, caller, keyword.otherwise, place, descends=False)
    )
    if not then and not otherwise:
        return
    differs = lowering.mismatch(module, caller, keyword.condition, place)
    yield origin(keyword.at)
    yield When(negated(differs), then, otherwise) if then else When(differs, otherwise)


def _lower_dependent(module: Module, caller: ir.Key, keyword: ir.DependentSchemas, place: Place) -> Iterator[Statement]:
    guard = [] if place.is_only("object") else [condition("is_object", place.value)]
    for name, key in keyword.members:
        inner = replace(place, tokens=(*place.tokens, keyword.at.tokens[-1], name)).narrowed(frozenset({"object"}))
        body = lowering.lower_part(module, caller, key, inner, descends=False)
        if body:
            yield When(both([*guard, condition("present", place.value, literal(name))]), body)
