"""The project's own validators under `generated/`: `python -m schemawright.generator.regen` writes them anew."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from schemawright.runtime.limits import Limits
from schemawright.runtime.mcp.overlays import DEFAULT_OVERLAY, OVERLAYS, PUBLISHED

from .compiling import compile_schema
from .dialects import DRAFT_07, DRAFT_2020_12
from .documents import built_in
from .entries import entry_fragments
from .layout import formatted
from .metaschema import MODULES
from .options import Options
from .protocol_source import SourceMissingError, published_bytes
from .protocol_view import compiled_view

# A schema is bounded while it is loaded, so the module that checks it counts nothing again.
METASCHEMA_LIMITS = replace(Limits.trusted_instances(), validation_timeout=5.0)

# Messages come from peers, so their validators count with the default limits; the schema itself is known.
MESSAGE_LIMITS = Limits(max_refs=1_024, compile_timeout=60.0)


def metaschema_modules() -> Iterator[tuple[str, str]]:
    """File name and text of the module of each metaschema."""
    for uri in (DRAFT_2020_12, DRAFT_07):
        options = Options(default_dialect=uri, limits=METASCHEMA_LIMITS, title=f"metaschema {uri}")
        yield f"{MODULES[uri]}.py", formatted(compile_schema(built_in(uri), options, checked=False).text)


def protocol_module(published: bytes, version: str = "2025-11-25") -> tuple[str, str]:
    """File name and text of the module with every definition of the protocol, from the published bytes."""
    sha256 = PUBLISHED[version].sha256
    document = compiled_view(json.loads(published), OVERLAYS[version])
    options = Options(
        entries=entry_fragments(document, None, MESSAGE_LIMITS),
        limits=MESSAGE_LIMITS,
        title=f"Model Context Protocol {version}, overlay {DEFAULT_OVERLAY}, published sha256 {sha256[:16]}",
    )
    return f"mcp_{version.replace('-', '_')}.py", formatted(compile_schema(document, options).text)


def own_modules(beside: Path) -> Iterator[tuple[str, str]]:
    """File name and text of each module, in order; raises `SourceMissingError` where the last one has no source."""
    yield from metaschema_modules()
    yield protocol_module(published_bytes(beside))


def main() -> None:
    """Writes every module into the package `schemawright.generated`, which may still be empty."""
    spec = find_spec("schemawright.generated")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    try:
        for name, text in own_modules(folder.parent.parent / "shared" / "data" / "mcp"):
            (folder / name).write_text(text, encoding="ascii")
    except SourceMissingError as error:
        print(f"the protocol's module stays as it is: {error}", file=sys.stderr)  # noqa: T201 - a command line prints


if __name__ == "__main__":
    main()
