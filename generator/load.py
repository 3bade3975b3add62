"""Python values or JSON text to bounded JSON documents: copies of our own, made of exact JSON types."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NoReturn, TypeGuard

from schemawright.runtime.errors import ExecutionFailure, SchemaError
from schemawright.runtime.json_text import parse_json
from schemawright.runtime.limits import Limits

from .ir import Json as Json
from .location import Location

# A subschema sits in its parent or in a map or an array there: one level of schemas is at most two containers.
CONTAINERS_PER_SCHEMA = 2

# What the text reader calls the limits of any text, and what they are called here.
TEXT_CODES = {"bytes": "schema_bytes", "depth": "schema_depth", "nodes": "schema_nodes"}


@dataclass(frozen=True, slots=True)
class Document:
    """A loaded schema document with its estimated size as compact JSON and its number of values."""

    value: Json
    size: int
    nodes: int


def load_schema(value: object, limits: Limits, *, document: str = "", decimals: bool = False) -> Json:
    """A copy of the schema `value` in exact JSON types; see `load_document`."""
    return load_document(value, limits, document=document, decimals=decimals).value


def load_document(value: object, limits: Limits, *, document: str = "", decimals: bool = False) -> Document:
    """`value` (a mapping, a boolean or JSON text) as a `Document`; `document` is what errors call it.

    Raises `SchemaError` for what is not JSON, and `ExecutionFailure` beyond a limit: codes "schema_bytes",
    "schema_nodes", "schema_depth". `decimals` lets finite `decimal.Decimal`s through, as some text readers make them.
    """
    if type(value) is str or type(value) is bytes:
        value = _parse_text(value, limits)
    copier = _Copier(limits, document, decimals=decimals)
    copy = copier.copy(value)
    if type(copy) not in {dict, bool}:
        raise SchemaError("a schema is an object or a boolean", schema_path=Location(document).uri)
    return Document(copy, copier.size, copier.nodes)


def _parse_text(text: str | bytes, limits: Limits) -> object:
    """The value of JSON text, read strictly within the same limits, under the same codes."""
    try:
        return parse_json(
            text,
            max_bytes=limits.max_schema_bytes,
            max_depth=limits.max_schema_depth * CONTAINERS_PER_SCHEMA,
            max_nodes=limits.max_schema_nodes,
        )
    except ExecutionFailure as error:
        code = TEXT_CODES.get(error.code, error.code)
        raise ExecutionFailure(error.message, code=code, schema_path=error.schema_path) from None


@dataclass(slots=True)
class _Level:
    """A container that is being copied; `source` is held so that its identity stays its own."""

    source: object
    members: Iterator[tuple[object, object]]
    copy: dict[str, Json] | list[Json]
    token: str = ""


@dataclass(slots=True)
class _Copier:
    """Copies one value without recursion, without calling a method of anything but a foreign mapping."""

    limits: Limits
    document: str
    decimals: bool = field(kw_only=True)
    size: int = 0
    nodes: int = 0
    levels: list[_Level] = field(default_factory=list)
    open: set[int] = field(default_factory=set)

    def copy(self, value: object) -> Json:
        root = self.take(value)
        while self.levels:
            level = self.levels[-1]
            member = self.next_member(level)
            if member is None:
                self.levels.pop()
                self.open.discard(id(level.source))
                continue
            token, item = member
            if type(level.copy) is dict:
                self.add_member(level, level.copy, token, item)
            elif type(level.copy) is list:
                level.token = str(len(level.copy))
                self.spend(1)
                level.copy.append(self.take(item))
        return root

    def next_member(self, level: _Level) -> tuple[object, object] | None:
        try:
            return next(level.members, None)
        except Exception:  # noqa: BLE001  # a mapping may raise anything, with anything in it
            self.levels.pop()
            self.refuse("the mapping or list failed while it was read")

    def add_member(self, level: _Level, copy: dict[str, Json], key: object, item: object) -> None:
        if type(key) is not str:
            self.levels.pop()
            self.refuse(f"a member name is a string, not {_kind(key)}")
        level.token = key
        self.measure_text(key)
        self.spend(2)
        if key in copy:
            self.refuse("the mapping gives this member twice")
        copy[key] = None  # keeps the order: `take` may only begin to fill the value
        copy[key] = self.take(item)

    def take(self, value: object) -> Json:
        """The copy of a scalar, or the empty copy of a container whose members come next."""
        self.nodes += 1
        if self.nodes > self.limits.max_schema_nodes:
            self.exceed("schema_nodes", f"the schema has more than {self.limits.max_schema_nodes} values")
        if value is None or value is True or value is False:
            self.spend(5 if value is False else 4)
            return value
        if type(value) is str:
            self.measure_text(value)
            return value
        if type(value) is int:
            self.spend(value.bit_length() * 30103 // 100000 + 1)
            return value
        if type(value) is float:
            if not math.isfinite(value):
                self.refuse("a number is finite")
            self.spend(len(float.__repr__(value)))
            return value
        if type(value) is Decimal:
            return self.take_decimal(value)
        return self.enter(value)

    def take_decimal(self, value: Decimal) -> Decimal:
        if not self.decimals:
            self.refuse("decimal.Decimal is no JSON value in a schema: pass JSON text, or an int or a float")
        if not value.is_finite():
            self.refuse("a number is finite")
        self.spend(len(value.as_tuple().digits) + 1)
        return value

    def enter(self, value: object) -> dict[str, Json] | list[Json]:
        copy: dict[str, Json] | list[Json] = {}
        members: Iterator[tuple[object, object]]
        if type(value) is list:
            copy, members = [], iter([(None, item) for item in value[: self.limits.max_schema_nodes + 1]])
        elif _is_mapping(value, dict):
            members = iter(dict.items(value))  # type: ignore[arg-type]  # `dict` here: no method of a subclass runs
        elif _is_mapping(value):
            members = _foreign_members(value)
        else:
            self.refuse(f"{_kind(value)} is not a JSON value")
        if id(value) in self.open:
            self.refuse("the value contains itself")
        self.levels.append(_Level(value, members, copy))
        self.open.add(id(value))
        if len(self.levels) > self.limits.max_schema_depth * CONTAINERS_PER_SCHEMA:
            self.exceed("schema_depth", f"the schema is nested deeper than {self.limits.max_schema_depth} levels")
        self.spend(2)
        return copy

    def measure_text(self, text: str) -> None:
        self.spend(len(text) + 2)
        if not text.isascii():
            try:
                self.spend(len(text.encode("utf-8")) - len(text))
            except UnicodeEncodeError:
                self.refuse("a string holds a lone surrogate, which no JSON text in UTF-8 can hold")

    def spend(self, size: int) -> None:
        self.size += size
        if self.size > self.limits.max_schema_bytes:
            self.exceed("schema_bytes", f"the schema is larger than {self.limits.max_schema_bytes} bytes")

    def path(self) -> str:
        return Location(self.document, tuple(level.token for level in self.levels)).uri

    def refuse(self, message: str) -> NoReturn:
        raise SchemaError(message, schema_path=self.path()) from None

    def exceed(self, code: str, message: str) -> NoReturn:
        raise ExecutionFailure(message, code=code, schema_path=Location(self.document).uri) from None


def _is_mapping(value: object, wanted: type = Mapping) -> TypeGuard[Mapping[object, object]]:
    """`isinstance` without `__class__`, which a value may forge."""
    try:
        return issubclass(type(value), wanted)
    except Exception:  # noqa: BLE001  # a metaclass may raise anything
        return False


def _foreign_members(mapping: Mapping[object, object]) -> Iterator[tuple[object, object]]:
    for key in mapping:
        yield key, mapping[key]


def _kind(value: object) -> str:
    """The name of the value's type, read without its metaclass."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return f"a Python {name[:64]}"
