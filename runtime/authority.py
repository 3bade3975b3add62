"""On whose behalf a catalog is admitted: the caller, the run, and which tools were granted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import NoReturn, TypeAlias

from .catalog_errors import CatalogError

Grants: TypeAlias = Mapping[str, object] | tuple[str, ...] | frozenset[str]


class Authority:
    """The authority of one run: `caller`, `run`, `grants` (by tool name) and the host's other fields, all read-only.

    Grants are a mapping from tool name to what was granted, or a collection of tool names; they are copied and frozen.
    Other fields are attributes too. Raises `CatalogError` (`authority`) where grants are neither.
    """

    __slots__ = ("_caller", "_fields", "_grants", "_run")

    def __init__(self, caller: object = None, run: object = None, grants: object = (), **fields: object) -> None:
        object.__setattr__(self, "_caller", caller)
        object.__setattr__(self, "_run", run)
        object.__setattr__(self, "_grants", _frozen(grants))
        object.__setattr__(self, "_fields", MappingProxyType(dict(fields)))

    _caller: object
    _run: object
    _grants: Grants
    _fields: Mapping[str, object]

    @property
    def caller(self) -> object:
        """Who asks."""
        return self._caller

    @property
    def run(self) -> object:
        """For which run."""
        return self._run

    @property
    def grants(self) -> Grants:
        """What was granted, by tool name: a read-only mapping, a tuple or a frozen set, as it was given."""
        return self._grants

    @property
    def fields(self) -> Mapping[str, object]:
        """The host's other fields, read-only."""
        return self._fields

    def __getattr__(self, name: str) -> object:
        if not name.startswith("_") and name in self._fields:
            return self._fields[name]
        raise AttributeError(f"the authority has no field {name!r}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("an authority is read-only")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("an authority is read-only")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Authority) and self._parts() == other._parts()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        grants = dict(self._grants) if isinstance(self._grants, Mapping) else self._grants
        return _rebuilt, (self._caller, self._run, grants, dict(self._fields))

    def __repr__(self) -> str:
        return f"<Authority with {len(self._grants)} grants>"

    def without(self, names: Collection[str]) -> Authority:
        """The same authority less the grants of the tools in `names`."""
        grants, names = self._grants, frozenset(names)
        kept: object
        if isinstance(grants, Mapping):
            kept = {name: grant for name, grant in grants.items() if name not in names}
        else:
            kept = type(grants)(name for name in grants if name not in names)
        return Authority(self._caller, self._run, kept, **self._fields)

    def without_grants(self) -> Authority:
        """The same authority with nothing granted."""
        return self.without(tuple(self._grants))

    def _parts(self) -> tuple[object, ...]:
        return self._caller, self._run, self._grants, self._fields


def as_authority(authority: object) -> Authority:
    """`authority` itself, or one made of a mapping of its fields; raises `CatalogError` (`authority`) otherwise."""
    if isinstance(authority, Authority):
        return authority
    if isinstance(authority, Mapping) and all(type(name) is str and name.isidentifier() for name in authority):
        return Authority(**authority)
    raise CatalogError("the authority is neither an Authority nor a mapping of its fields", code="authority")


def _rebuilt(caller: object, run: object, grants: object, fields: Mapping[str, object]) -> Authority:
    return Authority(caller, run, grants, **fields)


def _frozen(grants: object) -> Grants:
    if grants is None:
        return ()
    if isinstance(grants, Mapping):
        return MappingProxyType(dict(zip(_names(grants), grants.values(), strict=True)))
    if isinstance(grants, AbstractSet):
        return frozenset(_names(grants))
    if isinstance(grants, Sequence) and not isinstance(grants, str | bytes):
        return _names(grants)
    raise CatalogError("grants are a mapping by tool name or a collection of tool names", code="authority")


def _names(grants: Iterable[object]) -> tuple[str, ...]:
    names: list[str] = []
    for name in grants:
        if type(name) is not str:
            raise CatalogError("a grant names no tool", code="authority")
        names.append(name)
    return tuple(names)
