"""Branches told apart by a string member: what a branch needs of it is tested before the branch is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.source import Code, assemble, fixed, literal
from schemawright.generator.statements import Body, Line, When

from .inline import target_of
from .place import Module, Place
from .value import strings_constant

FEWEST_BRANCHES = 3
FEWEST_TAGGED = 2
DEEPEST = 4


@dataclass(slots=True)
class Needs:
    """What every match needs: an object, these members, and one of these strings in some members where they are."""

    is_object: bool = False
    required: set[str] = field(default_factory=set)
    strings: dict[str, frozenset[str]] = field(default_factory=dict)

    def is_always_there(self, name: str) -> bool:
        """Whether no match lacks that member."""
        return self.is_object and name in self.required


def needs_of(module: Module, key: ir.Key, depth: int = DEEPEST) -> Needs:
    """What a match of the subschema needs, as far as its own keywords and what always applies say."""
    needs = Needs()
    for keyword in module.program.subschemas[key].keywords:
        match keyword:
            case ir.Type(types=("object",)):
                needs.is_object = True
            case ir.Required(names=names):
                needs.required.update(names)
            case ir.Properties(members=members):
                for name, member in members:
                    strings = strings_of(module, target_of(module, member))
                    if strings is not None:
                        needs.strings[name] = strings
            case ir.Reference(target=target) if depth > 0:
                _both(needs, needs_of(module, target, depth - 1))
            case ir.AllOf(schemas=schemas) if depth > 0:
                for schema in schemas:
                    _both(needs, needs_of(module, schema, depth - 1))
            case ir.AnyOf(schemas=schemas) | ir.OneOf(schemas=schemas) if depth > 0:
                _both(needs, _one_of([needs_of(module, schema, depth - 1) for schema in schemas]))
            case _:
                pass
    return needs


def _both(needs: Needs, more: Needs) -> None:
    needs.is_object = needs.is_object or more.is_object
    needs.required |= more.required
    for name, strings in more.strings.items():
        needs.strings[name] = strings & needs.strings.get(name, strings)


def _one_of(branches: list[Needs]) -> Needs:
    shared = set.intersection(*(set(branch.strings) for branch in branches))
    return Needs(
        is_object=all(branch.is_object for branch in branches),
        required=set.intersection(*(branch.required for branch in branches)),
        strings={name: frozenset().union(*(branch.strings[name] for branch in branches)) for name in shared},
    )


def strings_of(module: Module, key: ir.Key) -> frozenset[str] | None:
    """The strings that a subschema is limited to."""
    for keyword in module.program.subschemas[key].keywords:
        values = (
            keyword.values
            if isinstance(keyword, ir.Enum)
            else (keyword.value,)
            if isinstance(keyword, ir.Const)
            else ()
        )
        if values and all(isinstance(value, str) for value in values):
            return frozenset(value for value in values if isinstance(value, str))
    return None


def tag_tests(module: Module, at: ir.Location, keys: Sequence[ir.Key], place: Place) -> tuple[Body, list[Code | None]]:
    """Lines that hold the member that tells most branches apart, and for each branch when it cannot match."""
    nothing: tuple[Body, list[Code | None]] = ((), [None] * len(keys))
    if len(keys) < FEWEST_BRANCHES:
        return nothing
    branches = [needs_of(module, target_of(module, key)) for key in keys]
    counted = Counter(name for branch in branches for name in branch.strings)
    if not counted:
        return nothing
    name, number = max(counted.items(), key=lambda item: (item[1], item[0]))
    if number < FEWEST_TAGGED:
        return nothing
    tag = place.local("tag", at.tokens[-1])
    lines: Body = (
        Line(assemble("{} = None", tag)),
        When(
            condition("is_object", place.value),
            (
                Line(assemble("{} = {}.get({})", tag, place.value, literal(name))),
                When(condition("type_string", tag), (Line(assemble("{} = None", tag)),)),
            ),
        ),
    )
    tests: list[Code | None] = []
    for position, branch in enumerate(branches):
        test = None
        if name in branch.strings:
            test = _differs(module, at.child(str(position)), sorted(branch.strings[name]), tag)
            if not branch.is_always_there(name):
                test = assemble("{} is not None and {}", tag, test)
        tests.append(test)
    return lines, tests


def _differs(module: Module, at: ir.Location, strings: list[str], tag: Code) -> Code:
    if not strings:
        return fixed("True")
    if len(strings) == 1:
        return condition("string_differs", tag, literal(strings[0]))
    return condition("string_not_in", tag, strings_constant(module, "TAGS", at, strings))
