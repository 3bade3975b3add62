"""Black's layout, pinned: what `build` writes is formatted, and formatting again changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

import black

MODE = black.Mode(target_versions={black.TargetVersion.PY311}, line_length=88)

BETWEEN = "\n\n\n"  # between the blocks of a module: two blank lines, which no block has inside
PORTION = 1 << 15


def formatted(text: str) -> str:
    """`text` as Black lays it out; its blocks go through in portions, since Black's effort grows with the square."""
    return "\n\n".join(black.format_str(portion, mode=MODE) for portion in _portions(text))


def _portions(text: str) -> Iterator[str]:
    held: list[str] = []
    size = 0
    for block in text.split(BETWEEN):
        if held and size + len(block) > PORTION:
            yield BETWEEN.join(held) + "\n"
            held, size = [], 0
        held.append(block)
        size += len(block)
    yield BETWEEN.join(held)
