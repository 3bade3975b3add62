"""Where a statement stands: the local that holds the instance part, its path, and what is known of its type."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from schemawright.generator import ir
from schemawright.generator.location import Location
from schemawright.generator.names import Names
from schemawright.generator.source import Code, assemble, comment, fixed, identifier, literal
from schemawright.generator.statements import Apply, Fails, Origin
from schemawright.runtime.clock import Clock
from schemawright.runtime.errors import bounded
from schemawright.runtime.limits import Limits

from .walk import Walk

ALL_TYPES = frozenset({"null", "boolean", "number", "string", "array", "object"})
MESSAGE_LENGTH = 300


@dataclass(frozen=True, slots=True)
class Place:
    """One instance part inside a generated function."""

    value: Code
    path: Code
    tokens: tuple[str, ...] = ()
    types: frozenset[str] = ALL_TYPES
    walk: Walk | None = None  # only where the module tells keyword locations

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
        return Place(identifier("value", tokens), joined_path(self.path, pointer), tokens, walk=self.walk)

    def member_in_place(self, name: str) -> Place:
        """As `member`, read where it is used instead of held in a local."""
        return replace(self.member(name), value=assemble("{}[{}]", self.value, literal(name)))

    def any_member(self) -> Place:
        """The member of a loop over names."""
        path = assemble("pointer({}, {})", self.path, self.name)
        return Place(identifier("item", self.tokens), path, (*self.tokens, "item"), walk=self.walk)

    def item_at(self, position: int) -> Place:
        """The item at a fixed position."""
        tokens = (*self.tokens, "prefixItems", str(position))
        return Place(identifier("value", tokens), joined_path(self.path, f"/{position}"), tokens, walk=self.walk)

    def any_item(self) -> Place:
        """The item of a loop."""
        path = assemble("pointer({}, {})", self.path, self.index)
        return Place(identifier("item", self.tokens), path, (*self.tokens, "items"), walk=self.walk)

    def into(self, program: ir.Program, key: ir.Key) -> Place:
        """The same place, seen by a subschema below the one it was seen by."""
        return self if self.walk is None else replace(self, walk=self.walk.into(program, key))

    @property
    def evaluation(self) -> Walk:
        """The walk, in a module that tells keyword locations; raises `TypeError` in any other."""
        if self.walk is None:
            raise TypeError("this module does not tell keyword locations")
        return self.walk

    def through(self, program: ir.Program, reference: ir.Reference) -> Place:
        """The same place, seen by the target of a reference."""
        return self if self.walk is None else replace(self, walk=self.walk.through(program, reference))

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
FOUND = fixed("found")


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
    output: bool = False

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


def path_comment(at: Location) -> Code:
    """A comment with the place in the schema."""
    return comment("# (the root)" if at.uri == "#" else at.uri)


def fails(
    condition: Code, at: Location, message: str, place: Place, *, keyword: str | None = None, part: str | None = None
) -> Fails:
    """The keyword at `at` fails where the condition holds.

    `part` is the member of the keyword's value that asks for it: it is told by the schema path.
    """
    told = at if part is None else at.child(part)
    report = assemble("report({})", violation(at, message, place, keyword=keyword, told=told))
    return Fails(condition, path_comment(told), report)


def violation(
    at: Location, message: str, place: Place, *, keyword: str | None = None, told: Location | None = None
) -> Code:
    """What a report is called with: `told` is the schema path, if not `at`; the message quotes the schema, bounded."""
    named = at.tokens[-1] if keyword is None and at.tokens else keyword or "false"
    return assemble(
        "found, {}, {}, {}, {}",
        place.path,
        literal(bounded((told or at).uri, 1_000)) if place.walk is None else located(place.walk, at),
        literal(bounded(named, 100)),
        literal(bounded(message, MESSAGE_LENGTH)),
    )


def located(walk: Walk, at: Location) -> Code:
    """Both locations in the one string that violations have for the schema path: no space is in the first."""
    return assemble("{} + {}", literal(walk.absolute(at) + " "), walk.keyword(at))


def origin(at: ir.Location) -> Origin:
    """As a statement."""
    return Origin(path_comment(at))


def apply(
    module: Module, caller: ir.Key | None, key: ir.Key, place: Place, *, descends: bool, found: Code = FOUND
) -> Apply:
    """A call of the subschema's functions; `found` is the list that explain adds to."""
    module.require(key)
    name = module.names.function(key)
    meter = meter_of(module, caller, key, descends=descends)
    path = place.path if place.walk is None else assemble("{}, {}", place.path, place.walk.trail)
    return Apply(
        assemble("check{}({}{})", name, place.value, meter),
        assemble("explain{}({}, {}, {}{})", name, place.value, path, found, meter),
        path_comment(key.at),
    )


def meter_of(module: Module, caller: ir.Key | None, key: ir.Key, *, descends: bool) -> Code:
    """What a call hands on: depth counts levels of the instance, or turns of a cycle that stays in place."""
    if key not in module.program.metered:
        return fixed("")
    stalls = caller is not None and (caller, key) in module.program.stalling
    return fixed(", depth - 1, budget") if descends or stalls else fixed(", depth, budget")
