"""A route that could not be walked, or not be printed clearly, is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.card_data.copies import SHIPPED, edit, problems

GAME = "nineteen_eighty_four"
LANE = "title: Ministry Lane, go: south, boxes: 3, corner: yellow"

# file, what stands there, what is put in its place, words of the message
WRONG = [
    ("route.yaml", LANE, LANE.replace("3", "1"), "touches box"),
    ("route.yaml", LANE, LANE.replace("south", "west"), "victory_square is crossed"),
    ("route.yaml", LANE, LANE.replace("3", "101"), "from 1 to 100"),
    ("route.yaml", LANE, LANE.replace("3", "30"), "expected at most 25 x 17"),
    ("route.yaml", LANE, f"{LANE}, dots: [3]", "ministry_lane: no box 3 of it can be a grey dot"),
    ("route.yaml", LANE, f"{LANE}, part: golden", "expected streets of route, one detour"),
    ("route.yaml", "go: east, boxes: 4, part: golden", "go: east, boxes: 3, part: golden",
     "7 golden boxes, but game.yaml has points for 8"),
    ("route.yaml", "go: east, boxes: 4, part: golden",
     "go: east, boxes: 4, corner: red, part: golden", "golden boxes are no zones"),
    ("route.yaml", "go: south, boxes: 2, part: detour", "go: south, boxes: 1, part: detour",
     "boxes 77 and 87, about the detour, are not in one line"),
    ("levels.yaml", "multiplier: 3", "multiplier: 4", "expected the multipliers 1, 2, 3 and on"),
    ("dice.yaml", "id: red", "id: crimson", "expected the dice red, green, blue"),
    ("results.yaml", "id: highest", "id: lowest", "expected the rows none, red, green"),
    ("route.yaml", "  - {id: victory_square", "  - {id: lobby, title: Lobby, go: south, boxes: 3}\n"
     "  - {id: victory_square", "lobby: expected 2 free squares behind box 1"),
    ("route.yaml", "go: east, boxes: 5, corner: purple, dots: [3], part: detour",
     "go: east, boxes: 3, corner: purple, part: detour", "have no 3 squares between them"),
    ("results.yaml", "boxes: [1,", "boxes: [", "none: to_mark: expected chances of the boxes"),
    ("results.yaml", "at_least: {1:", "at_least: {25:", "none: at_least: expected a chance for"),
    ("results.yaml", "to_mark: {0: 0.0", "to_mark: {0: 0.5", "none: to_mark: expected chances"),
    ("results.yaml", "to_mark: {0: 0", "to_mark: {0: 7", "expected a number"),
    ("game.yaml", "first: 1", "first: 9", "rounds.first is 9, expected from 0 to 8"),
    ("game.yaml", "marked: [10, 8,", "marked: [10, 9, 9, 8,", "big_brother.marked has 11 boxes"),
    ("game.yaml", "die_size: 16", "die_size: 17", "at most 16"),
    ("game.yaml", "[24, 21,", "[24,", "rounds_track has 8 boxes, expected 9: R0 to R8"),
]  # fmt: skip


def copied(folder: Path) -> Path:
    """The game's data in ``folder``."""
    target = folder / GAME
    target.mkdir()
    for file in (SHIPPED / GAME).glob("*.yaml"):
        shutil.copyfile(file, target / file.name)
    edit(target / "landmarks.yaml", "landmarks:", "landmarks: []\nothers:")
    text = (target / "landmarks.yaml").read_text("utf-8")
    (target / "landmarks.yaml").write_text(text[: text.index("others:")], "utf-8")
    return target


def test_drawings_may_be_left_out(tmp_path: Path) -> None:
    assert problems(copied(tmp_path)) == ()


@pytest.mark.parametrize(("file", "old", "new", "words"), WRONG, ids=[one[3] for one in WRONG])
@pytest.mark.clause("NE-1.4")
def test_what_cannot_be_is_refused(
    tmp_path: Path, file: str, old: str, new: str, words: str
) -> None:
    game = copied(tmp_path)
    edit(game / file, old, new)
    found = [one for one in problems(game) if words in one.message]
    assert found, problems(game)
    assert found[0].file.endswith(file)


def test_a_detour_that_no_level_walks_is_refused(tmp_path: Path) -> None:
    game = copied(tmp_path)
    edit(game / "levels.yaml", "detour: true", "detour: false", count=2)
    [problem] = problems(game)
    assert "expected levels with the detour if route.yaml has one" in problem.message


def test_nothing_lies_between_the_ends_of_the_detour(tmp_path: Path) -> None:
    """A house of two boxes' width, and the walk runs through its hall before."""
    game = copied(tmp_path)
    streets = [
        "{id: a, title: A, go: east, boxes: 5}",
        "{id: b, title: B, go: south, boxes: 2}",
        "{id: c, title: C, go: west, boxes: 2}",
        "{id: d, title: D, go: south, boxes: 2}",
        "{id: e, title: E, go: west, boxes: 3}",
        "{id: f, title: F, go: north, boxes: 2}",
        "{id: g, title: G, go: west, boxes: 2}",
        "{id: h, title: H, go: south, boxes: 4, part: detour}",
        "{id: i, title: I, go: east, boxes: 9, part: detour}",
        "{id: j, title: J, go: north, boxes: 3, part: detour}",
        "{id: k, title: K, go: north, boxes: 1}",
        "{id: l, title: L, go: east, boxes: 8, part: golden}",
    ]
    lines = "\n".join(f"  - {one}" for one in streets)
    (game / "route.yaml").write_text(f"route:\n{lines}\n", "utf-8")
    [problem] = problems(game)
    assert "about the detour, have others between them" in problem.message
