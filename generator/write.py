"""All-or-nothing writing of a build: made whole beside the folder, then the two change places in one step.

Beside `validators` a folder `.validators.schemawright-…` is filled: `new` with the files that changed, with hard links
to those that did not (so their times stay) and to every file of the user's. Then `new` and `validators` change places,
and what is left of the old folder is removed. A process that is killed leaves the old folder or the new one, never a
mixture; the next build clears up after it. Where a system cannot exchange folders, two renames stand in for it, and
a build that finds the folder gone between them puts the old one back.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from glob import escape
from pathlib import Path

from .exchange import exchange
from .manifest import MANIFEST, digest_of, read_manifest
from .refusal import Refusal, reason

OLD, NEW = "old", "new"
MEND_FOLDER = "name a folder (no mount point) in a folder that you may write to"


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did: files written, kept as they were, removed, and stale ones left because they were edited."""

    written: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()


def write(folder: Path, files: Mapping[str, bytes]) -> Written:
    """Makes `folder` hold these files, all of them or none.

    Raises `Refusal` for a folder that holds other things and no manifest of a build, for a file of the user's in the
    way, and where the system refuses; the folder is then as it was.
    """
    try:
        return _write(folder.resolve(), files)
    except OSError as error:
        raise Refusal(
            f"{folder} cannot be written: {reason(error)}",
            MEND_FOLDER,
        ) from None


def check_writable(folder: Path) -> None:
    """Raises `Refusal` where `write` would refuse the folder whatever the files: sooner than after a long build."""
    try:
        place = folder.resolve()
        made_before(place)
    except OSError as error:
        raise Refusal(
            f"{folder} cannot be read: {reason(error)}", "name a folder that you may read and write"
        ) from None
    if place.exists():
        return  # an unchanged build writes nothing, so that its parent may be closed
    above = next(path for path in place.parents if os.path.lexists(path))
    if not above.is_dir():
        raise Refusal(f"{folder} cannot be made: {above} is a file", "name another folder, or remove the file")
    if not os.access(above, os.W_OK | os.X_OK):
        raise Refusal(f"{folder} cannot be written: {above} is not yours to write to", MEND_FOLDER)


def _write(folder: Path, files: Mapping[str, bytes]) -> Written:
    folder.parent.mkdir(parents=True, exist_ok=True)
    recover(folder)
    before = made_before(folder)
    kept = {name for name in files if _content(folder / name) == files[name]}
    _refuse_occupied(folder, {name for name in files.keys() - kept - before.keys() if os.path.lexists(folder / name)})
    stale = {name for name in before.keys() - files.keys() if os.path.lexists(folder / name)}
    removed = {name for name in stale if digest_of(_content(folder / name) or b"") == before[name]}
    done = Written(*(tuple(sorted(names)) for names in (files.keys() - kept, kept, removed, stale - removed)))
    if done.written or done.removed:
        _replace(folder, {name: files[name] for name in done.written}, removed)
    return done


def made_before(folder: Path) -> dict[str, str]:
    """The files that a former build made, with their digests; empty for a folder that is missing or empty.

    Raises `Refusal` for a folder that is not a build's, `OSError` where it cannot be read.
    """
    if not os.path.lexists(folder):
        return {}
    if not folder.is_dir():
        raise Refusal(f"{folder} is a file", "name a folder, or remove the file")
    if folder in {Path.cwd(), *Path.cwd().parents}:
        raise Refusal(
            f"{folder} is the folder you are in, and a build replaces it whole",
            "name a folder in it, or go to its parent",
        )
    if not any(folder.iterdir()):
        return {}
    content = _content(folder / MANIFEST)
    mend = "name an empty folder, one that does not exist yet, or one that a build wrote"
    if content is None:
        raise Refusal(f"{folder} is not empty, and no build wrote it (there is no {MANIFEST})", mend)
    try:
        manifest = read_manifest(content)
    except ValueError as error:
        raise Refusal(f"{folder} is not empty, and its {MANIFEST} is not of a build: {error}", mend) from None
    return {**manifest.files(), MANIFEST: digest_of(content)}


def _content(path: Path) -> bytes | None:
    """The bytes of a regular file, `None` for anything else."""
    if path.is_symlink() or not path.is_file():
        return None
    return path.read_bytes()


def _refuse_occupied(folder: Path, names: set[str]) -> None:
    if names:
        raise Refusal(
            f"{folder / min(names)} is in the way, and no build made it",
            "move it out of the folder, or build into another",
        )


# ------------------------------------------------------------------ the exchange
def _replace(folder: Path, changed: Mapping[str, bytes], removed: set[str]) -> None:
    stage = Path(tempfile.mkdtemp(prefix=f"{_prefix(folder)}{os.getpid()}-", dir=folder.parent))
    try:
        new = stage / NEW
        new.mkdir()
        if folder.is_dir():
            _mirror(folder, new, leave_out=changed.keys() | removed)
            shutil.copymode(folder, new)
        for name in sorted(changed, key=lambda name: (name != MANIFEST, name)):  # the manifest says whose the rest is
            (new / name).write_bytes(changed[name])
        if folder.is_dir():
            if not exchange(new, folder):
                folder.rename(stage / OLD)
                new.rename(folder)
        else:
            new.rename(folder)
    finally:
        if not folder.exists() and (stage / OLD).exists():
            (stage / OLD).rename(folder)
        _clear(stage, folder)


def _mirror(source: Path, target: Path, *, leave_out: set[str]) -> None:
    """The same tree with the same files, as hard links where the file system has them."""
    for entry in os.scandir(source):
        if entry.name in leave_out:
            continue
        copy = target / entry.name
        if entry.is_dir(follow_symlinks=False):
            copy.mkdir()
            _mirror(Path(entry.path), copy, leave_out=set())
            shutil.copystat(entry.path, copy)
            continue
        try:
            os.link(entry.path, copy, follow_symlinks=False)
        except OSError:
            shutil.copy2(entry.path, copy, follow_symlinks=False)


# ------------------------------------------------------------------ clearing up
def _prefix(folder: Path) -> str:
    return f".{folder.name}.schemawright-"


def recover(folder: Path) -> None:
    """Clears up after builds that were killed; puts the folder back where one was killed between two renames."""
    for stage in sorted(folder.parent.glob(f"{escape(_prefix(folder))}*")):
        if _is_alive(stage.name.removeprefix(_prefix(folder)).partition("-")[0]):
            raise Refusal(f"another build of {folder} is running", f"wait for it; if there is none, remove {stage}")
        if not folder.exists() and (stage / OLD).is_dir():
            (stage / OLD).rename(folder)
        _clear(stage, folder)


def _is_alive(process: str) -> bool:
    if not process.isdigit() or os.name == "nt" or int(process) == os.getpid():
        return False
    try:
        os.kill(int(process), 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _clear(stage: Path, folder: Path) -> None:
    """Removes what is left beside the folder: files that a build made and links to what the folder has.

    A file that came into the old folder while it was exchanged goes to the new one; what cannot be told stays.
    """
    for left in (stage / NEW, stage / OLD):
        if not left.is_dir():
            continue
        with suppress(OSError):
            ours = _ours(left)
            for path in sorted(left.iterdir(), key=lambda path: (path.name == MANIFEST, path.name)):
                _retire(
                    path, folder / path.name, is_ours=path.name in ours
                )  # the manifest last: it says whose they are
            left.rmdir()
    with suppress(OSError):
        stage.rmdir()


def _ours(left: Path) -> set[str]:
    try:
        return {*read_manifest(_content(left / MANIFEST) or b"").files(), MANIFEST}
    except ValueError:
        return {MANIFEST}  # killed while it was written, and it is written first


def _retire(path: Path, counterpart: Path, *, is_ours: bool) -> None:
    if path.is_dir() and not path.is_symlink():
        if not counterpart.exists():
            path.rename(counterpart)
            return
        for child in list(path.iterdir()):
            _retire(child, counterpart / child.name, is_ours=False)
        path.rmdir()
    elif is_ours or _is_same(path, counterpart):
        path.unlink()
    elif not os.path.lexists(counterpart):
        path.rename(counterpart)


def _is_same(path: Path, other: Path) -> bool:
    """Whether both are one file, or (where links were not possible) a copy."""
    if not os.path.lexists(other):
        return False
    ours, theirs = path.lstat(), other.lstat()
    return os.path.samestat(ours, theirs) or (ours.st_size == theirs.st_size and ours.st_mtime_ns == theirs.st_mtime_ns)
