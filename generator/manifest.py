"""`manifest.json`, format 1: what a build made, with digests (`runtime.catalog_package` reads it too)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from schemawright.runtime.errors import SchemawrightError
from schemawright.runtime.json_text import JSON, parse_json

FORMAT = 1
MANIFEST = "manifest.json"
INDEX = "__init__.py"
CATALOG = "catalog.json"
MAX_BYTES = 67_108_864

_MODULE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")


@dataclass(frozen=True, slots=True)
class ModuleEntry:
    """One module: whose it is, what it was made from, and its bytes' digest."""

    name: str
    role: str | None
    module: str
    schema_digest: str
    options_digest: str
    source_digest: str

    @property
    def place(self) -> tuple[str, str]:
        """What entries are sorted by."""
        return self.name, self.module


@dataclass(frozen=True, slots=True)
class Manifest:
    """The modules by name and file, the digests of index and catalog, and the options to build with again."""

    modules: tuple[ModuleEntry, ...]
    index_digest: str
    catalog_digest: str | None = None
    options: Mapping[str, JSON] = field(default_factory=dict)

    def files(self) -> dict[str, str]:
        """Every file but the manifest, with the digest of its bytes."""
        found = {f"{entry.module}.py": entry.source_digest for entry in self.modules}
        found[INDEX] = self.index_digest
        if self.catalog_digest is not None:
            found[CATALOG] = self.catalog_digest
        return found

    def text(self) -> bytes:
        """The file's bytes, the same for equal manifests."""
        content: dict[str, object] = {"format": FORMAT}
        if self.catalog_digest is not None:
            content["catalog"] = {"file": CATALOG, "digest": self.catalog_digest}
        content["index"] = {"file": INDEX, "digest": self.index_digest}
        content["options"] = {name: self.options[name] for name in sorted(self.options)}
        content["modules"] = [
            {name: getattr(entry, name) for name in ModuleEntry.__dataclass_fields__}
            for entry in sorted(self.modules, key=lambda entry: entry.place)
        ]
        return (json.dumps(content, indent=2) + "\n").encode("ascii")


def digest_of(content: bytes) -> str:
    """`sha256:…` of a file's bytes."""
    return f"sha256:{sha256(content).hexdigest()}"


def read_manifest(content: bytes) -> Manifest:
    """The manifest that a file holds; raises `ValueError`, saying why, where a build did not write it."""
    try:
        value = parse_json(content, max_bytes=MAX_BYTES, max_depth=32)
    except SchemawrightError as error:
        raise ValueError(error.message) from None
    if not isinstance(value, dict) or value.get("format") != FORMAT or not isinstance(value.get("modules"), list):
        raise ValueError(f"it is not a manifest of format {FORMAT}")
    modules = tuple(_entry(item) for item in value["modules"])  # type: ignore[union-attr]
    catalog = value.get("catalog")
    options = value.get("options", {})
    if not isinstance(options, dict):
        raise ValueError("its options are not an object")  # noqa: TRY004 - foreign JSON, not a caller's mistake
    return Manifest(
        modules, _listed(value.get("index"), INDEX), None if catalog is None else _listed(catalog, CATALOG), options
    )


def _entry(item: JSON) -> ModuleEntry:
    members = {name: item.get(name) for name in ModuleEntry.__dataclass_fields__} if isinstance(item, dict) else {}
    role = members.pop("role", "")
    if role not in {None, "tool_input", "tool_output"} or not all(type(member) is str for member in members.values()):
        raise ValueError("an entry is malformed")
    if not _MODULE.fullmatch(str(members["module"])):
        raise ValueError("an entry names no module")
    return ModuleEntry(role=role, **members)  # type: ignore[arg-type]


def _listed(value: JSON, name: str) -> str:
    digest = value.get("digest") if isinstance(value, dict) and value.get("file") == name else None
    if not isinstance(digest, str):
        raise ValueError(f"it does not list {name}")  # noqa: TRY004 - as above
    return digest
