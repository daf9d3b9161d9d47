"""The content of the pictures in the rulebooks of all games."""

from __future__ import annotations

import pytest

import card_data
from tests.rulebooks import chapter, rulebook


@pytest.mark.parametrize(("game", "title", "figure"), [
    ("dice_archive", "Set-up", "table"), ("manuscript", "Set-up", "table"),
    ("nineteen_eighty_four", "Set-up", "table"),
    ("nineteen_eighty_four", "The route sheet", "sheet"),
    ("verse_and_variant", "Set-up", "set_up"), ("winstons_archive", "Set-up", "table"),
])  # fmt: skip
def test_numbers_in_a_picture_are_those_of_its_steps(game: str, title: str, figure: str) -> None:
    book = rulebook(game)
    (steps,) = [block.steps for block in chapter(book, title).blocks if block.steps]
    shown = book.figures[figure]
    numbers = [one.number for one in shown.pieces] + [one.number for one in shown.labels]
    assert sorted(number for number in numbers if number) == list(range(1, len(steps) + 1))


@pytest.mark.clause("DA-1.1", "NE-1.1", "VV-1.4")
@pytest.mark.parametrize("name", ["dice_archive", "nineteen_eighty_four", "verse_and_variant"])
def test_the_picture_of_the_box_has_every_component_and_every_die(name: str) -> None:
    game, pieces = card_data.load(name), rulebook(name).figures["box"].pieces
    played_with = {name for name, one in game.components.items() if not one.instead_of}
    assert {piece.component for piece in pieces} == played_with - {"rules", "set_up"}
    if "dice" in played_with:
        dice = {piece.face for piece in pieces if piece.component == "dice"}
        assert dice == {die.id for die in game.data.dice}
