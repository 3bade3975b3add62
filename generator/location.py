"""A place in a document: what names, comments, violations and errors call a schema path."""

from __future__ import annotations

from dataclasses import dataclass, field

from .uri import format_pointer


@dataclass(frozen=True, order=True, slots=True)
class Location:
    """The place that `tokens` lead to in `document`: "" is the one that is compiled, any other its retrieval URI."""

    document: str = ""
    tokens: tuple[str, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # A place is looked up far more often than it is made.
        object.__setattr__(self, "_hash", hash((self.document, self.tokens)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def pointer(self) -> str:
        """The tokens as a JSON Pointer (RFC 6901)."""
        return format_pointer(self.tokens)

    @property
    def uri(self) -> str:
        """The schema path: "#/properties/a" in the document that is compiled, "https://host/doc#/..." elsewhere."""
        return f"{self.document}#{self.pointer}"

    def child(self, *tokens: str) -> Location:
        """The place that `tokens` lead to from here."""
        return Location(self.document, self.tokens + tokens)
