"""The deck of Winston's Archive: what its tables and game.yaml must agree on."""

from __future__ import annotations

from pathlib import Path

import pytest

import card_data
from tests.card_data.copies import WINSTON, edit, problems, winston


def test_the_deck_has_54_cards() -> None:
    game = card_data.load(WINSTON)
    assert game.counts("deck").total() == 54
    assert {name: len(game.rows(name)) for name in game.tables()} == {
        "sets": 6, "books": 27, "manuscripts": 18, "specials": 2, "aids": 11,
    }  # fmt: skip


def told(game: Path) -> set[tuple[str, int, str, str, str]]:
    return {
        (Path(problem.file).name, problem.line, problem.item, problem.field, problem.message)
        for problem in problems(game)
    }


def test_a_missing_book_is_told_at_its_set_and_at_the_count(tmp_path: Path) -> None:
    game = winston(tmp_path)
    book = (
        '  - {id: C2, set: C, place: 2, title: "What Came Up Instead", author: "Brother Ansgar"}\n'
    )
    edit(game / "books.yaml", book, "")
    row = edit(game / "sets.yaml", "{id: C,", "{id: C,")
    deck = edit(game / "game.yaml", "deck: {", "deck: {")
    assert told(game) == {
        ("sets.yaml", row, "C", "size", "size 4, but books.yaml has no book for place 2"),
        ("game.yaml", deck, "", "numbers.deck.books", "found 27, but books.yaml has 26"),
    }


def test_a_wrong_count_in_game_yaml_names_both_numbers(tmp_path: Path) -> None:
    game = winston(tmp_path)
    line = edit(game / "game.yaml", "manuscripts: 18", "manuscripts: 17")
    pages = "found 17, but manuscripts.yaml has 18"
    kinds = "found 54, but the kinds of card add up to 53"
    assert told(game) == {
        ("game.yaml", line, "", "numbers.deck.manuscripts", pages),
        ("game.yaml", line, "", "numbers.deck.cards", kinds),
    }


@pytest.mark.parametrize(("special", "said"), [("product_over_process", 4), ("open_secrets", 5)])
def test_wrong_copies_of_a_special_are_named(tmp_path: Path, special: str, said: int) -> None:
    game = winston(tmp_path)
    old = f"id: {special}\n    copies: {said}"
    line = edit(game / "specials.yaml", old, f"id: {special}\n    copies: 9") + 1
    message = f"found 9, but game.yaml says {said}"
    assert told(game) == {("specials.yaml", line, special, "copies", message)}


def test_a_missing_special_is_named(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "specials.yaml", "id: open_secrets", "id: open_secret")
    message = "no row open_secrets, but game.yaml says there are 5"
    line = edit(game / "specials.yaml", "specials:", "specials:")
    assert told(game) == {("specials.yaml", line, "", "specials", message)}


def test_a_book_of_no_set_and_places_that_are_not_free(tmp_path: Path) -> None:
    game = winston(tmp_path)
    twice = edit(game / "books.yaml", "id: B2, set: B, place: 2", "id: B2, set: B, place: 1")
    beyond = edit(game / "books.yaml", "id: D5, set: D, place: 5", "id: D5, set: D, place: 6")
    nowhere = edit(game / "books.yaml", "id: A2, set: A", "id: A2, set: Z")
    unknown = "no set Z in sets.yaml (known: A, B, C, D, E, F)"
    assert {found for found in told(game) if found[0] == "books.yaml"} == {
        ("books.yaml", twice, "B2", "place", "place 1 of set B is taken by B1"),
        ("books.yaml", beyond, "D5", "place", "place 6, but the size of set D is 5"),
        ("books.yaml", nowhere, "A2", "set", unknown),
    }
