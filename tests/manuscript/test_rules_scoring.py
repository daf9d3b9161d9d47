"""Scoring (MS-4) and a valid end position (MS-5), clause by clause."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import scoring
from card_data import DataError
from scoring.cli.main import app
from scoring.manuscript import Book, Position, blank
from scoring.positions.positions import PositionFile, check
from tests.manuscript.books import (
    EMPTY,
    GAME,
    book,
    book_of,
    checked,
    drawn,
    filled,
    page,
    parts,
    put,
    scored_as,
    tallied,
)
from tests.scoring.tools import broken, scored

clause = pytest.mark.clause
LANVAL = drawn(("L", 1, 1, 4, 3))


def notes(one: Book) -> list[str]:
    """What is said of a book's score, its texts left out."""
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
    return book_of(GUIOT, left, right, exemplars=["The Guiot Manuscript"])


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
    ((1,), (), 0),
    ((9,), (), 0),
    ((2,), (), 2),
    ((3,), (), 5),
    ((5,), (), 5),  # at most two pairs a page
    ((8,), (), 2),  # one column right of it
    ((3,), (2,), 12),
    ((5,), (3,), 20),
    ((1,), (4,), 5),
    ((1, 8), (4,), 5),
])  # fmt: skip
def test_pairs_of_columns_beside_all_text_of_a_page(
    left: tuple[int, ...], right: tuple[int, ...], points: int
) -> None:
    letters = iter("LYDR")
    pages = [
        drawn(*[(next(letters), 1 + 6 * index, column, 4, 3) for index, column in enumerate(page)])
        for page in (left, right)
    ]
    names = {"L": "lanval", "Y": "yonec", "D": "the_ruin", "R": "yvain"}
    legend = {letter: name for letter, name in names.items() if letter in "".join(pages)}
    assert parts(book_of(legend, pages[0], pages[1]))["luxury"] == points


@clause("MS-4.4")
def test_a_tile_takes_a_column_from_the_margin() -> None:
    text = drawn(("L", 1, 4, 4, 3))
    plain, tile = book(text, L="lanval"), {"1": "pointing_hand"}
    assert parts(plain)["luxury"] == 5
    assert notes(plain) == [
        "left page, 2 pairs: columns 1 and 2 left of the text, columns 11 and 12 right of it "
        "(MS-4.4)"
    ]
    for column, points in ((1, 5), (12, 5), (5, 5)):
        lies = put(put(text, 17, column, "1"), 18, column, "1")
        one = book(lies, tiles=tile, exemplars=["bodley_851"], L="lanval")
        assert parts(one)["luxury"] == points
    across = put(put(text, 18, 1, "1"), 18, 2, "1")
    one = book(across, tiles=tile, exemplars=["bodley_851"], L="lanval")
    assert parts(one)["luxury"] == 2
    assert notes(one)[-1] == (
        "left page, 1 pair: column 3 left of the text, column 12 right of it (MS-4.4)"
    )


@clause("MS-4.4")
def test_a_page_without_text_gives_no_pair() -> None:
    tile = drawn(("1", 1, 6, 1, 2))
    one = book(tile, tiles={"1": "pointing_hand"}, exemplars=["bodley_851"])
    assert parts(one)["luxury"] == 0
    assert parts(book(EMPTY, EMPTY))["luxury"] == 0


@clause("MS-4.4")
def test_incomplete_text_is_text_for_the_margins() -> None:
    text = drawn(("L", 1, 4, 4, 3), ("P", 10, 1, 4, 2))
    assert parts(book(text, L="lanval", P="perceval"))["luxury"] == 0


RUIN = drawn(("R", 1, 1, 4, 3))  # 2 points, as Lanval
DEOR = drawn(("D", 1, 1, 3, 5))  # 3 points
HAND = put(put(EMPTY, 1, 12, "1"), 2, 12, "1")  # 2 points


@clause("MS-1.7", "MS-4.5")
def test_most_points_win() -> None:
    result = scored(scored_as(book(LANVAL, L="lanval"), book(DEOR, D="deor", name="Bo")))
    assert [(one.place, one.player, one.total) for one in result.standings] == [
        (1, "Bo", 3),
        (2, "Ann", 2),
    ]
    assert result.verdict == "Bo wins with 3 points."


@clause("MS-4.5")
@pytest.mark.parametrize(("ann", "bo", "words"), [
    (book(HAND, tiles={"1": "pointing_hand"}, exemplars=["bodley_851"]),
        book(LANVAL, L="lanval", name="Bo"), "most decorations"),
    (book(drawn(("L", 1, 1, 4, 3), ("R", 5, 1, 4, 3)), L="lanval", R="the_ruin"),
        book(drawn(("T", 1, 1, 4, 5)), T="yonec", name="Bo"), "most complete texts"),
    (book(LANVAL, L="lanval"),
        book(drawn(("R", 1, 1, 4, 3), ("T", 5, 5, 4, 1)), R="the_ruin", T="yonec", name="Bo"),
        "most columns without text or tile"),
])  # fmt: skip
def test_ties_go_by_decorations_then_texts_then_columns(ann: Book, bo: Book, words: str) -> None:
    result = scored(scored_as(ann, bo))
    assert result.standings[0].total == result.standings[1].total
    assert (result.winners, result.decided_by) == (("Ann",), "MS-4.5")
    assert f"decided by {words} (MS-4.5)" in result.verdict


@clause("MS-4.5")
def test_columns_of_both_pages_count_and_an_empty_page_has_twelve() -> None:
    assert tallied(book(LANVAL, L="lanval")).breakers == (0, 1, 8 + 12)
    lies = put(put(EMPTY, 1, 12, "1"), 2, 12, "1")
    one = book(LANVAL, lies, tiles={"1": "pointing_hand"}, exemplars=["bodley_851"], L="lanval")
    assert tallied(one).breakers == (1, 1, 8 + 11)


@clause("MS-4.5")
def test_players_still_tied_share_the_win() -> None:
    result = scored(scored_as(book(LANVAL, L="lanval"), book(RUIN, R="the_ruin", name="Bo")))
    assert result.winners == ("Ann", "Bo")
    assert result.verdict == "Ann and Bo share the win with 2 points each (MS-4.5)."


@clause("MS-5.1")
def test_two_to_four_players_of_different_names() -> None:
    for players in range(7):
        books = tuple([book(name=f"P{number}") for number in range(players)])
        found = broken(check(PositionFile(GAME, Position(players=books))))
        assert found == ([] if 2 <= players <= 4 else [("MS-5.1", "players")])
    assert broken(checked(book(), book())) == [("MS-5.1", "players.1.name")]


@clause("MS-5.1")
@pytest.mark.parametrize(
    ("name", "hint"),
    [("lanvl", "; did you mean lanval?"), ("Ulysses", ""), ("Percival, the Grail Knight", "; did")],
)
def test_every_text_exists(name: str, hint: str) -> None:
    (finding,) = checked(book(LANVAL, L=name)).findings
    assert (finding.rule, finding.path) == ("MS-5.1", "players.0.legend.L")
    assert finding.message.startswith(f"there is no text called '{name}'{hint}")
    assert "(known" not in finding.message


@clause("MS-5.1")
def test_every_tile_and_exemplar_exists() -> None:
    one = book(HAND, tiles={"1": "pointing_hands"}, exemplars=["bodly_851"])
    assert [(found.rule, found.path, found.message) for found in checked(one).findings] == [
        ("MS-5.1", "players.0.tiles.1",
         "there is no tile called 'pointing_hands'; did you mean pointing_hand?"),
        ("MS-5.1", "players.0.exemplars.0",
         "there is no exemplar called 'bodly_851'; did you mean bodley_851?"),
    ]  # fmt: skip


@clause("MS-5.1")
def test_all_cubes_lie_on_at_most_two_exemplars_more_than_players() -> None:
    every = [exemplar.id for exemplar in GAME.data.exemplars]
    both = [book(exemplars=every[:3]), book(exemplars=every[1:4], name="Bo")]
    assert checked(*both).valid
    more = [book(exemplars=every[:3]), book(exemplars=every[2:6], name="Bo")]
    (finding,) = checked(*more).findings
    assert (finding.rule, finding.path) == ("MS-5.1", "players.1.exemplars.2")
    assert finding.message == (
        "5 different exemplars bear cubes, but with 2 players only 4 are in play"
    )
    assert checked(*more, book(name="Cy"), book(name="Di")).valid


@clause("MS-5.1")
def test_a_player_has_one_cube_on_an_exemplar() -> None:
    one = book(exemplars=["harley_978", "guiot_manuscript", "Harley 978"])
    (finding,) = checked(one).findings
    assert (finding.path, finding.message) == (
        "players.0.exemplars.2", "Harley 978 is listed twice"
    )  # fmt: skip


@clause("MS-5.1")
def test_a_tile_has_one_owner_whose_cube_is_on_its_exemplar() -> None:
    ann = book(HAND, tiles={"1": "pointing_hand"}, exemplars=["bodley_851"])
    assert checked(ann).valid
    bo = book(EMPTY, HAND, tiles={"1": "Pointing Hand"}, exemplars=["bodley_851"], name="Bo")
    (finding,) = checked(ann, bo).findings
    assert (finding.path, finding.message) == (
        "players.1.tiles.1", "Pointing Hand lies in the book of another player too"
    )  # fmt: skip
    (finding,) = checked(book(HAND, tiles={"1": "pointing_hand"})).findings
    assert (finding.path, finding.message) == (
        "players.0.tiles.1",
        "Pointing Hand is the tile of Bodley 851, which is not among this player's exemplars",
    )


@clause("MS-5.1", "MS-4.3")
def test_an_exemplar_below_its_minimum_is_no_fault() -> None:
    assert checked(book(exemplars=["guiot_manuscript"])).valid


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
    report = scoring.score(filled(book_of(EIGHT, *ALL_QUADRANTS)))
    assert report.final
    assert scored(report).winners == ("Ann",)
    assert report.layers == (
        "shape", "players", "books", "exemplars", "tiles", "copying", "sums", "end of game",
    )  # fmt: skip


@clause("MS-5.2")
@pytest.mark.parametrize("short", ["a text", "a quadrant"])
def test_before_that_it_is_provisional_unless_the_position_says_it_is_over(short: str) -> None:
    left, right = ALL_QUADRANTS
    if short == "a text":
        left = put(left, 3, 4, ".")
    else:
        left = drawn(("A", 1, 1, 4, 3), ("B", 1, 8, 4, 3), ("C", 5, 1, 3, 5), ("D", 12, 8, 4, 5))
    one = book_of(EIGHT, left, right)
    report = scoring.score(filled(one))
    assert report.valid
    assert not report.final
    assert report.provisional == (
        "provisional score: nobody's book ends the game yet (MS-2.9, MS-5.2)",
    )
    assert report.result is not None
    assert scoring.score(filled(one, ended=True)).final


@clause("MS-5.2")
@pytest.mark.parametrize("running", [True, False, msgspec.UNSET])
def test_a_game_that_is_over_does_not_go_on(running: bool | msgspec.UnsetType) -> None:
    over = filled(book_of(EIGHT, *ALL_QUADRANTS), ended=True)
    position = msgspec.structs.replace(over.position, running=running)
    report = scoring.score(PositionFile(GAME, position))
    found = [(one.rule, one.path, one.message) for one in report.findings]
    assert found == (
        [("MS-5.2", "ended", "found true, but running: true says that the game is not over")]
        if running is True
        else []
    )


@clause("MS-5.2")
def test_a_tile_is_no_text_in_a_quadrant() -> None:
    left = drawn(("A", 1, 1, 4, 3), ("B", 1, 8, 4, 3), ("C", 5, 1, 3, 5), ("D", 12, 8, 4, 5))
    tiled = put(put(left, 17, 1, "1"), 18, 1, "1")
    one = book_of(EIGHT, tiled, ALL_QUADRANTS[1], {"1": "pointing_hand"}, ["bodley_851"])
    report = scoring.score(filled(one))
    assert report.valid
    assert not report.final


@clause("MS-5.3")
@pytest.mark.parametrize(("drawing", "says"), [
    (LANVAL[:-13], "left page: 17 rows, expected 18"),
    (LANVAL + "............\n", "left page: 19 rows, expected 18"),
    (LANVAL + "\n", "left page: row 19 is empty, expected 18 rows with nothing between"),
    (LANVAL.replace("\n", "\n\n", 1), "left page: row 2 is empty, expected 18"),
    (page("LLLL", "\tLLLL.......", "LLLL").replace("\t", ".\t"),
        "left page: row 2 has 13 characters with a tab"),
    (page("LLLL", " LLLL........", "LLLL"),
        "left page: row 2 has 13 characters, the first of them a space"),
    (LANVAL.replace("\n", " "), "left page: 1 row, expected 18; draw it one row a line"),
    ("", "left page: 1 row, expected 18; draw it one row a line, below `|`"),
    (page("LLLL", "LLLL.........", "LLLL"), "left page: row 2 has 13 characters, expected 12"),
    (page("LLLL", "LLLL........ ", "LLLL"),
        "left page: row 2 has 13 characters, the last of them a space, expected 12"),
    (LANVAL.replace("............", "..........."),
        "left page: rows 4 to 18 have 11 characters, expected 12"),
])  # fmt: skip
def test_a_page_is_18_rows_of_12(drawing: str, says: str) -> None:
    (finding,) = checked(book(drawing, L="lanval")).findings
    assert (finding.rule, finding.path) == ("MS-5.3", "players.0.left")
    assert finding.message.startswith(says)


@clause("MS-5.4")
def test_a_sign_that_looks_like_a_named_one_is_told_once() -> None:
    for sign, named in ("0", "O"), ("l", "L"), ("1", "I"):
        legend: dict[str, str | None] = {named: "lanval"}
        (finding,) = checked(Book("Ann", legend, LANVAL.replace("L", sign), EMPTY, {}, ())).findings
        assert (finding.rule, finding.path) == ("MS-5.4", "players.0.left")
        assert finding.message.endswith(f"; did you mean the letter {named}?")


@clause("MS-5.4")
def test_a_title_with_a_comma_wants_quotation_marks() -> None:
    legend: dict[str, str | None] = {"L": "lanval", "the Fae-bound Knight": None}
    (finding,) = checked(Book("Ann", legend, LANVAL, EMPTY, {}, ())).findings
    assert finding.message.endswith("a title with a comma in it needs quotation marks")


@clause("MS-5.5")
@pytest.mark.parametrize(("line", "direction"), [(".LLLL", "right"), ("LLLL", "left")])
def test_a_line_beside_its_place_is_told_as_that(line: str, direction: str) -> None:
    drawing = page("LLLL", line, "LLLL") if direction == "right" else page(
        ".LLLL", line, ".LLLL"
    )  # fmt: skip
    (finding,) = checked(book(drawing, L="lanval")).findings
    said = f"left page, row 2: the line of L (Lanval) is one column too far to the {direction}"
    assert (finding.rule, finding.message) == ("MS-5.5", said)


@clause("MS-5.3")
def test_one_line_break_at_the_end_of_a_page_is_none() -> None:
    assert checked(book(LANVAL, L="lanval")).valid
    assert checked(book(LANVAL.removesuffix("\n"), L="lanval")).valid


@clause("MS-5.3")
def test_other_characters_are_told_with_their_squares() -> None:
    drawing = put(put(put(LANVAL, 9, 4, "#"), 10, 2, "é"), 12, 5, "#")
    found = checked(book(drawing, L="lanval")).findings
    assert [(one.rule, one.message.partition(", expected")[0], one.squares) for one in found] == [
        ("MS-5.3", "left page, row 9, column 4: found '#', and on 1 more square",
            ((9, 4), (12, 5))),
        ("MS-5.3", "left page, row 10, column 2: found 'é'", ((10, 2),)),
    ]  # fmt: skip


@clause("MS-5.3")
def test_capitals_are_other_letters_than_small_ones() -> None:
    drawing = drawn(("L", 1, 1, 4, 3), ("l", 5, 1, 4, 3))
    assert parts(book(drawing, L="lanval", l="the_ruin"))["texts"] == 4


@clause("MS-5.4")
def test_letters_and_digits_drawn_and_named_agree() -> None:
    one = book(put(LANVAL, 18, 12, "7"), tiles={"1": "pointing_hand"}, L="lanval", P="perceval")
    found = checked(one, book(name="Bo")).findings
    assert [(one.rule, one.path, one.message) for one in found][:3] == [
        ("MS-5.4", "players.0.legend.P", "letter P is named here and drawn on neither page"),
        ("MS-5.4", "players.0.left",
         "left page, row 18, column 12: digit 7 is not named in the tiles"),
        ("MS-5.4", "players.0.tiles.1", "digit 1 is named here and drawn on neither page"),
    ]  # fmt: skip
    (finding,) = checked(book(drawn(("L", 3, 2, 4, 3)))).findings
    assert finding.message == "left page, row 3, column 2: letter L is not named in the legend"
    assert finding.squares[0] == (3, 2)
    assert len(finding.squares) == 12


@clause("MS-5.4")
@pytest.mark.parametrize("sign", ["LL", "1", ".", "é", "#"])
def test_a_text_has_one_letter_and_a_tile_one_digit(sign: str) -> None:
    found = broken(checked(book_of({"L": "lanval", sign: "perceval"}, LANVAL)))
    assert found == [("MS-5.4", f"players.0.legend.{sign}")]
    if sign != "1":
        found = broken(checked(book(tiles={sign: "pointing_hand"}, exemplars=["bodley_851"])))
        assert found == [("MS-5.4", f"players.0.tiles.{sign}")]


@clause("MS-5.4")
def test_no_two_digits_name_the_same_tile() -> None:
    two = put(put(HAND, 5, 5, "2"), 5, 6, "2")
    tiles = {"1": "pointing_hand", "2": "Pointing Hand"}
    (finding,) = checked(book(two, tiles=tiles, exemplars=["bodley_851"])).findings
    assert (finding.rule, finding.path) == ("MS-5.4", "players.0.tiles.2")


@clause("MS-5.4")
@pytest.mark.parametrize(
    "name", ["perceval", "Perceval, The Grail Knight", "PERCEVAL", " perceval"]
)
def test_texts_go_by_id_or_title(name: str) -> None:
    assert parts(book(drawn(("P", 1, 1, 4, 8)), P=name))["texts"] == 8


@clause("MS-5.4")
def test_the_kind_of_apostrophe_is_free() -> None:
    text = drawn(("T", 1, 1, 12, 4), ("T", 5, 1, 8, 1))
    for title in ("On Courtier's Trifles", "On Courtier’s Trifles"):
        assert parts(book(text, T=title))["texts"] == 15


@clause("MS-5.4")
def test_digits_may_be_written_as_numbers_and_no_key_twice() -> None:
    text = "{game: manuscript, players: [{tiles: {1: pointing_hand}, legend: {N: lanval}}]}"
    (one,) = scoring.read(text).position.players
    assert (one.tiles, one.legend) == ({"1": "pointing_hand"}, {"N": "lanval"})
    for twice in ("tiles: {1: a, 1: b}", "tiles: {1: a, '1': b}", "legend: {A: a, A: b}"):
        with pytest.raises(DataError, match="duplicate key"):
            scoring.read(f"{{game: manuscript, players: [{{{twice}}}]}}")


@clause("MS-5.4")
@pytest.mark.parametrize(("runs", "says"), [
    ([("1", 2, 3, 3, 4)], ""),
    ([("1", 2, 3, 4, 3)], ""),
    ([("1", 2, 3, 3, 3)], "covers 9 squares"),
    ([("1", 2, 3, 6, 2)], "covers 12 squares"),
    ([("1", 2, 3, 3, 3), ("1", 5, 3, 2, 1)], "covers 11 squares"),
    ([("1", 2, 3, 3, 2), ("1", 5, 3, 3, 2)], "covers 12 squares"),
])  # fmt: skip
def test_a_tile_is_one_full_rectangle_in_either_turn(
    runs: list[tuple[str, int, int, int, int]], says: str
) -> None:
    one = book(drawn(*runs), tiles={"1": "grail_initial"}, exemplars=["guiot_manuscript"])
    found = checked(one).findings
    assert [(finding.rule, finding.message) for finding in found] == [
        (
            "MS-5.4",
            f"left page, row 2, column 3: tile 1 (Grail Initial) {says}, expected a full rectangle "
            "of 3 × 4 or 4 × 3",
        )
    ][: bool(says)]


@clause("MS-5.4")
def test_a_tile_lies_on_one_page() -> None:
    one = book(HAND, HAND, tiles={"1": "pointing_hand"}, exemplars=["bodley_851"])
    (finding,) = checked(one).findings
    assert (finding.rule, finding.path) == ("MS-5.4", "players.0.right")


@clause("MS-5.6")
def test_more_squares_than_the_text_has_are_a_fault() -> None:
    (finding,) = checked(book(drawn(("L", 1, 1, 4, 5)), L="lanval")).findings
    assert finding.rule == "MS-5.6"
    assert finding.message == "left page, row 5, column 4: L (Lanval) has 20 squares, expected 12"


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


def test_the_page_to_copy_in_a_blank_position_is_one() -> None:
    lines = blank(GAME).splitlines()
    begin = next(at for at, line in enumerate(lines) if line.endswith("left: |"))
    drawing = "\n".join(line.removeprefix("#").strip() for line in lines[begin + 1 : begin + 19])
    assert drawing + "\n" == EMPTY


def test_what_is_not_answered_yet_is_not_wrong() -> None:
    half = Book("Ann", None, LANVAL, None, {"1": None}, None)
    report = checked(half, Book(None, {"L": None}, None, None, None, (None, "harley_978")))
    assert broken(report) == []
    assert len(report.missing) == 10


def test_a_key_twice_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "twice.yaml"
    file.write_text("game: manuscript\nplayers:\n  - legend: {A: lanval, A: deor}\n", "utf-8")
    outcome = CliRunner().invoke(app, ["score", str(file)])
    assert outcome.exit_code == 1
    assert f"{file}:3:" in outcome.stderr
