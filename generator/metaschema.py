"""Schemas are validated by this project's own output: the metaschema modules under `generated/`."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib import import_module
from types import ModuleType

from schemawright.runtime.clock import Clock
from schemawright.runtime.errors import ExecutionFailure, SchemaError

from .dialects import DRAFT_07, DRAFT_2020_12, Dialect
from .frame import Frame
from .ir import Json
from .location import Location

MODULES = {DRAFT_2020_12: "draft_2020_12", DRAFT_07: "draft_07"}


@cache
def metaschema(draft: str) -> ModuleType:
    """The module of the dialect's metaschema."""
    return import_module(f"schemawright.generated.{MODULES[DRAFT_07 if draft == 'draft-07' else DRAFT_2020_12]}")


def check_schemas(frame: Frame, clock: Clock) -> None:
    """Each document and embedded resource matches its dialect's metaschema; raises `SchemaError` with the place."""
    foreign = [at for at in frame.subschemas if _is_foreign(frame, at)]
    apart = frozenset(foreign)
    for root in (*frame.roots, *foreign):
        clock.step()
        value = frame.value_at(root)
        check_schema(_without(value, root, apart) if apart else value, root, frame.dialect_at(root))


def _is_foreign(frame: Frame, at: Location) -> bool:
    """A resource of another dialect than what it is embedded in: each metaschema judges its own part (Core 9.3.2)."""
    if not at.tokens or frame.resource_at(at) != at:
        return False
    try:
        around = frame.dialect_at(Location(at.document, at.tokens[:-1]))
    except KeyError:  # no schema is around it
        return False
    return around.draft != frame.dialect_at(at).draft


def _without(value: Json, at: Location, apart: Collection[Location]) -> Json:
    """The value at a place, with the schema that matches everything where one of the others stands below it."""
    if isinstance(value, list):
        return [_inside(item, at.child(str(position)), apart) for position, item in enumerate(value)]
    if isinstance(value, dict):
        return {name: _inside(item, at.child(name), apart) for name, item in value.items()}
    return value


def _inside(value: Json, at: Location, apart: Collection[Location]) -> Json:
    return True if at in apart else _without(value, at, apart)


def check_schema(value: Json, at: Location, dialect: Dialect) -> None:
    """The schema matches its dialect's metaschema.

    Raises `SchemaError` with the innermost failure's path and keyword, `ExecutionFailure` where there is no verdict.
    """
    module = metaschema(dialect.draft)
    try:
        found = module.violations(value)
    except module.ExecutionFailure as failure:
        code = "schema_depth" if failure.code == "depth" else failure.code
    else:
        if not found:
            return
        raise _malformed(found, at)
    raise ExecutionFailure("the schema is too deep or too large for its metaschema", code=code)


def _malformed(found: list[tuple[str, str, str, str]], at: Location) -> SchemaError:
    path, asked, keyword, message = max(found, key=lambda violation: violation[0].count("/"))
    if asked.endswith("/properties/type/anyOf"):
        message = "must be one of the seven types, or an array of them"
    return SchemaError(f"{message} ({keyword} of the metaschema)", schema_path=at.uri + path)
