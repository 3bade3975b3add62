"""The official suite's cases for the dialects that this project supports, and the documents they refer to."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .suite_source import CONTENT, SUITE

FILES = SUITE / CONTENT
REMOTE_BASE = "http://localhost:1234/"
DIALECTS = {
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
    "draft7": "http://json-schema.org/draft-07/schema#",
}
KINDS = ("required", "optional", "format", "content")

# Each needs a dialect that this project refuses rather than reads as another one (row D4 of the requirements). They
# are expected to fail: one that passes, and one whose file or group disappears, fails the run.
EXCLUDED = {
    ("draft2020-12", "optional/cross-draft", "refs to historic drafts are processed as historic drafts"): (
        "the referenced document declares draft 2019-09"
    ),
    ("draft7", "optional/cross-draft", "refs to future drafts are processed as future drafts"): (
        "the referenced document declares draft 2019-09"
    ),
}


class Case(NamedTuple):
    """One group of the suite: a schema and its instances."""

    draft: str
    kind: str
    file: str  # "anyOf", "optional/bignum", "optional/format/date"
    position: int
    description: str
    schema: Any
    tests: list[dict[str, Any]]

    @property
    def name(self) -> str:
        """Unique, and fit for a module of that name."""
        return f"{self.draft}_{self.file}_{self.position}".replace("-", "_").replace("/", "_")

    @property
    def exclusion(self) -> str | None:
        """Why this group is expected to fail, if it is."""
        return EXCLUDED.get((self.draft, self.file, self.description))

    @property
    def options(self) -> dict[str, Any]:
        """The options of `compile` that the suite's rules ask for; its own metaschemas are allowed by name."""
        declared = self.schema.get("$schema", "") if isinstance(self.schema, dict) else ""
        own = [declared] if declared.startswith("http://localhost:1234/") else []
        return {
            "registry": remotes(self.draft),
            "dialects": [*DIALECTS.values(), *own],
            "default_dialect": DIALECTS[self.draft],
            "format_assertion": self.kind == "format",
            "content_assertion": self.kind == "content",
        }


def kind_of(draft: str, file: str) -> str:
    """Which of the tables a file is reported in."""
    if file.startswith("optional/format/"):
        return "format"
    if (draft, file) == ("draft7", "optional/content"):  # the only file that asserts content
        return "content"
    return "optional" if file.startswith("optional/") else "required"


def read(path: Path) -> Any:
    """One JSON document of the suite."""
    return json.loads(path.read_bytes())


def cases() -> list[Case]:
    """Every group of every supported draft; empty where the suite has not been fetched."""
    found = []
    for draft in DIALECTS:
        folder = FILES / "tests" / draft
        for path in sorted(folder.rglob("*.json")):
            file = path.relative_to(folder).with_suffix("").as_posix()
            kind = kind_of(draft, file)
            found += [
                Case(draft, kind, file, position, group["description"], group["schema"], group["tests"])
                for position, group in enumerate(read(path))
            ]
    return found


@cache
def remotes(draft: str) -> dict[str, Any]:
    """The suite's remote documents by URI: those of no draft, those of `draft`, and others that its tests name."""
    folder = FILES / "remotes"
    named = "".join(path.read_text("utf-8") for path in (FILES / "tests" / draft).rglob("*.json"))
    registry = {}
    for path in sorted(folder.rglob("*.json")):
        place = path.relative_to(folder).as_posix()
        uri = REMOTE_BASE + place
        if not place.startswith("draft") or place.startswith(f"{draft}/") or uri in named:
            registry[uri] = read(path)
    return registry
