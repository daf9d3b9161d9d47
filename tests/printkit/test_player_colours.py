"""The colours of players' pieces, in every game that has them: apart in grey and to every eye."""

from __future__ import annotations

import pytest

import card_data
from card_data.model import Row
from printkit.drawing import colour_vision
from printkit.drawing.colour_vision import Sight, contrast, least_difference, least_step

STEP = 10.0  # of L*: seven kinds of dice have at most 16 each between black and white
APART = 15.0  # CIEDE2000; 1 is just visible side by side
READABLE = 4.5  # WCAG 2, level AA
TABLES = [("dice_archive", "dice"), ("manuscript", "cubes"), ("nineteen_eighty_four", "dice"),
          ("verse_and_variant", "player_colours")]  # fmt: skip
every = pytest.mark.parametrize(("game", "table"), TABLES)


def rows(game: str, table: str) -> tuple[Row, ...]:
    return tuple(card_data.load(game).rows(table))


def colours(game: str, table: str) -> list[str]:
    return [row.colour for row in rows(game, table)]  # type: ignore[attr-defined]


@every
def test_players_stay_apart_in_grey(game: str, table: str) -> None:
    """DA-1.1, MS-1.1, NE-1.1, VV-1.4: whoever prints without colour tells the pieces apart."""
    assert least_step(colours(game, table)) >= STEP


@every
@pytest.mark.parametrize("sight", colour_vision.MATRICES)
def test_players_stay_apart_to_every_eye(game: str, table: str, sight: Sight) -> None:
    assert least_difference(colours(game, table), sight) >= APART


@every
def test_what_is_printed_on_a_colour_is_readable(game: str, table: str) -> None:
    for row in rows(game, table):
        on = getattr(row, "pips", None) or getattr(row, "ink", None)
        if on:
            assert contrast(row.colour, on) >= READABLE, row.id  # type: ignore[attr-defined]
