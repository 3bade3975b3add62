"""Stands in for the compiler and the loader while they are missing, on top of another validator."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema_rs

from schemawright import runtime
from schemawright.runtime.digest import schema_digest
from schemawright.runtime.errors import (
    SchemaError,
    UnresolvedReferenceError,
    UnsupportedCapabilityError,
    ValidationError,
)
from schemawright.runtime.limits import Limits
from schemawright.runtime.snapshot import snapshot
from schemawright.runtime.violations import Violation

DIALECTS = ("https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema")
SOURCE = (
    '"""Stand-in."""\nOUTPUT_FORMAT = 1\nSCHEMA_DIGEST = "{digest}"\nOPTIONS_DIGEST = "{options}"\nTEXT = {text!r}\n'
)

_cache: dict[str, StandInValidator] = {}


class StandInValidator:
    """As much of a validator as catalogs need."""

    def __init__(self, schema: Any, digest: str, options: str, role: str | None) -> None:
        self.digest = digest
        self.schema = schema
        self.source = SOURCE.format(digest=digest, options=options, text=json.dumps(schema))
        self._role = role
        self._validator = jsonschema_rs.Draft202012Validator(schema)

    def is_valid(self, instance: Any) -> bool:
        return (self._role is None or type(instance) is dict) and self._validator.is_valid(instance)

    def violations(self, instance: Any) -> tuple[Violation, ...]:
        if self._role is not None and type(instance) is not dict:
            return (Violation("", "#/type", "type", "must be an object"),)
        found = self._validator.iter_errors(instance)
        return tuple(Violation("/".join(["", *map(str, e.instance_path)]), "#", "keyword", "no") for e in found)

    def validate(self, instance: Any) -> None:
        if not self.is_valid(instance):
            raise ValidationError("the instance does not match", violations=self.violations(instance))


def compile(  # noqa: A001 - the name of what it stands for
    schema: Any,
    *,
    role: str | None = None,
    dialects: tuple[str, ...] | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    format_assertion: bool = False,
) -> StandInValidator:
    """A validator by content digest, after the checks that catalogs rely on."""
    copied = snapshot(json.loads(schema) if isinstance(schema, str | bytes) else schema, limits)
    digest, options = schema_digest(copied), schema_digest([role, list(dialects or ()), format_assertion])
    if digest + options not in _cache:
        if isinstance(copied, dict):
            _check_dialect(copied, DIALECTS if dialects is None else dialects)
            if role is not None and copied.get("type", "object") not in ("object", ["object"]):
                raise SchemaError("a tool schema has an object root", schema_path="#/type")
            _check_references(copied)
        elif role is not None:
            raise SchemaError("a tool schema is an object", schema_path="#")
        try:
            _cache[digest + options] = StandInValidator(copied, digest, options, role)
        except ValueError:
            raise SchemaError("the schema is malformed", schema_path="#") from None
    return _cache[digest + options]


def load(path: Path, *, trusted: bool = False) -> StandInValidator:
    """The validator of a stand-in module."""
    assert trusted
    constants: dict[str, str] = {}
    exec(Path(path).read_text(encoding="utf-8"), constants)  # noqa: S102 - a test's own module
    return compile(constants["TEXT"], role="tool_input")


def install() -> bool:
    """Whether the stand-in took the place of a compiler that is missing."""
    missing = importlib.util.find_spec("schemawright.runtime.compiling") is None
    if missing:
        module = ModuleType("schemawright.runtime.compiling")
        module.__dict__.update(compile=compile)
        sys.modules[module.__name__] = module
    if not hasattr(runtime, "load"):
        runtime.__dict__["load"] = load
    return missing


def _check_dialect(schema: dict[str, Any], allowed: tuple[str, ...]) -> None:
    dialect = schema.get("$schema", DIALECTS[0])
    if not isinstance(dialect, str) or dialect.removesuffix("#") not in allowed:
        raise UnsupportedCapabilityError("the dialect is not allowed", schema_path="#/$schema")


def _check_references(schema: Any) -> None:
    for place in _subschemas(schema):
        target: Any = schema
        reference = str(place["$ref"])
        if not reference.startswith("#"):
            raise UnresolvedReferenceError("a reference leaves the document", schema_path="#")
        for token in reference.split("/")[1:]:
            if not isinstance(target, dict) or token not in target:
                raise UnresolvedReferenceError("a reference has no target", schema_path="#")
            target = target[token]


def _subschemas(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value
        for member in value.values():
            yield from _subschemas(member)
    if isinstance(value, list):
        for item in value:
            yield from _subschemas(item)
