"""The pad that the kit lays out for a game with a ``score.yaml``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from pypdf import PdfReader

import card_data
from card_data.scoresheet.pad import pad_of
from printkit.drawing.shapes import Field
from printkit.drawing.traversal import fields
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from tests.card_data.copies import edit
from tests.printkit.tools import run

SCORE = """\
clause: MG-1.1
noted:
  player:
    held: {label: Cards held, each: cards, max: 9}
    pages: {label: Manuscript pages, max: 20}
    ended: {label: Ended the game, yes_no: true}
    levels: {label: Levels, marks: true, min: 1, max: 4}
    bids: {label: Bid, rounds: "3", max: 9}
  table:
    laureate: {label: Laureate, player: true}
worth:
  - {part: cards, label: Points for cards, points: "sum(cards, held)"}
  - {part: pages, label: Points for pages, points: "floor(pages / 2)"}
"""
PAD = """\
  pad:
    title: Score pad
    size: pad
    faces:
      - {template: common/pad.svg, copies: 2}
"""
EACH = [
    *("name", "held.first", "held.second", "pages", "ended"),
    *("levels", "levels", "levels", "levels", "bids.0", "bids.1", "bids.2"),
    *("points.cards", "points.pages", "total"),
]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game that says how it is scored, and prints its pad."""
    assert run("new", "--blank", "my_game", tmp_path).exit_code == 0
    folder = tmp_path / "my_game"
    (folder / "score.yaml").write_text(SCORE, "utf-8")
    (folder / "rulebook.yaml").unlink()  # its example is scored otherwise
    file = folder / "print.yaml"
    if "common/pad.svg" not in file.read_text("utf-8"):
        file.write_text(file.read_text("utf-8") + PAD, "utf-8")
    return folder


def drawn(game: Path) -> list[Field]:
    loaded = card_data.load("my_game", game.parent)
    (face,) = lay_out(loaded, "pad", Options(), Typesetter()).faces
    return fields(face.shapes)


def overlapping(found: list[Field]) -> Iterator[tuple[str, str]]:
    for one, other in combinations(found, 2):
        apart = (
            one.x + one.width <= other.x or other.x + other.width <= one.x
            or one.y + one.height <= other.y or other.y + other.height <= one.y
        )  # fmt: skip
        if not apart:
            yield one.name, other.name


def test_it_has_a_box_for_all_that_is_noted_and_for_the_points(game: Path) -> None:
    names = [field.name for field in drawn(game)]
    for player in range(4):
        begun = f"players.{player}."
        assert sorted(n.removeprefix(begun) for n in names if n.startswith(begun)) == sorted(EACH)
    assert [name for name in names if not name.startswith("players.")] == ["laureate"]


def test_marks_stand_for_their_values_and_yes_is_ticked(game: Path) -> None:
    found = [field for field in drawn(game) if field.name.startswith("players.2.")]
    assert [one.value for one in found if one.name.endswith(".levels")] == ["1", "2", "3", "4"]
    (ended,) = [one for one in found if one.name.endswith(".ended")]
    assert (ended.kind, ended.value, ended.label) == ("check", "true", "Player 3: Ended the game")


@pytest.mark.parametrize(("size", "wide", "high"), [("pad", 190, 125), ("quarter", 93, 125)])
def test_boxes_lie_apart_and_inside_the_margin(
    game: Path, size: str, wide: float, high: float
) -> None:
    edit(game / "print.yaml", "size: pad", f"size: {size}")
    found = drawn(game)
    assert list(overlapping(found)) == []
    assert all(one.x >= 4 and one.x + one.width <= wide - 4 for one in found)
    assert all(one.y >= 4 and one.y + one.height <= high - 3.99 for one in found)
    assert min(one.height for one in found) > 3.5


def test_it_is_written_and_says_what_each_line_is(game: Path) -> None:
    out = game.parent / "out"
    done = run("build", "my_game", "--only", "pad", "--data", game.parent, "--out", out)
    assert done.exit_code == 0, done.output
    (page,) = PdfReader(out / "my_game" / "pad.pdf").pages
    words = page.extract_text()
    for said in ("Cards held", "The first card", "Ended the game", "Round 3", "Laureate", "Total"):
        assert said in words, said


def test_more_lines_than_there_is_room_for_are_told(game: Path) -> None:
    edit(game / "score.yaml", 'rounds: "3"', 'rounds: "60"')
    done = run("build", "my_game", "--only", "pad", "--data", game.parent, "--out", game.parent)
    assert done.exit_code == 1
    assert "common/pad.svg" in done.stderr
    assert "does not fit" in done.stderr or "no room" in done.stderr, done.stderr


def test_a_game_that_says_nothing_of_its_score_has_none() -> None:
    assert pad_of(card_data.load("dice_archive")) is None


def test_what_changed_in_a_score_sheet_is_told_as_it_is_written(game: Path) -> None:
    words = ("--data", game.parent, "--name", "first")
    assert run("mark-printed", "my_game", *words).exit_code == 0
    edit(game / "score.yaml", "floor(pages / 2)", "floor(pages / 3)")
    edit(game / "score.yaml", "max: 20", "max: 30")
    said = run("changes", "my_game", "--data", game.parent).stdout
    assert "Score sheet\n  player pages\n    most: 20 → 30\n  part pages\n" in said
    assert "points: floor(pages / 2) → floor(pages / 3)" in said
    assert "score.yaml" not in said  # told in words, not as a file
