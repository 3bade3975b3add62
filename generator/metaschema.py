"""Schemas are validated by this project's own output: the metaschema modules under `generated/`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from schemawright.runtime.errors import SchemaError

from .clock import Clock
from .dialects import DRAFT_07, DRAFT_2020_12, Dialect
from .frame import Frame
from .ir import Json
from .location import Location

MODULES = {DRAFT_2020_12: "draft_2020_12", DRAFT_07: "draft_07"}

Violations = Callable[[object, int], list[tuple[str, str, str, str]]]


@cache
def metaschema_functions(draft: str) -> tuple[Callable[[object], bool], Violations]:
    """`is_valid` and `violations` of the dialect's metaschema."""
    module = import_module(f"schemawright.generated.{MODULES[DRAFT_07 if draft == 'draft-07' else DRAFT_2020_12]}")
    return module.is_valid, module.violations


def check_schemas(frame: Frame, clock: Clock) -> None:
    """Each schema document and embedded resource matches its dialect's metaschema; raises `SchemaError` with the place."""
    for root in frame.roots:
        clock.step()
        check_schema(frame.value_at(root), root, frame.dialect_at(root))
    for at in frame.subschemas:
        clock.step()
        if at.tokens and frame.resource_at(at) == at and frame.dialect_at(at) != frame.dialect_at(Location(at.document, at.tokens[:-1])):
            check_schema(frame.value_at(at), at, frame.dialect_at(at))


def check_schema(value: Json, at: Location, dialect: Dialect) -> None:
    """The schema matches its dialect's metaschema; raises `SchemaError` with the first failure's path and keyword."""
    is_valid, violations = metaschema_functions(dialect.draft)
    if is_valid(value):
        return
    found = violations(value, 20)
    path, _, keyword, message = max(found, key=lambda violation: violation[0].count("/"))
    raise SchemaError(f"{message} ({keyword} of the metaschema)", schema_path=at.uri + path)
