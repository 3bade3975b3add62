"""From program and names to the text of one module: layout is the template's, every decision is taken before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from schemawright.runtime.clock import Clock
from schemawright.runtime.errors import ExecutionFailure

from . import ir
from .conditions import environment
from .framing import check_lines
from .functions import annotate_functions, laid_out, pair
from .helpers import HelperSource, read_helpers
from .lower.measure import DEEPEST, UNLIMITED, Depth, Measures, is_bounded, needs_work
from .lower.place import Module, path_comment
from .names import Names
from .options import Options
from .prune import Piece, unquoted, used, words
from .source import Code, assemble, comment, fixed, literal

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
    for helper in ("report", "pointer", "failed"):
        module.use(helper)
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
    """Each module once, with all that the helpers need of it."""
    found: dict[str, set[str]] = {}
    for line in (line for helper in helpers for line in helper.imports):
        start, mark, name = line.partition(" import ")
        found.setdefault(start + mark, set()).add(name)
    return [
        Code(start + ", ".join(sorted(found[start]))) for start in sorted(found, key=lambda start: start.split()[1])
    ]


def _limit_constants(module: Module, named: set[str]) -> Iterator[Code]:
    limits = module.limits
    if "STRING_LIMIT" in named:
        yield assemble("STRING_LIMIT = {}", literal(limits.max_string_length or UNLIMITED))
    if "NODE_LIMIT" in named:
        yield assemble("NODE_LIMIT = {}", literal(limits.max_instance_nodes or UNLIMITED))
    if "DEPTH_LIMIT" in named:
        yield assemble("DEPTH_LIMIT = {}", literal(limits.max_instance_depth or DEEPEST))
    if "DEADLINE" in named:
        yield assemble("DEADLINE = {}", literal(limits.validation_timeout))


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
    template = environment().get_template("public.jinja")
    measured = _is_measured(module, key)
    if measured:
        module.use("exceeded")
    return Code(template.render(suffix=suffix, function=function, meter=meter, is_measured=measured))


def _suffix(module: Module, name: str, key: ir.Key) -> Code:
    """What the names of an entry's public functions end in."""
    return module.names.function(key) if name else fixed("")


def _meter(module: Module, key: ir.Key) -> Code:
    """What an entry hands to a function that counts: all of the depth, and a budget that is renewed as time allows."""
    if key not in module.program.metered:
        return fixed("")
    rounds = module.program.rounds
    depth = fixed("DEPTH_LIMIT") if rounds == 1 else assemble("DEPTH_LIMIT * {}", literal(rounds))
    return assemble(", {}, [4096.0, 0.0]", depth)


def _is_measured(module: Module, key: ir.Key) -> bool:
    """Whether the entry leaves anything open that is to be counted."""
    limits = module.limits
    if limits.trusts_instances:
        return False
    extent = module.program.extents[key]
    return needs_work(extent) and not is_bounded(extent, limits)


def _measures(module: Module) -> Iterator[Code]:
    """The measure functions that the entries need."""
    measures = Measures(module)
    for key in module.program.entries.values():
        if _is_measured(module, key):
            measures.call_entry(key)
    for extent in measures.asked:  # grows while the functions are written
        assert extent.label is not None
        body = measures.inline(extent, fixed("value"), Depth(0, parameter=True), ())
        name = module.names.function(extent.label)
        lines: list[tuple[int, Code]] = [
            (0, path_comment(extent.label.at)),
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
            matches = fixed("matches") if _is_measured(module, key) else fixed("is_valid")
            row = "    {}: (is_valid{}, violations{}, validate{}, {}{}),"
            rows.append(assemble(row, literal(name), suffix, suffix, suffix, matches, suffix))
    return Code("ENTRIES = {\n" + "\n".join(map(str.__str__, rows)) + "\n}")
