"""How evaluation came to a keyword inside one function: the keyword location of the output (Core 12.3.1)."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from schemawright.generator import ir
from schemawright.generator.location import Location
from schemawright.generator.source import Code, assemble, fixed, literal
from schemawright.generator.uri import format_pointer, is_absolute, resolve
from schemawright.runtime.errors import bounded

# RFC 3986 section 5.1.4: the base URI of a schema for which neither its author nor its caller has one.
DEFAULT_BASE = "json-schema:///"
FRAGMENT = "/~!$&'()*+,;=:@?-._"
LONGEST = 1_000


@dataclass(frozen=True, slots=True)
class Walk:
    """The subschema that evaluation stands in, its resource, and the tokens of the path since the function began."""

    at: Location
    resource: Location
    base_uri: str
    tokens: tuple[str, ...] = ()

    @classmethod
    def start(cls, program: ir.Program, key: ir.Key) -> Walk:
        """The walk of a function that stands for `key`."""
        resource = program.subschemas[key].resource
        return cls(key.at, resource, program.base_uris.get(resource, ""))

    def into(self, program: ir.Program, key: ir.Key) -> Walk:
        """The walk in a subschema of the one here; the same walk where it stands there already."""
        start = Walk.start(program, key)
        return Walk(start.at, start.resource, start.base_uri, self.to(key.at))

    def through(self, program: ir.Program, reference: ir.Reference) -> Walk:
        """The walk at the target of a reference that stands here: the reference is on the path, the target is not."""
        start = Walk.start(program, reference.target)
        return Walk(start.at, start.resource, start.base_uri, self.to(reference.at))

    def to(self, at: Location) -> tuple[str, ...]:
        """The tokens of the path to a place below the subschema."""
        return self.tokens + at.tokens[len(self.at.tokens) :]

    @property
    def trail(self) -> Code:
        """The evaluation path to here, as source: `trail` is what the function was called with."""
        return trailed(self.tokens)

    def keyword(self, at: Location) -> Code:
        """The keyword location of a keyword of the subschema, as source."""
        return trailed(self.to(at))

    def absolute(self, at: Location) -> str:
        """The absolute location of a keyword of the subschema; no space is ever in it (RFC 3986)."""
        base = self.base_uri if is_absolute(self.base_uri) else resolve(DEFAULT_BASE, self.base_uri)
        pointer = format_pointer(at.tokens[len(self.resource.tokens) :])
        return bounded(f"{base}#{quote(pointer, safe=FRAGMENT, errors='surrogatepass')}", LONGEST)


def trailed(tokens: tuple[str, ...]) -> Code:
    """`trail` followed by tokens, as source."""
    if not tokens:
        return fixed("trail")
    # A path repeats what a recursive schema adds to it: a huge name must not be added a hundred times.
    pointer = format_pointer(tokens)
    return assemble("trail + {}", literal(pointer if len(pointer) <= LONGEST else bounded(pointer, LONGEST)))
