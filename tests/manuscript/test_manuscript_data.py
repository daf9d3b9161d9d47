"""The data of Untitled Manuscript Game: what the rules fix, and every mistake told at its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import card_data
from card_data.manuscript.model import Data
from tests import data_edits
from tests.card_data.copies import copied, edit

GAME = "manuscript"


@pytest.fixture(scope="module")
def data() -> Data:
    found: Data = card_data.load(GAME).data
    return found


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


FIXED: dict[str, dict[str, Any]] = {
    "lanval": {"title": "Lanval, the Fae-bound Knight", "line_length": 4, "lines": 3, "single": 2},
    "perceval": {"title": "Perceval, The Grail Knight", "line_length": 4, "lines": 8, "single": 8,
        "double": 14},
    "on_courtiers_trifles": {"title": "On Courtier's Trifles", "prose": 56, "single": 15},
    "debate_between_saturn_and_solomon": {"title": "Debate Between Saturn and Solomon",
        "prose": 24, "double": 11},
    "the_king_of_tars": {"title": "The King of Tars"},
}  # fmt: skip


@pytest.mark.clause("MS-1.4")
def test_the_texts_and_sizes_that_the_rulebook_names(data: Data) -> None:
    for name, fields in FIXED.items():
        assert {field: getattr(data.text_by_id[name], field) for field in fields} == fields
    assert {(4, 6), (5, 4)} <= {(text.line_length, text.lines) for text in data.texts}


@pytest.mark.clause("MS-1.4")
def test_the_deck_has_the_sizes_that_let_eight_texts_fit_a_book(data: Data) -> None:
    """Verse is mostly four or five squares wide. Points are near 0.295 a square - 1.5, and 1.8
    times that double-spaced."""
    texts = data.texts
    squares = sorted([text.squares for text in texts])
    assert 26 <= sum(squares) / len(squares) <= 29
    assert sum(12 <= size <= 20 for size in squares) / len(texts) == pytest.approx(1 / 3, abs=0.05)
    assert sum(21 <= size <= 36 for size in squares) / len(texts) == pytest.approx(1 / 2, abs=0.05)
    assert sum(bool(one.prose) for one in texts) / len(texts) == pytest.approx(0.3, abs=0.02)
    assert max(texts, key=lambda one: one.squares).id == "on_courtiers_trifles"
    assert (squares[0], squares[-2] <= 48) == (12, True)
    widths = [text.line_length for text in texts if text.line_length]
    assert {*widths} == {3, 4, 5, 6, 7, 8}
    assert sum(width in (4, 5) for width in widths) > len(widths) / 2
    for text in texts:
        assert abs(text.single - (0.295 * text.squares - 1.5)) <= 1.5, text.id
        assert abs(text.double - 1.8 * text.single) <= 1.5, text.id


@pytest.mark.clause("MS-1.5")
def test_exemplars_and_tiles_can_be_told_from_each_other_and_from_texts(data: Data) -> None:
    """Short titles differ too, and those of prose are short; bonuses grow with the texts."""
    names = [row.id for rows in (data.texts, data.exemplars, data.tiles) for row in rows]
    assert len({*names}) == len(names)
    kinds = {(*sorted((tile.columns, tile.rows)), tile.points) for tile in data.tiles}
    assert len(kinds) == len(data.tiles)
    assert len({text.short for text in data.texts}) == len(data.texts)
    assert [text.id for text in data.texts if text.prose and len(text.short) > 10] == []
    for exemplar in data.exemplars:
        assert 1 < exemplar.minimum < len(exemplar.texts)
        assert 0 < exemplar.partial < exemplar.full


@pytest.mark.clause("MS-1.6", "MS-2.8")
def test_the_two_places_next_to_the_discard_pile_alone_cost_one(data: Data) -> None:
    assert [cost == 1 for cost in data.numbers.shop.costs] == [False, False, False, True, True]
    assert data.facts()["shop_leaving"] == 4


def test_a_text_more_is_no_mistake_and_the_clause_counts_it(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    row = "id: {0}, title: {0}, short: {0}, language: Latin, prose: 20, single: 4, double: 7"
    with (game / "texts.yaml").open("a", encoding="utf-8") as file:
        file.write("  - {" + row.format("another") + "}\n")
    clause = card_data.load(GAME, tmp_path).clauses()["MS-1.1"]
    assert "62 text cards" in (clause.text or "")


@pytest.mark.clause("MS-1.8")
def test_every_mistake_is_told_at_its_place(tmp_path: Path) -> None:
    """Also what the sheets have no room for."""
    data_edits.check(GAME, "manuscript_data", tmp_path)


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
