"""The bundle that an adapter checks by: the caller's, or one that is admitted from what the server itself lists."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from schemawright.runtime.admission import Mode
from schemawright.runtime.admitted import AdmittedCatalog
from schemawright.runtime.errors import ExecutionFailure, SchemawrightError
from schemawright.runtime.gateway import CatalogHolder
from schemawright.runtime.session import CatalogSession

from .checks import not_admitted

Catalog: TypeAlias = AdmittedCatalog | CatalogHolder
WireTool: TypeAlias = dict[str, Any]
Page: TypeAlias = tuple[list[WireTool], str | None]  # tools, and the cursor of the next page
Lister: TypeAlias = Callable[[str | None], Awaitable[Page]]

MOST_PAGES = 10_000


class Bundle:
    """Holds what is in force. A catalog of the caller's is never replaced here.

    Without one, the server's whole listing is admitted on first use, again whenever a client lists from the start,
    and once more for a name that it did not have. That takes one catalog for all clients: a server that shows each of
    them other tools needs a catalog of its own for each. Raises what `admit_batch` raises, with its `options`.
    """

    def __init__(self, catalog: Catalog | None, schema_admission: Mode, options: dict[str, Any]) -> None:
        if catalog is not None and options:
            raise TypeError(f"{min(options)}= was fixed when the catalog was admitted: leave it out")
        self._catalog = catalog
        self._mode = schema_admission
        self._options = options
        self._session: CatalogSession | None = None

    async def for_call(self, name: object, lister: Lister) -> AdmittedCatalog:
        """The bundle to check a call of `name` by; raises `Refused` where the server's listing is not admitted."""
        if self._catalog is not None:
            return current(self._catalog)
        held = self._session.current if self._session is not None else None
        if held is None or not _knows(held, name):
            try:
                held = await self._renew(lister)
            except SchemawrightError as error:
                raise not_admitted(error) from error
        return held

    async def for_listing(self, lister: Lister, *, from_the_start: bool) -> AdmittedCatalog:
        """The bundle whose tools may be listed."""
        if self._catalog is not None:
            return current(self._catalog)
        if from_the_start or self._session is None:
            return await self._renew(lister)
        return self._session.current

    async def _renew(self, lister: Lister) -> AdmittedCatalog:
        tools = await _all_pages(lister)
        if self._session is None:
            self._session = CatalogSession(tools, schema_admission=self._mode, **self._options)
            return self._session.current
        return self._session.update(tools)


def current(catalog: Catalog) -> AdmittedCatalog:
    """The bundle in force of a catalog or a session."""
    return catalog if isinstance(catalog, AdmittedCatalog) else catalog.current


def _knows(bundle: AdmittedCatalog, name: object) -> bool:
    return type(name) is not str or name in bundle.registry or any(name == tool.name for tool in bundle.rejected)


async def _all_pages(lister: Lister) -> list[WireTool]:
    tools: list[WireTool] = []
    cursor: str | None = None
    for _ in range(MOST_PAGES):
        page, cursor = await lister(cursor)
        tools += page
        if cursor is None:
            return tools
    raise ExecutionFailure(f"the listing has more than {MOST_PAGES} pages", code="tools")
