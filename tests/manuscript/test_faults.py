"""Every fault of a text on a page, in full: its clause, its words and its squares (MS-3, MS-5)."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.manuscript import Book
from tests.manuscript.books import EMPTY, GAME, GRID, book, book_of, checked, drawn, page, put
from tests.scoring.tools import house

Fault = tuple[str, str, list[tuple[int, int, int]]]  # squares: row, first and last column
NAMES = {
    "L": "lanval",  # 3 lines of 4
    "P": "perceval",  # 8 lines of 4
    "S": "debate_between_saturn_and_solomon",  # prose, 24 squares
    "Y": "yonec",  # 5 lines of 4
}


def found(drawing: str) -> list[Fault]:
    (letter,) = {*drawing} - {".", "\n"}
    told = []
    for one in checked(book_of({letter: NAMES[letter]}, drawing)).findings:
        assert one.path == "players.0.left"
        rows = sorted({row for row, _ in one.squares})
        runs = []
        for row in rows:
            columns = [column for at, column in one.squares if at == row]
            starts = [column for column in columns if column - 1 not in columns]
            ends = [column for column in columns if column + 1 not in columns]
            runs += [(row, *span) for span in zip(starts, ends, strict=True)]
        assert one.message.startswith("left page, ")
        told.append((one.rule, one.message.removeprefix("left page, "), runs))
    return told


def rows(*numbers: int, first: int = 1, last: int = 4) -> list[tuple[int, int, int]]:
    return [(row, first, last) for row in numbers]


@pytest.mark.clause("MS-3.1", "MS-3.2", "MS-3.3", "MS-5.5", "MS-5.6")
@pytest.mark.parametrize(("text", "faults"), [
    ("LLL", []),
    ("PPPP - - PPPP - - PPPP", []),
    ("LLL LLL LLL LLLLLL", [
        ("MS-3.1", "row 1, column 1: L (Lanval) stands in lines of 3, expected 4",
        [*rows(1, 2, 3, last=3), (4, 1, 6)])]),
    ("LLLLLL LLLLLL LL", [("MS-3.1", "row 1, column 1: L (Lanval) stands in lines of 6, expected 4",
        [*rows(1, 2, last=6), (3, 1, 2)])]),
    ("P.PP P.PP PP.P P..P", [
        ("MS-5.5", "rows 1 to 4: blank squares inside the lines of P (Perceval)",
        [(1, 1, 1), (1, 3, 4), (2, 1, 1), (2, 3, 4), (3, 1, 2), (3, 4, 4), (4, 1, 1),
                    (4, 4, 4)])]),
    ("PPPP .PPP ..PP PPPP", [
        ("MS-5.5", "rows 2 and 3: P (Perceval) is not aligned on the left, in column 1",
        [(2, 2, 4), (3, 3, 4)])]),
    ("LLLL .LLLL ..LLLL", [
        ("MS-5.5", "rows 2 and 3: L (Lanval) is not aligned on the left, in column 1",
        [(2, 2, 5), (3, 3, 6)])]),
    ("SSSS SSSSS SSSSS SSSSS SSSSS", [("MS-3.2",
        "row 1, column 5: the last square of a line of S (Saturn) is blank; row 5, "
        "column 5: one square too many in this line of S (Saturn), expected 4",
        [(1, 5, 5), (5, 5, 5)])]),
    ("SSSSSS SSSS SSSSSS SSSS SSSS", [("MS-3.2",
        "rows 1 and 3: lines of S (Saturn) have 6 squares, expected 4; only the last "
        "line of prose may be shorter", rows(1, 3, last=6))]),
    ("LLLL LLLL LLLL LLLL LLLL LL",
        [("MS-5.6", "row 6, column 2: L (Lanval) has 22 squares, expected 12", [(6, 1, 2)]),
        ("MS-3.1", "row 6, column 1: lines of L (Lanval) have 2 squares, expected 4",
        [(6, 1, 2)])]),
    ("LL LL LLLL LLLL", [("MS-3.1", "rows 1 and 2: lines of L (Lanval) have 2 squares, expected 4",
        rows(1, 2, last=2))]),
    ("PPPPPP PPPP PPPPPP PPPP", [
        ("MS-3.1", "rows 1 and 3: lines of P (Perceval) have 6 squares, expected 4",
        rows(1, 3, last=6))]),
    ("SSSSSS SSSS SSSSS SSSS SSSSS", [("MS-3.2",
        "rows 1, 2 and 4: lines of S (Saturn) have 6, 4 and 4 squares, expected 5; only "
        "the last line of prose may be shorter", [(1, 1, 6), (2, 1, 4), (4, 1, 4)])]),
    ("SSS SSSSS SSS SSSSS SSSSS SSS", [("MS-3.2",
        "rows 1 and 3: lines of S (Saturn) have 3 squares, expected 5; only the last "
        "line of prose may be shorter", rows(1, 3, last=3))]),
    ("PPPP PPPP - PPPP PPPP PPPP PPPP PPPP PPPP", [("MS-3.3",
        "rows 1, 2 and 4 to 9: P (Perceval) has 0, 1, 0, 0, 0, 0 and 0 blank rows "
        "between its lines, expected always 0 or always 1", rows(1, 2, 4, 5, 6, 7, 8, 9))]),
    ("LLLL - - LLLL - - LLLL", [("MS-3.3",
        "rows 1, 4 and 7: L (Lanval) has 2 blank rows between its lines, expected "
        "always 0 or always 1", rows(1, 4, 7))]),
    ("PPPP" + " -" * 15 + " PPPP", [("MS-3.3",
        "rows 1 and 17: P (Perceval) has 15 blank rows between its lines, expected "
        "always 0 or always 1", rows(1, 17))]),
    (".LLLL .LLLL LLLL", [
        ("MS-5.5", "row 3: the line of L (Lanval) is one column too far to the left",
        [(3, 1, 1), (3, 5, 5)])]),
    ("LLLL .LLLL LLLL", [
        ("MS-5.5", "row 2: the line of L (Lanval) is one column too far to the right",
        [(2, 1, 1), (2, 5, 5)])]),
    ("PPPP PPPP ......P",
        [("MS-5.5", "row 3, column 7: P (Perceval) has no line here", [(3, 7, 7)])]),
    ("PPPP PPPPP PPP", [("MS-3.1",
        "row 2, column 5: one square too many in this line of P (Perceval), expected 4",
        [(2, 5, 5)])]),
    ("PP.P PPPP", [("MS-5.5", "row 1, column 3: a square inside a line of P (Perceval) is blank",
        [(1, 3, 3)])]),
    (".PPP PPPP", [
        ("MS-5.5", "row 1, column 1: the first square of a line of P (Perceval) is blank",
        [(1, 1, 1)])]),
    ("SSSSS SSSSS SSSS SSSSS SSSSS", [("MS-3.2",
        "row 3, column 5: the last square of a line of S (Saturn) is blank; row 5, "
        "column 5: one square too many in this line of S (Saturn), expected 4",
        [(3, 5, 5), (5, 5, 5)])]),
    ("LLLL LLLLL LLLL", [("MS-5.6",
        "row 2, column 5: one square too many in this line of L (Lanval), expected 4; "
        "13 squares in all, expected 12", [(2, 5, 5)])]),
])  # fmt: skip
def test_the_faults_of_a_text_at_the_head_of_a_page(text: str, faults: list[Fault]) -> None:
    assert found(page(*[row.strip("-") for row in text.split()])) == faults


@pytest.mark.clause("MS-3.3", "MS-3.4", "MS-3.6", "MS-5.8")
@pytest.mark.parametrize(("runs", "faults"), [
    ([("P", 1, 1, 4, 4, 2), ("P", 1, 6, 4, 4, 1)], [("MS-3.3",
        "columns 1 and 6: P (Perceval) is single-spaced in one part, double in another",
        rows(1, 3, 5, 7)),
        ("MS-3.4",
        "row 7, column 1: P (Perceval) runs on from here, expected only from the foot "
        "of the page, row 18", rows(7))]),
    ([("Y", 16, 1, 4, 2, 2), ("Y", 1, 6, 4, 3, 3)], [("MS-3.3",
        "rows 1, 4 and 7: Y (Yonec) has 2 blank rows between its lines, expected always "
        "0 or always 1", rows(1, 4, 7, first=6, last=9))]),
    ([("P", 13, 1, 4, 5, 1), ("P", 2, 6, 4, 3, 1)], [("MS-3.4",
        "row 17, column 1: P (Perceval) runs on from here, expected only from the foot "
        "of the page, row 18", rows(17)),
        ("MS-3.4", "row 2, column 6: P (Perceval) runs on to here, expected to the first row",
        rows(2, first=6, last=9))]),
    ([("P", 11, 1, 4, 4, 2), ("P", 1, 5, 4, 4, 2)], [("MS-3.4",
        "columns 4 and 5: P (Perceval) runs on without a column between its parts that "
        "is free of it", [(1, 5, 8), (17, 1, 4)])]),
    ([("P", 3, 10, 3, 2, 1)], [("MS-3.6",
        "row 3, column 10: from here the page has no room for the other 26 squares of P "
        "(Perceval)", rows(3, 4, first=10, last=12))]),
    ([("L", 17, 1, 4, 2, 1), ("L", 1, 10, 3, 1, 1)], [
        ("MS-5.5", "row 1, column 9: the first square of a line of L (Lanval) is blank",
        [(1, 9, 9)])]),
])  # fmt: skip
def test_the_faults_of_a_text_in_parts(
    runs: list[tuple[str, int, int, int, int, int]], faults: list[Fault]
) -> None:
    assert found(drawn(*runs)) == faults


HAND: dict[str, str | None] = {"1": "pointing_hand"}
WITH_HAND: dict[str, Any] = {"tiles": {"1": "pointing_hand"}, "exemplars": ["bodley_851"]}
LONG, SHORT, TALL = drawn(("P", 14, 9, 4, 5)), drawn(("P", 1, 1, 4, 3)), drawn(("1", 3, 2, 1, 2))
BLOCK = tuple(GRID.squares(GRID.block(1, 1, 4, 3)))
TWICE = "row 1, column 1: P (Perceval) stands on the other page too, expected on one page"
TILE_TWICE = "row 3, column 2: tile 1 (Pointing Hand) lies on the other page too, expected on one "


@pytest.mark.clause("MS-3.4", "MS-3.9", "MS-5.4")
@pytest.mark.parametrize(("one", "rule", "side", "message", "squares"), [
    (book(LONG, SHORT, P="perceval"), "MS-3.4", "right", TWICE, BLOCK),  # where there is less of it
    (book(SHORT, LONG, P="perceval"), "MS-3.4", "left", TWICE, BLOCK),
    (book(SHORT, SHORT, P="perceval"), "MS-3.4", "right", TWICE, BLOCK),
    (book(TALL, TALL, **WITH_HAND), "MS-5.4", "right", f"{TILE_TWICE}page", ((3, 2), (4, 2))),
    (book(drawn(("L", 1, 1, 4, 3, 2), ("1", 2, 4, 2, 1)), L="lanval", **WITH_HAND),
        "MS-3.9", "left",
        "row 2, column 4: a tile lies between the lines of L (Lanval), expected blank squares",
        ((2, 4),)),
])  # fmt: skip
def test_what_lies_wrong_is_told_with_its_squares(
    one: Book, rule: str, side: str, message: str, squares: tuple[tuple[int, int], ...]
) -> None:
    (finding,) = checked(one).findings
    assert (finding.rule, finding.path) == (rule, f"players.0.{side}")
    assert (finding.message, finding.squares) == (f"{side} page, {message}", squares)


Told = list[tuple[str, str, str]]


def told(*books: Book) -> Told:
    """The clause, place and message of each finding."""
    return [(one.rule, one.path, one.message) for one in checked(*books).findings]


@pytest.mark.clause("MS-3.7", "MS-5.1", "MS-5.4")
def test_every_fault_of_the_names_in_a_book() -> None:
    legend: dict[str, str | None] = {
        "L": "lanval", "LL": "perceval", "1": None, "the Fae-bound Knight": None,
        "M": "Lanval, the Fae-bound Knight", "N": "Ulysses", "l": None,
    }  # fmt: skip
    tiles: dict[str, str | None] = {"A": "red_capital", "1": "grail", "2": None}
    one = Book("Ann", legend, drawn(("L", 1, 1, 4, 3)), None, tiles, None)
    comma = "; a title with a comma in it needs quotation marks"
    letters = "is not a letter, expected one of A to Z or a to z"
    assert told(one) == [
        ("MS-5.4", "players.0.legend.LL", f"'LL' {letters}"),
        ("MS-5.4", "players.0.legend.1", f"'1' {letters}"),
        ("MS-5.4", "players.0.legend.the Fae-bound Knight",
            f"'the Fae-bound Knight' {letters}{comma}"),
        ("MS-3.7", "players.0.legend.M",
            "M is Lanval, the Fae-bound Knight, as L is: each text once a book"),
        ("MS-5.1", "players.0.legend.N", "there is no text called 'Ulysses'"),
        ("MS-5.4", "players.0.tiles.A", "'A' is not a digit, expected one of 0 to 9"),
        ("MS-5.1", "players.0.tiles.1", "there is no tile called 'grail'"),
    ]  # fmt: skip


@pytest.mark.clause("MS-5.1")
def test_a_name_not_given_yet_hides_no_wrong_one_behind_it() -> None:
    exemplars = (None, "harley")
    one = Book("Ann", {}, EMPTY, EMPTY, {}, exemplars)
    assert [path for _, path, _ in told(one)] == ["players.0.exemplars.1"]
    hand = put(put(EMPTY, 1, 1, "2"), 2, 1, "2")
    other = Book("Ann", {}, hand, put(EMPTY, 1, 1, "1"), {"1": None, "2": "pointing_hand"}, ())
    assert ("MS-5.1", "players.0.tiles.2") in [(rule, path) for rule, path, _ in told(other)]


@pytest.mark.clause("MS-5.3", "MS-5.4")
@pytest.mark.parametrize(("left", "right", "path", "message"), [
    (put(drawn(("L", 1, 1, 4, 3)), 9, 4, "#"), EMPTY, "left",
        "left page, row 9, column 4: found '#', expected a full stop, a letter A to Z or a to "
        "z, or a digit"),
    (put(put(put(drawn(("L", 1, 1, 4, 3)), 9, 4, "#"), 9, 5, "#"), 1, 12, "#"), EMPTY, "left",
        "left page, row 1, column 12: found '#', and on 2 more squares, expected a full stop, a "
        "letter A to Z or a to z, or a digit"),
    (drawn(("L", 1, 1, 4, 3)), put(EMPTY, 2, 3, "l"), "right",
        "right page, row 2, column 3: letter l is not named in the legend; did you mean the "
        "letter L?"),
    (drawn(("L", 1, 1, 4, 3)), put(EMPTY, 2, 3, "7"), "right",
        "right page, row 2, column 3: digit 7 is not named in the tiles"),
    (drawn(("L", 1, 1, 4, 3)), put(EMPTY, 2, 3, "b"), "right",
        "right page, row 2, column 3: letter b is not named in the legend"),
])  # fmt: skip
def test_a_sign_that_stands_for_nothing_is_told_in_full(
    left: str, right: str, path: str, message: str
) -> None:
    rule = "MS-5.3" if "found" in message else "MS-5.4"
    assert told(book(left, right, L="lanval")) == [(rule, f"players.0.{path}", message)]


BEGUN = drawn(("L", 1, 1, 4, 2), ("L", 3, 1, 1, 1))
TWO_TILES = drawn(("1", 1, 1, 1, 2), ("2", 1, 3, 1, 2))
BOTH = {"1": "pointing_hand", "2": "Pointing Hand"}
EVERY = [exemplar.id for exemplar in GAME.data.exemplars]


@pytest.mark.clause("MS-2.7", "MS-5.1", "MS-5.4")
@pytest.mark.parametrize(("books", "findings"), [
    ([book(TWO_TILES, tiles=BOTH, exemplars=["bodley_851"])],
        [("MS-5.4", "0.tiles.2", "2 is Pointing Hand, as 1 is: each tile once a book")]),
    ([book(drawn(("l", 1, 12, 1, 2)), **WITH_HAND)],
        [("MS-5.4", "0.left", "left page, row 1, column 12: letter l is not named in the legend; "
        "did you mean the digit 1?")]),
    ([Book("Ann", {"L": "lanval"}, EMPTY, None, {}, ())], []),  # on a page not drawn yet
    ([book(L="lanval")],
        [("MS-5.4", "0.legend.L", "letter L is named here and drawn on neither page")]),
    ([book(exemplars=EVERY[:4]), book(exemplars=EVERY[3:7], name="Bo")],
        [("MS-5.1", "1.exemplars.1",
        "5 different exemplars bear cubes, but with 2 players only 4 are in play")]),
    ([book(exemplars=EVERY[:4]), book(name="Bo"),
        book(exemplars=[EVERY[0], EVERY[0], "nope"], name="Cy")], [
        ("MS-5.1", "2.exemplars.1", f"{GAME.data.exemplars[0].title} is listed twice"),
        ("MS-5.1", "2.exemplars.2", "there is no exemplar called 'nope'")]),
    ([Book(None, {"L": "lanval"}, BEGUN, EMPTY, {}, ()), book(EMPTY, BEGUN, L="lanval", name="Bo"),
        book(name="Cy")], [
        ("MS-2.7", "1.right", "right page, row 3, column 1: a line of L (Lanval) is begun and not "
        "filled, as in the book of player 1; its one card cannot be active in both")]),
])  # fmt: skip
def test_what_is_told_of_names_and_books(books: list[Book], findings: Told) -> None:
    assert told(*books) == [(rule, f"players.{path}", message) for rule, path, message in findings]


@pytest.mark.clause("MS-5.1")
def test_a_tile_is_compared_with_exemplars_only_if_all_of_them_are_known() -> None:
    lies = drawn(("1", 1, 12, 1, 2))
    for unknown in None, (None,), ("harley_978", None), ("nope",):
        found = told(Book("Ann", {}, lies, EMPTY, HAND, unknown))
        assert [message for _, _, message in found if "tile" in message] == []
    assert told(Book("Ann", {}, lies, EMPTY, HAND, ("harley_978",))) == [(
        "MS-5.1", "players.0.tiles.1",
        "Pointing Hand is the tile of Bodley 851, which is not among this player's exemplars",
    )]  # fmt: skip


@pytest.mark.clause("MS-3.5")
@pytest.mark.parametrize("corners", [True, False])
def test_texts_that_touch_are_told_with_the_squares_of_both(corners: bool) -> None:
    """Where an edge is shared, the squares along it; else those at the corner."""
    game = house(GAME, corners_may_touch=corners)
    edge = drawn(("L", 2, 2, 4, 3), ("P", 5, 4, 4, 8))
    (finding,) = checked(book(edge, L="lanval", P="perceval"), game=game).findings
    assert (finding.rule, finding.message) == (
        "MS-3.5",
        "left page, row 4, column 4: L (Lanval) and P (Perceval) touch, expected a blank square "
        "between",
    )
    assert finding.squares == ((4, 4), (4, 5), (5, 4), (5, 5))
    met = drawn(("L", 2, 2, 4, 3), ("P", 5, 6, 4, 8))
    found = checked(book(met, L="lanval", P="perceval"), game=game).findings
    assert [(one.message, one.squares) for one in found] == [
        (
            "left page, row 4, column 5: L (Lanval) and P (Perceval) meet at a corner, which the "
            "house rule forbids",
            ((4, 5), (5, 6)),
        )
    ] * (not corners)
