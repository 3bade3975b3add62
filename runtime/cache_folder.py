"""A private folder: opened without following links, its owner and mode looked at on what was opened."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from .errors import ExecutionFailure

ABANDONED = 3_600.0  # seconds after which an unfinished file has no writer any more
_CODE = "cache_folder"


@dataclass(frozen=True, slots=True)
class Folder:
    """An open folder; every name is looked up in it, whatever its path means by now."""

    descriptor: int

    @classmethod
    def make(cls, path: Path) -> None:
        """Makes a folder that is missing; raises `ExecutionFailure` ("cache_folder") where it is not private."""
        if os.open not in os.supports_dir_fd or not hasattr(os, "geteuid"):
            raise ExecutionFailure("a disk cache needs a POSIX system", code=_CODE)
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ExecutionFailure(f"the cache folder cannot be made ({type(error).__name__})", code=_CODE) from None
        with cls.opened(path):
            pass

    @classmethod
    @contextmanager
    def opened(cls, path: Path) -> Iterator[Folder]:
        """The open folder; raises `ExecutionFailure` ("cache_folder") where it is missing, a link or not private."""
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError as error:
            raise ExecutionFailure(
                f"the cache folder is a link, missing or unreadable ({type(error).__name__})", code=_CODE
            ) from None
        try:
            _refuse_shared(os.fstat(descriptor))
            yield cls(descriptor)
        finally:
            os.close(descriptor)

    def read(self, name: str, limit: int) -> bytes:
        """The content of a plain file of ours, noted as used; raises `OSError`, `ExecutionFailure` for another's."""
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=self.descriptor)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid():
                raise ExecutionFailure("an entry is not a file of this user", code=_CODE)
            content = file.read(limit + 1)
            with suppress(OSError):
                os.utime(descriptor)
        return content

    def write(self, name: str, temporary: str, content: bytes) -> None:
        """A new file under a name of its own, then renamed: readers see all of it or none; raises `OSError`."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(temporary, flags, 0o600, dir_fd=self.descriptor)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
            os.rename(temporary, name, src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary, dir_fd=self.descriptor)
            raise

    def remove(self, name: str) -> None:
        """Removes the file, if it is there."""
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=self.descriptor)

    def shrink(self, suffix: str, most: int) -> tuple[list[str], int]:
        """Removes what was used longest ago until nine tenths of `most` are left; the names, and what is left."""
        files: list[tuple[float, str, int]] = []
        now = time.time()
        for name in os.listdir(self.descriptor):  # noqa: PTH208 - a path would be looked up anew
            try:
                status = os.stat(name, dir_fd=self.descriptor, follow_symlinks=False)
            except FileNotFoundError:
                continue  # another process was faster
            if name.endswith(suffix):
                files.append((status.st_mtime, name, status.st_size))
            elif name.endswith(".new") and now - status.st_mtime > ABANDONED:
                self.remove(name)
        size = sum(file[2] for file in files)
        removed: list[str] = []
        if size > most:
            for _, name, length in sorted(files):
                if size <= most * 9 // 10:
                    break
                self.remove(name)
                removed.append(name)
                size -= length
        return removed, size


def _refuse_shared(status: os.stat_result) -> None:
    if status.st_uid != os.geteuid():
        raise ExecutionFailure("the cache folder belongs to another user", code=_CODE)
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise ExecutionFailure(
            "the cache folder can be written by others: chmod go-w it, or choose another", code=_CODE
        )
