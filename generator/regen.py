"""The project's own validators under `generated/`: `python -m schemawright.generator.regen` writes them anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from schemawright.runtime.limits import Limits

from .compiling import compile_schema
from .dialects import DRAFT_07, DRAFT_2020_12
from .documents import built_in
from .layout import formatted
from .metaschema import MODULES
from .options import Options

# A schema is bounded while it is loaded, so the module that checks it counts nothing again.
METASCHEMA_LIMITS = replace(Limits.trusted_instances(), validation_timeout=5.0)


def own_modules() -> Mapping[str, str]:
    """File name and text of each module, in order."""
    return {
        f"{MODULES[uri]}.py": formatted(
            compile_schema(
                built_in(uri),
                Options(default_dialect=uri, limits=METASCHEMA_LIMITS, title=f"metaschema {uri}"),
                checked=False,
            ).text
        )
        for uri in (DRAFT_2020_12, DRAFT_07)
    }


def main() -> None:
    """Writes every module into the package `schemawright.generated`, which may still be empty."""
    spec = find_spec("schemawright.generated")
    assert spec is not None
    assert spec.origin is not None
    for name, text in own_modules().items():
        (Path(spec.origin).parent / name).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
