"""What photos say becomes changes of a position."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import card_data
import scoring
from scoring import games
from scoring.ask.questions import questions_of
from scoring.photo.changes import changes, seated, value_of
from scoring.photo.photos import doubted
from scoring.photo.reading import PhotoEntry, PhotoSheet
from scoring.positions.positions import PositionFile
from scoring.sheets.fields import entries as fields_of
from scoring.web.entry import begun, changed
from tests.scoring.photographed import CROP, answer, photographed, sheets_of
from tests.scoring.test_fill import game as random_game
from tests.scoring.web.tools import FILES, ONE_EACH
from tests.sweeps import sweep


def entry(path: str, found: str, *, mark: Any = None, kind: Any = "mark", sure: bool = True) -> Any:
    return PhotoEntry(path, mark, path, kind, found, sure, CROP)


def made(game: str, *entries: PhotoEntry) -> dict[str, Any]:
    return {one.path: one.value for one in changes(card_data.load(game), entries)}


def test_boxes_of_a_row_are_a_list() -> None:
    path = "players.0.tasks.left"
    row = [entry(path, "x" if task in (2, 5) else "", mark=task) for task in range(1, 7)]
    other = [entry("players.0.tasks.right", "", mark=task) for task in range(1, 7)]
    assert made("dice_archive", *row, *other) == {path: [2, 5], "players.0.tasks.right": []}
    row[3] = entry(path, "x", mark=4, sure=False)
    assert made("dice_archive", *row) == {path: [2, None, 5]}


def test_the_route_is_the_crossed_boxes_in_ascending_order() -> None:
    boxes = [entry("rounds", "x" if box in (17, 31) else "", mark=box) for box in range(1, 142)]
    level = [entry("level", "x" if mark == 3 else "", mark=mark) for mark in range(1, 6)]
    found = made("nineteen_eighty_four", *boxes, *level)
    assert found == {"rounds": [17, 31], "level": 3}
    assert made("nineteen_eighty_four", *boxes[:5], *level) == {"level": 3}
    twice = replace(level[0], found="x")
    assert made("nineteen_eighty_four", twice, *level[1:]) == {}


def test_numbers_flags_and_texts() -> None:
    found = made(
        "winstons_archive",
        entry("players.0.books.A", "12", kind="number"),
        entry("players.0.books.B", "", kind="number"),
        entry("players.0.books.C", "3", kind="number", sure=False),
        entry("players.0.out", "", mark=True),
        entry("players.1.out", "x", mark=True),
        entry("players.0.name", "?", kind="text", sure=False),
        entry("players.1.name", "Bo", kind="text"),
    )  # fmt: skip
    assert found == {
        "players.0.books.A": "12", "players.0.out": False, "players.1.out": True,
        "players.1.name": "Bo",
    }  # fmt: skip


def test_where_no_owner_is_written_there_is_none() -> None:
    owners = [entry(f"board.left.{face}", "", kind="text") for face in range(1, 7)]
    others = [entry(f"board.right.{face}", "", kind="text") for face in range(1, 6)]
    others.append(entry("board.right.6", "Bo", kind="text"))
    assert made("dice_archive", *owners, *others) == {"board.left": {}, "board.right.6": "Bo"}


def test_rows_of_squares_are_a_page() -> None:
    rows = [entry("players.0.left", "." * 12, kind="squares") for _ in range(18)]
    rows[1] = entry("players.0.left", ".AA.........", kind="squares")
    rows[3] = entry("players.0.left", "..??........", kind="squares", sure=False)
    page = made("manuscript", *rows)["players.0.left"].split("\n")
    assert (page[1], page[2], page[3], len(page)) == (".AA.........", "." * 12, "", 18)


def test_a_blank_sheet_makes_no_changes() -> None:
    row = [entry("players.0.tasks.left", "", mark=task) for task in range(1, 7)]
    squares = [entry("players.0.left", "." * 12, kind="squares")]
    assert made("dice_archive", *row) == made("manuscript", *squares) == {}


def test_a_form_is_that_of_the_chosen_seat() -> None:
    own = replace(entry("players.0.tasks.left", "x", mark=1), label="Player 1: task 1 on the left")
    sheet = PhotoSheet("form", "Forms", (0, 1, 2), (own,), b"")
    (found,) = seated(sheet, 2)
    assert (found.path, found.label) == ("players.2.tasks.left", "Player 3: task 1 on the left")
    assert seated(sheet, 0) == (own,)
    table = replace(sheet, seats=(None,))
    assert seated(table, None) == (own,)


@pytest.mark.parametrize("file", sweep(FILES, ONE_EACH), ids=lambda file: file.stem)
def test_photos_of_filled_sheets_make_the_same_position(file: Path) -> None:
    filled = scoring.read(file)
    assert written(photographed_and_read(filled)) == written(filled)


@pytest.mark.parametrize("seed", sweep(range(8), [1]))
@pytest.mark.parametrize("name", games.names())
def test_photos_of_any_game_make_its_position(name: str, seed: int) -> None:
    filled = random_game(name, seed)
    assert written(photographed_and_read(filled)) == written(filled)


def photographed_and_read(filled: PositionFile) -> PositionFile:
    """What comes of photos of all sheets, where every question is answered as it is."""
    names = [one.name for one in getattr(filled.position, "players", ())]
    read = PositionFile(filled.game, begun(filled.game, names).position)
    sheets = sheets_of(filled.game, len(names))
    for live, sheet in zip(sheets, photographed(filled, sheets), strict=True):
        at: Counter[str] = Counter()
        answers = []
        for one in seated(sheet, live.seat):
            answers.append(replace(one, found=answer(filled, one, at[one.path]), sure=True))
            at[one.path] += 1
        read = changed(read, changes(filled.game, answers))
    return read


def written(filled: PositionFile) -> set[tuple[str, str]]:
    """What of a position stands on its sheets."""
    fields = [field for sheet in sheets_of(filled.game, 9) for field in sheet.fields]
    boxes = {
        (one.path, "true" if one.mark is True else str(one.mark))
        for one in fields
        if one.kind in ("check", "next")
    }
    names = {one.path for one in fields} - {path for path, _ in boxes}
    found = [(name, text.strip("\n")) for name, text in fields_of(filled)]
    return {one for one in found if one[0] in names or one in boxes}


def test_two_marks_where_one_may_be_are_both_in_doubt() -> None:
    levels = [entry("level", "x" if mark in (2, 3) else "", mark=mark) for mark in range(1, 6)]
    boxes = [entry("rounds", "x", mark=box) for box in (17, 31)]
    sheet = PhotoSheet("sheet", "Route sheets", (None,), (*levels, *boxes), b"")
    found = doubted(sheet, questions_of(card_data.load("nineteen_eighty_four")))
    assert [one.mark for one in found.entries if not one.sure] == [2, 3]


@pytest.mark.parametrize(
    ("marks", "crossed", "value"),
    [
        ((1, 2, "-"), (), None),
        ((1, 2, "-"), ("-",), []),
        ((1, 2, "-"), (2,), [2]),
        ((1, 2, "-"), (2, "-"), None),
        ((True, False), (), None),
        ((True, False), (False,), False),
        ((True, False), (True,), True),
        ((True,), (), False),
    ],
)
def test_boxes_for_no_and_none_leave_a_blank_open(
    marks: tuple[int | str, ...], crossed: tuple[int | str, ...], value: object
) -> None:
    read = [entry("home", "x" * (mark in crossed), mark=mark) for mark in marks]
    assert value_of(read, "" if isinstance(marks[0], bool) else "marks") == value
