"""Generated modules on disk by content: private, atomic, bounded, and never trusted.

An entry is one file: a line with the format, its own key and the digest of the text, then the module. What is read goes
through the admission verifier; what is damaged is removed, told by `events` and the logger, and compiled again.
"""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
import threading
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from .cache_folder import Folder
from .errors import ExecutionFailure

CACHE_FORMAT = 1
DEFAULT_MAX_BYTES = 268_435_456
MOST_EVENTS = 1_000
STORES_BETWEEN_SCANS = 256
_SUFFIX = ".module"

_log = logging.getLogger("schemawright.cache")
_log.addHandler(logging.NullHandler())  # without one, Python would print what nobody asked for


class CacheEvent(NamedTuple):
    """Something that the cache did not do in silence: `kind` is "refused", "failed" or "evicted"."""

    kind: str
    key: str
    reason: str


@dataclass(frozen=True, slots=True)
class CacheKey:
    """What a module depends on; the file's name is the digest of all of it."""

    schema_digest: str
    options_digest: str
    output_format: int
    release: str

    @property
    def name(self) -> str:
        """64 hexadecimal digits."""
        text = "\n".join((self.schema_digest, self.options_digest, str(self.output_format), self.release))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class DiskCache:
    """A folder of generated modules for the option `cache` of `compile`, shared by any number of processes and threads.

    The folder is made where it is missing. Raises `ExecutionFailure` ("cache_folder") for one that is a link, is
    someone else's or can be written by others, and `ValueError` for a bound that is not positive.
    """

    def __init__(self, path: str | Path, *, max_bytes: int = DEFAULT_MAX_BYTES) -> None:
        if type(max_bytes) is not int or max_bytes <= 0:
            raise ValueError("max_bytes must be a positive number")
        self.path = Path(path)
        self.max_bytes = max_bytes
        self.events: deque[CacheEvent] = deque(maxlen=MOST_EVENTS)
        self._lock = threading.Lock()
        self._stored = 0
        self._size: int | None = None
        Folder.make(self.path)

    def get(self, key: CacheKey, max_bytes: int) -> str | None:
        """The text under the key as it was stored, or `None`; the caller verifies it, and refuses by `refuse`."""
        try:
            with Folder.opened(self.path) as folder:
                content = folder.read(key.name + _SUFFIX, max_bytes + 256)
        except FileNotFoundError:
            return None
        except (OSError, ExecutionFailure) as error:
            self._tell("failed", key, _reason(error))
            return None
        head, found, body = content.partition(b"\n")
        if not found or head != _head(key, body):
            self.refuse(key, "the entry is not what was stored")
            return None
        return body.decode("ascii")

    def refuse(self, key: CacheKey, reason: str) -> None:
        """Removes an entry that cannot be used, and says so."""
        self._tell("refused", key, reason)
        try:
            with Folder.opened(self.path) as folder:
                folder.remove(key.name + _SUFFIX)
        except (OSError, ExecutionFailure):
            pass  # the next store replaces it

    def put(self, key: CacheKey, text: str) -> None:
        """Stores the text; a failure is told, and nothing else."""
        body = text.encode("ascii")
        content = _head(key, body) + b"\n" + body
        if len(content) > self.max_bytes:
            return
        try:
            with Folder.opened(self.path) as folder:
                folder.write(key.name + _SUFFIX, f"{secrets.token_hex(16)}.new", content)
                self._bound(folder, len(content))
        except (OSError, ExecutionFailure) as error:
            self._tell("failed", key, _reason(error))

    def _bound(self, folder: Folder, added: int) -> None:
        """Removes the entries that were used longest ago, where there are too many bytes."""
        with self._lock:
            self._stored += 1
            if self._size is not None:
                self._size += added
                if self._size <= self.max_bytes and self._stored % STORES_BETWEEN_SCANS:
                    return
            removed, self._size = folder.shrink(_SUFFIX, self.max_bytes)
        for name in removed:
            self._tell_name("evicted", name.removesuffix(_SUFFIX), "the cache is full", logging.DEBUG)

    def _tell(self, kind: str, key: CacheKey, reason: str) -> None:
        self._tell_name(kind, key.name, reason, logging.WARNING)

    def _tell_name(self, kind: str, name: str, reason: str, level: int) -> None:
        self.events.append(CacheEvent(kind, name, reason))
        _log.log(level, "%s: %s (%s)", kind, reason, name)

    def __repr__(self) -> str:
        return f"DiskCache({os.fspath(self.path)!r}, max_bytes={self.max_bytes})"


def _head(key: CacheKey, body: bytes) -> bytes:
    return f"schemawright-cache {CACHE_FORMAT} {key.name} sha256:{hashlib.sha256(body).hexdigest()}".encode("ascii")


def _reason(error: Exception) -> str:
    return (
        error.message if isinstance(error, ExecutionFailure) else f"the folder cannot be used ({type(error).__name__})"
    )
