"""From program and names to the text of one module: layout is the template's, every decision is taken before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from schemawright.runtime.errors import ExecutionFailure

from . import ir
from .clock import Clock
from .conditions import environment
from .framing import check_lines, explain_lines
from .helpers import read_helpers
from .lower.measure import DEEPEST, Depth, Measures, is_bounded, needs_work
from .lower.place import ROOT, Module
from .lower.subschema import lower_subschema
from .names import Names
from .options import Options
from .source import Code, assemble, comment, fixed, literal

UNLIMITED = 2**62
METER_PARAMETERS = fixed(", depth: int, budget: list[float]")
METER = (
    (1, fixed("budget[0] -= 1")),
    (1, fixed("if depth < 0 or budget[0] < 0:")),
    (2, fixed("charge(depth, budget)")),
)


@dataclass(frozen=True, slots=True)
class Rendered:
    """A module's text, and what the schema's author should know."""

    text: Code
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Binding:
    """What a module is bound to: digests of the schema and the options, and the dialect it was read as."""

    schema_digest: str
    options_digest: str
    dialect: str


def render(program: ir.Program, options: Options, binding: Binding, clock: Clock) -> Rendered:
    """The module's text; raises `ExecutionFailure` ("source_bytes") where it is too long."""
    module = Module(program, Names(), options.limits, clock)
    for key in program.entries.values():
        module.require(key)
    checks: list[Code] = []
    explains: list[Code] = []
    size = 0
    module.use("report")
    for key in module.functions:  # grows while the functions are written
        for functions, function in zip((checks, explains), _pair(module, key), strict=True):
            functions.append(function)
            size += len(function)
        if size > options.limits.max_source_bytes:
            raise ExecutionFailure(
                f"the generated source is larger than {options.limits.max_source_bytes} bytes", code="source_bytes"
            )
    public = [_public(module, name, key) for name, key in program.entries.items()]
    measures = list(_measures(module))
    if len(program.entries) > 1 or "" not in program.entries:
        public.append(_entries_table(module))
    helpers = read_helpers(module.helpers)
    text = (
        environment()
        .get_template("module.jinja")
        .render(
            title=Code(comment(options.title).removeprefix("# ")),
            schema_short=Code(binding.schema_digest.removeprefix("sha256:")[:8] + "..."),
            options_short=Code(binding.options_digest.removeprefix("sha256:")[:8] + "..."),
            dialect_shown=Code(comment(binding.dialect).removeprefix("# ")),
            imports=_imports(helpers),
            schema_digest=literal(binding.schema_digest),
            options_digest=literal(binding.options_digest),
            dialect=literal(binding.dialect),
            limits=_limit_constants(module),
            helpers=[Code(helper.text) for helper in helpers if helper.text],
            constants=[assemble("{} = {}", Code(name), value) for name, value in sorted(module.constants.items())],
            checks=checks,
            explains=explains,
            measures=measures,
            public=public,
        )
    )
    return Rendered(Code(text.rstrip("\n") + "\n"), tuple(module.warnings))


def _imports(helpers: tuple[object, ...]) -> list[Code]:
    found = {line for helper in helpers for line in helper.imports}  # type: ignore[attr-defined]
    return [Code(line) for line in sorted(found, key=lambda line: (line.split()[1], line))]


def _limit_constants(module: Module) -> Iterator[Code]:
    limits = module.limits
    if module.helpers & {"scan", "scan_others", "scan_names", "too_long"}:
        yield assemble("STRING_LIMIT = {}", literal(limits.max_string_length or UNLIMITED))
    if "charge" in module.helpers or "seconds_left" in module.helpers:
        yield assemble("DEADLINE = {}", literal(limits.validation_timeout))


def _laid_out(lines: Iterator[tuple[int, Code]]) -> Code:
    return Code(
        "\n".join("    " * depth + str.__str__(text).replace("\n", "\n" + "    " * depth) for depth, text in lines)
    )


def _pair(module: Module, key: ir.Key) -> tuple[Code, Code]:
    """The check and the explain function of one subschema."""
    body = lower_subschema(module, key, ROOT)
    name = module.names.function(key)
    extra = METER_PARAMETERS if key in module.program.metered else fixed("")
    meter = METER if key in module.program.charging else ()
    if meter:
        module.use("charge")
    origin = comment(key.at.uri)

    def check() -> Iterator[tuple[int, Code]]:
        yield 0, origin
        yield 0, assemble("def check{}(value: object{}) -> bool:", name, extra)
        yield from meter
        yield from check_lines(body)
        yield 1, fixed("return True")

    def explain() -> Iterator[tuple[int, Code]]:
        yield 0, origin
        yield 0, assemble("def explain{}(value: object, path: str, found: Found{}) -> None:", name, extra)
        lines = [*meter, *explain_lines(body)]
        yield from lines or [(1, fixed("pass"))]

    return _laid_out(check()), _laid_out(explain())


# ------------------------------------------------------------------ public functions
def _public(module: Module, name: str, key: ir.Key) -> Code:
    """`is_valid`, `violations` and `validate` of one entry."""
    suffix = module.names.function(key) if name else fixed("")
    function = module.names.function(key)
    metered = key in module.program.metered
    depth = module.limits.max_instance_depth or DEEPEST
    meter = assemble(", {}, [4096.0, 0.0]", literal(depth)) if metered else fixed("")
    measured = _measured(module, key)
    text = (
        environment()
        .get_template("public.jinja")
        .render(suffix=suffix, function=function, meter=meter, measured=measured or fixed(""))
    )
    return Code(text)


def _measured(module: Module, key: ir.Key) -> Code | None:
    """The call that counts what the entry leaves open; `None` where the schema bounds it all, or nothing is limited."""
    limits = module.limits
    if limits.max_instance_nodes is None and limits.max_string_length is None and limits.max_instance_depth is None:
        return None
    extent = module.program.extents[key]
    most = limits.max_instance_nodes or UNLIMITED
    if not needs_work(extent) or is_bounded(extent, most):
        return None
    name = module.names.function(key)
    depth = limits.max_instance_depth or DEEPEST
    return assemble("measure{}(instance, {}, {})", name, literal(most - 1), literal(depth))


def _measures(module: Module) -> Iterator[Code]:
    """The measure functions that the entries need."""
    measures = Measures(module)
    for key in module.program.entries.values():
        if _measured(module, key) is not None:
            measures.call_entry(key)
    for extent in measures.asked:  # grows while the functions are written
        assert extent.label is not None
        body = measures.inline(extent, fixed("value"), Depth(0, parameter=True), ())
        name = module.names.function(extent.label)
        lines: list[tuple[int, Code]] = [
            (0, comment(extent.label.at.uri)),
            (0, assemble("def measure{}(value: object, left: int, depth: int) -> int:", name)),
            *check_lines(body),
            (1, fixed("return left")),
        ]
        yield _laid_out(iter(lines))


def _entries_table(module: Module) -> Code:
    """`ENTRIES`: the name of each entry with its three functions, one a line."""
    rows = [
        assemble("    {}: (is_valid{}, violations{}, validate{}),", literal(name), *[module.names.function(key)] * 3)
        for name, key in module.program.entries.items()
    ]
    return Code("ENTRIES = {\n" + "\n".join(map(str.__str__, rows)) + "\n}")
