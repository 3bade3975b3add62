"""What a generated function does, before it is text: each assertion once, framed twice by the templates.

In the *check* framing a failure returns False; in the *explain* framing it is reported and the function goes on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from .source import Code, both, either, fixed, negated


@dataclass(frozen=True, slots=True)
class Fails:
    """The keyword fails where `condition` holds."""

    condition: Code
    origin: Code
    report: Code


@dataclass(frozen=True, slots=True)
class Require:
    """As `Fails`; `body` may rely on the condition not holding."""

    fails: Fails
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class When:
    """`body` where `condition` holds, else `otherwise`."""

    condition: Code
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Loop:
    """`body` for each turn; explain may need the position as well."""

    check_head: Code
    explain_head: Code
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Apply:
    """The subschema's own function decides: `check` is the call that answers, `explain` the one that reports."""

    check: Code
    explain: Code
    origin: Code


@dataclass(frozen=True, slots=True)
class Framed:
    """One assertion in two shapes, where the fast one cannot say where it failed."""

    check: tuple[Statement, ...]
    explain: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line that stands in both framings."""

    text: Code


@dataclass(frozen=True, slots=True)
class Origin:
    """A comment that says which part of the schema follows."""

    text: Code


Statement: TypeAlias = Fails | Require | When | Loop | Apply | Framed | Line | Origin
Body: TypeAlias = tuple[Statement, ...]


MOST_CONDITIONS = 4


def as_condition(body: Body) -> Code | None:
    """The condition under which the body fails, where one short expression says it; `None` otherwise."""
    terms = _terms(body)
    if terms is None or not 0 < len(terms) <= MOST_CONDITIONS:
        return fixed("False") if terms == [] else None
    return either(terms)


def _terms(body: Body) -> list[Code] | None:
    terms: list[Code] = []
    for statement in body:
        match statement:
            case Origin():
                continue
            case Fails():
                more: list[Code] | None = [statement.condition]
            case Require():
                below = _terms(statement.body)
                more = None if below is None else [statement.fails.condition, *below]
            case When(otherwise=()):
                below = _terms(statement.body)
                if below is None:
                    return None
                more = [both([statement.condition, either(below)])] if below else []
            case Apply():
                more = [negated(statement.check)]
            case _:
                return None
        if more is None:
            return None
        terms.extend(more)
    return terms


def mentions(body: Body, local: Code) -> bool:
    """Whether the name occurs anywhere in the statements: too often rather than too seldom."""
    return re.search(rf"\b{local}\b", str(body)) is not None


def is_cheap(body: Body) -> bool:
    """No call of another function, and no loop."""
    return not any(isinstance(statement, Apply | Loop | Framed) for statement in body) and all(
        is_cheap(statement.body) for statement in body if isinstance(statement, Require | When)
    )
