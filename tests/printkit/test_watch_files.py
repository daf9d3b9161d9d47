"""Files looked at: what counts as a change, however it was saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.watch import files
from printkit.watch.files import Files

PICTURES = ("art/birds/goose.png", "deck.xlsx")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    (folder / "templates").mkdir(parents=True)
    (folder / "cards.yaml").write_text("one")
    (folder / "templates" / "card.svg").write_text("<svg/>")
    for name in PICTURES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(bytes(2000))
    return folder


def renamed(folder: Path) -> None:
    """As most editors save."""
    (folder / ".cards.yaml.new").write_text("two")
    (folder / ".cards.yaml.new").replace(folder / "cards.yaml")


CHANGES: list[Callable[[Path], object]] = [
    renamed,
    lambda folder: (folder / "cards.yaml").write_text("more"),
    lambda folder: (folder / "cards.yaml").unlink(),
    lambda folder: (folder / "cards.yaml").rename(folder / "other.yaml"),
    lambda folder: (folder / "templates" / "card.svg").write_text("<svg></svg>"),
    lambda folder: (folder / "templates" / "back.svg").write_text("<svg/>"),
    lambda folder: (folder / "templates").rename(folder / "drawings"),
    *[lambda folder, name=name: (folder / name).write_bytes(b"smaller") for name in PICTURES],
    *[lambda folder, name=name: (folder / name).write_bytes(b"x" * 2000) for name in PICTURES],
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


def test_what_programs_put_beside_a_file_is_no_change(game: Path) -> None:
    looked_at = Files([game])
    for name in BESIDE:
        (game / name).write_text("of another program")
    assert not looked_at.changed()


def test_a_single_file_is_looked_at_too(game: Path) -> None:
    looked_at = Files([game / "cards.yaml"])
    (game / "templates" / "card.svg").write_text("<svg></svg>")
    assert not looked_at.changed()
    (game / "cards.yaml").write_text("two")
    assert looked_at.changed()


def test_countless_files_are_cut_short(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 3)
    for number in range(9):
        (game / f"a{number}.yaml").write_text("")
    assert len(Files([game]).seen) == 3
