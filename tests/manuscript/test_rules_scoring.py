"""Scoring (MS-4) and a valid end position (MS-5), clause by clause."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import scoring
from card_data import DataError
from scoring.manuscript import Book, Position, blank
from scoring.positions.positions import PositionFile, check
from tests import golden_files
from tests.manuscript import sample_books as books
from tests.manuscript.sample_books import GAME, book, checked, drawn, page, parts, put, tallied
from tests.scoring.tools import broken, house, scored

clause = pytest.mark.clause
LANVAL = drawn(("L", 1, 1, 4, 3))


def notes(one: Book) -> list[str]:
    """Return the notes on a book's score, without those on its texts."""
    return [note for note in tallied(one).notes if "MS-4.1" not in note and "MS-5.8" not in note]


@clause("MS-4.1")
def test_texts_score_their_points_single_or_double() -> None:
    text = drawn(("L", 1, 1, 4, 3, 2), ("P", 1, 6, 4, 8, 1), ("A", 10, 6, 4, 5))
    tally = tallied(book(text, L="lanval", P="perceval", A="sir_orfeo"))
    assert tally.parts[0].points == 4 + 8
    assert tally.notes[:3] == (
        "L: Lanval, complete, double-spaced, 4 points (MS-4.1)",
        "P: Perceval, complete, single-spaced, 8 points (MS-4.1)",
        "A: Orfeo, incomplete: 20 of 24 squares, read as lines of 4 from row 10, column 6 of the "
        "left page (MS-5.8)",
    )


@clause("MS-4.2")
def test_each_tile_scores_its_points() -> None:
    one = book(
        drawn(("1", 1, 1, 1, 2), ("2", 5, 5, 2, 2)),
        tiles={"1": "pointing_hand", "2": "knotwork_initial"},
        exemplars=["bodley_851", "codex_regius"],
    )
    assert parts(one)["decorations"] == 2 + 3
    assert "Pointing Hand: 2 points (MS-4.2)" in notes(one)


GUIOT = {"P": "perceval", "Y": "yvain", "N": "lancelot", "C": "cliges"}  # 8, 9, 10 of 4, 6 of 5
GUIOT_PAGES = (
    drawn(("P", 1, 1, 4, 8), ("Y", 1, 6, 4, 9)),
    drawn(("N", 1, 1, 4, 10), ("C", 1, 6, 5, 6)),
)


def unfinished(letters: str) -> Book:
    """The four texts of the Guiot Manuscript, the first lines of these scraped away."""
    left, right = GUIOT_PAGES
    for letter in letters:
        line = letter * (5 if letter == "C" else 4)
        left, right = (
            left.replace(line, "." * len(line), 1),
            right.replace(line, "." * len(line), 1),
        )
    return books.book_of(GUIOT, left, right, exemplars=["The Guiot Manuscript"])


@clause("MS-4.3")
@pytest.mark.parametrize(("letters", "bonus", "says"), [
    ("", "full", "4 of its 4 texts complete, full bonus {}"),
    ("P", "partial", "3 of its 4 texts complete, partial bonus {}"),
    ("PN", "partial", "2 of its 4 texts complete, partial bonus {}"),
    ("PYN", "", "1 of its 4 texts complete, no bonus below 2"),
])  # fmt: skip
def test_an_exemplar_scores_in_full_in_part_or_nothing(letters: str, bonus: str, says: str) -> None:
    (guiot,) = [one for one in GAME.data.exemplars if one.id == "guiot_manuscript"]
    points = getattr(guiot, bonus, 0)
    one = unfinished(letters)
    assert parts(one)["exemplars"] == points
    assert f"The Guiot Manuscript: {says.format(points)} (MS-4.3)" in notes(one)
    without_cube = msgspec.structs.replace(one, exemplars=())
    assert parts(without_cube)["exemplars"] == 0


@clause("MS-4.4")
@pytest.mark.parametrize(("left", "right", "points"), [
    ((1,), (), 0), ((9,), (), 0), ((2,), (), 2), ((3,), (), 5),
    ((5,), (), 5),  # at most two pairs a page
    ((8,), (), 2),  # one column right of it
    ((3,), (2,), 12), ((5,), (3,), 20), ((1,), (4,), 5), ((1, 8), (4,), 5),
    ((), (), 0),  # a page without text gives no pair
])  # fmt: skip
def test_pairs_of_columns_beside_all_text_of_a_page(
    left: tuple[int, ...], right: tuple[int, ...], points: int
) -> None:
    letters = iter("LYDR")
    pages = [
        drawn(*[(next(letters), 1 + 6 * index, column, 4, 3) for index, column in enumerate(page)])
        for page in (left, right)
    ]  # all but Lanval and The Ruin are incomplete
    names = {"L": "lanval", "Y": "yonec", "D": "the_ruin", "R": "yvain"}
    legend = {letter: name for letter, name in names.items() if letter in "".join(pages)}
    assert parts(books.book_of(legend, pages[0], pages[1]))["luxury"] == points


@clause("MS-4.4")
def test_a_tile_takes_a_column_from_the_margin() -> None:
    text, hand = drawn(("L", 1, 4, 4, 3)), ("pointing_hand", "bodley_851")
    assert notes(book(text, L="lanval")) == [
        "left page, 2 pairs: columns 1 and 2 left of the text, columns 11 and 12 right of it "
        "(MS-4.4)"
    ]
    for row, column, points in ((17, 1, 5), (17, 12, 5), (17, 5, 5), (18, 1, 2)):
        lies = put(put(text, row, column, "1"), 18, column + (row == 18), "1")
        one = book(lies, tiles={"1": hand[0]}, exemplars=[hand[1]], L="lanval")
        assert parts(one)["luxury"] == points
    assert notes(one)[-1] == (
        "left page, 1 pair: column 3 left of the text, column 12 right of it (MS-4.4)"
    )
    tile = drawn(("1", 1, 6, 1, 2))
    assert parts(book(tile, tiles={"1": hand[0]}, exemplars=[hand[1]]))["luxury"] == 0


RUIN = drawn(("R", 1, 1, 4, 3))  # 2 points, as Lanval
DEOR = drawn(("D", 1, 1, 3, 5))  # 3 points
HAND = put(put(books.EMPTY, 1, 12, "1"), 2, 12, "1")  # 2 points
WITH_HAND: dict[str, Any] = {"tiles": {"1": "pointing_hand"}, "exemplars": ["bodley_851"]}


@clause("MS-1.7", "MS-4.5")
@pytest.mark.parametrize(("ann", "bo", "verdict"), [
    (book(LANVAL, L="lanval"), book(DEOR, D="deor", name="Bo"), "Bo wins with 3 points."),
    (book(HAND, **WITH_HAND), book(LANVAL, L="lanval", name="Bo"),
        "Ann wins with 2 points: tied with Bo, decided by most decorations (MS-4.5)."),
    (book(drawn(("L", 1, 1, 4, 3), ("R", 5, 1, 4, 3)), L="lanval", R="the_ruin"),
        book(drawn(("T", 1, 1, 4, 5)), T="yonec", name="Bo"),
        "Ann wins with 4 points: tied with Bo, decided by most complete texts (MS-4.5)."),
    (book(LANVAL, L="lanval"),
        book(drawn(("R", 1, 1, 4, 3), ("T", 5, 5, 4, 1)), R="the_ruin", T="yonec", name="Bo"),
        "Ann wins with 2 points: tied with Bo, decided by most unused columns (MS-4.5)."),
    (book(LANVAL, L="lanval"), book(RUIN, R="the_ruin", name="Bo"),
        "Ann and Bo share the win with 2 points each (MS-4.5)."),
])  # fmt: skip
def test_ties_go_by_decorations_then_texts_then_columns(ann: Book, bo: Book, verdict: str) -> None:
    result = scored(books.scored_as(ann, bo))
    assert result.verdict == verdict
    assert " and ".join(result.winners) == verdict.split(" wins")[0].split(" share")[0]
    assert result.decided_by == ("MS-4.5" if "decided" in verdict else None)


@clause("MS-4.5")
def test_columns_of_both_pages_count_and_an_empty_page_has_twelve() -> None:
    assert tallied(book(LANVAL, L="lanval")).breakers == (0, 1, 8 + 12)
    assert tallied(book(LANVAL, HAND, L="lanval", **WITH_HAND)).breakers == (1, 1, 8 + 11)


@clause("MS-4.5")
@pytest.mark.parametrize(("rule", "columns"), [("margins", 1 + 1 + 12), ("anywhere", 4 + 12)])
def test_columns_between_texts_break_ties_by_the_house_rule_only(rule: str, columns: int) -> None:
    apart = book(drawn(("L", 1, 2, 4, 3), ("R", 1, 8, 4, 3)), L="lanval", R="the_ruin")
    assert tallied(apart, house(GAME, tie_columns=rule)).breakers == (0, 2, columns)


@clause("MS-5.1")
def test_two_to_four_players_of_different_names() -> None:
    for players in range(7):
        books = tuple([book(name=f"P{number}") for number in range(players)])
        found = broken(check(PositionFile(GAME, Position(players=books))))
        assert found == ([] if 2 <= players <= 4 else [("MS-5.1", "players")])
    assert broken(checked(book(), book())) == [("MS-5.1", "players.1.name")]


@clause("MS-5.1", "MS-4.3")
def test_cubes_lie_on_at_most_two_exemplars_more_than_players_one_a_player() -> None:
    """Whatever is complete of them: an exemplar below its minimum is no fault."""
    every = [exemplar.id for exemplar in GAME.data.exemplars]
    assert checked(book(exemplars=every[:3]), book(exemplars=every[1:4], name="Bo")).valid
    more = [book(exemplars=every[:3]), book(exemplars=every[2:6], name="Bo")]
    assert broken(checked(*more)) == [("MS-5.1", "players.1.exemplars.2")]
    assert checked(*more, book(name="Cy"), book(name="Di")).valid
    twice = book(exemplars=["harley_978", "guiot_manuscript", "Harley 978"])
    assert broken(checked(twice)) == [("MS-5.1", "players.0.exemplars.2")]


EIGHT = {
    "A": "lanval", "B": "the_ruin", "C": "deor", "D": "yonec",
    "E": "the_lament_for_troy", "F": "robert_of_sicily", "G": "lay_le_freine", "H": "the_wanderer",
}  # fmt: skip
ALL_QUADRANTS = (
    drawn(("A", 1, 1, 4, 3), ("B", 1, 8, 4, 3), ("C", 12, 1, 3, 5), ("D", 12, 8, 4, 5)),
    drawn(("E", 1, 1, 4, 4), ("F", 1, 8, 4, 5), ("G", 12, 1, 4, 4), ("H", 12, 7, 5, 4)),
)


@clause("MS-5.2")
def test_a_score_is_final_when_a_book_ends_the_game() -> None:
    report = scoring.score(books.filled(books.book_of(EIGHT, *ALL_QUADRANTS)))
    assert report.final
    assert scored(report).winners == ("Ann",)
    assert report.layers == (
        "shape", "players", "books", "exemplars", "tiles", "copying", "sums", "end of game",
    )  # fmt: skip


HIGHER_UP = drawn(("A", 1, 1, 4, 3), ("B", 1, 8, 4, 3), ("C", 5, 1, 3, 5), ("D", 12, 8, 4, 5))


@clause("MS-5.2")
@pytest.mark.parametrize(("left", "more"), [
    (put(ALL_QUADRANTS[0], 3, 4, "."), {}),  # a text is not complete
    (HIGHER_UP, {}),  # a quadrant has no text
    (put(put(HIGHER_UP, 17, 1, "1"), 18, 1, "1"), WITH_HAND),  # but a tile
])  # fmt: skip
def test_before_that_it_is_provisional_unless_the_position_says_it_is_over(
    left: str, more: dict[str, Any]
) -> None:
    one = books.book_of(EIGHT, left, ALL_QUADRANTS[1], **more)
    report = scoring.score(books.filled(one))
    assert (report.valid, report.final, report.result is not None) == (True, False, True)
    assert report.provisional == (
        "provisional score: nobody's book ends the game yet (MS-2.9, MS-5.2)",
    )
    assert scoring.score(books.filled(one, ended=True)).final


@clause("MS-5.2")
@pytest.mark.parametrize("running", [True, False, msgspec.UNSET])
def test_a_game_that_is_over_does_not_go_on(running: bool | msgspec.UnsetType) -> None:
    over = books.filled(books.book_of(EIGHT, *ALL_QUADRANTS), ended=True)
    position = msgspec.structs.replace(over.position, running=running)
    found = [
        (one.rule, one.path, one.message) for one in check(PositionFile(GAME, position)).findings
    ]
    message = "found true, but running: true says that the game is not over"
    assert found == ([("MS-5.2", "ended", message)] if running is True else [])


TRIFLES = drawn(("T", 1, 1, 12, 4), ("T", 5, 1, 8, 1))


@clause("MS-5.3", "MS-5.4")
@pytest.mark.parametrize(("one", "points"), [
    *[(book(drawn(("P", 1, 1, 4, 8)), P=name), 8)
        for name in ("perceval", "Perceval, The Grail Knight", "PERCEVAL", " perceval")],
    *[(book(drawn(("R", 1, 1, 4, 3)), R=name), 2) for name in ("The Ruin", "the ruin", "Ruin")],
    (book(drawn(("T", 1, 1, 4, 7)), T="Tars"), 7),  # as a scribe writes The King of Tars
    *[(book(TRIFLES, T=f"On Courtier{apostrophe}s Trifles"), 15) for apostrophe in "'’"],
    (book(drawn(("L", 1, 1, 4, 3), ("l", 5, 1, 4, 3)), L="lanval", l="the_ruin"), 4),
    (book(LANVAL.removesuffix("\n"), L="lanval"), 2),  # one line break at the end is none
])  # fmt: skip
def test_texts_go_by_id_or_title_and_capitals_are_other_letters(one: Book, points: int) -> None:
    assert parts(one)["texts"] == points


@clause("MS-5.4")
def test_digits_may_be_written_as_numbers_and_no_key_twice() -> None:
    text = "{game: manuscript, players: [{tiles: {1: pointing_hand}, legend: {N: lanval}}]}"
    (one,) = scoring.read(text).position.players
    assert (one.tiles, one.legend) == ({"1": "pointing_hand"}, {"N": "lanval"})
    for twice in ("tiles: {1: a, 1: b}", "tiles: {1: a, '1': b}", "legend: {A: a, A: b}"):
        with pytest.raises(DataError, match="duplicate key"):
            scoring.read(f"{{game: manuscript, players: [{{{twice}}}]}}")


@clause("MS-5.8")
@pytest.mark.parametrize(("rows", "legal"), [
    (["PPPP", "PPPP", "PP"], True),
    (["PPPP", "", "", "PPPP"], True),  # two lines scraped away
    (["PP", "PPP", "PPPP"], True),  # each filled from its left
    (["", "", ".PPP"], True),
    (["PPPP", "PP.P"], False),
    (["PPPP", ".PPP"], False),
    (["PPPPP"], False),
    (["PPPP", *[""] * 17], True),
    (["PPPP", *[""] * 9, "PPPP"], True),  # every other one of 8 lines may be missing
    (["PPPP", *[""] * 8, "PPPP"], False),  # neither single- nor double-spaced
    (["PPPP", *[""] * 16, "PPPP"], False),
])  # fmt: skip
def test_an_incomplete_text_is_part_of_some_layout(rows: list[str], legal: bool) -> None:
    assert checked(book(page(*rows), P="perceval")).valid is legal


def test_a_blank_position_misses_every_answer() -> None:
    report = scoring.check(scoring.read(blank(GAME)))
    fields = ("name", "legend", "left", "right", "tiles", "exemplars")
    assert report.missing == tuple(
        ("players", str(seat), field) for seat in range(2) for field in fields
    )
    assert report.valid


def test_a_blank_position_says_how_to_fill_it_in() -> None:
    """Its page to copy is an empty one."""
    text = blank(GAME)
    golden_files.check("blank_books", {"scoring template": text})
    lines = text.splitlines()
    begin = next(at for at, line in enumerate(lines) if line.endswith("left: |"))
    drawing = "\n".join(line.removeprefix("#").strip() for line in lines[begin + 1 : begin + 19])
    assert drawing + "\n" == books.EMPTY


def test_what_is_not_answered_yet_is_not_wrong() -> None:
    half = Book("Ann", None, LANVAL, None, {"1": None}, None)
    report = checked(half, Book(None, {"L": None}, None, None, None, (None, "harley_978")))
    assert broken(report) == []
    assert len(report.missing) == 10
