"""The published protocol schema by digest, and where its compiled view departs from it: data, nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

DEFAULT_VERSION = "2025-11-25"
DEFAULT_OVERLAY = 2


@dataclass(frozen=True, slots=True)
class Published:
    """The schema file of one protocol version: the upstream commit it stands in, and its bytes by SHA-256."""

    commit: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Correction:
    """One position of the published schema (a JSON Pointer), what stands there, what is compiled instead, and why."""

    position: str
    published: object
    becomes: object
    reason: str


PUBLISHED: Mapping[str, Published] = MappingProxyType(
    {
        "2025-11-25": Published(
            commit="38c84e9f93ad191d9eb26d92b945d17bd0efcaf3",
            sha256="1ffe4c5577974012f5fa02af14ea88df4b7146679df1abaaad497c8d9230ca8a",
        ),
    }
)

_FRACTION = "the protocol's types say number; the tool that wrote the JSON made it an integer"

_NUMBERS = tuple(
    Correction(position, "integer", "number", _FRACTION)
    for position in (
        "/$defs/NumberSchema/properties/minimum/type",
        "/$defs/NumberSchema/properties/maximum/type",
        "/$defs/NumberSchema/properties/default/type",
        "/$defs/ElicitResult/properties/content/additionalProperties/anyOf/1/type/1",
    )
)

_UNLIMITED_TASKS = (
    Correction(
        "/$defs/Task/properties/ttl/type",
        "integer",
        ("integer", "null"),
        "the member is required, and the protocol's types say null for a task without a time limit",
    ),
)

# By protocol version and overlay. Each overlay is complete: it does not build on the one before.
OVERLAYS: Mapping[str, Mapping[int, tuple[Correction, ...]]] = MappingProxyType(
    {"2025-11-25": MappingProxyType({1: (), 2: _NUMBERS, 3: (*_NUMBERS, *_UNLIMITED_TASKS)})}
)


def variant(definition: str, overlay: int) -> str:
    """The name that a definition has in the compiled document where this overlay reads it differently."""
    return f"{definition}_overlay_{overlay}"
