"""Files that are written together, each whole or not at all, whenever the program stops."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from card_data.program import staging
from card_data.program.staging import UNFINISHED, Staging, lock_folder, remove

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="there is no fork, no link, no lock")
TOUCHING = {"open", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir"}
OLD = {"one/a.pdf": b"old a", "one/b.pdf": b"old b", "two/a.pdf": b"old"}
NEW = {"one/a.pdf": b"new a", "one/b.pdf": b"new", "two/a.pdf": b"new", "three/deep/c.pdf": b"new"}
FOREIGN = {"one/notes.txt": b"mine", "mine/a.pdf": b"mine"}
Files = dict[str, bytes]


def put(root: Path, files: Files) -> Path:
    for name, raw in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(raw)
    return root


def found(root: Path, *, unfinished: bool = True) -> Files:
    """The files in a folder; without those that are not finished, if so wanted."""
    return {
        str(file.relative_to(root)): file.read_bytes()
        for file in root.rglob("*")
        if file.is_file() and (unfinished or UNFINISHED not in file.parts)
    }


def write(root: Path, files: Files = NEW) -> None:
    with Staging(root) as saved:
        for name, raw in files.items():
            saved.write(root / name, raw)
        saved.move_all()


def finish(root: Path) -> None:
    with Staging(root) as saved:
        saved.begin()


def killed_at(moment: int, act: Callable[[], None]) -> bool:
    """Whether ``act``, in a process of its own, lives to be killed as it touches the disk for
    the ``moment``-th time."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    left = moment

    def killing(event: str, _: Any) -> None:
        nonlocal left
        if event in TOUCHING:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(killing)
    try:
        act()
    finally:
        os._exit(0)


def every_moment(act: Callable[[Path], None], folder: Path, share: float = 1.0) -> Iterator[Path]:
    """Folders in which ``act`` was killed before each of its steps, one after the other, or before
    a share of them, drawn at random."""
    rng = Random(3)
    for moment in count():
        if rng.random() > share:
            continue
        root = put(folder / str(moment), OLD | FOREIGN)
        if not killed_at(moment, lambda root=root: act(root)):  # type: ignore[misc]
            assert moment > 15, "so many steps are there at least"
            return
        yield root


def no_file_is_torn(folder: Path, share: float) -> None:
    """Each is the old one or the new one, what is the user's stays, and nothing of ours is left by
    the next."""
    outcomes = []
    for root in every_moment(write, folder, share):
        seen = found(root, unfinished=False)
        for name, raw in seen.items():
            assert raw in [files.get(name) for files in (OLD, NEW, FOREIGN)], name
        finish(root)
        assert found(root) == seen
        assert not (root / UNFINISHED).exists()
        outcomes.append(sum(seen.get(name) == raw for name, raw in NEW.items()))
    assert outcomes == sorted(outcomes), "one after the other is the new one"
    assert {*outcomes} >= {0, len(NEW)}


@POSIX
def test_a_kill_before_a_step_tears_no_file(tmp_path: Path) -> None:
    no_file_is_torn(tmp_path, 0.3)


@POSIX
@pytest.mark.sweep
def test_a_kill_before_any_step_tears_no_file(tmp_path: Path) -> None:
    no_file_is_torn(tmp_path, 1.0)


def test_last_file_written_is_moved_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[str] = []
    monkeypatch.setattr(Path, "replace", lambda self, target: moved.append(target.name))
    write(tmp_path, {"b": b"", "c": b"", "a": b""})
    assert moved == ["b", "c", "a"]


# what is planted


@POSIX
def test_a_link_is_replaced_and_never_written_through(tmp_path: Path) -> None:
    outside = put(tmp_path / "outside", {"kept": b"kept"})
    root = put(tmp_path / "out", {"one/b.pdf": b"old"})
    (root / "one" / "a.pdf").symlink_to(outside / "kept")
    (root / "one" / ".b.pdf.old").symlink_to(outside / "kept")
    (root / "dangling.pdf").symlink_to(outside / "none")
    write(root, {"one/a.pdf": b"new", "one/b.pdf": b"new", "dangling.pdf": b"new"})
    assert found(outside) == {"kept": b"kept"}
    assert not (root / "one" / "a.pdf").is_symlink()
    assert (root / "one" / "a.pdf").read_bytes() == b"new"
    assert (root / "dangling.pdf").read_bytes() == b"new"


@POSIX
def test_the_users_folder_may_be_a_link_but_none_in_it_may_lead_out(tmp_path: Path) -> None:
    outside = put(tmp_path / "outside", {"kept": b"kept"})
    real = put(tmp_path / "real", {"inner/a.pdf": b"old"})
    root = tmp_path / "out"
    root.symlink_to(real)
    (real / "same").symlink_to("inner")
    write(root, {"same/a.pdf": b"new"})
    assert found(real) == {"inner/a.pdf": b"new"}
    (real / "away").symlink_to(outside)
    with pytest.raises(OSError, match="is a link that leads out of") as raised:
        write(root, {"away/kept": b"new", "same/a.pdf": b"newer"})
    assert raised.value.filename == str(root / "away")
    assert (found(outside), found(real)) == ({"kept": b"kept"}, {"inner/a.pdf": b"new"})


@POSIX
def test_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    outside = put(tmp_path / "outside", {"kept": b"kept"})
    root = put(tmp_path / "out", OLD)
    (root / UNFINISHED).symlink_to(outside)
    with pytest.raises(OSError, match="is not a folder of yours; remove it"):
        write(root)
    assert found(root, unfinished=False) == OLD
    (root / UNFINISHED).unlink()
    (root / UNFINISHED).mkdir()
    (root / UNFINISHED / "one").symlink_to(outside)
    write(root)
    assert found(root) == OLD | NEW
    assert found(outside) == {"kept": b"kept"}


def test_another_users_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / UNFINISHED, {"a.pdf": b"theirs"})
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1, raising=False)
    with pytest.raises(OSError, match="is not a folder of yours; remove it") as raised:
        write(tmp_path)
    assert raised.value.filename == str(tmp_path / UNFINISHED)


def test_endlessly_nested_folders_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(path: Path) -> None:
        raise RecursionError

    put(tmp_path / UNFINISHED, {"a.pdf": b"theirs"})
    monkeypatch.setattr(shutil, "rmtree", endless)
    with pytest.raises(OSError, match="has too many folders in one another; remove it"):
        write(tmp_path)


# two at once


@POSIX
def test_of_two_programs_one_waits_or_says_so(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    with Staging(tmp_path) as first:
        first.write(tmp_path / "one/a.pdf", b"first")
        with (
            pytest.raises(OSError, match="another program is writing here; try again") as raised,
            Staging(tmp_path, patience=0.1) as second,
        ):
            second.write(tmp_path / "one/a.pdf", b"second")
        assert (raised.value.errno, raised.value.filename) == (errno.EBUSY, str(tmp_path))
        first.move_all()
    assert found(tmp_path) == OLD | {"one/a.pdf": b"first"}
    write(tmp_path)
    assert found(tmp_path) == OLD | NEW


@POSIX
def test_many_programs_at_once_leave_the_files_of_one(tmp_path: Path) -> None:
    children = []
    for number in range(6):
        if not (child := os.fork()):
            try:
                for _ in range(5):
                    write(tmp_path, dict.fromkeys(NEW, b"%d" % number))
            finally:
                os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 6
    seen = found(tmp_path)
    assert seen.keys() == NEW.keys()
    assert len({*seen.values()}) == 1


# a full disk


def refusal(act: Callable[[], None]) -> OSError | None:
    try:
        act()
    except OSError as error:
        return error
    return None


def full(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    "call", ["os.mkdir", "os.open", "pathlib.Path.write_bytes", "pathlib.Path.touch",
             "pathlib.Path.replace", "pathlib.Path.open"],
)  # fmt: skip
@pytest.mark.parametrize("after", range(3))
def test_a_full_disk_leaves_the_old_files_and_is_said_with_a_files_name(
    call: str, after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, OLD)
    module, _, name = call.rpartition(".")
    owner = Path if module == "pathlib.Path" else os
    sound, times = getattr(owner, name), 0

    def filling(*args: Any, **options: Any) -> Any:
        nonlocal times
        times += 1
        return full() if times == after + 1 else sound(*args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, filling)
        said = refusal(lambda: write(tmp_path))
    if said is None:
        assert found(tmp_path) == OLD | NEW
    else:
        assert said.strerror == "No space left on device"
        assert said.filename
        assert UNFINISHED not in said.filename
        for name, raw in found(tmp_path, unfinished=False).items():
            assert raw in (OLD.get(name), NEW.get(name))
    finish(tmp_path)
    assert not (tmp_path / UNFINISHED).exists()


# what is done once and what is said


def test_nothing_is_made_before_the_first_file(tmp_path: Path) -> None:
    with Staging(tmp_path / "out") as saved:
        saved.move_all()
        assert saved.targets() == []
    assert not (tmp_path / "out").exists()


def test_files_are_named_as_they_are_to_be_called(tmp_path: Path) -> None:
    """In folders that there are not yet; text is written in UTF-8, bytes as they are."""
    root = tmp_path / "deep" / "out"
    names = [root / "one" / "a.txt", root / "b.bin"]
    with Staging(root) as saved:
        saved.write(names[0], "Zoë")
        part = saved.file_for(names[1])
        assert (part.read_bytes(), part.is_relative_to(root / UNFINISHED)) == (b"", True)
        part.write_bytes(b"\xff")
        assert saved.begin() == root / UNFINISHED
        assert saved.targets() == names
        assert (root / UNFINISHED).stat().st_mode & 0o777 == 0o700
        assert found(root, unfinished=False) == {}
        with pytest.raises(FileExistsError) as twice:
            saved.write(names[0], "again")
        assert twice.value.filename == str(names[0])
        saved.move_all()
    assert found(root) == {"one/a.txt": "Zoë".encode(), "b.bin": b"\xff"}
    with Staging(root) as thrown_away:
        thrown_away.write(names[0], "other")
    assert found(root) == {"one/a.txt": "Zoë".encode(), "b.bin": b"\xff"}


@POSIX
def test_each_refusal_has_its_number_and_its_file(tmp_path: Path) -> None:
    root = put(tmp_path / "out", {"file": b"old"})
    (root / "folder").mkdir()
    os.mkfifo(root / "pipe")
    (root / "away").symlink_to(tmp_path)
    for name, number, said in [
        *[(name, errno.EPERM, f"is not in {root}") for name in ("../a", "file/../../a", "/a.pdf")],
        ("folder", errno.EISDIR, "is a folder, expected a file"),
        ("pipe", errno.EEXIST, "is not an ordinary file"),
        ("file/a", errno.ENOTDIR, "is not a folder"),
        ("away/a", errno.EPERM, f"is a link that leads out of {root}"),
    ]:
        with pytest.raises(OSError, match="is ") as raised:
            write(root, {"b.pdf": b"new", name: b"new"})
        assert found(root) == {"file": b"old"}
        where = root / name if number != errno.ENOTDIR and name != "away/a" else root / name[:4]
        assert (raised.value.errno, raised.value.strerror) == (number, said)
        assert raised.value.filename == str(where)
    (root / UNFINISHED).write_text("theirs")
    with pytest.raises(OSError, match="remove it") as raised:
        write(root, {"a": b"new"})
    assert (raised.value.errno, raised.value.strerror) == (
        errno.EEXIST, "is not a folder of yours; remove it",
    )  # fmt: skip


def test_what_is_there_is_removed_and_what_is_not_is_passed_over(tmp_path: Path) -> None:
    put(tmp_path, {"kept/a": b"kept", "folder/in/a": b"a", "file": b"a"})
    (tmp_path / "link").symlink_to("kept")
    for name in ("none", "file", "folder", "link"):
        remove(tmp_path / name)
    assert found(tmp_path) == {"kept/a": b"kept"}


@POSIX
def test_lock_is_waited_for_with_patience(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, waited = [100.0], list[float]()

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        now[0] += 0.5  # exact in binary

    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", sleep)
    first = lock_folder(tmp_path, 1.0)
    assert first is not None
    with pytest.raises(OSError, match="another program") as raised:
        lock_folder(tmp_path, 1.0)
    assert raised.value.strerror == (
        "another program is writing here; try again when it has finished"
    )
    assert (raised.value.errno, waited) == (errno.EBUSY, [0.05] * 3)
    os.close(first)
    again = lock_folder(tmp_path, 0.0)
    assert again is not None
    os.close(again)
    assert (Staging(tmp_path).patience, staging.PATIENCE) == (60.0, 60.0)
