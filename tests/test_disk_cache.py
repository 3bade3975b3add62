"""The cache on disk: one entry a schema, whole or not at all, private, bounded, and never trusted."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schemawright import runtime
from schemawright.runtime import cache as caching
from schemawright.runtime import compiling
from schemawright.runtime.cache import CacheKey, DiskCache
from schemawright.runtime.errors import ExecutionFailure
from schemawright.runtime.limits import Limits

from .cache_worker import main, schema

COUNT = int(os.environ.get("SCHEMAWRIGHT_CACHED", "40"))
SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 3}}}
KEY = CacheKey("sha256:" + "0" * 64, "options", 1, "release")


@pytest.fixture(autouse=True)
def _nothing_in_memory() -> Iterator[None]:
    compiling._modules.clear()
    yield
    compiling._modules.clear()


@pytest.fixture
def cache(tmp_path: Path) -> DiskCache:
    return DiskCache(tmp_path / "cache")


def entries(cache: DiskCache) -> list[Path]:
    return sorted(cache.path.iterdir())


def compiled(cache: DiskCache, made: Any = None, **options: Any) -> runtime.Validator:
    compiling._modules.clear()
    return runtime.compile(SCHEMA if made is None else made, cache=cache, **options)


def never_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("it was compiled again")

    monkeypatch.setattr("schemawright.generator.compiling.compile_document", refuse)


def test_a_second_process_would_not_compile(cache: DiskCache, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled(cache)
    never_compiles(monkeypatch)
    second = compiled(cache)
    assert second is not first
    assert second.source == first.source
    assert second.schema == SCHEMA
    assert second.is_valid({"a": "abc"})
    assert not second.is_valid({"a": "abcd"})
    assert len(entries(cache)) == 1
    assert not cache.events


def test_bundles_are_cached_with_all_entries(cache: DiskCache, monkeypatch: pytest.MonkeyPatch) -> None:
    made = {"$defs": {"a": {"type": "string"}, "b": {"type": "integer"}}}
    runtime.compile_bundle(made, cache=cache)
    compiling._modules.clear()
    never_compiles(monkeypatch)
    assert set(runtime.compile_bundle(made, cache=cache)) == {"a", "b"}


@pytest.mark.parametrize(
    "options",
    [
        {"format_assertion": True},
        {"limits": Limits(max_string_length=5)},
        {"limits": Limits(max_refs=3)},
        {"registry": {"https://example.com/a": True}},
        {"default_dialect": "http://json-schema.org/draft-07/schema"},
        {"role": "tool_input"},
        {"title": "other"},
    ],
)
def test_what_decides_the_module_decides_the_entry(cache: DiskCache, options: dict[str, Any]) -> None:
    compiled(cache)
    compiled(cache, **options)
    assert len(entries(cache)) == 2


def test_another_release_has_entries_of_its_own(cache: DiskCache, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(cache)
    monkeypatch.setattr("schemawright.generator.release.release", lambda: "other")
    compiled(cache)
    assert len(entries(cache)) == 2


def test_what_a_loader_answers_is_not_cached(cache: DiskCache) -> None:
    compiled(cache, {"$ref": "https://example.com/a"}, loader=lambda uri: True)
    assert not entries(cache)


def resealed(content: bytes, change: Any) -> bytes:
    """An entry whose digest is made to fit again, as someone would who wants to deceive."""
    head, _, body = content.partition(b"\n")
    changed = change(body)
    name = head.split()[2].decode()
    return caching._head(type("Key", (), {"name": name})(), changed) + b"\n" + changed


DAMAGES: dict[str, Any] = {
    "truncated": lambda content: content[: len(content) // 2],
    "one bit": lambda content: content[:-40] + bytes([content[-40] ^ 1]) + content[-39:],
    "empty": lambda content: b"",
    "longer": lambda content: content + b"\n",
    "no text": lambda content: b"\xff" * 1000,
    "another format": lambda content: content.replace(b"schemawright-cache 1", b"schemawright-cache 2"),
    "code, sealed again": lambda content: resealed(content, lambda body: body + b"\n\nimport os\nos.abort()\n"),
    "a helper, sealed again": lambda content: resealed(content, lambda body: body.replace(b"raise ExecutionFailure(code)", b"return None")),
    "another schema, sealed again": lambda content: resealed(content, lambda body: body.replace(b'SCHEMA_DIGEST = "sha256:', b'SCHEMA_DIGEST = "sha256:0')[:-1]),
    "an encoding, sealed again": lambda content: resealed(content, lambda body: b"# coding: utf-7\n" + body),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_entry_is_compiled_again_and_reported(
    cache: DiskCache, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    whole = compiled(cache).source
    (entry,) = entries(cache)
    content = entry.read_bytes()
    entry.write_bytes(DAMAGES[name](content))
    with caplog.at_level(logging.WARNING, "schemawright.cache"):
        validator = compiled(cache)
    assert validator.source == whole
    assert not validator.is_valid({"a": "abcd"})
    assert [event.kind for event in cache.events] == ["refused"]
    assert cache.events[0].key == entry.name.removesuffix(".module")
    assert caplog.records
    assert entry.read_bytes() == content


def test_an_entry_of_another_schema_is_refused(cache: DiskCache) -> None:
    compiled(cache)
    (first,) = entries(cache)
    compiled(cache, {"type": "integer"})
    (second,) = set(entries(cache)) - {first}
    second.write_bytes(first.read_bytes())
    assert not compiled(cache, {"type": "integer"}).is_valid({})
    assert cache.events[-1].kind == "refused"


def test_an_entry_that_is_a_link_or_a_pipe_is_not_followed(cache: DiskCache, tmp_path: Path) -> None:
    compiled(cache)
    (entry,) = entries(cache)
    content = entry.read_bytes()
    for make in (lambda: entry.symlink_to(tmp_path / "elsewhere"), lambda: os.mkfifo(entry)):
        (tmp_path / "elsewhere").write_bytes(content)
        entry.unlink()
        make()
        assert compiled(cache).is_valid({"a": "abc"})
        assert cache.events[-1].kind == "failed"
        assert entry.read_bytes() == content
        assert not entry.is_symlink()


def test_a_shared_folder_a_link_and_a_file_are_refused(tmp_path: Path) -> None:
    for mode in (0o770, 0o707, 0o777):
        folder = tmp_path / f"mode_{mode:o}"
        folder.mkdir()
        folder.chmod(mode)
        with pytest.raises(ExecutionFailure, match="written by others") as caught:
            DiskCache(folder)
        assert caught.value.code == "cache_folder"
    (tmp_path / "own").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "own")
    (tmp_path / "file").write_text("")
    for name in ("link", "file"):
        with pytest.raises(ExecutionFailure) as caught:
            DiskCache(tmp_path / name)
        assert caught.value.code == "cache_folder"


def test_a_folder_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(ExecutionFailure, match="another user"):
        DiskCache(tmp_path)


def test_the_folder_and_its_files_are_private(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "a" / "b")
    compiled(cache)
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700
    assert [entry.stat().st_mode & 0o777 for entry in entries(cache)] == [0o600]


def test_a_folder_that_becomes_shared_or_vanishes_is_not_used_and_not_fatal(cache: DiskCache) -> None:
    compiled(cache)
    cache.path.chmod(0o777)
    assert compiled(cache).is_valid({"a": "abc"})
    assert {event.kind for event in cache.events} == {"failed"}
    cache.path.chmod(0o700)
    for entry in entries(cache):
        entry.unlink()
    cache.path.rmdir()
    assert compiled(cache).is_valid({"a": "abc"})


def test_the_size_is_bounded_and_what_was_used_last_stays(tmp_path: Path) -> None:
    size = len(runtime.compile(SCHEMA).source) + 200
    cache = DiskCache(tmp_path / "cache", max_bytes=size * 5)
    compiled(cache)
    (first,) = entries(cache)
    for number in range(12):
        os.utime(first, (2e9 + number, 2e9 + number))
        compiled(cache, schema(number)) if number % 2 else compiled(cache, {**SCHEMA, "minProperties": number + 1})
    assert sum(entry.stat().st_size for entry in entries(cache)) <= size * 5
    assert first in entries(cache)
    assert {event.kind for event in cache.events} == {"evicted"}


def test_what_is_larger_than_the_cache_is_not_stored(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "cache", max_bytes=100)
    compiled(cache)
    assert not entries(cache)


def test_unfinished_files_are_removed_once_they_are_old(cache: DiskCache) -> None:
    old, new = cache.path / "a.new", cache.path / "b.new"
    old.write_text("x")
    new.write_text("x")
    os.utime(old, (1e9, 1e9))
    compiled(cache)
    assert not old.exists()
    assert new.exists()


def test_a_store_that_fails_leaves_nothing(cache: DiskCache, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr(os, "rename", fail)
    assert compiled(cache).is_valid({"a": "abc"})
    assert not entries(cache)
    assert cache.events[-1].kind == "failed"


def test_a_bound_that_is_none_and_a_cache_that_is_none(tmp_path: Path) -> None:
    for bound in (0, -1, 1.5, True):
        with pytest.raises(ValueError, match="max_bytes"):
            DiskCache(tmp_path, max_bytes=bound)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="DiskCache"):
        runtime.compile(SCHEMA, cache=str(tmp_path))
    assert str(tmp_path) in repr(DiskCache(tmp_path))


def whole(folder: Path, count: int) -> None:
    """One entry a schema, no unfinished file, every entry readable."""
    names = sorted(entry.name for entry in (folder / "cache").iterdir())
    assert len(names) == count
    assert all(name.endswith(".module") for name in names)
    for entry in (folder / "cache").iterdir():
        head, _, body = entry.read_bytes().partition(b"\n")
        assert head.split()[3].decode() == "sha256:" + hashlib.sha256(body).hexdigest()


def test_8_processes_with_8_threads_each_share_one_cache(tmp_path: Path) -> None:
    """`SCHEMAWRIGHT_CACHED` asks for another number of schemas; the release check takes 500."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.cache_worker", str(tmp_path), str(COUNT), "8", str(number)],
            cwd=Path(__file__).resolve().parents[1],
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(8)
    ]
    for process in running:
        answer, _ = process.communicate(timeout=600)
        assert process.returncode == 0
        assert json.loads(answer) == []
    whole(tmp_path, COUNT)


def test_64_threads_share_one_cache(tmp_path: Path) -> None:
    assert main(tmp_path, max(COUNT // 4, 10), 64, 9) == []
    whole(tmp_path, max(COUNT // 4, 10))
