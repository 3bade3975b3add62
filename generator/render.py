"""From program and names to the text of one module: layout is the template's, every decision is taken before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from schemawright.runtime.errors import ExecutionFailure

from . import ir
from .clock import Clock
from .conditions import environment
from .framing import check_lines
from .functions import annotate_functions, laid_out, pair
from .helpers import HelperSource, read_helpers
from .lower.measure import DEEPEST, Depth, Measures, is_bounded, needs_work
from .lower.place import Module
from .names import Names
from .options import Options
from .prune import Piece, unquoted, used, words
from .source import Code, assemble, comment, fixed, literal

UNLIMITED = 2**62

Part = TypeVar("Part")


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
    module = Module(program, Names(), options.limits, clock, output=options.output)
    for key in program.entries.values():
        module.require(key)
    annotates = annotate_functions(module) if options.output else []
    pairs: list[tuple[Code, Code]] = []
    size = 0
    module.use("report")
    module.use("pointer")
    for key in module.functions:  # grows while the functions are written
        clock.check()
        pairs.append(pair(module, key))
        size += sum(map(len, pairs[-1]))
        if size > options.limits.max_source_bytes:
            raise ExecutionFailure(
                f"the generated source is larger than {options.limits.max_source_bytes} bytes", code="source_bytes"
            )
    # Two entries may mean one subschema: it has one set of functions.
    faces = {_suffix(module, name, key): (name, key) for name, key in program.entries.items()}
    public = [_public(module, name, key) for name, key in faces.values()]
    parts, named = Parts(
        checks=[check for check, _ in pairs],
        explains=[explain for _, explain in pairs],
        annotates=annotates,
        measures=[] if options.output else list(_measures(module)),
        constants=[_constant(name, value) for name, value in sorted(module.constants.items())],
        helpers=list(read_helpers(module.helpers)),
    ).pruned(public)
    clock.check()
    if len(program.entries) > 1 or "" not in program.entries:
        public.append(_entries_table(module))
    text = (
        environment()
        .get_template("module.jinja")
        .render(
            title=Code(comment(options.title).removeprefix("# ")),
            schema_short=Code(binding.schema_digest.removeprefix("sha256:")[:8] + "..."),
            options_short=Code(binding.options_digest.removeprefix("sha256:")[:8] + "..."),
            dialect_shown=Code(comment(binding.dialect).removeprefix("# ")),
            imports=_imports(parts.helpers),
            schema_digest=literal(binding.schema_digest),
            options_digest=literal(binding.options_digest),
            dialect=literal(binding.dialect),
            limits=list(_limit_constants(module, named)),
            helpers=[Code(helper.text) for helper in parts.helpers if helper.text],
            constants=parts.constants,
            checks=parts.checks,
            explains=parts.explains,
            annotates=parts.annotates,
            measures=parts.measures,
            public=public,
        )
    )
    return Rendered(Code(text.rstrip("\n") + "\n"), tuple(module.warnings))


def _constant(name: str, value: Code) -> Code:
    """A constant's assignment; empty containers among values need to be told what they are."""
    annotation = (
        fixed(": tuple[object, ...]") if name.startswith("VALUES") and ("[" in value or "{" in value) else fixed("")
    )
    return assemble("{}{} = {}", Code(name), annotation, value)


_DEFINED = re.compile(r"^(?:def |class )?([A-Za-z_][A-Za-z0-9_]*)(?=[(:]| =)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that may stand in a module beside its public functions."""

    checks: list[Code]
    explains: list[Code]
    annotates: list[Code]
    measures: list[Code]
    constants: list[Code]
    helpers: list[HelperSource]

    def pruned(self, public: list[Code]) -> tuple[Parts, set[str]]:
        """Only what the public functions use, and every name that then occurs."""
        codes = [*self.checks, *self.explains, *self.annotates, *self.measures, *self.constants]
        pieces = [Piece(_defined(code), words(unquoted(code))) for code in codes]
        pieces += [Piece(helper.names, helper.words) for helper in self.helpers]
        kept, named = used(pieces, map(str.__str__, public))
        chosen = iter(range(len(pieces)))

        def keep(parts: list[Part]) -> list[Part]:
            return [part for part in parts if next(chosen) in kept]

        parts = Parts(
            keep(self.checks),
            keep(self.explains),
            keep(self.annotates),
            keep(self.measures),
            keep(self.constants),
            keep(self.helpers),
        )
        return parts, named


def _defined(code: Code) -> frozenset[str]:
    found = _DEFINED.search(code)
    return frozenset() if found is None else frozenset({found[1]})


def _imports(helpers: list[HelperSource]) -> list[Code]:
    found = {line for helper in helpers for line in helper.imports}
    return [Code(line) for line in sorted(found, key=lambda line: (line.split()[1], line))]


def _limit_constants(module: Module, named: set[str]) -> Iterator[Code]:
    if "STRING_LIMIT" in named:
        yield assemble("STRING_LIMIT = {}", literal(module.limits.max_string_length or UNLIMITED))
    if "DEADLINE" in named:
        yield assemble("DEADLINE = {}", literal(module.limits.validation_timeout))


# ------------------------------------------------------------------ public functions
def _public(module: Module, name: str, key: ir.Key) -> Code:
    """`is_valid`, `violations` and `validate` of one entry, or what it has to say of an instance that was judged."""
    suffix = _suffix(module, name, key)
    function = module.names.function(key)
    if module.output:
        return Code(
            environment()
            .get_template("output.jinja")
            .render(suffix=suffix, function=function, meter=_meter(module, key))
        )
    meter = _meter(module, key)
    measured = _measured(module, key)
    text = (
        environment()
        .get_template("public.jinja")
        .render(suffix=suffix, function=function, meter=meter, measured=measured or fixed(""))
    )
    return Code(text)


def _suffix(module: Module, name: str, key: ir.Key) -> Code:
    """What the names of an entry's public functions end in."""
    return module.names.function(key) if name else fixed("")


def _meter(module: Module, key: ir.Key) -> Code:
    """What an entry hands to a function that counts: all of the depth, and a budget that is renewed as time allows."""
    depth = module.limits.max_instance_depth or DEEPEST
    return assemble(", {}, [4096.0, 0.0]", literal(depth)) if key in module.program.metered else fixed("")


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
        yield laid_out(iter(lines))


def _entries_table(module: Module) -> Code:
    """`ENTRIES`: the name of each entry with its functions, one a line."""
    rows = []
    for name, key in module.program.entries.items():
        suffix = _suffix(module, name, key)
        if module.output:
            rows.append(assemble("    {}: (errors{}, annotations{}),", literal(name), suffix, suffix))
        else:
            matches = fixed("is_valid") if _measured(module, key) is None else fixed("matches")
            row = "    {}: (is_valid{}, violations{}, validate{}, {}{}),"
            rows.append(assemble(row, literal(name), suffix, suffix, suffix, matches, suffix))
    return Code("ENTRIES = {\n" + "\n".join(map(str.__str__, rows)) + "\n}")
