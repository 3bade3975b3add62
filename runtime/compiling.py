"""The one door from the runtime to the generator: schema in, validator out, each schema compiled once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .cache import CacheKey, DiskCache
from .clock import Clock
from .digest import schema_digest
from .errors import ExecutionFailure
from .foreign_options import refuse_foreign_options
from .limits import Limits
from .load import run_admitted, run_source, run_trusted, validators_of
from .memory import Memory
from .validator import Validator
from .verifier import verify

if TYPE_CHECKING:
    from types import ModuleType

    from schemawright.generator.compiling import GeneratedModule
    from schemawright.generator.ir import Json
    from schemawright.generator.options import Options

MOST_MODULES = 16_384

MOST_OUTPUTS = 1_024  # made on first use, for those validators that are asked for it

_modules: Memory[Mapping[str, Validator]] = Memory(MOST_MODULES)
_outputs: Memory[Mapping[str, Any]] = Memory(MOST_OUTPUTS)


def compile(schema: object, *, entry: str = "#", **options: object) -> Validator:  # noqa: A001 - the name users expect
    """The validator of `schema` (a mapping, a boolean or JSON text); equal schema and options give the same one.

    Options: `dialects`, `default_dialect`, `registry`, `loader`, `http_resolver`, `format_assertion`, `custom_formats`,
    `content_assertion`, `limits`, `role`, `cache` (docs/reference.md). Raises `SchemaError`,
    `UnresolvedReferenceError`, `UnsupportedCapabilityError` or `ExecutionFailure`, and `TypeError` for an option that
    does not exist, with the nearest that does; needs the extra `generator`.
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
    clock = Clock(made.limits.compile_timeout)
    document = generator.load(schema, made)

    key = _key(document, made)
    cache = _cache_of(options)

    def make() -> Mapping[str, Validator]:
        if cache is None or key is None:
            return _made(generator, generator.compile_document(document, made, clock=clock), made, clock)
        return _cached(generator, document, made, cache, _disk_key(key), clock)

    return make() if key is None else _modules.get(key, make)


def _made(generator: ModuleType, module: GeneratedModule, options: Options, clock: Clock) -> Mapping[str, Validator]:
    """The validators of a module that was made here, once it is admitted in time."""
    namespace = run_source(module.text, options.limits, clock)
    clock.check()
    output = _output_of(generator, lambda: module, options)
    return validators_of(namespace, module.text, module.schema, options.limits, output)


def _output_of(
    generator: ModuleType, module: Callable[[], GeneratedModule], options: Options
) -> Callable[[], Mapping[str, Any]]:
    """What makes the module that tells the specification's output, on first use; it never leaves this process."""

    def output() -> Mapping[str, Any]:
        clock = Clock(options.limits.compile_timeout)
        judged = module()
        key = (judged.schema_digest, judged.options_digest, options.limits)
        return _outputs.get(key, lambda: _told(generator.compile_output(judged, options, clock).text, clock))

    return output


def _told(text: str, clock: Clock) -> Mapping[str, Any]:
    namespace = run_trusted(text.encode())
    clock.check()
    return namespace


def _cached(
    generator: ModuleType, document: Json, options: Options, cache: DiskCache, key: CacheKey, clock: Clock
) -> Mapping[str, Validator]:
    """What the cache holds, once it is admitted and for this very schema; else compiled, and stored."""
    text = cache.get(key, options.limits.max_source_bytes)
    if text is not None:
        try:
            limit = options.limits.max_source_bytes
            admitted = verify(text.encode(), schema_digest=key.schema_digest, max_bytes=limit, clock=clock)
            # The folder is private and the entry whole: its patterns are those that this user's generator planned.
            namespace = run_admitted(admitted, options.limits, patterns_are_known=True)
            output = _output_of(generator, lambda: generator.compile_document(document, options), options)
            validators = validators_of(namespace, text, document, options.limits, output)
        except ExecutionFailure as failure:
            clock.check()  # a failure in time says something of the entry, and leaves time to compile
            cache.refuse(key, failure.message)
        else:
            if validators.keys() == options.entries.keys():
                return validators
            cache.refuse(key, "the entry has other functions")
    module = generator.compile_document(document, options, clock=clock)
    validators = _made(generator, module, options, clock)
    cache.put(key, module.text)
    return validators


def _cache_of(options: Mapping[str, object]) -> DiskCache | None:
    cache = options.get("cache")
    if cache is not None and not isinstance(cache, DiskCache):
        raise TypeError("cache must be a DiskCache")
    return cache


def _disk_key(key: tuple[object, ...]) -> CacheKey:
    from schemawright.generator.options import OUTPUT_FORMAT
    from schemawright.generator.release import release

    schema, *rest = key
    return CacheKey(str(schema), hashlib.sha256(repr(rest).encode()).hexdigest(), OUTPUT_FORMAT, release())


def _key(document: object, options: Options) -> tuple[object, ...] | None:
    """What the module depends on, where that is known before compiling: a loader's answers are not."""
    if options.source.loader is not None:
        return None
    documents = (
        {uri: schema_digest(value) for uri, value in options.source.registry.items()} if options.source.registry else {}
    )
    return schema_digest(document), options.digest({}), tuple(sorted(documents.items())), options.limits, options.title


__all__ = ["ExecutionFailure", "compile", "compile_bundle", "limits_of"]
