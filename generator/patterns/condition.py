"""What a generated module tests, as data: one frozen value for each kind of test (see `rendering` for the text)."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, TypeAlias

from .text import PatternText

Method: TypeAlias = Literal["search", "match", "fullmatch"]


@dataclass(frozen=True, slots=True)
class Constant:
    """A module-level pattern: `deferred` ones are compiled on first use, not at import.

    `engine` `"re"` takes the flag `re.ASCII`, `"regex"` takes `regex.V0 | regex.ASCII`. Equal constants are one.
    """

    engine: Literal["re", "regex"]
    text: PatternText
    deferred: bool

    @property
    def stem(self) -> str:
        """A name that depends on the text alone, for those who have no better one."""
        digest = sha256(f"{self.engine}:{self.text.text}".encode("ascii")).hexdigest()
        return f"PATTERN_x{digest[:8]}"


@dataclass(frozen=True, slots=True)
class Always:
    """Every text."""


@dataclass(frozen=True, slots=True)
class Never:
    """No text."""


@dataclass(frozen=True, slots=True)
class StartsWith:
    """The text starts with one of `prefixes`."""

    prefixes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndsWith:
    """The text ends with one of `suffixes`."""

    suffixes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contains:
    """`part` is in the text."""

    part: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """The text is one of `texts`: an equality for one of them, a set constant for many."""

    texts: tuple[str, ...]

    @property
    def stem(self) -> str:
        """A name for the set that depends on its members alone."""
        joined = "\x00".join(self.texts).encode("utf-8", "surrogatepass")
        return f"TEXTS_x{sha256(joined).hexdigest()[:8]}"


@dataclass(frozen=True, slots=True)
class Length:
    """The text has from `least` to `most` code points."""

    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Ascii:
    """The text is ASCII and all of `predicates` (methods of `str` without arguments) hold, which need a character."""

    predicates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Excludes:
    """None of `characters` is in the text."""

    characters: str


@dataclass(frozen=True, slots=True)
class HasOther:
    """Some character of the text is not one of `characters`."""

    characters: str


@dataclass(frozen=True, slots=True)
class Matches:
    """`constant` (for `re`) matches; a text longer than `limit` is an execution failure, never a verdict."""

    method: Method
    constant: Constant
    limit: int | None


@dataclass(frozen=True, slots=True)
class Gated:
    """Up to `gate` code points as `quick` (for `re`), above it as `slow` (for `regex`), within a time limit."""

    method: Method
    quick: Constant
    gate: int
    slow: Constant


@dataclass(frozen=True, slots=True)
class Bounded:
    """`slow` (for `regex`) matches within a time limit; it brings its anchors, so it is always searched for."""

    slow: Constant


@dataclass(frozen=True, slots=True)
class Stepped:
    """The `program` matches within a number of steps: what neither engine gives the meaning of ECMA-262."""

    program: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """`condition` does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class All:
    """All of `conditions` hold; in order, the cheap ones first."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of `conditions` holds."""

    conditions: tuple[Condition, ...]


Simple: TypeAlias = Always | Never | StartsWith | EndsWith | Contains | OneOf | Length | Ascii | Excludes | HasOther
Engines: TypeAlias = Matches | Gated | Bounded | Stepped
Condition: TypeAlias = Simple | Engines | Not | All | AnyOf
