"""Clauses and cards by their IDs: every spelling, the nearest one, what they say."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest

import card_data
from card_data import DataError
from card_data.model import Clause, EffectRow
from scoring import clauses
from scoring.clauses import NoClauseError, booklet, find
from tests.card_data.copies import ERRATA, TINY, edit, errata
from tests.scoring.tools import run


def test_a_card_is_found_by_its_title_or_nearly() -> None:
    for title in ("Palimpsest Scraper", "palimpsest  scraper", "PALIMPSEST-SCRAPER"):
        assert find(title).clause.id == "T-1a"
    with pytest.raises(NoClauseError, match=r"did you mean T-1a \(Palimpsest Scraper\)\?"):
        find("Palimpset Scrapper")
    with pytest.raises(DataError, match="no such clause; an ID starts with"):
        find("Palace Guard")


def test_a_clause_is_found_with_its_section_and_its_game() -> None:
    found = find("er 1,2", TINY)
    assert (found.clause.id, found.section, found.game.id, found.card) == (
        "ER-1.2", "All there is to it", ERRATA, "",
    )  # fmt: skip
    assert found.option() == "open_hands (currently false): Hands lie face up."
    assert find("ER-1.1", TINY).option() is None
    option = find("WA-3.2").option()
    assert option is not None
    assert option.startswith("refill_taken_stack (currently false): ")


def test_unknown_clause_suggests_the_nearest() -> None:
    with pytest.raises(NoClauseError) as nearest:
        find("er-1.9", TINY)
    assert str(nearest.value).startswith("ER-1.9: no such clause; did you mean ER-1.")
    assert nearest.value.nearest.clause.id.startswith("ER-1.")
    for name, shown in (("chess", "chess"), ("x" * 41, "x" * 37 + "…")):
        with pytest.raises(DataError) as error:
            find(name, TINY)
        assert str(error.value) == f"{shown}: no such clause; an ID starts with ER, as in ER-1.1"
    with pytest.raises(DataError) as error:
        find("chess")
    assert str(error.value) == (
        "chess: no such clause; an ID starts with DA, MS, NE, VV or WA, as in DA-1.1"
    )


@pytest.mark.parametrize("name", ["ER", "er", "errata", " Errata "])
def test_a_booklet_by_prefix_id_or_title(name: str) -> None:
    assert [found.clause.id for found in booklet(name, TINY)] == ["ER-1.1", "ER-1.2", "ER-1.3"]


@pytest.mark.parametrize("name", ["WA", "ER-1.1", "er1", ""])
def test_unknown_booklet_is_empty(name: str) -> None:
    assert booklet(name, TINY) == []


class Card(EffectRow, frozen=True, kw_only=True):
    """A card that says when it acts."""

    says: ClassVar[tuple[str, ...]] = ("kind", "moment", "text")
    kind: str = ""
    moment: str = ""
    text: str


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (Card(id="a", text="Draw."), "Draw."),
        (Card(id="a", kind="delayed", text="Draw."), "Delayed: Draw."),
        (Card(id="a", moment="on your Turn", text="Draw."), "On your Turn: Draw."),
        (Card(id="a", kind="delayed", moment="you take", text="Draw."), "Delayed, you take: Draw."),
        (
            Card(id="a", text="<icon name=\"grant\"/>, <icon name='corruption'/>"),
            "Grant, Corruption",
        ),
        (
            Card(
                id="a",
                text='2 <icon name="lacuna"/>, one <icon name="cube"/>, 2 <icon name="prestige"/>',
            ),
            "2 lacunas, one cube, 2 prestige",
        ),
        (Card(id="a", text='<icon name="old_book_sign"/> <icon name="x_y"/>'), "old book x y"),
    ],
)
def test_what_a_card_says(card: Card, words: str) -> None:
    assert clauses.card_text(card) == words


def test_a_card_is_found_with_its_title_and_its_table() -> None:
    game = card_data.load("verse_and_variant")
    (found,) = [one for one in clauses.cards(game) if one.clause.id == "T-5d"]
    assert (found.section, found.card, found.game) == ("Tools", "Paleographic Ledger", game)
    assert found.clause == Clause("T-5d", found.clause.text)
    assert [one.clause.id for one in booklet("VV")][-1] == [*clauses.cards(game)][-1].clause.id


def test_clauses_are_those_of_ones_own_game(tmp_path: Path) -> None:
    edit(errata(tmp_path) / "rules.yaml", "In turn, play", "At once, play")
    text = find("ER-1.2", tmp_path).clause.text
    assert text is not None
    assert text.startswith("At once, play")
    (_, second, _) = booklet("ER", tmp_path)
    assert second.clause.text == text


@pytest.mark.parametrize("name", ["WA", "Winston's Archive"])
def test_rule_prints_a_whole_booklet(name: str) -> None:
    status, out, _ = run("rule", name)
    lines = [line.strip() for line in out.splitlines()]
    game = card_data.load("winstons_archive")
    assert (status, lines[0]) == (0, "Winston's Archive")
    titles = [one.title + " (for the scorer)" * one.scorer for one in game.sections]
    assert titles[-1] == "A valid end position (for the scorer)"
    places = [lines.index(title) for title in titles]
    assert places == sorted(places)
    assert {lines[place - 1] for place in places} == {""}
    assert [line for line in lines if line in game.clauses()] == [*game.clauses()]
    assert game.clauses()["WA-5.7"].text in lines


def test_a_booklet_has_the_cards_whose_text_is_a_rule() -> None:
    lines = run("rule", "VV")[1].splitlines()
    game = card_data.load("verse_and_variant")
    cards = [f"  {tool.id} {tool.title}" for tool in game.data.tools]
    assert [line for line in lines if line in cards] == cards
    assert lines.index(cards[0]) > lines.index("  VV-9.2")
    after = lines[lines.index("  T-5d Paleographic Ledger") + 1]
    assert after.strip() == run("rule", "T-5d")[1].splitlines()[1]


@pytest.mark.parametrize("name", ["WA5.5", "wa 5.5", "Wa-5,5", "WA\N{EN DASH}5.5", "wa-5-5"])
def test_a_clause_may_be_written_otherwise(name: str) -> None:
    assert run("rule", name) == run("rule", "WA-5.5")


@pytest.mark.parametrize(
    ("name", "nearest"), [("WA-33", "WA-3.3"), ("WA-3.22", "WA-3.2"), ("WB-5.5", "WA-5.5")]
)
def test_rule_prints_the_nearest_clause(name: str, nearest: str) -> None:
    status, out, err = run("rule", name)
    assert (status, err) == (2, f"{name}: no such clause; did you mean {nearest}?\n")
    assert out == run("rule", nearest)[1]
