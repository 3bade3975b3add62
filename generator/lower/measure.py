"""What remains to be counted once an instance matched: only positions that the schema leaves open are scanned."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.source import Code, assemble, fixed, identifier, literal
from schemawright.generator.statements import Body, Line, Loop, Statement, When
from schemawright.runtime.limits import Limits

from .object import names_constant
from .place import Module

UNLIMITED = 2**62
DEEPEST = 400
DEEPEST_BOUNDED = 8
DEEP_SCHEMA = 128
DEEPEST_INLINE = 8  # Python allows 20 loops in one another


def needs_work(extent: ir.Extent) -> bool:
    """Something of a value with this extent has to be counted or scanned."""
    if extent.pending or not extent.scalar or extent.array is None or extent.object is None:
        return True
    return extent.array.possible or extent.object.possible


def is_open(extent: ir.Extent) -> bool:
    """Nothing is known: the whole value is scanned."""
    return not extent.pending and not extent.scalar and extent.array is None and extent.object is None


def is_bounded(extent: ir.Extent, limits: Limits) -> bool:
    """The schema alone keeps the value within the limits and leaves nothing open."""
    most = limits.max_instance_nodes or UNLIMITED
    return _most_nodes(extent, most, min(limits.max_instance_depth or DEEPEST, DEEPEST_BOUNDED)) <= most


def _most_nodes(extent: ir.Extent, limit: int, levels: int) -> int:
    """How many values it has at most; more than the limit where that is not known, or more levels than there may be."""
    too_many = limit + 1
    if extent.pending or not extent.scalar or extent.array is None or extent.object is None:
        return too_many
    parts: list[ir.Extent] = []
    for container, inside in (
        (extent.array, extent.array.prefix),
        (extent.object, tuple(member for _, member in extent.object.members)),
    ):
        if container.possible and (levels < 1 or not is_nothing(container.rest)):
            return too_many
        parts += inside if container.possible else ()
    return min(too_many, 1 + sum(_most_nodes(part, limit, levels - 1) for part in parts))


def is_nothing(extent: ir.Extent) -> bool:
    """No value at all has this extent: the position is closed."""
    return extent.nothing


@dataclass(slots=True)
class Measures:
    """The measure functions of one module: those asked for, and those already written."""

    module: Module
    asked: list[ir.Extent] = field(default_factory=list)
    seen: set[ir.Key] = field(default_factory=set)

    @property
    def can_be_deep(self) -> bool:
        """Something recurses, or the limit is lower than schemas usually nest."""
        return bool(self.module.program.charging) or (self.module.limits.max_instance_depth or DEEPEST) < DEEP_SCHEMA

    def value(self, extent: ir.Extent, value: Code, depth: Depth, tokens: tuple[str, ...]) -> Body:
        """The statements that count a value of `extent`; `left` holds what is left of the budget."""
        if not needs_work(extent):
            return ()
        if extent.pending:
            extent = self.module.program.extents[extent.label] if extent.label is not None else extent
        if is_open(extent) or (extent.label is None and len(tokens) >= DEEPEST_INLINE):
            self.module.use("scan")
            return (Line(assemble("left = scan({}, left, {})", value, depth.code)),)
        if extent.label is not None and not is_small(extent):
            return self.call(extent, value, depth)
        return self.inline(extent, value, depth, tokens)

    def part(self, extent: ir.Extent, source: Code, depth: Depth, tokens: tuple[str, ...]) -> Body:
        """A part that is there: in a local where several statements ask for it, so that all see the same value."""
        part = local("part", tokens)
        body = self.value(extent, part, depth, tokens)
        if len(body) == 1 and isinstance(body[0], Line):
            return self.value(extent, source, depth, tokens)
        return (Line(assemble("{} = {}", part, source)), *body) if body else ()

    def call_entry(self, key: ir.Key) -> None:
        """An entry's own function, whatever its size."""
        if key not in self.seen:
            self.seen.add(key)
            self.asked.append(replace(self.module.program.extents[key], label=key))

    def call(self, extent: ir.Extent, value: Code, depth: Depth) -> Body:
        """A call of the extent's own function."""
        assert extent.label is not None
        if extent.label not in self.seen:
            self.seen.add(extent.label)
            self.asked.append(extent)
        name = self.module.names.function(extent.label)
        return (Line(assemble("left = measure{}({}, left, {})", name, value, depth.code)),)

    def inline(self, extent: ir.Extent, value: Code, depth: Depth, tokens: tuple[str, ...]) -> Body:
        """The statements by the value's type."""
        arms: list[tuple[Code, Body]] = []
        if extent.object is None or extent.object.possible:
            arms.append((assemble("type({}) is dict", value), self.object(extent.object, value, depth, tokens, extent)))
        if extent.array is None or extent.array.possible:
            arms.append((assemble("type({}) is list", value), self.array(extent.array, value, depth, tokens)))
        otherwise: Body = ()
        if not extent.scalar:
            self.module.use("scan")
            otherwise = (Line(assemble("scan_scalar({})", value)),)
        for test, body in reversed(arms):
            otherwise = (When(test, body, otherwise),)
        return otherwise

    def array(self, extent: ir.ArrayExtent | None, value: Code, depth: Depth, tokens: tuple[str, ...]) -> Body:
        """An array is paid for, then its items as far as they are open."""
        if extent is None or (not extent.prefix and is_open(extent.rest)):
            self.module.use("scan")
            return (Line(assemble("left = scan_array({}, left - len({}), {})", value, value, depth.code)),)
        body: list[Statement] = [count(value), *self.shallow(depth)]
        for position, item in enumerate(extent.prefix):
            inner = self.part(
                item, assemble("{}[{}]", value, literal(position)), depth.less(), (*tokens, str(position))
            )
            if inner:
                body.append(When(assemble("len({}) > {}", value, literal(position)), inner))
        name = local("item", tokens)
        inner = self.value(extent.rest, name, depth.less(), (*tokens, "items"))
        if inner:
            start = literal(len(extent.prefix)) if extent.prefix else fixed("")
            head = assemble("for {} in {}[{}:]:", name, value, start)
            body.append(Loop(head, head, inner))
        return tuple(body)

    def object(
        self, extent: ir.ObjectExtent | None, value: Code, depth: Depth, tokens: tuple[str, ...], whole: ir.Extent
    ) -> Body:
        """An object is paid for, then its members as far as they are open."""
        if extent is None or (not extent.members and is_open(extent.rest)):
            self.module.use("scan")
            return (Line(assemble("left = scan_object({}, left - len({}), {})", value, value, depth.code)),)
        body: list[Statement] = [count(value), *self.shallow(depth)]
        for name, member in extent.members:
            body.extend(self.member(member, value, name, depth, tokens))
        body.extend(self.rest(extent, value, depth, tokens, whole))
        return tuple(body)

    def member(self, extent: ir.Extent, value: Code, name: str, depth: Depth, tokens: tuple[str, ...]) -> Body:
        """A member that may be absent: where only containers matter, asking for it answers that too."""
        if not needs_work(extent):
            return ()
        if extent.scalar and not extent.pending and (extent.label is None or is_small(extent)):
            part = local("part", (*tokens, name))
            get = Line(assemble("{} = {}.get({})", part, value, literal(name)))
            return (get, *self.value(extent, part, depth.less(), (*tokens, name)))
        inner = self.part(extent, assemble("{}[{}]", value, literal(name)), depth.less(), (*tokens, name))
        return (When(condition("present", value, literal(name)), inner),) if inner else ()

    def rest(
        self, extent: ir.ObjectExtent, value: Code, depth: Depth, tokens: tuple[str, ...], whole: ir.Extent
    ) -> Body:
        """The members that no name is known of."""
        if is_nothing(extent.rest):
            return ()
        names: Code | None = None
        if extent.members:
            at = whole.label.at if whole.label is not None else ir.Location("")
            names = names_constant(self.module, at.child("properties", *tokens), [name for name, _ in extent.members])
            if is_open(extent.rest):
                self.module.use("scan_others")
                scan = Line(assemble("left = scan_others({}, {}, left, {})", value, names, depth.code))
                return (When(assemble("not {}.issuperset({})", names, value), (scan,)),)
        item, name = local("item", tokens), local("name", tokens)
        inner = self.value(extent.rest, item, depth.less(), (*tokens, "rest"))
        self.module.use("scan_names")
        scan_names = Line(assemble("scan_names({})", value))
        if not inner:
            return (scan_names,)
        if names is not None:
            inner = (When(assemble("{} not in {}", name, names), inner),)
        head = assemble("for {}, {} in {}.items():", name, item, value)
        return (scan_names, Loop(head, head, inner))

    def shallow(self, depth: Depth) -> Body:
        """The container is not too deep, where the schema allows that at all, and the budget is not overdrawn."""
        if not self.can_be_deep:
            return ()
        self.module.use("exceeded")
        too_deep = assemble("depth < {}", literal(1 - depth.left))
        stop = Line(assemble('exceeded("depth" if {} else "nodes")', too_deep))
        return (When(assemble("{} or left < 0", too_deep), (stop,)),)


def count(value: Code) -> Line:
    """The value's members or items are paid for at once; the entry looks whether the budget is overdrawn."""
    return Line(assemble("left -= len({})", value))


@dataclass(frozen=True, slots=True)
class Depth:
    """The levels left for a container at some position: a number, or a parameter less a number."""

    left: int
    parameter: bool = False

    @property
    def code(self) -> Code:
        """As source."""
        if not self.parameter:
            return literal(max(self.left, 0))
        return fixed("depth") if self.left == 0 else assemble("depth - {}", literal(-self.left))

    def less(self) -> Depth:
        """One level further down."""
        return Depth(self.left - 1, self.parameter)


def is_small(extent: ir.Extent) -> bool:
    """Short enough to stand where it is used."""
    parts: list[ir.Extent] = []
    if extent.array is not None and extent.array.possible:
        parts += [*extent.array.prefix, extent.array.rest]
    if extent.object is not None and extent.object.possible:
        parts += [*(member for _, member in extent.object.members), extent.object.rest]
    return all(not needs_work(part) or is_open(part) for part in parts) and sum(map(needs_work, parts)) <= 2


def local(sort: str, tokens: tuple[str, ...]) -> Code:
    """A loop's local."""
    return identifier(sort, tokens)
