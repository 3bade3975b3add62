"""How often one value can be looked at: what a large instance multiplies, and what a loop has to pay for its turns.

The unit is about one comparison, 25 ns: a million values that are looked at `LIGHT` times each take some seconds.
Sixteen patterns search as many characters as an instance may have in about as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from schemawright.generator import ir
from schemawright.generator.pattern_plans import is_linear

from .graphs import Graph, bottom_up

LIGHT = 128
MOST_PATTERNS = 16
PATTERN = 16
SLOW_PATTERN = 4_096  # the clock is read for each
UNIQUE = 64
MULTIPLE, DECIMAL_BOUND = 200, 40
NUMBER, CONTAINER = 8, 10  # compared with one of the schema's
CONTENT, FORMAT = 250, 60
FORMATS = {"hostname": 1_500, "idn-hostname": 1_500, "idn-email": 1_500, "regex": 200}
# A price beyond this reads the clock as well.
DEAREST = 1_000_000


@dataclass(slots=True)
class Work:
    """What each subschema does: looks at the value itself, its patterns among them, and looks by loops.

    `turns` are the looks that loops over the value's parts take at any one of them or below; `lower` those below alone.
    """

    here: dict[ir.Key, int] = field(default_factory=dict)
    patterns: dict[ir.Key, int] = field(default_factory=dict)
    turns: dict[ir.Key, int] = field(default_factory=dict)
    lower: dict[ir.Key, int] = field(default_factory=dict)

    def loops_much(self, key: ir.Key) -> bool:
        """Whether its loops multiply the size of an instance by too much."""
        return self.turns[key] > LIGHT

    def nests_much(self, key: ir.Key) -> bool:
        """Whether loops inside of its loops do."""
        return self.lower[key] > LIGHT

    def searches_much(self, key: ir.Key) -> bool:
        """Whether more patterns search one string than is done at once."""
        return self.patterns[key] > MOST_PATTERNS


def survey_work(
    program: ir.Program, graph: Graph, in_place: Graph, components: Mapping[ir.Key, frozenset[ir.Key]]
) -> Work:
    """The work of each subschema; what comes back to itself is counted once, for it pays in any case."""
    work = Work()
    below: dict[ir.Key, int] = {}  # looks at any one part
    most: dict[ir.Key, int] = {}  # looks at the value or any one part
    for key in bottom_up(graph):
        subschema, inside = program.subschemas[key], components[key]
        beside = [target for target in in_place[key] if target not in inside]
        loops = [(target, looks) for target, looks in turns(subschema) if target not in inside]
        single = [target for target in members(subschema) if target not in inside]
        looped = sum(looks + most[target] for target, looks in loops)
        looped += UNIQUE * sum(isinstance(keyword, ir.UniqueItems) for keyword in subschema.keywords)
        work.here[key] = own_work(subschema) + sum(work.here[target] for target in beside)
        work.patterns[key] = own_patterns(subschema) + sum(work.patterns[target] for target in beside)
        work.lower[key] = sum(below[target] for target, _ in loops) + sum(work.lower[target] for target in beside)
        work.turns[key] = looped + sum(work.turns[target] for target in beside)
        once = max((most[target] for target in single), default=0)
        below[key] = looped + once + sum(below[target] for target in beside)
        most[key] = max(work.here[key], below[key])
    return work


def prices(program: ir.Program, graph: Graph, in_place: Graph, charging: frozenset[ir.Key]) -> Mapping[ir.Key, int]:
    """What one application of each subschema costs, without those in place that pay for themselves."""
    found: dict[ir.Key, int] = {}
    for key in bottom_up(graph):
        unpaid = sum(found.get(target, 0) for target in in_place[key] if target not in charging)
        found[key] = min(own_work(program.subschemas[key]) + unpaid, DEAREST)
    return found


def own_work(subschema: ir.Subschema) -> int:
    """The looks of the subschema's own keywords at the value."""
    return 1 + sum(map(_looks, subschema.keywords))


def own_patterns(subschema: ir.Subschema) -> int:
    """The patterns that search the value itself."""
    return sum(isinstance(keyword, ir.Pattern) for keyword in subschema.keywords)


def _looks(keyword: ir.Keyword) -> int:
    match keyword:
        case ir.Enum(values=values):
            return sum(map(_size, values))
        case ir.Const(value=value):
            return _size(value)
        case ir.Pattern(at=at, source=source):
            return pattern_looks(source, at)
        case ir.MultipleOf():
            return MULTIPLE
        case (
            ir.Minimum(limit=limit)
            | ir.Maximum(limit=limit)
            | ir.ExclusiveMinimum(limit=limit)
            | ir.ExclusiveMaximum(limit=limit)
        ):
            return 1 if isinstance(limit, int) else DECIMAL_BOUND
        case ir.Format(name=name):
            return FORMATS.get(name, FORMAT)
        case ir.Content():
            return CONTENT
        case ir.Required(names=names):
            return len(names)
        case ir.Properties(members=members):
            return len(members)
        case ir.DependentRequired(members=needed):
            return sum(1 + len(names) for _, names in needed)
        case ir.PrefixItems(schemas=schemas):
            return len(schemas)
        case _:
            return 1


def pattern_looks(source: str, at: ir.Location) -> int:
    """What one search costs; raises `SchemaError` for a malformed pattern."""
    return PATTERN if is_linear(source, at) else SLOW_PATTERN


_LOOKS_OF: Mapping[type, int] = {
    str: 0, type(None): 1, bool: 1, int: NUMBER, float: NUMBER, Decimal: NUMBER
}  # fmt: skip


def _size(value: ir.Json) -> int:
    """What comparing with it costs; a string is looked up with all others at once."""
    parts: list[ir.Json] = [value]
    size = 0
    while parts:
        part = parts.pop()
        size += _LOOKS_OF.get(type(part), CONTAINER)
        parts.extend(part.values() if isinstance(part, dict) else part if isinstance(part, list) else ())
    return size


def members(subschema: ir.Subschema) -> Iterator[ir.Key]:
    """The subschemas of which at most one applies to any one part."""
    for keyword in subschema.keywords:
        match keyword:
            case ir.Properties(members=members):
                yield from (key for _, key in members)
            case ir.PrefixItems(schemas=schemas):
                yield from schemas
            case _:
                pass


def turns(subschema: ir.Subschema) -> Iterator[tuple[ir.Key, int]]:
    """The subschemas that a loop applies to each part, with the looks that the loop itself takes at one."""
    for keyword in subschema.keywords:
        match keyword:
            case ir.PatternProperties(at=at, members=members):
                yield from ((key, pattern_looks(source, at.child(source))) for source, key in members)
            case (
                ir.AdditionalProperties(schema=schema)
                | ir.PropertyNames(schema=schema)
                | ir.Items(schema=schema)
                | ir.Contains(schema=schema)
                | ir.UnevaluatedProperties(schema=schema)
                | ir.UnevaluatedItems(schema=schema)
            ):
                yield schema, 1
            case _:
                pass
