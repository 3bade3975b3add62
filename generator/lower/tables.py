"""Wide objects: members that are plain types or one of some strings are looked up by name, in one loop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from schemawright.generator import ir
from schemawright.generator.source import Code, assemble, both, either, fixed, literal
from schemawright.generator.statements import Body, Line, Loop, Statement

from .place import Module, Place, fails
from .tags import strings_of

PYTHON_TYPES = {"boolean": fixed("bool"), "string": fixed("str"), "integer": fixed("int"), "null": fixed("type(None)")}
FEWEST_TYPES = 12
FEWEST_CHOICES = 8


@dataclass(frozen=True, slots=True)
class Tables:
    """The names that are looked up, and the loop that does it."""

    names: frozenset[str]
    loop: Body


def tabled(module: Module, subschema: ir.Subschema, members: Mapping[str, ir.Key], place: Place) -> Tables:
    """Check only: the tables of a wide object, empty for any other."""
    at = subschema.key.at.child("properties")
    types = {name: kind for name, key in members.items() if (kind := plain_type(module, key)) is not None}
    choices = {name: strings for name, key in members.items() if (strings := plain_choice(module, key)) is not None}
    body: list[Statement] = []
    names: set[str] = set()
    item = place.any_member().value
    if len(types) >= FEWEST_TYPES:
        names |= types.keys()
        body += _type_test(module, at, types, place, item)
    if len(choices) >= FEWEST_CHOICES:
        names |= choices.keys()
        body += _choice_test(module, at, choices, place, item)
    if not body:
        return Tables(frozenset(), ())
    head = assemble("for {}, {} in {}.items():", place.name, item, place.value)
    return Tables(frozenset(names), (Loop(head, head, tuple(body)),))


def plain_type(module: Module, key: ir.Key) -> str | None:
    """The one type that is all the subschema asks for."""
    keywords = module.program.subschemas[key].keywords
    if len(keywords) == 1 and isinstance(keywords[0], ir.Type) and len(keywords[0].types) == 1:
        name = keywords[0].types[0]
        return name if name in PYTHON_TYPES else None
    return None


def plain_choice(module: Module, key: ir.Key) -> frozenset[str] | None:
    """The strings of which one is all the subschema asks for."""
    keywords = module.program.subschemas[key].keywords
    others = [keyword for keyword in keywords if not (isinstance(keyword, ir.Type) and keyword.types == ("string",))]
    return strings_of(module, key) if len(others) == 1 else None


def _type_test(module: Module, at: ir.Location, types: Mapping[str, str], place: Place, item: Code) -> list[Statement]:
    rows = [assemble("    {}: {},\n", literal(name), PYTHON_TYPES[types[name]]) for name in sorted(types)]
    table = module.constant("TYPES", at, assemble("{{\n{}}}", assemble("".join(["{}"] * len(rows)), *rows)))
    kind = place.local("kind")
    differs = [assemble("type({}) is not {}", item, kind)]
    if "integer" in types.values():
        module.use("is_integer")
        differs.append(assemble("({} is not int or not is_integer({}))", kind, item))
    tests = [both(differs)]
    limit = module.limits.max_string_length
    if "string" in types.values() and limit is not None:
        module.use("too_long")
        tests.append(assemble("{} is str and len({}) > STRING_LIMIT and too_long()", kind, item))
    return [
        Line(assemble("{} = {}.get({})", kind, table, place.name)),
        fails(assemble("{} is not None and ({})", kind, either(tests)), at, "", place),
    ]


def _choice_test(
    module: Module, at: ir.Location, choices: Mapping[str, frozenset[str]], place: Place, item: Code
) -> list[Statement]:
    rows = []
    for name in sorted(choices):
        strings = sorted(choices[name])
        entries = assemble("".join(["            {},\n"] * len(strings)), *map(literal, strings))
        rows.append(assemble("    {}: frozenset(\n        {{\n{}        }}\n    ),\n", literal(name), entries))
    table = module.constant("CHOICES", at, assemble("{{\n{}}}", assemble("".join(["{}"] * len(rows)), *rows)))
    choice = place.local("choice")
    differs = assemble("{} is not None and (type({}) is not str or {} not in {})", choice, item, item, choice)
    return [Line(assemble("{} = {}.get({})", choice, table, place.name)), fails(differs, at, "", place)]
