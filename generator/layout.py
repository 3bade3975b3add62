"""Black's layout, pinned: what `build` writes is formatted, and formatting again changes nothing."""

from __future__ import annotations

from .extra import needs_the_extra

with needs_the_extra():
    import black
    from black.mode import TargetVersion

MODE = black.Mode(target_versions={TargetVersion.PY311}, line_length=88)


def formatted(text: str) -> str:
    """`text` as Black lays it out."""
    return black.format_str(text, mode=MODE)
