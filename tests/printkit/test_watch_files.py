"""Files looked at: what counts as a change, however it was saved."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.watch import files
from printkit.watch.files import MOST_FILES, Files


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    (folder / "templates").mkdir(parents=True)
    (folder / "cards.yaml").write_text("one")
    (folder / "templates" / "card.svg").write_text("<svg/>")
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
    assert looked_at.changed()
    (game / "cards.yaml").write_text("one")
    assert looked_at.changed()


def test_what_is_only_touched_has_not_changed(game: Path) -> None:
    looked_at = Files([game])
    os.utime(game / "cards.yaml", (1, 1))
    (game / ".cards.yaml.swp").write_text("of an editor")
    (game / "cards.yaml~").write_text("of another")
    assert not looked_at.changed()


def test_files_that_stay_are_not_read_again(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "UNSURE", 0.0)
    looked_at = Files([game])
    monkeypatch.setattr(files, "digest", lambda path: pytest.fail(f"{path} was read"))
    assert not looked_at.changed()


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
