"""Only what a module uses is in it: pieces that no other piece names are left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text of a module: the names that it defines, and all names that occur in it."""

    names: frozenset[str]
    words: frozenset[str]


def words(text: str) -> frozenset[str]:
    """Every name that occurs in the text; a word in a literal or a comment keeps more, never less."""
    return frozenset(_WORD.findall(text))


_QUOTED = re.compile(r"""#[^\n]*|"(?:[^"\\]|\\.)*\"""", re.DOTALL)


def unquoted(text: str) -> str:
    """Generated text without comments and string literals: what a schema says in them uses nothing."""
    return _QUOTED.sub("", text)


def used(pieces: Sequence[Piece], roots: Iterable[str]) -> tuple[set[int], set[str]]:
    """The positions of the pieces that the texts in `roots` reach, and all names that occur in these and in those."""
    by_name: dict[str, list[int]] = {}
    for position, piece in enumerate(pieces):
        for name in piece.names:
            by_name.setdefault(name, []).append(position)
    kept: set[int] = set()
    pending = [word for text in roots for word in words(text)]
    seen: set[str] = set()
    while pending:
        word = pending.pop()
        if word in seen:
            continue
        seen.add(word)
        for position in by_name.get(word, ()):
            if position not in kept:
                kept.add(position)
                pending.extend(pieces[position].words)
    return kept, seen
