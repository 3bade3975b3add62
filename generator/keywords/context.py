"""What a keyword reader sees: its subschema, its place, its siblings, and a door to the subschemas below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote

from schemawright.generator.ir import Annotation, Json, Key, Keyword, Location, Number
from schemawright.runtime.errors import SchemaError

if TYPE_CHECKING:
    from schemawright.generator.frame import Frame


@dataclass(frozen=True, slots=True)
class Asserts:
    """What the caller wants asserted beyond the specification's default, and whether annotations are read at all."""

    formats: bool = False
    content: bool = False
    custom_formats: frozenset[str] = frozenset()
    annotations: bool = False


def custom_format_uri(name: str) -> str:
    """The URI under which the subschema of a caller's format is registered."""
    return "urn:schemawright:format:" + quote(name, safe="")


@dataclass(frozen=True, slots=True)
class Context:
    """One keyword of one subschema."""

    subschema: Location
    schema: Mapping[str, Json]
    keyword: str
    frame: Frame
    asserts: Asserts

    @property
    def at(self) -> Location:
        """The place of the keyword."""
        return self.subschema.child(self.keyword)

    def child(self, *tokens: str) -> Key:
        """The subschema `tokens` below the keyword."""
        return Key(self.at.child(*tokens))

    def beside(self, keyword: str, *tokens: str) -> Key:
        """The subschema `tokens` below a sibling keyword."""
        return Key(self.subschema.child(keyword, *tokens))

    def malformed(self, message: str) -> SchemaError:
        """The error for a value that this keyword cannot have."""
        return SchemaError(f"{self.keyword} {message}", schema_path=self.at.uri)

    def number(self, value: Json) -> Number:
        """`value` where it is a number; raises `SchemaError`."""
        if isinstance(value, bool) or value is None or isinstance(value, str | list | dict):
            raise self.malformed("must be a number")
        return value

    def count(self, value: Json) -> int:
        """`value` where it is a whole number that is not negative (`2.0` is one); raises `SchemaError`."""
        number = self.number(value)
        if number < 0 or number != int(number):
            raise self.malformed("must be a whole number that is not negative")
        return int(number)

    def text(self, value: Json) -> str:
        """`value` where it is a string; raises `SchemaError`."""
        if not isinstance(value, str):
            raise self.malformed("must be a string")
        return value

    def array(self, value: Json) -> list[Json]:
        """`value` where it is an array; raises `SchemaError`."""
        if not isinstance(value, list):
            raise self.malformed("must be an array")
        return value

    def members(self, value: Json) -> dict[str, Json]:
        """`value` where it is an object; raises `SchemaError`."""
        if not isinstance(value, dict):
            raise self.malformed("must be an object")
        return value

    def names(self, value: Json) -> tuple[str, ...]:
        """`value` where it is an array of strings, as written; raises `SchemaError`."""
        return tuple(self.text(item) for item in self.array(value))


Reader: TypeAlias = Callable[[Context, Json], Keyword | Annotation | None]
Readers: TypeAlias = Mapping[str, Reader]


def read_nothing(context: Context, value: Json) -> None:
    """A keyword that asserts nothing by itself: an annotation, an identifier, or one that a sibling's reader reads."""
