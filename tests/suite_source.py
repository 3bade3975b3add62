"""Fills vendor/test-suite/ with the official test suite, or verifies what is there.

The suite comes from the `json/` folder of a source distribution. Every file is compared with the manifest; a different,
a missing or an additional file is refused, and nothing is kept of a copy that was refused. A script of its own, with
the standard library only: `python tests/suite_source.py`. With `--pin ARCHIVE` it writes the manifest anew first.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SUITE = ROOT / "vendor" / "test-suite"
CONTENT = "json"  # the folder's name in the archive, kept: the suite has a README.md of its own
REQUIREMENT = "jsonschema==4.26.0"
MAX_ARCHIVE_BYTES = 16 * 1024 * 1024
MAX_CONTENT_BYTES = 64 * 1024 * 1024


class SuiteError(Exception):
    """The suite could not be had, or is not the one that the manifest describes."""


class Manifest(NamedTuple):
    """What vendor/test-suite/manifest.json says."""

    requirement: str
    archive_digest: str
    files: Mapping[str, str]


def read_manifest(path: Path = SUITE / "manifest.json") -> Manifest:
    """The manifest: where the suite comes from and the digest of each file."""
    document = json.loads(path.read_text("utf-8"))
    return Manifest(document["requirement"], document["archive_sha256"], document["files"])


def digests(suite: Path) -> dict[str, str]:
    """Path and SHA-256 of every file of the suite, in the order of the paths; links are refused."""
    found = {}
    for path in (suite / CONTENT).rglob("*"):
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            message = f"{path} is neither a file nor a folder"
            raise SuiteError(message)
        if path.is_file():
            found[path.relative_to(suite).as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    return dict(sorted(found.items()))


def verify(suite: Path, expected: Mapping[str, str]) -> None:
    """Raise `SuiteError` unless the suite consists of exactly the expected files."""
    found = digests(suite)
    faults = [f"missing: {path}" for path in expected.keys() - found.keys()]
    faults += [f"not in the manifest: {path}" for path in found.keys() - expected.keys()]
    faults += [f"differs: {path}" for path in expected.keys() & found.keys() if expected[path] != found[path]]
    if faults:
        shown = "\n  ".join(sorted(faults)[:10])
        message = f"{len(faults)} file(s) are not what the manifest says:\n  {shown}"
        raise SuiteError(message)


def download(manifest: Manifest, folder: Path) -> Path:
    """The source distribution, fetched by pip, which compares the digest before it looks inside."""
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{manifest.requirement} --hash=sha256:{manifest.archive_digest}\n", "utf-8")
    # Not `--no-binary :all:`: that would build the build tools from source as well, for minutes.
    package = manifest.requirement.partition("==")[0]
    options = ["--no-deps", "--no-binary", package, "--require-hashes", "--quiet", "--disable-pip-version-check"]
    command = [*pip(), "download", *options, "--dest", str(folder), "--requirement", str(requirements)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    archives = sorted(folder.glob("*.tar.gz"))
    if done.returncode or len(archives) != 1:
        message = f"pip could not download {manifest.requirement}:\n{done.stderr.strip()}"
        raise SuiteError(message)
    return archives[0]


def pip() -> list[str]:
    """The pip of this environment, or, where it has none, the one that was used to fill it."""
    here = [sys.executable, "-m", "pip"]
    if subprocess.run([*here, "--version"], capture_output=True, check=False).returncode == 0:
        return here
    return [getattr(sys, "_base_executable", sys.executable), "-m", "pip", "--python", sys.executable]


def extract(archive: Path, suite: Path) -> None:
    """Write the regular files below `json/` into `suite`; paths that would leave it, links and oversize are refused."""
    if archive.stat().st_size > MAX_ARCHIVE_BYTES:
        message = f"{archive.name} is larger than {MAX_ARCHIVE_BYTES} bytes"
        raise SuiteError(message)
    left = MAX_CONTENT_BYTES
    with tarfile.open(archive, "r:gz") as members:
        for member in members:
            path = PurePosixPath(member.name)
            if len(path.parts) < 3 or path.parts[1] != CONTENT or member.isdir():
                continue
            left -= member.size
            content = members.extractfile(member) if member.isreg() else None
            if content is None or ".." in path.parts or path.is_absolute() or left < 0:
                message = f"refused to extract {member.name!r}"
                raise SuiteError(message)
            target = suite.joinpath(*path.parts[1:])
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.read())


def fill(suite: Path = SUITE) -> bool:
    """Fill `suite` all at once, or verify it where it is filled; True if it had to be filled."""
    manifest = read_manifest(suite / "manifest.json")
    if (suite / CONTENT).exists():
        verify(suite, manifest.files)
        return False
    with tempfile.TemporaryDirectory(prefix=".filling-", dir=suite) as name:
        work = Path(name)
        extract(download(manifest, work), work)
        verify(work, manifest.files)
        (work / CONTENT).rename(suite / CONTENT)
    return True


def pin(archive: Path, suite: Path = SUITE) -> None:
    """Write the manifest of `archive`."""
    with tempfile.TemporaryDirectory(prefix=".filling-", dir=suite) as name:
        extract(archive, Path(name))
        files = digests(Path(name))
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    document = {"requirement": REQUIREMENT, "archive_sha256": digest, "files": files}
    (suite / "manifest.json").write_text(json.dumps(document, indent=1, ensure_ascii=True) + "\n", "utf-8")


def main(arguments: Sequence[str]) -> int:
    """Fill or verify, and say so in one line."""
    if len(arguments) == 2 and arguments[0] == "--pin":
        pin(Path(arguments[1]))
    elif arguments:
        print("usage: suite_source.py [--pin ARCHIVE]", file=sys.stderr)
        return 2
    try:
        filled = fill()
    except SuiteError as error:
        print(f"official test suite: {error}", file=sys.stderr)
        print(f"to fetch it anew: rm -r {SUITE / CONTENT}, then run this again", file=sys.stderr)
        return 1
    print(f"official test suite: {'fetched and verified' if filled else 'verified'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
