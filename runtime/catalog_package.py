"""A package of generated modules as a catalog, every digest compared before anything of it is used.

`manifest.json`, format 1, has one entry a module and may name the file that lists the tools:

    {"format": 1,
     "catalog": {"file": "catalog.json", "digest": "sha256:..."},
     "modules": [{"name": "lookup", "role": "tool_input", "module": "lookup",
                  "schema_digest": "sha256:...", "options_digest": "sha256:...", "source_digest": "sha256:..."}]}

`name` is the tool's exact name, `role` is `tool_input`, `tool_output` or null (a module that is no tool's), `module` is
the file's name without `.py`. `schema_digest` and `options_digest` are the constants in the module, `source_digest` and
the catalog's `digest` are those of the bytes of the files. The catalog file is a `tools/list` result with the schemas
unchanged. Other members are ignored.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from .catalog_errors import PackageError, quoted
from .digest import schema_digest
from .limits import Limits

if TYPE_CHECKING:
    from .descriptors import ToolDescriptor
    from .validator import Validator

MANIFEST_FORMAT = 1
MAX_MANIFEST_BYTES = 67_108_864

_TOOL_ROLES = ("tool_input", "tool_output")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_MODULE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One module of the manifest."""

    name: str
    role: str | None
    module: str
    schema_digest: str
    options_digest: str
    source_digest: str


@dataclass(frozen=True, slots=True)
class GeneratedPackage:
    """A folder of generated modules whose bytes agree with its manifest; nothing of it was imported."""

    folder: Path
    manifest: dict[str, object]
    entries: tuple[Entry, ...]

    @classmethod
    def read(cls, package: str, limits: Limits) -> GeneratedPackage:
        """The package of this dotted name; raises `PackageError` where it is missing or a digest disagrees."""
        folder = _folder(package)
        manifest = _json_object(_read(folder / "manifest.json", MAX_MANIFEST_BYTES), "manifest.json")
        entries = _entries(manifest)
        for entry in entries:
            _check_source(folder, entry, limits)
        return cls(folder, manifest, entries)

    def listed(self) -> object:
        """The tools of the catalog file; raises `PackageError` where there is none or its digest disagrees."""
        return _listed(self.folder, self.manifest)

    def validators(self, descriptors: Iterable[ToolDescriptor]) -> dict[tuple[str, str], Validator]:
        """The validators of these tools by (name, role); raises `PackageError` for a tool that changed since."""
        wanted = {(entry.name, entry.role): entry for entry in self.entries if entry.role is not None}
        chosen = list(_chosen(descriptors, wanted))  # all of them agree before the first is loaded
        return {(entry.name, str(entry.role)): _loaded(self.folder, entry) for entry in chosen}


def _folder(package: str) -> Path:
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise PackageError(f"there is no package {quoted(package)}")
    return Path(next(iter(spec.submodule_search_locations)))


def _read(path: Path, limit: int) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except OSError:
        raise PackageError(f"{quoted(path.name)} cannot be read") from None
    if len(content) > limit:
        raise PackageError(f"{quoted(path.name)} is too large")
    return content


def _json_object(content: bytes, name: str) -> dict[str, object]:
    try:
        value = json.loads(content, object_pairs_hook=_unique)
    except (ValueError, RecursionError):
        raise PackageError(f"{name} is not JSON with unique names") from None
    if not isinstance(value, dict):
        raise PackageError(f"{name} is not a JSON object")
    return value


def _unique(members: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(members)
    if len(found) != len(members):
        raise ValueError("a name comes twice")
    return found


def _entries(manifest: dict[str, object]) -> tuple[Entry, ...]:
    if manifest.get("format") != MANIFEST_FORMAT:
        raise PackageError(f"the manifest is not of format {MANIFEST_FORMAT}: build the package again")
    modules = manifest.get("modules")
    if not isinstance(modules, list):
        raise PackageError("the manifest lists no modules")
    entries = tuple(_entry(item) for item in modules)
    if len({(entry.name, entry.role) for entry in entries if entry.role}) != sum(1 for entry in entries if entry.role):
        raise PackageError("the manifest has two modules for one tool and role")
    return entries


def _entry(item: object) -> Entry:
    if not isinstance(item, dict):
        raise PackageError("an entry of the manifest is not an object")
    name, role, module = item.get("name"), item.get("role"), item.get("module")
    if not isinstance(name, str) or role not in (None, *_TOOL_ROLES):
        raise PackageError("an entry of the manifest has no name or another role")
    if not isinstance(module, str) or not _MODULE.fullmatch(module):
        raise PackageError(f"the entry of tool {quoted(name)} names no module")
    digests = [item.get(member) for member in ("schema_digest", "options_digest", "source_digest")]
    if not all(isinstance(digest, str) and _DIGEST.fullmatch(digest) for digest in digests):
        raise PackageError(f"the entry of tool {quoted(name)} has a malformed digest")
    return Entry(name, cast("str | None", role), module, *cast("list[str]", digests))


def _check_source(folder: Path, entry: Entry, limits: Limits) -> None:
    content = _read(folder / f"{entry.module}.py", limits.max_source_bytes)
    if _digest_of(content) != entry.source_digest:
        raise PackageError(f"the module {entry.module} is not the one that was built: its bytes have another digest")
    for constant, digest in (("SCHEMA_DIGEST", entry.schema_digest), ("OPTIONS_DIGEST", entry.options_digest)):
        if not re.search(rf'^{constant} = (\(\s*)?"{digest}"', content.decode("utf-8", "replace"), re.MULTILINE):
            raise PackageError(f"the module {entry.module} has another {constant} than the manifest")


def _listed(folder: Path, manifest: dict[str, object]) -> object:
    catalog = manifest.get("catalog")
    if not isinstance(catalog, dict) or not isinstance(catalog.get("file"), str):
        raise PackageError("the manifest names no catalog file: give the tools by tools=")
    name = catalog["file"]
    if Path(name).name != name:
        raise PackageError("the catalog file is not in the package's folder")
    content = _read(folder / name, MAX_MANIFEST_BYTES)
    if _digest_of(content) != catalog.get("digest"):
        raise PackageError(f"{quoted(name)} is not the one that was built: its bytes have another digest")
    return _json_object(content, quoted(name))


def _chosen(descriptors: Iterable[ToolDescriptor], wanted: dict[tuple[str, str], Entry]) -> Iterable[Entry]:
    for descriptor in descriptors:
        for role in _TOOL_ROLES:
            schema = descriptor.held_schema(role)
            entry = wanted.get((descriptor.name, role))
            if schema is None and entry is None:
                continue
            if entry is None or schema is None or schema_digest(schema) != entry.schema_digest:
                raise PackageError(
                    f"tool {quoted(descriptor.name)} changed since the package was built: build it again"
                )
            yield entry


def _loaded(folder: Path, entry: Entry) -> Validator:
    from .load import load  # noqa: PLC0415 - only a caller with a package needs it

    validator = load(folder / f"{entry.module}.py", trusted=True)  # the digests are those of the reviewed build
    if validator.digest != entry.schema_digest:
        raise PackageError(f"the module {entry.module} is for another schema than the manifest says")
    return validator


def _digest_of(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"
