"""Builds the part of a generated module that tests one pattern, so that tests and benchmarks run what users run."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from schemawright.generator.patterns import PatternPlan, expression
from schemawright.generator.patterns.condition import Constant, OneOf, Stepped

HELPERS = Path(__file__).resolve().parent.parent / "generator" / "templates" / "helpers"
HELPER_NAMES = ("matches_within", "matches_stepwise", "pattern_on_first_use", "pattern_subject_too_long")


class ExecutionFailure(Exception):
    """Stands for the class of the generated module."""


class ModuleDoor:
    """Writes constants as a module would, and remembers them."""

    def __init__(self) -> None:
        self.constants: dict[str, str] = {}

    def literal(self, value: str | int | tuple[str, ...]) -> str:
        return ascii(value)

    def seconds(self) -> str:
        return "1.0"

    def name(self, constant: Constant | OneOf | Stepped) -> str:
        if isinstance(constant, OneOf):
            self.constants[constant.stem] = f"frozenset({constant.texts!a})"
            return constant.stem
        if isinstance(constant, Stepped):
            self.constants["PROGRAM"] = ascii(constant.program)
            return "PROGRAM"
        text = ascii(constant.text.text)
        compiled = f"pattern_on_first_use({text})" if constant.deferred else f"re.compile({text}, re.ASCII)"
        if constant.engine == "regex":
            compiled = text
        self.constants[constant.stem] = compiled
        return constant.stem


@cache
def helpers() -> dict[str, object]:
    """The helpers, executed as they stand in a module."""
    names: dict[str, object] = {"ExecutionFailure": ExecutionFailure}
    exec("import re", names)  # noqa: S102
    for name in HELPER_NAMES:
        source = (HELPERS / f"{name}.py").read_text(encoding="ascii")
        exec(compile(source, name, "exec"), names)  # noqa: S102
    return names


def module_source(planned: PatternPlan) -> str:
    """Constants, then `holds` and `fails`, each one expression."""
    door = ModuleDoor()
    holds = expression(planned.condition, "v", door)
    fails = expression(planned.condition, "v", door, is_failure=True)
    constants = "".join(f"{name} = {text}\n" for name, text in door.constants.items())
    return f"{constants}def holds(v):\n    return {holds}\n\n\ndef fails(v):\n    return {fails}\n"


def built(planned: PatternPlan) -> tuple[Callable[[str], bool], Callable[[str], bool]]:
    """The functions `holds` and `fails` of the module."""
    names = dict(helpers())
    exec(compile(module_source(planned), "module", "exec"), names)  # noqa: S102
    return names["holds"], names["fails"]  # type: ignore[return-value]
