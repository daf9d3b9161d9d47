"""The data of Untitled Manuscript Game: what the rules fix, and every mistake told at its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import card_data
from card_data.manuscript.model import Data, Text
from tests.card_data.copies import copied, edit, problems

GAME = "manuscript"


@pytest.fixture(scope="module")
def data() -> Data:
    found: Data = card_data.load(GAME).data
    return found


def share(texts: list[Text], all_texts: tuple[Text, ...]) -> float:
    return len(texts) / len(all_texts)


@pytest.mark.clause("MS-1.1")
def test_the_box_holds_what_the_rulebook_lists(data: Data) -> None:
    assert (len(data.texts), len(data.exemplars), len(data.tiles)) == (61, 14, 14)
    assert (data.numbers.pad, data.numbers.cubes) == (25, 8)
    assert sorted(tile.exemplar for tile in data.tiles) == sorted(data.exemplar_by_id)


@pytest.mark.clause("MS-1.2")
def test_the_clause_says_the_page_and_its_quadrants(data: Data) -> None:
    assert (data.numbers.page.columns, data.numbers.page.rows) == (12, 18)
    clause = card_data.load(GAME).clauses()["MS-1.2"]
    assert "12 columns and 18 rows" in (clause.house or "")
    assert "8 in all" in (clause.ruling or "")


@pytest.mark.clause("MS-1.3")
def test_a_text_is_verse_or_prose_and_has_a_language(data: Data) -> None:
    for text in data.texts:
        assert (text.prose is None) == (text.line_length is not None and text.lines is not None)
        assert text.single <= text.double
    assert len({text.language for text in data.texts}) >= 6


FIXED: list[tuple[str, str, dict[str, Any]]] = [
    ("lanval", "Lanval, the Fae-bound Knight", {"line_length": 4, "lines": 3, "single": 2}),
    ("perceval", "Perceval, The Grail Knight",
        {"line_length": 4, "lines": 8, "single": 8, "double": 14}),
    ("on_courtiers_trifles", "On Courtier's Trifles", {"prose": 56, "single": 15}),
    ("debate_between_saturn_and_solomon", "Debate Between Saturn and Solomon",
        {"prose": 24, "double": 11}),
    ("the_king_of_tars", "The King of Tars", {}),
]  # fmt: skip


@pytest.mark.clause("MS-1.4")
@pytest.mark.parametrize(("name", "title", "fields"), FIXED, ids=[name for name, *_ in FIXED])
def test_the_texts_that_the_rulebook_names(
    data: Data, name: str, title: str, fields: dict[str, Any]
) -> None:
    text = data.text_by_id[name]
    assert text.title == title
    assert {field: getattr(text, field) for field in fields} == fields


@pytest.mark.clause("MS-1.4")
def test_the_sizes_that_the_examples_need(data: Data) -> None:
    sizes = {(text.line_length, text.lines) for text in data.texts}
    assert {(4, 6), (5, 4)} <= sizes


@pytest.mark.clause("MS-1.4")
def test_the_deck_has_the_sizes_that_let_eight_texts_fit_a_book(data: Data) -> None:
    texts = data.texts
    squares = [text.squares for text in texts]
    assert 26 <= sum(squares) / len(squares) <= 29
    assert share([one for one in texts if 12 <= one.squares <= 20], texts) == pytest.approx(
        1 / 3, abs=0.05
    )
    assert share([one for one in texts if 21 <= one.squares <= 36], texts) == pytest.approx(
        1 / 2, abs=0.05
    )
    largest, *others = sorted(texts, key=lambda one: -one.squares)
    assert largest.id == "on_courtiers_trifles"
    assert max(one.squares for one in others) <= 48
    assert min(squares) == 12
    assert share([one for one in texts if one.prose], texts) == pytest.approx(0.3, abs=0.02)


@pytest.mark.clause("MS-1.4")
def test_verse_is_three_to_eight_squares_wide_and_mostly_four_or_five(data: Data) -> None:
    widths = [text.line_length for text in data.texts if text.line_length]
    assert set(widths) == {3, 4, 5, 6, 7, 8}
    assert sum(width in (4, 5) for width in widths) > len(widths) / 2


@pytest.mark.clause("MS-1.4")
def test_points_grow_with_the_size(data: Data) -> None:
    """Near 0.295 a square - 1.5, and 1.8 times that double-spaced."""
    for text in data.texts:
        assert abs(text.single - (0.295 * text.squares - 1.5)) <= 1.5, text.id
        assert abs(text.double - 1.8 * text.single) <= 1.5, text.id


def test_short_titles_differ_and_those_of_prose_are_short(data: Data) -> None:
    assert len({text.short for text in data.texts}) == len(data.texts)
    assert [text.id for text in data.texts if text.prose and len(text.short) > 10] == []


@pytest.mark.clause("MS-1.5")
def test_exemplars_and_tiles_can_be_told_from_each_other_and_from_texts(data: Data) -> None:
    names = [row.id for rows in (data.texts, data.exemplars, data.tiles) for row in rows]
    assert len(set(names)) == len(names)
    kinds = {(*sorted((tile.columns, tile.rows)), tile.points) for tile in data.tiles}
    assert len(kinds) == len(data.tiles)


@pytest.mark.clause("MS-1.5")
def test_an_exemplars_bonuses_grow_with_its_texts(data: Data) -> None:
    for exemplar in data.exemplars:
        assert 1 < exemplar.minimum < len(exemplar.texts)
        assert 0 < exemplar.partial < exemplar.full


@pytest.mark.clause("MS-1.6", "MS-2.8")
def test_the_two_places_next_to_the_discard_pile_alone_cost_one(data: Data) -> None:
    assert [cost == 1 for cost in data.numbers.shop.costs] == [False, False, False, True, True]
    assert data.facts()["shop_leaving"] == 4


VERSE, PROSE = "texts: lay_le_freine", "texts: ancrene_riwle"
EXEMPLAR, TILE = "exemplars: codex_regius", "tiles: red_capital"
# row, replace, by, field, message
MISTAKES = [
    (VERSE, "double: 5", "double: 2", "double", "found 2, less than the 3 single-spaced"),
    (PROSE, "prose: 42", "prose: 42, lines: 7", "lines",
        "a prose text has no line length and no number of lines"),
    (PROSE, "prose: 42", "prose: 42, line_length: 6", "line_length",
        "a prose text has no line length and no number of lines"),
    (PROSE, "prose: 42", "prose: 12", "prose",
        "found 12 squares, expected more than a line of a page, 12, and at most a page, 216"),
    (PROSE, "prose: 42", "prose: 217", "prose",
        "found 217 squares, expected more than a line of a page, 12, and at most a page, 216"),
    (VERSE, ", lines: 4", "", "", "expected line_length and lines for verse, or prose"),
    (VERSE, "line_length: 4, ", "", "", "expected line_length and lines for verse, or prose"),
    (PROSE, "prose: 42, ", "", "", "expected line_length and lines for verse, or prose"),
    (VERSE, "line_length: 4", "line_length: 13", "line_length",
        "found 13, but a page has 12 columns"),
    (VERSE, "lines: 4", "lines: 1", "lines",
        "found 1, expected 2 to 36: an empty page has no room for more lines of 4"),
    (VERSE, "lines: 4", "lines: 37", "lines",
        "found 37, expected 2 to 36: an empty page has no room for more lines of 4"),
    (VERSE, "short: Freine", "short: Le Freine", "short",
        "found 9 characters, but a first line of 4 squares has room for 8"),
    (PROSE, "short: Ancrene", "short: Ancrene Riwle for Anchoresses", "short",
        "found 29 characters, but a first line of 12 squares has room for 24"),
    (VERSE, "title: Lay le Freine", "title: Sir orfeo", "title", "sir_orfeo has the same title"),
    (VERSE, "title: Lay le Freine", "title: deor", "title", "this is the ID of another row"),
    (VERSE, "lines: 4", "lines: 4, copies: 2", "copies", "found 2, expected 1: each is there once"),
    (EXEMPLAR, "havamal", "havamall", "texts no. 2", "no text havamall; did you mean havamal?"),
    (EXEMPLAR, "havamal", "xxxx", "texts no. 2", "no text xxxx"),
    (EXEMPLAR, "havamal", "voluspa", "texts no. 2", "voluspa is named twice"),
    (EXEMPLAR, "minimum: 2", "minimum: 5", "minimum", "found 5, but the exemplar has 4 texts"),
    (EXEMPLAR, "partial: 5", "partial: 16", "partial", "found 16, more than the full bonus, 15"),
    (TILE, "exemplar: red_book_of_hergest", "exemplar: codex_regius", "exemplar",
        "codex_regius has a tile already, knotwork_initial"),
    (TILE, "columns: 2, rows: 3", "columns: 13, rows: 13", "",
        "13 x 13 squares do not fit, either way up: a page has 12 columns and 18 rows"),
    (TILE, "columns: 2, rows: 3", "columns: 19, rows: 1", "",
        "19 x 1 squares do not fit, either way up: a page has 12 columns and 18 rows"),
]  # fmt: skip


def edit_row(game: Path, row: str, old: str, new: str) -> int:
    """Replace ``old`` by ``new`` in a row named as "table: ID"; the number of its line."""
    table, name = row.split(": ")
    file = game / f"{table}.yaml"
    lines = file.read_text("utf-8").splitlines()
    (at,) = (number for number, line in enumerate(lines) if f"{{id: {name}," in line)
    assert old in lines[at], f"{old!r} does not stand in {row}"
    lines[at] = lines[at].replace(old, new, 1)
    file.write_text("\n".join(lines), "utf-8")
    return at + 1


@pytest.mark.parametrize(("row", "old", "new", "field", "message"), MISTAKES)
def test_a_mistake_in_a_row_is_told_at_its_place(
    tmp_path: Path, row: str, old: str, new: str, field: str, message: str
) -> None:
    game = copied(GAME, tmp_path)
    line = edit_row(game, row, old, new)
    table, item = row.split(": ")
    found = next(one for one in problems(game) if one.file == str(game / f"{table}.yaml"))
    assert (found.line, found.item, found.field) == (line, item, field)
    assert found.message == message


def test_a_tile_wide_as_a_page_is_high_may_be_turned(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    edit_row(game, TILE, "columns: 2, rows: 3", "columns: 18, rows: 2")
    assert problems(game) == ()


def test_a_tile_of_no_exemplar_and_an_exemplar_without_a_tile(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    edit_row(game, "tiles: knotwork_initial", "exemplar: codex_regius", "exemplar: codex_regis")
    found = [(one.item, one.field, one.message) for one in problems(game)]
    assert found == [
        ("codex_regius", "", "the exemplar has no tile in tiles.yaml"),
        ("knotwork_initial", "exemplar", "no exemplar codex_regis; did you mean codex_regius?"),
    ]


def test_a_text_with_another_id_is_missed_by_its_exemplar(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    edit_row(game, VERSE, "id: lay_le_freine", "id: le_freine")
    (found,) = problems(game)
    assert (found.item, found.field) == ("auchinleck_manuscript", "texts no. 3")
    assert found.message == "no text lay_le_freine; did you mean le_freine?"


def test_a_text_more_is_no_mistake_and_the_clause_counts_it(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    row = "id: {0}, title: {0}, short: {0}, language: Latin, prose: 20, single: 4, double: 7"
    with (game / "texts.yaml").open("a", encoding="utf-8") as file:
        file.write("  - {" + row.format("another") + "}\n")
    clause = card_data.load(GAME, tmp_path).clauses()["MS-1.1"]
    assert "62 text cards" in (clause.text or "")


NUMBERS = [
    ("columns: 12", "columns: 13", "page.columns",
        "found 13, expected an even number: quadrants halve a page"),
    ("rows: 18", "rows: 17", "page.rows",
        "found 17, expected an even number: quadrants halve a page"),
    ("[1, 4, 8,", "[1, 4, 4,", "copy no. 3", "found 4, expected more than the 4 before"),
    ("18, 28]", "18, 28, 29, 30, 31]", "copy",
        "found entries for up to 9 cubes, but a player has 8 cubes"),
    ("[3, 2, 2, 1, 1]", "[9, 2, 2, 1, 1]", "shop.costs no. 1", "found 9, but a player has 8 cubes"),
    ("discarded_at: 1", "discarded_at: 4", "shop.discarded_at",
        "found 4, expected 1, the cost nearest the discard pile"),
    ("{cost: 2, given: 1}", "{cost: 9, given: 1}", "borrow.cost",
        "found 9, but a player has 8 cubes"),
    ("{cost: 2, given: 1}", "{cost: 2, given: 9}", "borrow.given",
        "found 9, but a player has 8 cubes"),
    ("[0, 2, 5, 12, 20]", "[0, 2, 5, 12]", "luxury.points",
        "found 4 entries, expected 5: 0 to 4 pairs"),
    ("[0, 2, 5, 12, 20]", "[0, 2, 5, 4, 20]", "luxury.points no. 4",
        "found 4, expected at least the 5 of one pair less"),
    ("texts: 8 ", "texts: 62 ", "end.texts", "found 62, but texts.yaml has only 61"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "field", "message"), NUMBERS)
def test_a_mistake_in_a_number_is_told_at_its_place(
    tmp_path: Path, old: str, new: str, field: str, message: str
) -> None:
    game = copied(GAME, tmp_path)
    line = edit(game / "game.yaml", old, new)
    found = next(one for one in problems(game) if one.field == f"numbers.{field}")
    assert (found.file, found.line, found.message) == (str(game / "game.yaml"), line, message)


def test_fewer_texts_than_the_shop_shows(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    edit(game / "game.yaml", "rows: 2\n", "rows: 20\n")
    found = next(one for one in problems(game) if one.file == str(game / "texts.yaml"))
    assert found.message == "found 61 texts, but the shop has 100 places"


@pytest.mark.clause("MS-1.8")
@pytest.mark.parametrize(("more", "told"), [(10, False), (11, True)])
def test_fewer_exemplars_than_are_in_play(tmp_path: Path, more: int, told: bool) -> None:
    """Four players have four more exemplars than are added; there are fourteen."""
    game = copied(GAME, tmp_path)
    edit(game / "game.yaml", "exemplars_more: 2", f"exemplars_more: {more}")
    found = [(one.file, one.field, one.message) for one in problems(game)]
    message = "found 14, but 4 players have 15 exemplars in play"
    assert found == ([(str(game / "exemplars.yaml"), "exemplars", message)] if told else [])


@pytest.mark.clause("MS-3.5")
@pytest.mark.parametrize(
    ("value", "words"), [("true", "corners may touch"), ("false", "not even at corners")]
)
def test_the_clause_says_what_the_option_is(tmp_path: Path, value: str, words: str) -> None:
    game = copied(GAME, tmp_path)
    edit(game / "game.yaml", "value: true", f"value: {value}")
    ruling = card_data.load(GAME, tmp_path).clauses()["MS-3.5"].ruling
    assert ruling == f"Two texts never meet along an edge; {words}."


@pytest.mark.clause("MS-2.4")
def test_the_clause_lists_what_each_number_of_cubes_copies(data: Data) -> None:
    words = data.facts()
    assert words["copying_cubes"] == "1, 2, 3, 4, 5 or 6"
    assert words["copying_squares"] == "1, 4, 8, 12, 18 or 28"


@pytest.mark.clause("MS-3.4")
@pytest.mark.parametrize(
    ("line_length", "parts"), [(12, 1), (6, 1), (5, 2), (4, 2), (3, 3), (1, 6)]
)
def test_parts_of_a_text_on_a_page_leave_a_column_between(
    data: Data, line_length: int, parts: int
) -> None:
    assert data.numbers.page.parts(line_length) == parts


@pytest.mark.parametrize(("given", "message"), [
    ("lay-le-freine", "expected lower-case letters, digits and _, starting with a letter"),
    ("12", "expected lower-case letters, digits and _, starting with a letter"),
    ("nothing", "nothing has a meaning in moves, so it cannot be an ID"),
])  # fmt: skip
def test_an_id_can_be_said_in_a_move(tmp_path: Path, given: str, message: str) -> None:
    game = copied(GAME, tmp_path)
    for table in "texts", "exemplars":
        file = game / f"{table}.yaml"
        text = file.read_text("utf-8")
        file.write_text(text.replace("the_skylark_song", f'"{given}"'), "utf-8")
    (found,) = problems(game)
    assert found.field.endswith("id")
    assert message in found.message


def test_a_position_has_letters_for_all_texts_of_a_book_and_digits_for_its_tiles(
    tmp_path: Path,
) -> None:
    game = copied(GAME, tmp_path)
    file = game / "game.yaml"
    text = file.read_text("utf-8").replace("columns: 12, rows: 18", "columns: 40, rows: 60")
    file.write_text(text.replace("cubes: 8 ", "cubes: 11 "), "utf-8")
    found = [one.message for one in problems(game)]
    assert "a book has room for more than 52 texts, the letters there are" in found
    assert "a player could have 11 tiles, but a position has 10 digits for them" in found
