"""A module's body in pieces, each of whole statements: what Python does to one of them cannot be interrupted."""

from __future__ import annotations

import re
from collections.abc import Iterator

SHORTEST = 4_096  # characters; a single function or constant is as long as it is
_CUT = re.compile(r"\n(?=def |[A-Z])")
_DECLARED = re.compile(r"^def ((?:check|explain|measure)[A-Za-z0-9_]*)\(([^()]{1,200})\)", re.MULTILINE)


def pieces(body: str, line: int) -> Iterator[tuple[str, int]]:
    """The pieces with the line that each starts in.

    They are cut by layout alone, which nothing relies on: each of them is parsed, checked and run by itself.
    """
    start = 0
    for cut in _CUT.finditer(body):
        if cut.end() - start >= SHORTEST:
            piece = body[start : cut.end()]
            yield piece, line
            start, line = cut.end(), line + piece.count("\n")
    yield body[start:], line


def declared(body: str) -> dict[str, bool]:
    """The functions by the text, and whether they take depth and budget: a call may stand before what it calls.

    Whoever reads the functions themselves compares.
    """
    return {name: name.startswith("measure") or "budget" in parameters for name, parameters in _DECLARED.findall(body)}
