"""How a text stands on a page (MS-3), as the check of a book reads it; rules from both sides."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from card_data import Game
from scoring.manuscript import Book
from scoring.manuscript.reading import readings
from tests.manuscript.sample_books import EMPTY, GAME, book, book_of, checked, drawn, page, parts
from tests.scoring.tools import house

clause = pytest.mark.clause
Runs = list[tuple[str, int, int, int, int] | tuple[str, int, int, int, int, int]]
LEGEND = {
    "A": "sir_orfeo",  # verse, 6 lines of 4
    "G": "the_gamblers_mass",  # prose, 16 squares
    "L": "lanval",  # 3 lines of 4
    "P": "perceval",  # 8 lines of 4
    "S": "debate_between_saturn_and_solomon",  # prose, 24 squares
    "T": "the_king_of_tars",  # 7 lines of 4
    "U": "on_courtiers_trifles",  # prose, 56 squares
    "W": "the_wanderer",  # 4 lines of 5
    "Y": "yonec",  # 5 lines of 4
    "Z": "wulf_and_eadwacer",
}


def as_book(drawing: str, right: str = EMPTY, **more: Any) -> Book:
    legend = {sign: text for sign, text in LEGEND.items() if sign in drawing + right}
    return book_of(legend, drawing, right, **more)


def rules(one: Book, game: Game[Any] = GAME) -> list[str]:
    return [found.rule for found in checked(one, game=game).findings]


def read(one: Book, game: Game[Any] = GAME) -> list[str]:
    """How each text is read, without its letter."""
    return [str(reading).partition(": ")[2] for reading in readings(one, game)]


LANVAL = "Lanval, complete, single-spaced, 2 points"
PERCEVAL = "Perceval, complete, double-spaced, 14 points"
LEFT = "of the left page"


@clause("MS-3.1", "MS-3.2", "MS-3.3", "MS-3.4", "MS-3.6", "MS-3.8", "MS-4.1", "MS-5.7", "MS-5.8")
@pytest.mark.parametrize(("runs", "texts", "points"), [
    ([("L", 1, 1, 4, 3)], [LANVAL], 2),
    ([("L", 2, 4, 4, 3, 2)], ["Lanval, complete, double-spaced, 4 points"], 4),
    # Perceval, double-spaced, takes 15 rows beside Lanval; straight below it needs 19.
    ([("L", 1, 1, 4, 3), ("P", 1, 6, 4, 8, 2)], [LANVAL, PERCEVAL], 16),
    ([("L", 1, 1, 4, 3), ("P", 5, 1, 4, 7, 2)], [LANVAL,
        "Perceval, incomplete: 28 of 32 squares, read as double-spaced lines of 4 from row 5, "
        f"column 1 {LEFT}"], 2),
    ([("L", 1, 1, 4, 3), ("P", 5, 1, 4, 7, 2), ("P", 1, 6, 4, 1)], [LANVAL, PERCEVAL], 16),
    # Double-spaced it runs on from the last row or the one before; from the last also to row 2.
    ([("P", 12, 1, 4, 4, 2), ("P", 2, 6, 4, 4, 2)], [PERCEVAL], 14),
    ([("S", 18, 1, 1, 1), *[("S", 2, column, 1, 9, 2) for column in (3, 5)], ("S", 2, 7, 1, 5, 2)],
        ["Saturn, complete, double-spaced, 11 points"], 11),
    ([("P", 11, 1, 4, 4, 2), ("P", 1, 6, 4, 4, 2)], [PERCEVAL], 14),
    ([("P", 12, 1, 4, 4, 2), ("P", 1, 6, 4, 4, 2)], [PERCEVAL], 14),
    ([("Y", 14, 1, 4, 3, 2), ("Y", 1, 6, 4, 2, 2)], ["Yonec, complete, double-spaced, 7 points"],
        7),
    ([("U", 1, 1, 12, 4), ("U", 5, 1, 8, 1)], ["Trifles, complete, single-spaced, 15 points"], 15),
    ([("W", 1, 1, 5, 4), ("S", 6, 1, 5, 4, 2), ("S", 14, 1, 4, 1)],
        ["Saturn, complete, double-spaced, 11 points",
            "Wanderer, complete, single-spaced, 4 points"], 15),
    # More than two parts, with another text between them.
    ([("S", 17, 1, 1, 2), ("S", 1, 3, 1, 18), ("S", 1, 9, 1, 4), ("L", 5, 5, 4, 3)],
        [LANVAL, "Saturn, complete, single-spaced, 6 points"], 8),
    # A short last line needs its own squares only.
    ([("G", 14, 1, 3, 5), ("G", 1, 12, 1, 1)], ["Gamblers, complete, single-spaced, 3 points"], 3),
    # Incomplete texts score nothing and may be several.
    ([("A", 1, 1, 4, 5), ("T", 8, 1, 4, 3), ("T", 12, 1, 2, 1)], [
        f"Orfeo, incomplete: 20 of 24 squares, read as lines of 4 from row 1, column 1 {LEFT}",
        f"Tars, incomplete: 14 of 28 squares, read as lines of 4 from row 8, column 1 {LEFT}"], 0),
    ([("P", 1, 6, 4, 7, 2), ("P", 15, 6, 3, 1)], [
        "Perceval, incomplete: 31 of 32 squares, read as double-spaced lines of 4 from row 1, "
        f"column 6 {LEFT}"], 0),
])  # fmt: skip
def test_a_text_is_read_from_its_squares(runs: Runs, texts: list[str], points: int) -> None:
    one = as_book(drawn(*runs))
    assert read(one) == texts
    assert parts(one)["texts"] == points


@clause("MS-3.1")
@pytest.mark.parametrize("row", [1, 9, 16])
@pytest.mark.parametrize("column", [1, 5, 9])
def test_verse_may_stand_anywhere(row: int, column: int) -> None:
    text = drawn(("L", row, column, 4, 3))
    assert read(as_book(text)) == read(as_book(EMPTY, text)) == [LANVAL]


@clause("MS-3.2")
@pytest.mark.parametrize("length", range(1, 13))
def test_prose_may_have_lines_of_any_length(length: int) -> None:
    number, rest = divmod(16, length)
    text = drawn(("G", 2, 1, length, number), ("G", 2 + number, 1, rest, rest > 0))
    assert read(as_book(text)) == ["Gamblers, complete, single-spaced, 3 points"]


@clause("MS-4.4", "MS-3.3")
@pytest.mark.parametrize(("column", "luxury"), [(1, 0), (2, 2), (3, 5), (4, 5)])
def test_margins_beside_texts_of_five_columns_are_luxury(column: int, luxury: int) -> None:
    both = drawn(("W", 1, column, 5, 4), ("S", 6, column, 5, 4, 2), ("S", 14, column, 4, 1))
    assert parts(as_book(both)) == {
        "texts": 15, "decorations": 0, "exemplars": 0, "luxury": luxury,
    }  # fmt: skip


@clause("MS-3.1", "MS-3.2", "MS-3.3", "MS-3.4", "MS-3.5", "MS-3.6", "MS-3.8", "MS-5.5", "MS-5.7")
@pytest.mark.parametrize(("runs", "broken"), [
    *[([("L", 2, 3, *size)], ["MS-3.1"]) for size in ((3, 4), (6, 2), (5, 3))],
    *[([("L", row, 4, 4, 1) for row in rows], ["MS-3.3"])  # neither no blank row nor always one
        for rows in ((2, 3, 5), (2, 4, 5), (2, 5, 8))],
    ([("Y", 14, 1, 4, 3, 2), ("Y", 1, 6, 4, 2)], ["MS-3.3"]),  # spaced alike in all parts
    ([("P", 5, 1, 4, 7, 2), ("P", 1, 5, 4, 1)], ["MS-3.4"]),
    # A text runs on from the foot of the page to its head, with a column between.
    ([("P", 14, 1, 4, 5), ("P", 1, 6, 4, 3)], []),
    ([("P", 14, 1, 4, 5), ("P", 1, 9, 4, 3)], []),
    ([("P", 14, 1, 4, 5), ("P", 1, 5, 4, 3)], ["MS-3.4"]),
    ([("P", 13, 1, 4, 5), ("P", 1, 6, 4, 3)], ["MS-3.4"]),
    ([("P", 14, 1, 4, 5), ("P", 2, 6, 4, 3)], ["MS-3.4"]),
    ([("P", 13, 1, 4, 5), ("P", 2, 6, 4, 3)], ["MS-3.4", "MS-3.4"]),
    ([("P", 9, 1, 4, 4, 2), ("P", 1, 6, 4, 4, 2)], ["MS-3.4"]),
    ([("P", 10, 1, 4, 4, 2), ("P", 1, 6, 4, 4, 2)], ["MS-3.4"]),
    # To row 2 only from the last row, double-spaced, and always alike; never to the left.
    ([("P", 11, 1, 4, 4, 2), ("P", 2, 6, 4, 4, 2)], ["MS-3.4"]),
    ([("P", 12, 1, 4, 4, 2), ("P", 3, 6, 4, 4, 2)], ["MS-3.4"]),
    ([("S", 18, 1, 1, 1), ("S", 2, 3, 1, 9, 2), ("S", 1, 5, 1, 9, 2), ("S", 1, 7, 1, 5, 2)],
        ["MS-5.5"]),
    ([("P", 1, 1, 4, 4), ("P", 15, 6, 4, 4)], ["MS-3.4"]),
    ([("L", 17, 1, 4, 2), ("L", 1, 10, 3, 1)], ["MS-5.5"]),
    # Texts do not touch along an edge, nor does an incomplete one.
    *[([("A", 1, 1, 4, 6), ("T", row, column, 4, 7)], broken) for row, column, broken in (
        (8, 1, []), (1, 6, []), (7, 1, ["MS-3.5"]), (1, 5, ["MS-3.5"]), (7, 5, []), (9, 3, []))],
    ([("A", 1, 1, 4, 6), ("T", 7, 1, 4, 1)], ["MS-3.5"]),
    ([("A", 1, 1, 4, 6), ("T", 7, 1, 4, 7), ("L", 7, 5, 4, 3)], ["MS-3.5", "MS-3.5"]),
    # An incomplete text has room for its rest.
    ([("P", 3, 9, 3, 2)], []), ([("P", 3, 10, 3, 2)], ["MS-3.6"]),
])  # fmt: skip
def test_layouts_that_are_legal_or_not(runs: Runs, broken: list[str]) -> None:
    assert rules(as_book(drawn(*runs))) == broken


@clause("MS-3.3", "MS-3.4")
def test_without_two_lines_in_one_column_a_text_is_single_spaced() -> None:
    """In a game in which Wulf has two lines of 4: as two parts they have room on a page."""
    texts = [
        msgspec.structs.replace(text, line_length=4) if text.id == "wulf_and_eadwacer" else text
        for text in GAME.data.texts
    ]
    data = msgspec.structs.replace(GAME.data, texts=tuple(texts))
    game = msgspec.structs.replace(GAME, data=data)
    foot_and_head = as_book(drawn(("Z", 18, 1, 4, 1), ("Z", 1, 6, 4, 1)))
    assert read(foot_and_head, game) == ["Wulf, complete, single-spaced, 2 points"]
    assert rules(as_book(drawn(("Z", 17, 1, 4, 1), ("Z", 1, 6, 4, 1))), game) == ["MS-3.4"]


@clause("MS-3.5")
def test_corners_may_touch_unless_the_house_rule_forbids_it() -> None:
    strict = house(GAME, corners_may_touch=False)
    corner, apart = (as_book(drawn(("A", 1, 1, 4, 6), ("T", row, 5, 4, 7))) for row in (7, 8))
    assert (rules(corner), rules(corner, strict), rules(apart, strict)) == ([], ["MS-3.5"], [])


@clause("MS-3.7")
def test_a_text_stands_in_a_book_once_but_in_several_books() -> None:
    twice = book(drawn(("A", 1, 1, 4, 3), ("B", 5, 1, 4, 3)), A="lanval", B="Lanval, the Fae-bound "
                 "Knight")  # fmt: skip
    (finding,) = checked(twice).findings
    assert (finding.rule, finding.path) == ("MS-3.7", "players.0.legend.B")
    one = drawn(("L", 1, 1, 4, 3))
    assert checked(as_book(one), as_book(one, name="Bo")).valid


@clause("MS-3.9", "MS-5.8")
@pytest.mark.parametrize(("lines", "step", "broken"), [(3, 2, ["MS-3.9"]), (2, 2, []), (1, 1, [])])
def test_a_tile_lies_between_no_lines_of_a_complete_text(
    lines: int, step: int, broken: list[str]
) -> None:
    text = drawn(("L", 1, 1, 4, lines, step), ("1", 2, 2, 2, 1))
    assert rules(as_book(text, tiles={"1": "pointing_hand"}, exemplars=["bodley_851"])) == broken


@clause("MS-3.9")
def test_a_tile_may_touch_texts_and_tiles() -> None:
    text = page("LLLL1", "LLLL1", "LLLL22", "....22")
    tiles = {"1": "pointing_hand", "2": "knotwork_initial"}
    assert rules(as_book(text, tiles=tiles, exemplars=["bodley_851", "codex_regius"])) == []
