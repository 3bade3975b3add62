"""Writing a build: all or nothing, whatever happens and whenever."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from schemawright.generator import exchange as exchanging
from schemawright.generator import write as writing
from schemawright.generator.manifest import MANIFEST, Manifest, ModuleEntry, digest_of
from schemawright.generator.refusal import Refusal
from schemawright.generator.write import write

FIXED = "sha256:" + "0" * 64


def files_of(**modules: str) -> dict[str, bytes]:
    """The files of a build with these modules."""
    files = {f"{name}.py": text.encode() for name, text in modules.items()}
    entries = [
        ModuleEntry(name, "tool_input", name, FIXED, FIXED, digest_of(files[f"{name}.py"])) for name in sorted(modules)
    ]
    index = f"# {sorted(modules)}\n".encode()
    return {**files, "__init__.py": index, MANIFEST: Manifest(tuple(entries), digest_of(index)).text()}


OLD = files_of(gone="1", kept="2", other="3")
NEW = files_of(kept="2", other="4", added="5")
NOTE = b"mine"


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def beside(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.parent.iterdir() if path != folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an old build, and with files of the user's."""
    folder = tmp_path / "out" / "validators"
    write(folder, OLD)
    (folder / "NOTES.md").write_bytes(NOTE)
    (folder / "mine" / "deep").mkdir(parents=True)
    (folder / "mine" / "deep" / "x.py").write_bytes(NOTE)
    (folder / "link").symlink_to("NOTES.md")
    return folder


MINE = {"NOTES.md": NOTE, "mine/deep/x.py": NOTE, "link": NOTE}


def test_a_new_folder_holds_exactly_the_files(tmp_path):
    folder = tmp_path / "a" / "b"
    done = write(folder, NEW)
    assert content(folder) == NEW
    assert set(done.written) == NEW.keys()
    assert beside(folder) == []


def test_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "a").mkdir()
    write(tmp_path / "a", NEW)
    assert content(tmp_path / "a") == NEW


@pytest.mark.parametrize("at_once", [True, False])
def test_a_build_replaces_the_former_one_and_nothing_else(folder, monkeypatch, at_once):
    """Stale files go, the user's stay the very same files, with and without an exchange in one step."""
    if not at_once:
        monkeypatch.setattr(writing, "exchange", lambda *_: False)
    before = (folder / "NOTES.md").stat().st_ino
    done = write(folder, NEW)
    assert content(folder) == {**NEW, **MINE}
    assert (folder / "link").is_symlink()
    assert (folder / "NOTES.md").stat().st_ino == before
    assert (folder / "NOTES.md").stat().st_nlink == 1
    assert done.removed == ("gone.py",)
    assert beside(folder) == []


def test_unchanged_files_are_not_rewritten(folder):
    os.utime(folder / "kept.py", (1, 1))
    assert "kept.py" in write(folder, NEW).kept
    assert (folder / "kept.py").stat().st_mtime == 1


def test_nothing_changes_where_nothing_changed(folder):
    before = folder.stat()
    done = write(folder, OLD)
    assert (done.written, done.removed) == ((), ())
    after = folder.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_an_edited_module_is_written_again(folder):
    (folder / "kept.py").write_text("edited")
    write(folder, NEW)
    assert content(folder) == {**NEW, **MINE}


def test_an_edited_stale_file_stays(folder):
    """It is no longer what a build made, so it is the user's."""
    (folder / "gone.py").write_text("edited")
    assert write(folder, NEW).edited == ("gone.py",)
    assert content(folder) == {**NEW, **MINE, "gone.py": b"edited"}


@pytest.mark.parametrize(
    "hold", [{"a.txt": b"x"}, {MANIFEST: b"{}"}, {MANIFEST: b"["}, {"__init__.py": b""}], ids=range(4)
)
def test_a_folder_of_the_users_is_refused(tmp_path, hold):
    for name, data in hold.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(Refusal) as caught:
        write(tmp_path, NEW)
    assert "not empty" in caught.value.what
    assert caught.value.mend
    assert content(tmp_path) == hold


def test_a_file_of_the_users_in_the_way_is_refused(folder):
    (folder / "added.py").write_bytes(NOTE)
    before = content(folder)
    with pytest.raises(Refusal, match=r"added\.py"):
        write(folder, NEW)
    assert content(folder) == before


def test_a_manifest_cannot_point_outside(folder):
    """Only files in the folder are a build's, whatever the manifest says."""
    victim = folder.parent / "victim.py"
    victim.write_bytes(NOTE)
    text = (folder / MANIFEST).read_bytes().replace(b'"module": "gone"', b'"module": "../victim"')
    (folder / MANIFEST).write_bytes(text)
    with pytest.raises(Refusal):
        write(folder, NEW)
    assert victim.read_bytes() == NOTE


def test_the_folder_one_is_in_is_refused(folder, monkeypatch):
    monkeypatch.chdir(folder)
    with pytest.raises(Refusal, match="the folder you are in"):
        write(Path(), NEW)


def test_a_file_is_refused(tmp_path):
    (tmp_path / "x").write_bytes(NOTE)
    with pytest.raises(Refusal, match="is a file"):
        write(tmp_path / "x", NEW)


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind root")
def test_a_parent_one_may_not_write_to(folder):
    folder.parent.chmod(0o500)
    with pytest.raises(Refusal, match="cannot be written"):
        write(folder, NEW)
    folder.parent.chmod(0o700)
    assert content(folder) == {**OLD, **MINE}


def test_a_link_to_a_folder_stays_a_link(folder):
    link = folder.parent / "link"
    link.symlink_to(folder)
    write(link, NEW)
    assert link.is_symlink()
    assert content(folder) == {**NEW, **MINE}


# ------------------------------------------------------------------ killed
STEPS = {"open", "os.mkdir", "os.rename", "os.link", "os.remove", "os.rmdir", "os.chmod", "os.utime", "ctypes.dlsym"}


def killed_at(folder: Path, step: int, *, two_renames: bool) -> bool:
    """Whether a build in a process of its own was killed before its `step`-th look at or change of the file system."""
    child = os.fork()
    if child == 0:
        left = step

        def count(event: str, arguments: tuple) -> None:
            nonlocal left
            if event in STEPS and (event != "open" or str(folder.parent) in str(arguments[0])):
                left -= 1
                if left == 0:
                    os._exit(9)

        try:
            if two_renames:
                vars(writing)["exchange"] = lambda *_: False
            sys.addaudithook(count)
            write(folder, NEW)
            os._exit(0)
        finally:
            os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in {0, 9}
    return code == 9


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process to kill is made by fork")
@pytest.mark.parametrize("two_renames", [False, True])
def test_killed_at_any_step(tmp_path_factory, two_renames):
    """The folder is the old or the new one; the next build succeeds, clears up, and loses no file of the user's."""
    outcomes = set()
    for step in range(1, 200):
        folder = tmp_path_factory.mktemp("killed") / "validators"
        write(folder, OLD)
        (folder / "NOTES.md").write_bytes(NOTE)
        (folder / "mine").mkdir()
        (folder / "mine" / "x").write_bytes(NOTE)
        killed = killed_at(folder, step, two_renames=two_renames)
        if two_renames and not folder.exists():
            outcomes.add("between")  # the one moment that two renames leave, and the next build mends
        else:
            held = content(folder)
            assert held.pop("NOTES.md") == NOTE
            assert held.pop("mine/x") == NOTE
            assert held in (OLD, NEW), f"a mixture after step {step}"
            outcomes.add("new" if held == NEW else "old")
        write(folder, NEW)
        assert content(folder) == {**NEW, "NOTES.md": NOTE, "mine/x": NOTE}
        assert beside(folder) == [], f"left behind after step {step}"
        shutil.rmtree(folder.parent)
        if not killed:
            break
    assert not killed
    assert outcomes == ({"old", "between", "new"} if two_renames else {"old", "new"})


@pytest.mark.parametrize("call", ["mkdir", "link", "rename"])
def test_an_error_at_any_step_leaves_the_old_build(folder, monkeypatch, call):
    """A full disk or a missing right is a refusal, and the folder is as it was."""
    monkeypatch.setattr(writing, "exchange", lambda *_: False)
    target, name = {"mkdir": (Path, "mkdir"), "link": (shutil, "copy2"), "rename": (Path, "rename")}[call]
    if call == "link":
        monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(target, name, refuse)
    with pytest.raises(Refusal, match="No space left"):
        write(folder, NEW)
    monkeypatch.undo()
    assert content(folder) == {**OLD, **MINE}
    write(folder, NEW)
    assert content(folder) == {**NEW, **MINE}
    assert beside(folder) == []


def refuse(*_args: object, **_named: object) -> None:
    raise OSError(28, os.strerror(28))


def test_another_build_that_runs_is_waited_for(folder):
    (folder.parent / f".validators.schemawright-{os.getppid()}-x").mkdir()
    with pytest.raises(Refusal, match="another build"):
        write(folder, NEW)
    assert content(folder) == {**OLD, **MINE}


def test_what_came_into_the_old_folder_is_not_lost(folder, monkeypatch):
    """A file that somebody makes in the moment of the exchange goes to the new folder."""
    swap = exchanging.exchange

    def late(new: Path, old: Path) -> bool:
        (old / "late.txt").write_bytes(NOTE)
        return swap(new, old)

    monkeypatch.setattr(writing, "exchange", late)
    write(folder, NEW)
    assert content(folder) == {**NEW, **MINE, "late.txt": NOTE}
    assert beside(folder) == []


def test_messages_are_one_line(tmp_path):
    (tmp_path / "a\nb").mkdir()
    (tmp_path / "a\nb" / "x").write_bytes(NOTE)
    with pytest.raises(Refusal) as caught:
        write(tmp_path / "a\nb", NEW)
    assert not re.search(r"[\r\n]", caught.value.what + caught.value.mend)
