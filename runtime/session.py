"""A conversation's catalog, replaced whole while calls go on (row T7)."""

from __future__ import annotations

import os
from threading import Lock
from weakref import WeakSet

from .admission import Mode, admit_batch
from .admitted import AdmittedCatalog


class CatalogSession:
    """The admitted bundle of one conversation; an update replaces it whole or leaves it in force.

    Reading `current` never waits. A call in flight keeps the bundle that it began with. `schema_admission` is the
    `mode` of `admit_batch`, `options` are its others, and both hold for later updates too. The authority is narrowed
    anew from the one given here, so a tool that is repaired has its grant back. Raises what `admit_batch` raises.
    """

    def __init__(
        self,
        tools: object = (),
        *,
        schema_admission: Mode = "strict",
        authority: object = None,
        **options: object,
    ) -> None:
        self._mode = schema_admission
        self._authority = authority
        self._options = options
        self._updating = Lock()
        self._current = self._admitted(tools, schema_admission)
        _SESSIONS.add(self)

    @property
    def current(self) -> AdmittedCatalog:
        """The bundle in force."""
        return self._current

    def update(self, tools: object, *, schema_admission: Mode | None = None) -> AdmittedCatalog:
        """Admit `tools`, put the bundle in force and return it; on any error the old one stays in force.

        Concurrent updates take turns, so the last one that was let in is the one in force. Raises what `admit_batch`
        raises.
        """
        with self._updating:
            admitted = self._admitted(tools, self._mode if schema_admission is None else schema_admission)
            self._current = admitted
            return admitted

    def _admitted(self, tools: object, mode: Mode) -> AdmittedCatalog:
        return admit_batch(tools, mode=mode, authority=self._authority, **self._options)  # type: ignore[arg-type]

    def _renew_lock(self) -> None:
        self._updating = Lock()


_SESSIONS: WeakSet[CatalogSession] = WeakSet()


def _after_fork() -> None:
    # A child inherits a lock that another thread of its parent held, and nobody would release it.
    for session in tuple(_SESSIONS):
        session._renew_lock()  # noqa: SLF001 - of this module


if hasattr(os, "register_at_fork"):  # pragma: no branch - there is no fork elsewhere
    os.register_at_fork(after_in_child=_after_fork)
