"""Source text to the namespace of a module."""

from __future__ import annotations

import builtins
from typing import Any


def run_source(text: str, name: str = "schemawright.validator") -> dict[str, Any]:
    """Runs the text of a module that this process generated or its user trusts."""
    namespace: dict[str, Any] = {"__name__": name, "__builtins__": builtins}
    exec(builtins.compile(text, f"<{name}>", "exec", dont_inherit=True), namespace)  # noqa: S102
    return namespace
