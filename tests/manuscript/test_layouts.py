"""How a text stands on a page (MS-3), as the check of a book reads it; rules from both sides."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from card_data import Game
from scoring.manuscript import Book
from scoring.manuscript.reading import readings
from tests.manuscript.books import EMPTY, GAME, book, checked, drawn, page, parts, put
from tests.scoring.tools import house

clause = pytest.mark.clause
ORFEO = "sir_orfeo"  # verse, 6 lines of 4
TARS = "the_king_of_tars"  # verse, 7 lines of 4
WANDERER = "the_wanderer"  # verse, 4 lines of 5
SATURN = "debate_between_saturn_and_solomon"  # prose, 24 squares
TRIFLES = "on_courtiers_trifles"  # prose, 56 squares


def faults(one: Book, game: Game[Any] = GAME) -> list[tuple[str, str]]:
    return [(found.rule, found.message) for found in checked(one, game=game).findings]


def rules(one: Book, game: Game[Any] = GAME) -> list[str]:
    return [rule for rule, _ in faults(one, game)]


def read(one: Book) -> list[str]:
    return [str(reading) for reading in readings(one, GAME)]


@clause("MS-3.1", "MS-4.1")
def test_lanval_at_the_top_left_scores_two() -> None:
    lanval = book(page("LLLL", "LLLL", "LLLL"), L="lanval")
    assert parts(lanval) == {"texts": 2, "decorations": 0, "exemplars": 0, "luxury": 0}
    assert read(lanval) == ["L: Lanval, complete, single-spaced, 2 points"]


@clause("MS-3.5")
@pytest.mark.parametrize(
    ("row", "column", "broken"),
    [(8, 1, []), (1, 6, []), (7, 1, ["MS-3.5"]), (1, 5, ["MS-3.5"]), (7, 5, []), (9, 3, [])],
)
def test_tars_begins_below_or_beside_a_text_of_six_lines(
    row: int, column: int, broken: list[str]
) -> None:
    both = drawn(("A", 1, 1, 4, 6), ("T", row, column, 4, 7))
    assert rules(book(both, A=ORFEO, T=TARS)) == broken


@clause("MS-3.3", "MS-4.1")
def test_perceval_double_spaced_beside_lanval_takes_15_rows_for_14_points() -> None:
    both = drawn(("L", 1, 1, 4, 3), ("P", 1, 6, 4, 8, 2))
    assert both.splitlines()[14][5] == "P"
    assert both.splitlines()[15] == "." * 12
    assert parts(book(both, L="lanval", P="perceval"))["texts"] == 16


@clause("MS-3.4", "MS-3.6")
def test_straight_below_lanval_perceval_double_spaced_needs_19_rows() -> None:
    seven = drawn(("L", 1, 1, 4, 3), ("P", 5, 1, 4, 7, 2))
    assert read(book(seven, L="lanval", P="perceval"))[1].startswith("P: Perceval, incomplete: 28")
    run_on = drawn(("L", 1, 1, 4, 3), ("P", 5, 1, 4, 7, 2), ("P", 1, 6, 4, 1))
    assert parts(book(run_on, L="lanval", P="perceval"))["texts"] == 16
    touching = drawn(("L", 1, 1, 4, 3), ("P", 5, 1, 4, 7, 2), ("P", 1, 5, 4, 1))
    assert "MS-3.4" in rules(book(touching, L="lanval", P="perceval"))


@clause("MS-3.2", "MS-4.1")
def test_trifles_from_margin_to_margin_scores_15() -> None:
    four_and_a_bit = drawn(("T", 1, 1, 12, 4), ("T", 5, 1, 8, 1))
    assert parts(book(four_and_a_bit, T=TRIFLES)) == {
        "texts": 15, "decorations": 0, "exemplars": 0, "luxury": 0
    }  # fmt: skip


@clause("MS-3.2", "MS-3.3", "MS-4.4")
@pytest.mark.parametrize(("column", "luxury"), [(1, 0), (2, 2), (3, 5), (4, 5)])
def test_saturn_double_spaced_below_a_text_of_five(column: int, luxury: int) -> None:
    both = drawn(("W", 1, column, 5, 4), ("S", 6, column, 5, 4, 2), ("S", 14, column, 4, 1))
    one = book(both, W=WANDERER, S=SATURN)
    assert read(one)[1] == "S: Saturn, complete, double-spaced, 11 points"
    assert parts(one)["texts"] == 4 + 11
    assert parts(one)["luxury"] == luxury


@clause("MS-3.1")
@pytest.mark.parametrize("row", [1, 9, 16])
@pytest.mark.parametrize("column", [1, 5, 9])
def test_verse_may_stand_anywhere(row: int, column: int) -> None:
    text = drawn(("L", row, column, 4, 3))
    assert parts(book(text, EMPTY, L="lanval"))["texts"] == 2
    assert parts(book(EMPTY, text, L="lanval"))["texts"] == 2


@clause("MS-3.1")
@pytest.mark.parametrize(("length", "number"), [(3, 4), (6, 2), (5, 3)])
def test_verse_stands_in_lines_of_its_length(length: int, number: int) -> None:
    ((rule, message),) = faults(book(drawn(("L", 2, 3, length, number)), L="lanval"))
    assert rule == "MS-3.1"
    assert message == (
        f"left page, row 2, column 3: L (Lanval) stands in lines of {length}, expected 4"
    )


@clause("MS-3.1", "MS-5.5")
def test_a_ragged_left_edge_is_told_with_its_rows() -> None:
    ragged = page("LLLL", ".LLLL", "..LLLL")
    ((rule, message),) = faults(book(ragged, L="lanval"))
    assert (rule, message) == (
        "MS-5.5", "left page, rows 2 and 3: L (Lanval) is not aligned on the left, in column 1"
    )  # fmt: skip


@clause("MS-3.2")
@pytest.mark.parametrize("length", range(1, 13))
def test_prose_may_have_lines_of_any_length(length: int) -> None:
    number, rest = divmod(16, length)
    text = drawn(("G", 2, 1, length, number), ("G", 2 + number, 1, rest, rest > 0))
    assert read(book(text, G="the_gamblers_mass")) == [
        "G: Gamblers, complete, single-spaced, 3 points"
    ]


@clause("MS-3.2")
def test_only_the_last_line_of_prose_may_be_shorter() -> None:
    squeezed = page("SSSSS", "SSSSS", "SSSS", "SSSSS", "SSSSS")
    ((rule, message),) = faults(book(squeezed, S=SATURN))
    assert rule == "MS-3.2"
    assert message == (
        "left page, row 3, column 5: the last square of a line of S (Saturn) is blank; row 5, "
        "column 5: one square too many in this line of S (Saturn), expected 4"
    )
    assert faults(book(page("SSSSS", "SSSSS", "SSSSS", "SSSSS", "SSSS"), S=SATURN)) == []
    assert rules(book(page("SSSS", "SSSSS", "SSSSS", "SSSSS", "SSSSS"), S=SATURN)) == ["MS-3.2"]
    uneven = page("SSSSSS", "SSSS", "SSSSSS", "SSSS", "SSSS")
    ((rule, message),) = faults(book(uneven, S=SATURN))
    assert (rule, message) == (
        "MS-3.2",
        "left page, rows 1 and 3: lines of S (Saturn) have 6 squares, expected 4; only the last "
        "line of prose may be shorter",
    )


@clause("MS-3.3", "MS-5.7")
@pytest.mark.parametrize(
    ("steps", "points"), [((1, 1), 2), ((2, 2), 4), ((1, 2), None), ((2, 1), None), ((3, 3), None)]
)
def test_no_blank_row_between_lines_or_always_one(
    steps: tuple[int, int], points: int | None
) -> None:
    rows = (2, 2 + steps[0], 2 + sum(steps))
    one = book(drawn(*[("L", row, 4, 4, 1) for row in rows]), L="lanval")
    if points is not None:
        assert parts(one)["texts"] == points
        return
    ((rule, message),) = faults(one)
    assert rule == "MS-3.3"
    number = {(1, 2): "0 and 1", (2, 1): "1 and 0", (3, 3): "2"}[steps]
    assert f"has {number} blank rows between its lines, expected always 0 or always 1" in message


@clause("MS-3.3", "MS-3.4")
def test_a_text_is_spaced_alike_in_all_its_parts() -> None:
    alike = drawn(("Y", 14, 1, 4, 3, 2), ("Y", 1, 6, 4, 2, 2))
    assert read(book(alike, Y="yonec")) == ["Y: Yonec, complete, double-spaced, 7 points"]
    mixed = drawn(("Y", 14, 1, 4, 3, 2), ("Y", 1, 6, 4, 2))
    assert "MS-3.3" in rules(book(mixed, Y="yonec"))


@clause("MS-3.3", "MS-3.4")
def test_without_two_lines_in_one_column_a_text_is_single_spaced() -> None:
    game = narrow_wulf()
    foot_and_head = book(drawn(("W", 18, 1, 4, 1), ("W", 1, 6, 4, 1)), W="wulf_and_eadwacer")
    assert [str(reading) for reading in readings(foot_and_head, game)] == [
        "W: Wulf, complete, single-spaced, 2 points"
    ]
    row_17 = book(drawn(("W", 17, 1, 4, 1), ("W", 1, 6, 4, 1)), W="wulf_and_eadwacer")
    assert rules(row_17, game) == ["MS-3.4"]


def narrow_wulf() -> Game[Any]:
    """A game in which a text has only two lines, of 4: as two parts they have room on a page."""
    texts = tuple(
        msgspec.structs.replace(text, line_length=4) if text.id == "wulf_and_eadwacer" else text
        for text in GAME.data.texts
    )
    return msgspec.structs.replace(GAME, data=msgspec.structs.replace(GAME.data, texts=texts))


@clause("MS-3.4", "MS-5.5")
@pytest.mark.parametrize(("first", "second", "column", "broken"), [
    (14, 1, 6, []),  # 5 lines to the foot
    (14, 1, 9, []),
    (14, 1, 5, ["MS-3.4"]),  # no column between
    (13, 1, 6, ["MS-3.4"]),  # not from the foot
    (14, 2, 6, ["MS-3.4"]),  # not to the head
    (13, 2, 6, ["MS-3.4", "MS-3.4"]),
])  # fmt: skip
def test_a_text_runs_on_from_the_foot_to_the_head_with_a_column_between(
    first: int, second: int, column: int, broken: list[str]
) -> None:
    text = drawn(("P", first, 1, 4, 5), ("P", second, column, 4, 3))
    assert rules(book(text, P="perceval")) == broken


@clause("MS-3.4")
def test_where_a_text_does_not_run_on_is_told() -> None:
    text = drawn(("P", 13, 1, 4, 5), ("P", 2, 6, 4, 3))
    assert [message for _, message in faults(book(text, P="perceval"))] == [
        "left page, row 17, column 1: P (Perceval) runs on from here, expected only from the foot "
        "of the page, row 18",
        "left page, row 2, column 6: P (Perceval) runs on to here, expected to the first row",
    ]
    glued = drawn(("P", 14, 1, 4, 5), ("P", 1, 5, 4, 3))
    assert [message for _, message in faults(book(glued, P="perceval"))] == [
        "left page, columns 4 and 5: P (Perceval) runs on without a column between its parts that "
        "is free of it"
    ]


@clause("MS-3.4")
@pytest.mark.parametrize("first", [11, 12])
def test_double_spaced_it_runs_on_from_the_last_row_or_the_one_before(first: int) -> None:
    text = drawn(("P", first, 1, 4, 4, 2), ("P", 1, 6, 4, 4, 2))
    assert parts(book(text, P="perceval"))["texts"] == 14
    early = drawn(("P", first - 2, 1, 4, 4, 2), ("P", 1, 6, 4, 4, 2))
    assert rules(book(early, P="perceval")) == ["MS-3.4"]


@clause("MS-3.4")
def test_more_than_two_parts_and_another_text_between_are_allowed() -> None:
    saturn = drawn(("S", 17, 1, 1, 2), ("S", 1, 3, 1, 18), ("S", 1, 9, 1, 4), ("L", 5, 5, 4, 3))
    assert read(book(saturn, S=SATURN, L="lanval")) == [
        "S: Saturn, complete, single-spaced, 6 points",
        "L: Lanval, complete, single-spaced, 2 points",
    ]


@clause("MS-3.4")
def test_a_text_stays_on_one_page() -> None:
    left, right = drawn(("P", 14, 9, 4, 5)), drawn(("P", 1, 1, 4, 3))
    ((rule, message),) = faults(book(left, right, P="perceval"))
    assert (rule, message) == (
        "MS-3.4",
        "right page, row 1, column 1: P (Perceval) stands on the other page too, expected on one "
        "page",
    )


@clause("MS-3.5")
def test_texts_that_touch_are_told_once_a_pair_with_their_squares() -> None:
    text = drawn(("A", 1, 1, 4, 6), ("T", 7, 2, 4, 7))
    (finding,) = checked(book(text, A=ORFEO, T=TARS)).findings
    assert finding.message == (
        "left page, row 6, column 2: A (Orfeo) and T (Tars) touch, expected a blank square between"
    )
    assert finding.squares == ((6, 2), (6, 3), (6, 4), (7, 2), (7, 3), (7, 4))
    three = drawn(("A", 1, 1, 4, 6), ("T", 7, 1, 4, 7), ("L", 7, 5, 4, 3))
    assert rules(book(three, A=ORFEO, T=TARS, L="lanval")) == ["MS-3.5", "MS-3.5"]


@clause("MS-3.5")
def test_corners_may_touch_unless_the_house_rule_forbids_it() -> None:
    corner = book(drawn(("A", 1, 1, 4, 6), ("T", 7, 5, 4, 7)), A=ORFEO, T=TARS)
    assert rules(corner) == []
    strict = house(GAME, corners_may_touch=False)
    ((rule, message),) = faults(corner, strict)
    assert rule == "MS-3.5"
    assert message == (
        "left page, row 6, column 4: A (Orfeo) and T (Tars) meet at a corner, which the house "
        "rule forbids"
    )
    apart = book(drawn(("A", 1, 1, 4, 6), ("T", 8, 5, 4, 7)), A=ORFEO, T=TARS)
    assert rules(apart, strict) == []


@clause("MS-3.5", "MS-3.8")
def test_an_incomplete_text_touches_no_other_either() -> None:
    text = drawn(("A", 1, 1, 4, 6), ("T", 7, 1, 4, 1))
    assert rules(book(text, A=ORFEO, T=TARS)) == ["MS-3.5"]


@clause("MS-3.6", "MS-5.8")
@pytest.mark.parametrize(("column", "fits"), [(9, True), (10, False)])
def test_an_incomplete_text_has_room_for_its_rest(column: int, fits: bool) -> None:
    one = book(drawn(("P", 3, column, 3, 2)), P="perceval")
    if fits:
        assert faults(one) == []
        return
    ((rule, message),) = faults(one)
    assert (rule, message) == (
        "MS-3.6",
        "left page, row 3, column 10: from here the page has no room for the other 26 squares of "
        "P (Perceval)",
    )


@clause("MS-3.6")
def test_a_short_last_line_needs_its_own_squares_only() -> None:
    text = drawn(("G", 14, 1, 3, 5), ("G", 1, 12, 1, 1))
    assert read(book(text, G="the_gamblers_mass")) == [
        "G: Gamblers, complete, single-spaced, 3 points"
    ]
    verse = drawn(("L", 17, 1, 4, 2), ("L", 1, 10, 3, 1))
    assert rules(book(verse, L="lanval")) != []


@clause("MS-3.7")
def test_a_text_stands_in_a_book_once() -> None:
    twice = drawn(("A", 1, 1, 4, 3), ("B", 5, 1, 4, 3))
    one = book(twice, A="lanval", B="Lanval, the Fae-bound Knight")
    (finding,) = checked(one).findings
    assert (finding.rule, finding.path) == ("MS-3.7", "players.0.legend.B")
    assert finding.message == "B is Lanval, the Fae-bound Knight, as A is: each text once a book"
    other = book(drawn(("A", 1, 1, 4, 3)), A="lanval", name="Bo")
    assert checked(book(drawn(("B", 1, 1, 4, 3)), B="lanval"), other).valid


@clause("MS-3.8", "MS-5.8")
def test_incomplete_texts_score_nothing_and_may_be_several() -> None:
    text = drawn(("A", 1, 1, 4, 5), ("T", 8, 1, 4, 3), ("T", 12, 1, 2, 1))
    assert parts(book(text, A=ORFEO, T=TARS))["texts"] == 0
    assert read(book(text, A=ORFEO, T=TARS)) == [
        "A: Orfeo, incomplete: 20 of 24 squares, read as lines of 4 from row 1, column 1 of the "
        "left page",
        "T: Tars, incomplete: 14 of 28 squares, read as lines of 4 from row 8, column 1 of the "
        "left page",
    ]


@clause("MS-3.9", "MS-5.8")
@pytest.mark.parametrize(("lines", "step", "broken"), [(3, 2, ["MS-3.9"]), (2, 2, []), (1, 1, [])])
def test_a_tile_lies_between_no_lines_of_a_complete_text(
    lines: int, step: int, broken: list[str]
) -> None:
    text = put(put(drawn(("L", 1, 1, 4, lines, step)), 2, 2, "1"), 2, 3, "1")
    one = book(text, tiles={"1": "pointing_hand"}, exemplars=["bodley_851"], L="lanval")
    assert rules(one) == broken


@clause("MS-3.9")
def test_a_tile_may_touch_texts_and_tiles() -> None:
    text = page("LLLL1", "LLLL1", "LLLL22", "....22")
    tiles = {"1": "pointing_hand", "2": "knotwork_initial"}
    one = book(text, tiles=tiles, exemplars=["bodley_851", "codex_regius"], L="lanval")
    assert rules(one) == []


PERCEVAL = drawn(("L", 1, 1, 4, 3), ("P", 1, 6, 4, 8, 2))


@clause("MS-5.5", "MS-5.6")
@pytest.mark.parametrize(("row", "column", "sign", "rule", "says"), [
    (3, 7, ".", "MS-5.5", "row 3, column 7: a square inside a line of P (Perceval) is blank"),
    (3, 6, ".", "MS-5.5", "row 3, column 6: the first square of a line of P (Perceval) is"),
    (3, 10, "P", "MS-5.6", "row 3, column 10: one square too many in this line of P"),
    (3, 12, "P", "MS-5.6", "row 3, column 12: P (Perceval) has no line here; 33 squares in"),
    (17, 6, "P", "MS-5.6", "row 17, column 6: P (Perceval) has no line here; 33 squares in"),
    (9, 1, "L", "MS-5.6", "row 9, column 1: L (Lanval) has no line here; 13 squares in all"),
    (3, 7, "L", "MS-5.6", "row 3, column 7: L (Lanval) has no line here; 13 squares in all"),
    (3, 9, "L", "MS-5.6", "row 3, column 9: L (Lanval) has no line here; 13 squares in all"),
    (3, 7, "Q", "MS-5.4", "row 3, column 7: letter Q is not named in the legend"),
    (3, 7, "p", "MS-5.4", "row 3, column 7: letter p is not named in the legend; did you mean"),
    (3, 7, "1", "MS-5.4", "row 3, column 7: digit 1 is not named in the tiles"),
    (3, 7, "#", "MS-5.3", "row 3, column 7: found '#', expected a full stop, a letter A to Z"),
    (3, 7, " ", "MS-5.3", "row 3, column 7: found ' ', expected a full stop, a letter A to Z"),
])  # fmt: skip
def test_one_slip_is_one_finding(row: int, column: int, sign: str, rule: str, says: str) -> None:
    (finding,) = checked(book(put(PERCEVAL, row, column, sign), L="lanval", P="perceval")).findings
    assert (finding.rule, finding.path) == (rule, "players.0.left")
    assert finding.message.startswith(f"left page, {says}")
    assert (row, column) in finding.squares


@clause("MS-5.5")
def test_a_square_in_the_wrong_place_is_told_with_the_place_it_left() -> None:
    moved = put(put(PERCEVAL, 15, 9, "."), 17, 9, "P")
    (finding,) = checked(book(moved, L="lanval", P="perceval")).findings
    assert finding.message == (
        "left page, row 15, column 9: the last square of a line of P (Perceval) is blank; row 17, "
        "column 9: P (Perceval) has no line here"
    )
    assert finding.squares == ((15, 9), (17, 9))


@clause("MS-5.8")
def test_a_last_square_left_blank_is_an_incomplete_text_and_said_to_be_one() -> None:
    one = book(put(PERCEVAL, 15, 9, "."), L="lanval", P="perceval")
    assert faults(one) == []
    assert read(one)[1] == (
        "P: Perceval, incomplete: 31 of 32 squares, read as double-spaced lines of 4 from row 1, "
        "column 6 of the left page"
    )
