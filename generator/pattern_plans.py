"""Each pattern is planned once, and what is wrong with it is an error of the schema."""

from __future__ import annotations

from functools import lru_cache

from schemawright.runtime.errors import ExecutionFailure, SchemaError

from .location import Location
from .patterns import PatternError, PatternLimit, PatternPlan, plan

MOST_PLANS = 4_096

_planned = lru_cache(MOST_PLANS)(plan)


def plan_of(source: str, at: Location, max_length: int | None = None) -> PatternPlan:
    """The plan; raises `SchemaError` for a malformed pattern, `ExecutionFailure` ("pattern") for one over a limit."""
    try:
        return _planned(source, max_length=max_length)
    except PatternError as error:
        raise SchemaError(str(error), schema_path=at.uri) from None
    except PatternLimit as error:
        raise ExecutionFailure(str(error), code="pattern", schema_path=at.uri) from None


def is_linear(source: str, at: Location) -> bool:
    """Whether a match never goes back: what a search costs is the string's length, little for most."""
    return plan_of(source, at).kind in ("always", "string", "linear")


def needs_clock(source: str, at: Location) -> bool:
    """Whether a match can run until the time is over."""
    return plan_of(source, at).kind in ("gated", "bounded")
