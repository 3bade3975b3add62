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
    """Each document and embedded resource matches its dialect's metaschema; raises `SchemaError` with the place."""
    foreign = [at for at in frame.subschemas if at.tokens and _is_foreign(frame, at)]
    for root in (*frame.roots, *foreign):
        clock.step()
        inside = [at.tokens[len(root.tokens) :] for at in foreign if at != root and _is_inside(at, root)]
        check_schema(_without(frame.value_at(root), inside), root, frame.dialect_at(root))


def _is_foreign(frame: Frame, at: Location) -> bool:
    """A resource of another dialect than what it is embedded in: each metaschema judges its own part (Core 9.3.2)."""
    if frame.resource_at(at) != at:
        return False
    above = max(
        (other for other in frame.subschemas if other != at and _is_inside(at, other)),
        default=None,
        key=lambda o: len(o.tokens),
    )
    return above is not None and frame.dialect_at(above).draft != frame.dialect_at(at).draft


def _is_inside(at: Location, root: Location) -> bool:
    return at.document == root.document and at.tokens[: len(root.tokens)] == root.tokens


def _without(value: Json, places: list[tuple[str, ...]]) -> Json:
    """`value` with the schema that matches everything at each of the places."""
    for tokens in places:
        value = _replaced(value, tokens)
    return value


def _replaced(value: Json, tokens: tuple[str, ...]) -> Json:
    if not tokens:
        return True
    if isinstance(value, list):
        position = int(tokens[0])
        return [_replaced(item, tokens[1:]) if n == position else item for n, item in enumerate(value)]
    assert isinstance(value, dict)
    return {name: _replaced(item, tokens[1:]) if name == tokens[0] else item for name, item in value.items()}


def check_schema(value: Json, at: Location, dialect: Dialect) -> None:
    """The schema matches its dialect's metaschema; raises `SchemaError` with the first failure's path and keyword."""
    is_valid, violations = metaschema_functions(dialect.draft)
    if is_valid(value):
        return
    found = violations(value, 20)
    path, _, keyword, message = max(found, key=lambda violation: violation[0].count("/"))
    raise SchemaError(f"{message} ({keyword} of the metaschema)", schema_path=at.uri + path)
