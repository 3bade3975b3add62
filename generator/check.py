"""Whether a build's folder is untouched (digests against bytes) and up to date (bytes against a new build)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .filenames import module_name
from .manifest import INDEX, MANIFEST, Manifest, digest_of, read_manifest
from .refusal import Refusal, reason

if TYPE_CHECKING:
    from .build import Build  # it needs the extra, and a folder is checked without

REGENERATE = "build the folder again"


def read_build(folder: Path) -> tuple[Manifest, dict[str, bytes]]:
    """The manifest of the folder, and the bytes of every file in it that could be a build's; raises `Refusal`."""
    try:
        names = sorted(path.name for path in folder.iterdir() if path.is_file())
        wanted = [name for name in names if name.endswith((".py", ".json"))]
        found = {name: (folder / name).read_bytes() for name in wanted}
    except OSError as error:
        raise Refusal(f"{folder} cannot be read: {reason(error)}", "name the folder that a build wrote") from None
    if MANIFEST not in found:
        raise Refusal(f"{folder} is not a build's folder: it has no {MANIFEST}", "name the folder that a build wrote")
    try:
        return read_manifest(found[MANIFEST]), found
    except ValueError as error:
        raise Refusal(f"{folder / MANIFEST} is malformed: {error}", REGENERATE) from None


def touched(manifest: Manifest, found: Mapping[str, bytes]) -> Iterator[str]:
    """One line for each file that is missing, edited or not the build's, and for a manifest that contradicts itself."""
    listed = manifest.files()
    for name in sorted(listed):
        if name not in found:
            yield f"missing: {name}"
        elif digest_of(found[name]) != listed[name]:
            yield f"edited: {name}"
    for name in sorted(found):
        if name.endswith(".py") and name not in listed:
            yield f"extra: {name}"
    table = {(entry.name, entry.role): entry.module for entry in manifest.modules}
    index = found.get(INDEX, b"")
    if manifest.text() != found[MANIFEST] or (digest_of(index) == listed[INDEX] and _table(index) != table):
        yield f"edited: {MANIFEST}"
    for entry in manifest.modules:
        if module_name(entry.name, entry.role) != entry.module:
            yield f"edited: {MANIFEST} (the entry of {entry.module})"


def _table(index: bytes) -> object:
    """The table that an index holds, read and not run; `None` where it holds none."""
    try:
        statements = ast.parse(index).body
        for statement in statements:
            if isinstance(statement, ast.AnnAssign) and ast.unparse(statement.target) == "MODULES":
                return ast.literal_eval(statement.value or ast.Constant(None))
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        pass
    return None


def outdated(build: Build, found: Mapping[str, bytes]) -> Iterator[str]:
    """One line for each file that the sources would give otherwise."""
    made_before = read_manifest(found[MANIFEST]).files()
    for name in sorted(build.files):
        if name not in found:
            yield f"not built yet: {name}"
        elif build.files[name] != found[name]:
            yield f"out of date: {name}"
    for name in sorted(made_before.keys() - build.files.keys()):
        if name in found:
            yield f"stale: {name}"
