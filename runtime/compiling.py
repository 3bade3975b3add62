"""The one door from the runtime to the generator: schema in, validator out, each schema compiled once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .digest import schema_digest
from .errors import ExecutionFailure
from .foreign_options import refuse_foreign_options
from .limits import Limits
from .load import run_source
from .memory import Memory
from .validator import Validator

if TYPE_CHECKING:
    from types import ModuleType

    from schemawright.generator.options import Options

MOST_MODULES = 16_384

_modules: Memory[Mapping[str, Validator]] = Memory(MOST_MODULES)


def compile(schema: object, *, entry: str = "#", **options: object) -> Validator:  # noqa: A001 - the name users expect
    """The validator of `schema` (a mapping, a boolean or JSON text); equal schema and options give the same one.

    Options: `dialects`, `default_dialect`, `registry`, `loader`, `http_resolver`, `format_assertion`,
    `content_assertion`, `limits`, `role`, `cache`, as in `CompileOptions`. Raises `SchemaError`,
    `UnresolvedReferenceError`, `UnsupportedCapabilityError` or `ExecutionFailure`, and `TypeError` for an option that
    does not exist; needs the extra `generator`.
    """
    return _compiled(schema, {"": entry}, options)[""]


def compile_bundle(
    schema: object, entries: Mapping[str, str] | Sequence[str] | None = None, **options: object
) -> Mapping[str, Validator]:
    """Validators for many definitions of one document, in one module that shares their code.

    `entries` maps names to fragments (`{"Tool": "#/$defs/Tool"}`) or lists names under `$defs` (`definitions` in
    draft-07); without it, all of them. Options and errors as for `compile`.
    """
    from schemawright.generator.entries import entry_fragments

    return _compiled(schema, entry_fragments(schema, entries, limits_of(options)), options)


def limits_of(options: Mapping[str, object]) -> Limits:
    """The limits among the options, or the defaults; raises `TypeError` for anything else."""
    limits = options.get("limits")
    if limits is None:
        return Limits()
    if not isinstance(limits, Limits):
        raise TypeError("limits must be a Limits")
    return limits


def _generator() -> ModuleType:
    from schemawright.generator import compiling

    return compiling


def _compiled(schema: object, entries: Mapping[str, str], options: Mapping[str, object]) -> Mapping[str, Validator]:
    refuse_foreign_options(options)
    generator = _generator()
    made = generator.read_options(entries, options)
    document = generator.load(schema, made)

    def make() -> Mapping[str, Validator]:
        module = generator.compile_document(document, made)
        namespace = run_source(module.text)
        return {
            name: Validator(namespace, source=module.text, schema=document, limits=made.limits, entry=name)
            for name in entries
        }

    key = _key(document, made)
    return make() if key is None else _modules.get(key, make)


def _key(document: object, options: Options) -> object:
    """What the module depends on, where that is known before compiling: a loader's answers are not."""
    if options.source.loader is not None:
        return None
    documents = (
        {uri: schema_digest(value) for uri, value in options.source.registry.items()} if options.source.registry else {}
    )
    return schema_digest(document), options.digest({}), tuple(sorted(documents.items())), options.limits


__all__ = ["ExecutionFailure", "compile", "compile_bundle", "limits_of"]
