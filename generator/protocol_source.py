"""The published bytes of the protocol schema: from the folder beside the repository, else rebuilt from a package."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from schemawright.runtime.mcp.overlays import PUBLISHED

# The source distribution carries the pinned file with two edits, which are undone here.
PACKAGE = "mcp"
REQUIREMENT = "mcp==2.3.0"
ARCHIVE_SHA256 = "8b147a50441cf059dc88c684e0aeed3687f0aa0f39c6cde7b90330effd2b34d8"
MEMBER = "schema/2025-11-25.json"
MEMBER_SHA256 = "4e01628360a2149892eab8f298ceee626d24a58862184eb8ec85d95b8f353e31"
VERSION = "2025-11-25"
EDITED = b'"type": [\n                        "integer",\n                        "null"\n                    ]'
ORIGINAL = b'"type": "integer"'

DOWNLOAD_SECONDS = 300
MOST_BYTES = 1 << 20


class SourceMissingError(Exception):
    """The published bytes cannot be had here; the text says what was tried."""


def published_bytes(beside: Path, version: str = VERSION) -> bytes:
    """The schema file, its digest checked: from `beside` (`../shared/data/mcp`), else from the package on the index.

    Raises `SourceMissingError` where neither has it, `ValueError` where a file is there but is not the published one.
    """
    path = beside / f"{version}.schema.json"
    if path.is_file():
        return checked(path.read_bytes(), PUBLISHED[version].sha256, path.name)
    with tempfile.TemporaryDirectory(prefix="protocol-schema-") as folder:
        archive = _download(Path(folder), path)
        return checked(rebuilt(_member(archive)), PUBLISHED[version].sha256, f"{MEMBER} of {REQUIREMENT}")


def checked(content: bytes, sha256: str, what: str) -> bytes:
    """`content`; raises `ValueError` unless it has this digest."""
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise ValueError(f"{what} is not the published schema: its SHA-256 is {found}, not {sha256}")
    return content


def rebuilt(packaged: bytes) -> bytes:
    """The published bytes from the file of the source distribution, its two edits undone; raises `ValueError`."""
    checked(packaged, MEMBER_SHA256, f"{MEMBER} of {REQUIREMENT}")
    if packaged.count(EDITED) != 1 or not packaged.endswith(b"\n") or packaged.endswith(b"\n\n"):
        raise ValueError(f"{MEMBER} of {REQUIREMENT} has not the two edits that are to be undone")
    return packaged.replace(EDITED, ORIGINAL) + b"\n"


def _download(folder: Path, path: Path) -> Path:
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{REQUIREMENT} --hash=sha256:{ARCHIVE_SHA256}\n", "ascii")
    # Not `--no-binary :all:`: that would build the build tools from source as well, for minutes.
    options = ["--no-deps", "--no-binary", PACKAGE, "--require-hashes", "--quiet", "--disable-pip-version-check"]
    command = [*_pip(), "download", *options, "--dest", str(folder), "--requirement", str(requirements)]
    try:
        done = subprocess.run(  # noqa: S603 - nothing comes from outside
            command, capture_output=True, text=True, check=False, timeout=DOWNLOAD_SECONDS
        )
        failure = done.stderr.strip().rpartition("\n")[2]
    except subprocess.TimeoutExpired:
        failure = f"no answer within {DOWNLOAD_SECONDS} seconds"
    archives = sorted(folder.glob("*.tar.gz"))
    if len(archives) != 1:
        raise SourceMissingError(
            f"there is no {path.name} in {path.parent}, and pip could not download {REQUIREMENT}: {failure}"
        )
    return archives[0]


def _pip() -> list[str]:
    """The pip of this environment, or, where it has none, the one beside the Python that it was made with."""
    here = [sys.executable, "-m", "pip"]
    probe = subprocess.run([*here, "--version"], capture_output=True, check=False)  # noqa: S603 - as above
    return here if probe.returncode == 0 else [getattr(sys, "_base_executable", sys.executable), "-m", "pip"]


def _member(archive: Path) -> bytes:
    """The schema file out of the archive, nothing of which is unpacked."""
    with tarfile.open(archive, "r:gz") as members:
        for member in members:
            if member.name.partition("/")[2] == MEMBER and member.size <= MOST_BYTES:
                content = members.extractfile(member)
                return b"" if content is None else content.read()
    raise ValueError(f"{REQUIREMENT} has no {MEMBER}")
