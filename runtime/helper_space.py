"""The helpers of this output format: known by their text, and supplied by the loader, once for all modules."""

from __future__ import annotations

import functools
import json
import re
import threading
from dataclasses import dataclass
from importlib import resources
from typing import Any

from .memory import Memory
from .refusal import Refused

BLANKS = re.compile(r"\n{2,}")
MOST_SPACES = 64


@dataclass(frozen=True, slots=True)
class Helper:
    """One helper file: what it needs, and its text as emitted and as Black lays it out."""

    name: str
    uses: tuple[str, ...]
    imports: tuple[str, ...]
    texts: tuple[str, ...]
    names: tuple[str, ...]
    predicates: tuple[str, ...]
    decoders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """All helpers, and what is looked up of them."""

    helpers: dict[str, Helper]
    by_first_line: dict[str, tuple[tuple[str, Helper], ...]]
    by_name: dict[str, Helper]
    imports: frozenset[str]
    predicates: frozenset[str]
    decoders: frozenset[str]


@functools.cache
def table() -> Table:
    """The table that `generator.regen` wrote."""
    rows = json.loads(resources.files(__package__).joinpath("helpers.json").read_text("ascii"))["helpers"]
    helpers = {name: Helper(name, **{key: tuple(value) for key, value in row.items()}) for name, row in rows.items()}
    first: dict[str, tuple[tuple[str, Helper], ...]] = {}
    for helper in helpers.values():
        for text in helper.texts:
            dense = BLANKS.sub("\n", text) + "\n"
            line = dense.partition("\n")[0]
            first[line] = (*first.get(line, ()), (dense, helper))
    return Table(
        helpers,
        first,
        {name: helper for helper in helpers.values() for name in helper.names},
        frozenset(line for helper in helpers.values() for line in helper.imports),
        frozenset(n for helper in helpers.values() for n in helper.predicates if n.startswith("is_")),
        frozenset(n for helper in helpers.values() for n in helper.decoders),
    )


def recognised(region: str, line: int) -> frozenset[str]:
    """The names that the helpers in the region define; raises `Refused` where any of it is no known helper's text."""
    known = table()
    dense = BLANKS.sub("\n", region).lstrip("\n")
    found: dict[str, Helper] = {}
    at = 0
    while at < len(dense):
        end = dense.find("\n", at)
        for text, helper in known.by_first_line.get(dense[at:end], ()):
            if dense.startswith(text, at) and helper.name not in found:
                found[helper.name] = helper
                at += len(text)
                break
        else:
            raise Refused("a helper is not one of this output format", line)
    for helper in found.values():
        if any(used not in found and known.helpers[used].texts for used in helper.uses):
            raise Refused("a helper lacks one that it uses", line)
    return frozenset(name for helper in found.values() for name in helper.names)


class HelperSpace:
    """The helpers under one pair of limits, made on first use and shared by all modules."""

    def __init__(self, string_limit: float, deadline: float) -> None:
        self._namespace: dict[str, Any] = {
            "STRING_LIMIT": string_limit,
            "DEADLINE": deadline,
            "__name__": "schemawright.helpers",
        }
        self._made: set[str] = set()
        self._lock = threading.RLock()

    def supply(self, name: str) -> Any:
        """What the helper of that name is."""
        helper = table().by_name[name]
        if helper.name not in self._made:
            with self._lock:
                self._make(helper)
        return self._namespace[name]

    def _make(self, helper: Helper) -> None:
        if helper.name in self._made:
            return
        for used in helper.uses:
            self._make(table().helpers[used])
        text = "\n".join([*helper.imports, *helper.texts[-1:]])
        exec(compile(text, f"<schemawright helper {helper.name}>", "exec", dont_inherit=True), self._namespace)  # noqa: S102 - this project's own text
        self._made.add(helper.name)


_spaces: Memory[HelperSpace] = Memory(MOST_SPACES)


def helper_space(string_limit: float, deadline: float) -> HelperSpace:
    """The helpers under these limits, one space for equal limits."""
    return _spaces.get((string_limit, deadline), lambda: HelperSpace(string_limit, deadline))
