"""Which generator wrote a module, for caches: its version is not enough while it is being worked on."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable

DECIDING = (".py", ".jinja", ".txt", ".json")


def version() -> str:
    """The version of the distribution that is installed, which `pyproject.toml` says."""
    try:
        return metadata.version("schemawright")
    except metadata.PackageNotFoundError:
        return "unknown"


@cache
def release() -> str:
    """The version, and the digest of all sources that decide what is written."""
    digest = hashlib.sha256()
    for package in ("schemawright.generator", "schemawright.generated"):
        _add(resources.files(package), digest)
    return f"{version()}+{digest.hexdigest()[:16]}"


def _add(folder: Traversable, digest: hashlib._Hash) -> None:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            _add(entry, digest)
        elif entry.name.endswith(DECIDING):
            digest.update(entry.name.encode() + b"\0" + entry.read_bytes() + b"\0")
