"""A route that could not be walked, or not be printed clearly, is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.card_data.copies import copied, edit, problems

GAME = "nineteen_eighty_four"
LANE = "title: Ministry Lane, go: south, boxes: 3, corner: yellow"

# file, what stands there, what is put in its place, then the item, the field and the message
WRONG = [
    ("route.yaml", LANE, LANE.replace("3", "1"), "telescreen_row", "",
     "box 16 touches box 1: leave a free square between them"),
    ("route.yaml", LANE, LANE.replace("south", "west"), "telescreen_row", "",
     "box 15 lies on box 1: the route must not cross itself"),
    ("route.yaml", LANE, LANE.replace("3", "101"), "ministry_lane", "boxes",
     "found 101, expected a whole number from 1 to 100"),
    ("route.yaml", LANE, f"{LANE}, dots: [3]", "ministry_lane", "dots",
     "box 3 cannot be a grey dot: the street ends at box 3, its corner"),
    ("route.yaml", LANE, f"{LANE}, part: golden", "", "route",
     "expected route streets with at most one detour among them, then golden streets"),
    ("game.yaml", "golden_country: [20, ", "golden_country: [", "", "numbers.golden_country",
     "found 7, expected 8: one for each golden box in route.yaml"),
    ("route.yaml", "go: east, boxes: 4, part: golden",
     "go: east, boxes: 4, corner: red, part: golden", "golden_country", "corner",
     "golden boxes cannot be zones"),
    ("route.yaml", "go: south, boxes: 1, part: detour", "go: south, boxes: 2, part: detour",
     "up_to_the_attic", "",
     "boxes 77 and 87, before and after the detour, are not in a straight line"),
    ("levels.yaml", "multiplier: 3", "multiplier: 4", "x3", "multiplier",
     "found 4, expected 3: one more for each level"),
    ("dice.yaml", "id: red", "id: crimson", "crimson", "id",
     "expected the rows red, green, blue, white, yellow, purple, in this order"),
    ("results.yaml", "id: highest", "id: lowest", "lowest", "id",
     "expected the rows none, red, green, blue, white, yellow, purple, highest, in this order"),
    ("results.yaml", "boxes: [1,", "boxes: [", "none", "to_mark",
     "expected chances of the numbers in boxes, or of 0, that add up to 1"),
    ("results.yaml", "to_mark: {0: 0.0", "to_mark: {0: 0.5", "none", "to_mark",
     "expected chances of the numbers in boxes, or of 0, that add up to 1"),
    ("results.yaml", "to_mark: {0: 0", "to_mark: {0: 7", "none", "to_mark.0",
     "expected a number from 0 to 1"),
    ("results.yaml", "at_least: {1:", "at_least: {25:", "none", "at_least",
     "expected a chance for each number from 1 to 23"),
    ("game.yaml", "first: 1", "first: 9", "", "numbers.rounds.first",
     "found 9, expected 1: the suburbs add the one round before it"),
    ("game.yaml", "[24, 21,", "[24,", "", "numbers.rounds_track",
     "found 8, expected 9: R0 to R8"),
    ("landmarks.yaml", "landmarks: []",
     "landmarks: [{id: poster, x: 1.5, y: 0.5, width: 9, height: 1}]", "poster", "",
     "the drawing covers box 1"),
    ("landmarks.yaml", "landmarks: []",
     "landmarks: [{id: poster, x: 24, y: 2, width: 2, height: 1}]", "poster", "",
     "the drawing reaches beyond the 25 x 16 squares of the route"),
]  # fmt: skip

# what the sheet has no room for: file, what stands there, what is put in its place, the message
NO_ROOM = [
    ("route.yaml", LANE, LANE.replace("3", "30"), "route_down is 43, expected at most 17: "),
    ("route.yaml", "go: east, boxes: 4, part: golden", "go: east, boxes: 7, part: golden",
     "route_across is 28, expected at most 25: "),
    ("route.yaml", "  - {id: victory_square", "  - {id: lobby, title: Lobby, go: south, boxes: 3}\n"
     "  - {id: victory_square", "start_squares is 0, expected at least 2: "),
    ("landmarks.yaml", "landmarks: []",
     "landmarks: [{id: poster, x: 0.5, y: 0, width: 1, height: 0.5}]",
     "start_squares is 0, expected at least 2: the word START"),
    ("route.yaml", "go: east, boxes: 5, corner: purple, dots: [3], part: detour",
     "go: east, boxes: 3, corner: purple, part: detour",
     "past_detour_squares is 2, expected at least 3: "),
    ("game.yaml", "marked: [8, 7,", "marked: [10, 9, 9, 8,",
     "big_brother_boxes is 11, expected at most 10: "),
    ("print.yaml", "die: 16", "die: 17", "lengths.die is 17, expected at most 16: "),
]  # fmt: skip


def without_drawings(folder: Path) -> Path:
    """The game's data in ``folder``, so that a changed route covers no drawing."""
    game = copied(GAME, folder)
    (game / "landmarks.yaml").write_text("landmarks: []\n", "utf-8")
    return game


def test_drawings_may_be_left_out(tmp_path: Path) -> None:
    assert problems(without_drawings(tmp_path)) == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "item", "field", "message"),
    WRONG,
    ids=[f"{case[0]}: {case[5]}" for case in WRONG],
)
@pytest.mark.clause("NE-1.4")
def test_what_cannot_be_is_refused(
    tmp_path: Path, file: str, old: str, new: str, item: str, field: str, message: str
) -> None:
    game = without_drawings(tmp_path)
    edit(game / file, old, new)
    found = {
        (problem.file, problem.item, problem.field)
        for problem in problems(game)
        if message in problem.message
    }
    assert found == {(str(game / file), item, field)}, problems(game)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"), NO_ROOM, ids=[case[3] for case in NO_ROOM]
)
def test_what_the_sheet_has_no_room_for_is_refused(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    game = without_drawings(tmp_path)
    edit(game / file, old, new)
    found = [problem for problem in problems(game) if problem.message.startswith(message)]
    assert [problem.file for problem in found] == [str(game / "print.yaml")], problems(game)
    assert found[0].line > 0


def test_a_drawing_may_not_cover_a_box(tmp_path: Path) -> None:
    """Of the shipped drawings, at their lines."""
    game = copied(GAME, tmp_path)
    moved = "title: Minitrue, x: 2, y: 0.5"
    line = edit(game / "landmarks.yaml", "title: Minitrue, x: 0, y: 1", moved)
    (found,) = problems(game)
    place = f"{game / 'landmarks.yaml'}:{line}:5"
    assert str(found) == f"{place}: minitrue: the drawing covers box 1"


def test_a_detour_that_no_level_walks_is_refused(tmp_path: Path) -> None:
    game = without_drawings(tmp_path)
    edit(game / "levels.yaml", "detour: true", "detour: false", count=2)
    [problem] = problems(game)
    assert problem.message == "no level has the detour, but route.yaml has one"
    assert (problem.file, problem.field) == (str(game / "levels.yaml"), "levels")


def test_a_level_with_a_detour_that_is_not_there_is_refused(tmp_path: Path) -> None:
    game = without_drawings(tmp_path)
    text = (game / "route.yaml").read_text("utf-8")
    (game / "route.yaml").write_text(text.replace(", part: detour", ""), "utf-8")
    found = [problem for problem in problems(game) if problem.field == "detour"]
    assert [problem.item for problem in found] == ["x4", "x5"]
    assert {problem.message for problem in found} == {"found true, but route.yaml has no detour"}


def test_a_route_without_a_detour_needs_no_room_past_it(tmp_path: Path) -> None:
    game = without_drawings(tmp_path)
    edit(game / "levels.yaml", "detour: true", "detour: false", count=2)
    text = (game / "route.yaml").read_text("utf-8")
    (game / "route.yaml").write_text(text.replace(", part: detour", ""), "utf-8")
    assert problems(game) == ()


def test_nothing_lies_between_the_ends_of_the_detour(tmp_path: Path) -> None:
    """A detour around boxes that the walk passes before."""
    game = without_drawings(tmp_path)
    streets = [
        "{id: a, title: A, go: east, boxes: 5}", "{id: b, title: B, go: south, boxes: 2}",
        "{id: c, title: C, go: west, boxes: 2}", "{id: d, title: D, go: south, boxes: 2}",
        "{id: e, title: E, go: west, boxes: 3}", "{id: f, title: F, go: north, boxes: 2}",
        "{id: g, title: G, go: west, boxes: 2}",
        "{id: h, title: H, go: south, boxes: 4, part: detour}",
        "{id: i, title: I, go: east, boxes: 9, part: detour}",
        "{id: j, title: J, go: north, boxes: 3, part: detour}",
        "{id: k, title: K, go: north, boxes: 1}",
        "{id: l, title: L, go: east, boxes: 8, part: golden}",
    ]  # fmt: skip
    lines = "\n".join(f"  - {street}" for street in streets)
    (game / "route.yaml").write_text(f"route:\n{lines}\n", "utf-8")
    [problem] = problems(game)
    assert "before and after the detour, have other boxes between them" in problem.message
    assert (problem.item, problem.line) == ("h", 9)
