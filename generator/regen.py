"""What is made from this project's own sources: `python -m schemawright.generator.regen` writes it anew.

The validators under `generated/`, and the table by which the runtime knows the helpers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from schemawright.runtime.limits import Limits

from .compiling import compile_schema
from .dialects import DRAFT_07, DRAFT_2020_12
from .documents import built_in
from .helper_table import NAME, helper_table
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
    """Writes every module into the package `schemawright.generated`, which may still be empty, and the helper table."""
    for name, text in own_modules().items():
        (_folder("schemawright.generated") / name).write_text(text, encoding="ascii")
    (_folder("schemawright.runtime") / NAME).write_text(helper_table(), encoding="ascii")


def _folder(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


if __name__ == "__main__":
    main()
