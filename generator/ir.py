"""The program between schema and source: one dataclass per keyword, named after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeAlias

from .location import Location as Location

Number: TypeAlias = int | float | Decimal
Json: TypeAlias = "bool | int | float | Decimal | str | list[Json] | dict[str, Json] | None"

JSON_TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """A subschema under one set of dynamic-anchor bindings (Core 8.2.3.2); `scope` is empty where none can reach it."""

    at: Location
    scope: tuple[tuple[str, Location], ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # A key is looked up far more often than it is made.
        object.__setattr__(self, "_hash", hash((self.at, self.scope)))

    def __hash__(self) -> int:
        return self._hash


ROOT = Location()


# ------------------------------------------------------------------ core
@dataclass(frozen=True, slots=True)
class Reference:
    """`$ref`: the instance matches the target (Core 8.2.3.1)."""

    at: Location
    target: Key


@dataclass(frozen=True, slots=True)
class DynamicReference:
    """`$dynamicRef`: the outermost dynamic anchor of that name in the dynamic scope, else the target (Core 8.2.3.2)."""

    at: Location
    anchor: str
    target: Key


# ------------------------------------------------------------------ any type
@dataclass(frozen=True, slots=True)
class Type:
    """The instance has one of the types (Validation 6.1.1)."""

    at: Location
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Enum:
    """The instance equals one of the values (Validation 6.1.2)."""

    at: Location
    values: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Const:
    """The instance equals the value (Validation 6.1.3)."""

    at: Location
    value: Json


# ------------------------------------------------------------------ numbers
@dataclass(frozen=True, slots=True)
class Minimum:
    """The number is at least `limit` (Validation 6.2.4)."""

    at: Location
    limit: Number


@dataclass(frozen=True, slots=True)
class Maximum:
    """The number is at most `limit` (Validation 6.2.2)."""

    at: Location
    limit: Number


@dataclass(frozen=True, slots=True)
class ExclusiveMinimum:
    """The number is greater than `limit` (Validation 6.2.5)."""

    at: Location
    limit: Number


@dataclass(frozen=True, slots=True)
class ExclusiveMaximum:
    """The number is less than `limit` (Validation 6.2.3)."""

    at: Location
    limit: Number


@dataclass(frozen=True, slots=True)
class MultipleOf:
    """The number is an integer multiple of `divisor`, by its decimal text (Validation 6.2.1)."""

    at: Location
    divisor: Number


# ------------------------------------------------------------------ strings
@dataclass(frozen=True, slots=True)
class MinLength:
    """The string has at least `limit` code points (Validation 6.3.2)."""

    at: Location
    limit: int


@dataclass(frozen=True, slots=True)
class MaxLength:
    """The string has at most `limit` code points (Validation 6.3.1)."""

    at: Location
    limit: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """The ECMA-262 pattern matches somewhere in the string (Validation 6.3.3)."""

    at: Location
    source: str


@dataclass(frozen=True, slots=True)
class Format:
    """The string is of the named format, asserted (Validation 7); `helper` and `function` name the check."""

    at: Location
    name: str
    helper: str
    function: str


@dataclass(frozen=True, slots=True)
class Content:
    """The string decodes, and its JSON document matches `schema` (Validation 8), asserted.

    `check` and `decode` are the helpers of the encoding; without `parse` the media type is not one that can be checked.
    """

    at: Location
    media_type_at: Location
    check: tuple[str, str] | None
    decode: tuple[str, str]
    parse: bool
    schema: Key | None


# ------------------------------------------------------------------ arrays
@dataclass(frozen=True, slots=True)
class MinItems:
    """The array has at least `limit` items (Validation 6.4.2)."""

    at: Location
    limit: int


@dataclass(frozen=True, slots=True)
class MaxItems:
    """The array has at most `limit` items (Validation 6.4.1)."""

    at: Location
    limit: int


@dataclass(frozen=True, slots=True)
class UniqueItems:
    """No two items are equal (Validation 6.4.3)."""

    at: Location


@dataclass(frozen=True, slots=True)
class PrefixItems:
    """Each item matches the subschema at its position (Core 10.3.1.1)."""

    at: Location
    schemas: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """Each item from position `start` on matches (Core 10.3.1.2)."""

    at: Location
    schema: Key
    start: int


@dataclass(frozen=True, slots=True)
class Contains:
    """At least `minimum` and at most `maximum` items match (Core 10.3.1.3, Validation 6.4.4 and 6.4.5)."""

    at: Location
    schema: Key
    minimum: int
    maximum: int | None
    minimum_at: Location
    maximum_at: Location


# ------------------------------------------------------------------ objects
@dataclass(frozen=True, slots=True)
class Required:
    """The object has each of the names (Validation 6.5.3)."""

    at: Location
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MinProperties:
    """The object has at least `limit` members (Validation 6.5.2)."""

    at: Location
    limit: int


@dataclass(frozen=True, slots=True)
class MaxProperties:
    """The object has at most `limit` members (Validation 6.5.1)."""

    at: Location
    limit: int


@dataclass(frozen=True, slots=True)
class Properties:
    """The member of each name matches its subschema (Core 10.3.2.1)."""

    at: Location
    members: tuple[tuple[str, Key], ...]


@dataclass(frozen=True, slots=True)
class PatternProperties:
    """Each member whose name matches a pattern matches its subschema (Core 10.3.2.2)."""

    at: Location
    members: tuple[tuple[str, Key], ...]


@dataclass(frozen=True, slots=True)
class AdditionalProperties:
    """Each member that neither `names` nor `patterns` cover matches (Core 10.3.2.3)."""

    at: Location
    schema: Key
    names: tuple[str, ...]
    patterns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PropertyNames:
    """Each member's name matches (Core 10.3.2.4)."""

    at: Location
    schema: Key


@dataclass(frozen=True, slots=True)
class DependentRequired:
    """Where a name is present, the others are too (Validation 6.5.4)."""

    at: Location
    members: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class DependentSchemas:
    """Where a name is present, the object matches the subschema (Core 10.2.2.4)."""

    at: Location
    members: tuple[tuple[str, Key], ...]


# ------------------------------------------------------------------ in place
@dataclass(frozen=True, slots=True)
class AllOf:
    """The instance matches every subschema (Core 10.2.1.1)."""

    at: Location
    schemas: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The instance matches at least one subschema (Core 10.2.1.2)."""

    at: Location
    schemas: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """The instance matches exactly one subschema (Core 10.2.1.3)."""

    at: Location
    schemas: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The instance does not match (Core 10.2.1.4)."""

    at: Location
    schema: Key


@dataclass(frozen=True, slots=True)
class If:
    """`then` applies where `condition` matches, `otherwise` where it does not (Core 10.2.2)."""

    at: Location
    condition: Key
    then: Key | None
    otherwise: Key | None


# ------------------------------------------------------------------ unevaluated
@dataclass(frozen=True, slots=True)
class Applies:
    """The subschema matches the same instance (or, where `positive` is false, does not)."""

    schema: Key
    positive: bool = True


@dataclass(frozen=True, slots=True)
class Has:
    """The instance has a member of that name."""

    name: str


@dataclass(frozen=True, slots=True)
class EvaluatedProperties:
    """Names that other keywords evaluated: some always, some only where a condition holds."""

    everything: bool = False
    names: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    branches: tuple[tuple[Applies | Has, EvaluatedProperties], ...] = ()


@dataclass(frozen=True, slots=True)
class EvaluatedItems:
    """Items that others evaluated: a prefix, those that match a subschema, some only where a condition holds."""

    everything: bool = False
    prefix: int = 0
    contains: tuple[Key, ...] = ()
    branches: tuple[tuple[Applies | Has, EvaluatedItems], ...] = ()


@dataclass(frozen=True, slots=True)
class UnevaluatedProperties:
    """Each member that no other keyword evaluated matches (Core 11.3)."""

    at: Location
    schema: Key
    evaluated: EvaluatedProperties = field(default=EvaluatedProperties())


@dataclass(frozen=True, slots=True)
class UnevaluatedItems:
    """Each item that no other keyword evaluated matches (Core 11.2)."""

    at: Location
    schema: Key
    evaluated: EvaluatedItems = field(default=EvaluatedItems())


Keyword: TypeAlias = (
    Reference | DynamicReference | Type | Enum | Const
    | Minimum | Maximum | ExclusiveMinimum | ExclusiveMaximum | MultipleOf
    | MinLength | MaxLength | Pattern | Format | Content
    | MinItems | MaxItems | UniqueItems | PrefixItems | Items | Contains
    | Required | MinProperties | MaxProperties | Properties | PatternProperties | AdditionalProperties
    | PropertyNames | DependentRequired | DependentSchemas
    | AllOf | AnyOf | OneOf | Not | If | UnevaluatedProperties | UnevaluatedItems
)  # fmt: skip


# ------------------------------------------------------------------ annotations
@dataclass(frozen=True, slots=True, eq=False)
class Annotation:
    """The keyword's value is told of each instance that matches (Core 7.7), of strings alone where `strings_only`."""

    at: Location
    value: Json
    strings_only: bool = False


@dataclass(frozen=True, slots=True)
class Subschema:
    """One subschema: its keywords in the order they are asserted, or the boolean that it is (`verdict`).

    `annotations` are read only for a module that answers with the specification's output (Core 12).
    """

    key: Key
    keywords: tuple[Keyword, ...] = ()
    verdict: bool | None = None
    resource: Location = ROOT
    annotations: tuple[Annotation, ...] = ()


# ------------------------------------------------------------------ what a valid instance leaves to be measured
@dataclass(frozen=True, slots=True, eq=False)
class Extent:
    """What a match says of an instance's size: which parts are exact JSON within the limits, and which are still open.

    `scalar`: whatever is neither array nor object is known to be within the limits. `array` and `object`: `None` where
    nothing is known (the value must be scanned), else what is known; `label` is the subschema that said it all, and
    `pending` marks one that is not known yet because it contains itself; `nothing` marks a position no value can take.
    """

    scalar: bool = False
    array: ArrayExtent | None = None
    object: ObjectExtent | None = None
    label: Key | None = None
    pending: bool = False
    nothing: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ArrayExtent:
    """The items by position, then the rest; impossible where no array matches."""

    prefix: tuple[Extent, ...] = ()
    rest: Extent = Extent()
    possible: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class ObjectExtent:
    """The members by name, then the rest; impossible where no object matches."""

    members: tuple[tuple[str, Extent], ...] = ()
    rest: Extent = Extent()
    possible: bool = True


@dataclass(frozen=True, slots=True)
class Program:
    """Every subschema that an entry reaches, what the passes learned of them, and their resources' dynamic anchors.

    `metered` subschemas hand on a budget and a depth, for they can recurse or repeat work; those of them that are
    `charging` pay when they are called: at least one on each cycle. Those that are `paying` pay for the turns of their
    loops, those that are `searching` for each pattern; `prices` are what one application costs. `stalling` are pairs
    of caller and target that can come round again without progress in the instance, `rounds` times at most for each
    level. `meeting` are those that see an object before any other does. `base_uris` are those of the schema resources,
    "" where one has none.
    """

    subschemas: Mapping[Key, Subschema]
    entries: Mapping[str, Key]
    dynamic_anchors: Mapping[Location, Mapping[str, Location]] = field(default_factory=dict)
    metered: frozenset[Key] = frozenset()
    charging: frozenset[Key] = frozenset()
    paying: frozenset[Key] = frozenset()
    searching: frozenset[Key] = frozenset()
    prices: Mapping[Key, int] = field(default_factory=dict)
    stalling: frozenset[tuple[Key, Key]] = frozenset()
    rounds: int = 1
    meeting: frozenset[Key] = frozenset()
    extents: Mapping[Key, Extent] = field(default_factory=dict)
    base_uris: Mapping[Location, str] = field(default_factory=dict)
