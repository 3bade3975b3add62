"""From named schemas to the files of a build, in memory: nothing is written before all of it is made."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from schemawright.runtime.catalog_errors import quoted
from schemawright.runtime.errors import SchemawrightError

from .build_options import BuildOptions
from .compiling import GeneratedModule, compile_schema
from .filenames import module_name
from .index import index_text
from .layout import formatting
from .manifest import CATALOG, INDEX, MANIFEST, Manifest, ModuleEntry, digest_of
from .refusal import Refusal
from .sources import NamedSchema, Sources

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Build:
    """Every file that a build makes, by name, the manifest included, and what the schemas' authors should know."""

    files: dict[str, bytes]
    manifest: Manifest
    warnings: tuple[str, ...] = ()


def build(sources: Sources, options: BuildOptions, *, processes: int = 1, progress: Progress = lambda _: None) -> Build:
    """The files for these sources; raises `Refusal` for the first schema that cannot be compiled.

    `progress` is called with the title of each module that is ready.
    """
    named = sorted(sources.schemas, key=lambda schema: (schema.name, module_name(schema.name, schema.role)))
    modules = [_compiled(schema, options) for schema in named]
    files: dict[str, bytes] = {}
    entries: list[ModuleEntry] = []
    with formatting([module.text for module in modules], processes) as texts:
        for schema, module, text in zip(named, modules, texts, strict=True):
            entries.append(_filed(files, schema, module, text))
            progress(schema.title)
    index = index_text(entries).encode("ascii")
    listed = _catalog(sources) if sources.tools else None
    files[INDEX] = index
    if listed is not None:
        files[CATALOG] = listed
    manifest = Manifest(
        tuple(sorted(entries, key=lambda entry: entry.place)),
        digest_of(index),
        None if listed is None else digest_of(listed),
        options.recorded(),
    )
    files[MANIFEST] = manifest.text()
    warnings = [
        f"{schema.label}: {warning}"
        for schema, module in zip(named, modules, strict=True)
        for warning in module.warnings
    ]
    return Build(files, manifest, tuple(warnings))


def _compiled(schema: NamedSchema, options: BuildOptions) -> GeneratedModule:
    try:
        return compile_schema(schema.schema, options.compile_options(schema.role, schema.title))
    except SchemawrightError as error:
        raise Refusal.of(error, schema.label) from None


def _filed(files: dict[str, bytes], schema: NamedSchema, module: GeneratedModule, text: str) -> ModuleEntry:
    """Puts the module among the files, and says what the manifest says of it."""
    name = module_name(schema.name, schema.role)
    if f"{name}.py" in files:
        raise Refusal(f"{quoted(schema.name)} and another name give the same file {name}.py", "rename one of them")
    content = text.encode("ascii")
    files[f"{name}.py"] = content
    return ModuleEntry(schema.name, schema.role, name, module.schema_digest, module.options_digest, digest_of(content))


def _catalog(sources: Sources) -> bytes:
    """The tools as they were listed, in their order; members are sorted, so that their order changes no byte."""
    return (json.dumps({"tools": sources.tools}, indent=2, sort_keys=True) + "\n").encode("ascii")
