"""What is said of a failed `anyOf` or `oneOf`: its own failure, then the failures of the branch that came closest."""

from __future__ import annotations

from schemawright.generator import ir
from schemawright.generator.source import Code, assemble, fixed, literal
from schemawright.generator.statements import Body, Line, When

from .inline import entered, is_simple
from .place import Module, Place, apply, violation

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(position: int) -> str:
    """Which of the branches it is, counted as people count."""
    if position < len(ORDINALS):
        return ORDINALS[position]
    number = position + 1
    last = number % 10 if number % 100 not in {11, 12, 13} else 0
    ending = {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
    return f"{number}{ending}"


def report_closest(module: Module, caller: ir.Key, keyword: ir.AnyOf | ir.OneOf, message: str, place: Place) -> Body:
    """Explain only: the report; each branch that has functions of its own is asked how far it came."""
    told = violation(keyword.at, message, place)
    branches = [entered(module, key, place) for key in keyword.schemas]
    asked = [position for position, (target, _) in enumerate(branches) if not is_simple(module, target)]
    plain = Line(assemble("report({})", told))
    if not asked:
        return (plain,)
    module.use("report_closest")
    calls = [
        Line(apply(module, caller, *branches[position], descends=False, found=_tried(number)).explain)
        for number, position in enumerate(asked)
    ]
    names = [ordinal(position) for position in asked] if len(branches) > 1 else []
    everyone = literal(len(asked) == len(branches))
    attempts = Line(assemble("tried = attempts(found, {})", literal(len(asked))))
    report = Line(assemble("report_closest({}, {}, tried, {})", told, literal(list(names)), everyone))
    return (When(fixed("may_look_closer(found)"), (attempts, *calls, report), (plain,)),)


def _tried(number: int) -> Code:
    return assemble("tried[{}]", literal(number))
