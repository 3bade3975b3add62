"""A pattern's plan to the condition under which it matches nowhere, with the constants that it needs."""

from __future__ import annotations

from collections.abc import Iterator

from schemawright.generator import ir
from schemawright.generator.pattern_plans import plan_of
from schemawright.generator.patterns import expression
from schemawright.generator.patterns.condition import (
    All,
    AnyOf,
    Bounded,
    Condition,
    Constant,
    Gated,
    Matches,
    Not,
    OneOf,
    Stepped,
)
from schemawright.generator.patterns.text import PatternText, SharedClass
from schemawright.generator.source import Code, assemble, literal

from .place import Module


class Door:
    """Names and writes the constants of one pattern, after the place of the keyword."""

    def __init__(self, module: Module, at: ir.Location) -> None:
        self.module = module
        self.at = at
        self.named: list[Constant | OneOf | Stepped] = []

    def literal(self, value: str | int | tuple[str, ...]) -> str:
        """The value as a Python literal."""
        if isinstance(value, tuple):
            return "(" + ", ".join(str.__str__(literal(item)) for item in value) + ",)"
        return str.__str__(literal(value))

    def seconds(self) -> str:
        """What is left of the validation's time."""
        self.module.use("seconds_left")
        return "seconds_left(budget)"

    def name(self, constant: Constant | OneOf | Stepped) -> str:
        """The name of the module constant, which is written when it is first asked for."""
        if constant not in self.named:
            self.named.append(constant)
        number = self.named.index(constant)
        at = self.at.child(str(number)) if number else self.at
        if isinstance(constant, OneOf):
            rows = assemble("".join(["        {},\n"] * len(constant.texts)), *map(literal, sorted(constant.texts)))
            name = self.module.constant("TEXTS", at, assemble("frozenset(\n    {{\n{}    }}\n)", rows))
        elif isinstance(constant, Stepped):
            name = self.module.constant("PROGRAM", at, Code(_tuple_literal(constant.program)))
        else:
            name = self.module.constant("PATTERN", at, self.written(constant))
        return str.__str__(name)

    def written(self, constant: Constant) -> Code:
        """The constant's value: compiled at import, or on first use where that takes long."""
        text = self.text(constant.text)
        if constant.engine == "regex":
            return text
        if constant.deferred:
            self.module.use("pattern_on_first_use")
            return assemble("pattern_on_first_use({})", text)
        self.module.use("re")
        return assemble("re.compile({}, re.ASCII)", text)

    def text(self, text: PatternText) -> Code:
        """The pattern's text, its long property classes named once in the module."""
        parts = [self.shared(part) if isinstance(part, SharedClass) else literal(part) for part in text.parts]
        return assemble(" + ".join(["{}"] * len(parts)), *parts) if parts else literal("")

    def shared(self, part: SharedClass) -> Code:
        """The name of a property's class."""
        name = Code(f"CLASS__{part.stem}")
        self.module.constants[str.__str__(name)] = literal(part.text)
        return name


def _tuple_literal(value: object) -> str:
    if isinstance(value, tuple):
        return "(" + "".join(_tuple_literal(item) + ", " for item in value).rstrip() + ")"
    assert value is None or isinstance(value, bool | int | str)
    return str.__str__(literal(value))


def pattern_differs(module: Module, at: ir.Location, source: str, value: Code, max_length: int | None = None) -> Code:
    """The condition under which the pattern matches nowhere in the string; raises `SchemaError` for a malformed one."""
    plan = plan_of(source, at, max_length)
    for helper in helpers_of(plan.condition):
        module.use(helper)
    for relaxation in plan.relaxations:
        module.warn(at, f"the pattern is read more leniently than ECMA-262: {relaxation.rule}")
    return Code(expression(plan.condition, str.__str__(value), Door(module, at), is_failure=True))


def helpers_of(condition: Condition) -> Iterator[str]:
    """The helpers that the condition calls."""
    match condition:
        case Matches(limit=limit) if limit is not None:
            yield "pattern_subject_too_long"
        case Gated() | Bounded():
            yield "matches_within"
        case Stepped():
            yield "matches_stepwise"
        case Not(inner):
            yield from helpers_of(inner)
        case All(conditions) | AnyOf(conditions):
            for one in conditions:
                yield from helpers_of(one)
        case _:
            pass
