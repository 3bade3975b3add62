"""Identifiers from schema paths alone: never a counter, and two paths never share one."""

from __future__ import annotations

from dataclasses import dataclass, field

from schemawright.runtime.errors import ExecutionFailure

from .ir import Key, Location
from .source import Code, Digest, identifier

LONGEST_PATH = 120


def path_tokens(at: Location, scope: tuple[tuple[str, Location], ...] = ()) -> tuple[str, ...]:
    """The tokens that name a place: its document's digest, its own, its bindings' digest; long paths are cut."""
    tokens = at.tokens
    if sum(map(len, tokens)) > LONGEST_PATH:
        tokens = (*tokens[:1], Digest.of(at.pointer), *tokens[-1:])
    if at.document:
        tokens = ("document", Digest.of(at.document), *tokens)
    if scope:
        tokens = (*tokens, "scope", Digest.of(repr([(name, where.uri) for name, where in scope])))
    return tokens


@dataclass(slots=True)
class Names:
    """The names given so far; raises `ExecutionFailure` where two places would share one."""

    taken: dict[str, object] = field(default_factory=dict)

    def function(self, key: Key) -> Code:
        """What follows `check` and `explain` in the names of the subschema's functions: empty for the root."""
        name = identifier("", path_tokens(key.at, key.scope))
        return self._claim(name, key)

    def constant(self, prefix: str, at: Location) -> Code:
        """The name of a constant of the keyword at `at`."""
        return self._claim(identifier(prefix, path_tokens(at)), (prefix, at))

    def _claim(self, name: Code, owner: object) -> Code:
        if self.taken.setdefault(str(name), owner) != owner:
            raise ExecutionFailure("two places in the schema have one name", code="name")
        return name
