"""The official suite is the pinned one, file by file, or it is refused."""

from __future__ import annotations

import io
import json
import tarfile

import pytest

from . import suite_source
from .suite_source import SuiteError, extract, fill, pin, verify

FILES = {"json/tests/a.json": b"[]", "json/remotes/b.json": b"{}", "other/c.json": b"1"}


def archive_of(folder, files, kind=tarfile.REGTYPE):
    path = folder / "package-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"package-1.0/{name}")
            member.type, member.size, member.linkname = kind, len(content), "/etc/hosts"
            archive.addfile(member, io.BytesIO(content))
    return path


@pytest.fixture
def suite(tmp_path, monkeypatch):
    """A folder with a manifest, whose archive is at hand without a network."""
    folder = tmp_path / "suite"
    folder.mkdir()
    archive = archive_of(tmp_path, FILES)
    pin(archive, folder)
    monkeypatch.setattr(suite_source, "download", lambda *_: archive)
    return folder


def test_it_is_filled_once_and_verified_afterwards(suite):
    """Only the suite's folder is taken, and a second run downloads nothing."""
    assert fill(suite) is True
    assert fill(suite) is False
    assert sorted(path.name for path in suite.rglob("*.json")) == ["a.json", "b.json", "manifest.json"]


def test_the_manifest_is_sorted_and_names_every_file(suite):
    document = json.loads((suite / "manifest.json").read_bytes())
    assert list(document["files"]) == ["json/remotes/b.json", "json/tests/a.json"]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda folder: (folder / "json/tests/a.json").write_bytes(b"[1]"), "differs: json/tests/a.json"),
        (lambda folder: (folder / "json/tests/a.json").unlink(), "missing: json/tests/a.json"),
        (lambda folder: (folder / "json/tests/z.json").write_bytes(b"[]"), "not in the manifest: json/tests/z.json"),
        (lambda folder: (folder / "json/tests/z.json").symlink_to("a.json"), "neither a file nor a folder"),
    ],
)
def test_a_changed_suite_is_refused(suite, change, word):
    fill(suite)
    change(suite)
    with pytest.raises(SuiteError, match=word):
        fill(suite)


def test_nothing_is_left_of_an_archive_that_was_refused(suite, tmp_path):
    archive_of(tmp_path, {**FILES, "json/tests/a.json": b"[2]"})
    with pytest.raises(SuiteError, match=r"differs: json/tests/a\.json"):
        fill(suite)
    assert [path.name for path in suite.iterdir()] == ["manifest.json"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("json/../../escaped.json", tarfile.REGTYPE),
        ("json/link.json", tarfile.SYMTYPE),
        ("json/hard.json", tarfile.LNKTYPE),
        ("json/pipe", tarfile.FIFOTYPE),
    ],
)
def test_members_that_reach_outside_are_not_extracted(tmp_path, name, kind):
    archive = archive_of(tmp_path, {name: b""}, kind)
    with pytest.raises(SuiteError, match="refused to extract"):
        extract(archive, tmp_path / "into")
    assert not (tmp_path / "escaped.json").exists()


def test_too_much_content_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(suite_source, "MAX_CONTENT_BYTES", 3)
    with pytest.raises(SuiteError, match="refused to extract"):
        extract(archive_of(tmp_path, FILES), tmp_path / "into")


def test_an_empty_folder_is_not_a_suite(tmp_path):
    with pytest.raises(SuiteError, match="missing"):
        verify(tmp_path, {"json/a": "0"})
