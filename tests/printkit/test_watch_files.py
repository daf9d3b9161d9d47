"""Files looked at: what counts as a change, however it was saved."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.watch import files
from printkit.watch.files import LARGE, MOST_FILES, Files

PICTURES = ("art/birds/goose.png", "icons/quill.svg", "fonts/Own.ttf", "deck.xlsx")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    (folder / "templates").mkdir(parents=True)
    (folder / "cards.yaml").write_text("one")
    (folder / "templates" / "card.svg").write_text("<svg/>")
    for name in PICTURES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(bytes(2 * LARGE))
    return folder


def renamed(folder: Path) -> None:
    """As most editors save."""
    (folder / ".cards.yaml.new").write_text("two")
    (folder / ".cards.yaml.new").replace(folder / "cards.yaml")


def same_time(folder: Path) -> None:
    """As on a drive that counts in seconds, and as long as before."""
    before = (folder / "cards.yaml").stat()
    (folder / "cards.yaml").write_text("two")
    os.utime(folder / "cards.yaml", ns=(before.st_atime_ns, before.st_mtime_ns))


CHANGES: list[Callable[[Path], object]] = [
    renamed,
    same_time,
    lambda folder: (folder / "cards.yaml").write_text("more"),
    lambda folder: (folder / "cards.yaml").unlink(),
    lambda folder: (folder / "cards.yaml").rename(folder / "other.yaml"),
    lambda folder: (folder / "templates" / "card.svg").write_text("<svg></svg>"),
    lambda folder: (folder / "templates" / "back.svg").write_text("<svg/>"),
    lambda folder: (folder / "templates").rename(folder / "drawings"),
    *[lambda folder, name=name: (folder / name).write_bytes(b"smaller") for name in PICTURES],
    *[lambda folder, name=name: (folder / name).write_bytes(b"x" * 2 * LARGE) for name in PICTURES],
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_seen_once(game: Path, change: Callable[[Path], object]) -> None:
    looked_at = Files([game])
    assert not looked_at.changed()
    change(game)
    assert looked_at.changed()
    assert not looked_at.changed()


def test_a_file_that_goes_and_comes_back_is_seen_twice(game: Path) -> None:
    looked_at = Files([game, game / "none", game / "cards.yaml"])
    (game / "cards.yaml").unlink()
    assert looked_at.changed() == {str(game / "cards.yaml")}
    (game / "cards.yaml").write_text("one")
    assert looked_at.changed() == {str(game / "cards.yaml")}


BESIDE = (  # of vim, Emacs, Excel, LibreOffice, GIMP, Photoshop and browsers
    *(".cards.yaml.swp", "cards.yaml~", ".#cards.yaml", "#cards.yaml#", "~$deck.xlsx"),
    *(".~lock.deck.ods#", "3F2A91C0.tmp", "~psD3.TMP", ".goutputstream-X", "goose.png.crdownload"),
)


def test_what_is_only_touched_has_not_changed(game: Path) -> None:
    looked_at = Files([game])
    os.utime(game / "cards.yaml", (1, 1))
    for name in BESIDE:
        (game / name).write_text("of another program")
    assert not looked_at.changed()


def test_files_that_stay_are_not_read_again(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "UNSURE", 0.0)
    looked_at = Files([game])
    looked_at.changed()
    monkeypatch.setattr(files, "digest", lambda path: pytest.fail(f"{path} was read"))
    assert not looked_at.changed()


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are read."""
    found: list[str] = []
    digest = files.digest

    def noted(path: str) -> bytes:
        found.append(path)
        return digest(path)

    monkeypatch.setattr(files, "digest", noted)
    return found


def test_a_folder_of_pictures_is_not_read_to_be_watched(game: Path, read: list[str]) -> None:
    looked_at = Files([game])
    looked_at.changed()
    assert not read_of(PICTURES, read)
    (game / PICTURES[0]).write_bytes(b"y" * 2 * LARGE)
    assert looked_at.changed() == {str(game / PICTURES[0])}
    assert not looked_at.changed()
    assert read_of(PICTURES, read) == [PICTURES[0]]


def read_of(names: tuple[str, ...], read: list[str]) -> list[str]:
    return [name for name in names for path in read if path.endswith(name)]


def test_a_picture_that_is_saved_as_it_was_has_not_changed(game: Path) -> None:
    """Once it was read: of one that never changed only the stamp is known."""
    looked_at = Files([game])
    picture = game / PICTURES[0]
    picture.write_bytes(b"y" * 2 * LARGE)
    assert looked_at.changed()
    picture.unlink()
    picture.write_bytes(b"y" * 2 * LARGE)
    os.utime(picture, (1, 1))
    assert not looked_at.changed()


def test_a_picture_saved_twice_in_a_second_is_read_again_in_the_end(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = Files([game])
    picture = game / PICTURES[0]
    picture.write_bytes(b"y" * 2 * LARGE)
    assert looked_at.changed()
    before = picture.stat()
    picture.write_bytes(b"z" * 2 * LARGE)
    os.utime(picture, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert not looked_at.changed()
    monkeypatch.setattr("printkit.watch.files.time.monotonic", lambda: 1e12)
    assert looked_at.changed() == {str(picture)}


def test_what_is_larger_than_anybody_reads_is_known_by_its_stamp(
    game: Path, monkeypatch: pytest.MonkeyPatch, read: list[str]
) -> None:
    monkeypatch.setattr(files, "LARGEST", 3 * LARGE)
    looked_at = Files([game])
    (game / PICTURES[0]).write_bytes(bytes(4 * LARGE))
    assert looked_at.changed() == {str(game / PICTURES[0])}
    assert not read_of(PICTURES, read)


def test_a_single_file_is_looked_at_too(game: Path) -> None:
    looked_at = Files([game / "cards.yaml"])
    (game / "templates" / "card.svg").write_text("<svg></svg>")
    assert not looked_at.changed()
    (game / "cards.yaml").write_text("two")
    assert looked_at.changed()


def test_a_folder_of_countless_files_takes_no_endless_time(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 3)
    for number in range(9):
        (game / f"a{number}.yaml").write_text("")
    assert len(Files([game]).seen) == 3 < MOST_FILES
