"""Where a statement stands: the local that holds the instance part, its path, and what is known of its type."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from schemawright.generator import ir
from schemawright.generator.clock import Clock
from schemawright.generator.names import Names
from schemawright.generator.source import Code, assemble, comment, fixed, identifier, literal
from schemawright.generator.statements import Apply, Body, Fails, Framed, Line, Origin, When, is_cheap
from schemawright.runtime.errors import bounded
from schemawright.runtime.limits import Limits

ALL_TYPES = frozenset({"null", "boolean", "number", "string", "array", "object"})
MESSAGE_LENGTH = 300


@dataclass(frozen=True, slots=True)
class Place:
    """One instance part inside a generated function."""

    value: Code
    path: Code
    tokens: tuple[str, ...] = ()
    types: frozenset[str] = ALL_TYPES

    def narrowed(self, types: frozenset[str]) -> Place:
        """The same place, known to hold one of `types`."""
        return replace(self, types=self.types & types)

    def is_only(self, name: str) -> bool:
        """Nothing but that type can stand here."""
        return self.types == {name}

    def member(self, name: str) -> Place:
        """The member of that literal name."""
        tokens = (*self.tokens, name)
        pointer = "/" + name.replace("~", "~0").replace("/", "~1")
        return Place(identifier("value", tokens), joined_path(self.path, pointer), tokens)

    def any_member(self) -> Place:
        """The member of a loop over names."""
        path = assemble("pointer({}, {})", self.path, self.name)
        return Place(identifier("item", self.tokens), path, (*self.tokens, "item"))

    def item_at(self, position: int) -> Place:
        """The item at a fixed position."""
        tokens = (*self.tokens, "prefixItems", str(position))
        return Place(identifier("value", tokens), joined_path(self.path, f"/{position}"), tokens)

    def any_item(self) -> Place:
        """The item of a loop."""
        path = assemble("pointer({}, {})", self.path, self.index)
        return Place(identifier("item", self.tokens), path, (*self.tokens, "items"))

    @property
    def name(self) -> Code:
        """The local that holds a member's name in a loop."""
        return identifier("name", self.tokens)

    @property
    def index(self) -> Code:
        """The local that holds an item's position in a loop."""
        return identifier("index", self.tokens)

    def local(self, sort: str, *tokens: str) -> Code:
        """Another local of this place: a counter or a flag."""
        return identifier(sort, (*self.tokens, *tokens))


def joined_path(path: Code, pointer: str) -> Code:
    """`path` followed by a literal pointer."""
    return assemble("{} + {}", path, literal(pointer))


ROOT = Place(fixed("value"), fixed("path"))


@dataclass(slots=True)
class Module:
    """What the functions of one module need beside themselves: constants by name, helpers by name."""

    program: ir.Program
    names: Names
    limits: Limits
    clock: Clock
    constants: dict[str, Code] = field(default_factory=dict)
    helpers: set[str] = field(default_factory=set)
    functions: list[ir.Key] = field(default_factory=list)
    seen: set[ir.Key] = field(default_factory=set)
    warnings: dict[str, None] = field(default_factory=dict)

    def warn(self, at: ir.Location, message: str) -> None:
        """Something in the schema that its author should know."""
        self.warnings[f"{message} (at {at.uri})"] = None

    def constant(self, prefix: str, at: ir.Location, value: Code) -> Code:
        """The name of a module constant with that value, named after the keyword it comes from."""
        name = self.names.constant(prefix, at)
        self.constants[str(name)] = value
        return name

    def use(self, helper: str) -> None:
        """The module carries that helper."""
        self.helpers.add(helper)

    def require(self, key: ir.Key) -> None:
        """The module has a pair of functions for that subschema."""
        if key not in self.seen:
            self.seen.add(key)
            self.functions.append(key)


def fails(condition: Code, at: ir.Location, message: str, place: Place, *, keyword: str | None = None) -> Fails:
    """The keyword at `at` fails where the condition holds; the message quotes the schema only, bounded."""
    named = at.tokens[-1] if keyword is None and at.tokens else keyword or "false"
    report = assemble(
        "report(found, {}, {}, {}, {})",
        place.path,
        literal(bounded(at.uri, 1_000)),
        literal(bounded(named, 100)),
        literal(bounded(message, MESSAGE_LENGTH)),
    )
    return Fails(condition, comment(at.uri), report)


def origin(at: ir.Location) -> Origin:
    """A comment with the place in the schema."""
    return Origin(comment(at.uri))


def apply(module: Module, caller: ir.Key | None, key: ir.Key, place: Place, *, descends: bool) -> Apply:
    """A call of the subschema's functions; depth counts levels of the instance, or turns of a cycle in place."""
    module.require(key)
    name = module.names.function(key)
    meter = fixed("")
    if key in module.program.metered:
        stalls = caller is not None and (caller, key) in module.program.stalling
        meter = fixed(", depth - 1, budget") if descends or stalls else fixed(", depth, budget")
    return Apply(
        assemble("check{}({}{})", name, place.value, meter),
        assemble("explain{}({}, {}, found{})", name, place.value, place.path, meter),
        comment(key.at.uri),
    )


def early(module: Module, place: Place, body: Body) -> Body:
    """Before a loop that does more than look at types: what is over the limit by itself is not worked through first."""
    limit = module.limits.max_instance_nodes
    if limit is None or (is_cheap(body) and "PATTERN" not in str(body)):
        return ()
    module.use("exceeded")
    too_many = When(assemble("len({}) > {}", place.value, literal(limit)), (Line(fixed('exceeded("nodes")')),))
    return (Framed((too_many,), ()),)
