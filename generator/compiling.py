"""The whole way on one screen: schema in, module out. Start reading here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from schemawright.runtime.clock import Clock
from schemawright.runtime.digest import schema_digest
from schemawright.runtime.errors import ExecutionFailure

from .documents import DocumentSource, is_built_in
from .frame import Frame, build_frame
from .ir import Json, Program
from .keywords.context import Asserts
from .load import load_schema
from .metaschema import check_schemas
from .options import Options, read_options
from .passes.dynamic_scope import specialise
from .passes.evaluated import mark_evaluated
from .passes.extent import measure_extents
from .passes.meeting import find_meetings
from .passes.metering import meter
from .read import read
from .render import Binding, render
from .tool_role import apply_role

__all__ = ["GeneratedModule", "compile_document", "compile_output", "compile_schema", "load", "read_options"]

# Each pass is pure: Program -> Program.
PASSES: Mapping[str, Callable[[Program], Program]] = {
    "dynamic_scope": specialise,
    "evaluated": mark_evaluated,
    "metering": meter,
    "meeting": find_meetings,
    "extent": measure_extents,
}


@dataclass(frozen=True, slots=True)
class GeneratedModule:
    """One module's text with what it is bound to: the loaded schema unchanged, and the documents it uses by URI."""

    text: str
    schema_digest: str
    options_digest: str
    dialect: str
    schema: Json
    warnings: tuple[str, ...] = ()
    documents: Mapping[str, Json] = field(default_factory=dict)


def compile_schema(schema: object, options: Options, *, checked: bool = True) -> GeneratedModule:
    """The module for `schema`; raises the errors of `schemawright.runtime.errors`, and nothing is half made.

    `checked=False` is for the metaschemas themselves, which cannot be checked by a module that is made of them.
    """
    return compile_document(load(schema, options), options, checked=checked)


def load(schema: object, options: Options) -> Json:
    """The schema as a bounded document of our own; raises `SchemaError` and `ExecutionFailure`."""
    return load_schema(schema, options.limits)


def compile_document(
    document: Json, options: Options, *, checked: bool = True, clock: Clock | None = None
) -> GeneratedModule:
    """As `compile_schema`, for a document that is loaded; the clock is a new one if none is running already."""
    clock = clock or Clock(options.limits.compile_timeout)
    try:
        return _compile(document, options, clock, checked=checked)
    except RecursionError:
        raise ExecutionFailure("the schema is nested too deeply to compile", code="schema_depth") from None
    except MemoryError:
        raise ExecutionFailure("the schema is too large to compile", code="schema_bytes") from None


def compile_output(module: GeneratedModule, options: Options, clock: Clock) -> GeneratedModule:
    """The module that tells the specification's output of instances which `module`, made with `options`, has judged.

    It reads the same schema and the same documents, which were checked and are not fetched again.
    """
    source = DocumentSource({uri: value for uri, value in module.documents.items() if not is_built_in(uri)})
    return compile_document(module.schema, replace(options, output=True, source=source), checked=False, clock=clock)


def _compile(document: Json, options: Options, clock: Clock, *, checked: bool) -> GeneratedModule:
    frame = framed(document, options, clock, checked=checked)
    for _, found in programs(frame, options, clock):
        program = found
    digest, options_digest = schema_digest(document), options.digest(frame.documents)
    dialect = frame.dialect_at(frame.root).uri
    rendered = render(program, options, Binding(digest, options_digest, dialect), clock)
    clock.check()
    text = str.__str__(rendered.text)
    return GeneratedModule(text, digest, options_digest, dialect, document, rendered.warnings, frame.documents)


def framed(document: Json, options: Options, clock: Clock, *, checked: bool = True) -> Frame:
    """The document with its resources and references resolved, and (`checked`) valid against its metaschema."""
    frame = build_frame(
        apply_role(document, options.role),
        default_dialect=options.default_dialect,
        dialects=frozenset(options.dialects),
        documents=options.source,
        limits=options.limits,
    )
    clock.check()
    if checked:
        check_schemas(frame, clock)
    return frame


def programs(frame: Frame, options: Options, clock: Clock) -> Iterator[tuple[str, Program]]:
    """The program as it is read, and after each pass, with the name of the step."""
    program = read(
        frame,
        {name: frame.resolve_entry(fragment) for name, fragment in options.entries.items()},
        Asserts(options.format_assertion, options.content_assertion, frozenset(options.custom_formats), options.output),
        clock,
    )
    yield "read", program
    for name, run in PASSES.items():
        program = run(program)
        clock.check()
        yield name, program
