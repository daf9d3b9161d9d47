"""Every game on a screen while it is played: it fits, and what matters most stands on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

import card_data
from card_data.text import plural
from scoring import games
from scoring.play.table_view import table_view_of
from tests.scoring.screens import NAMES, SIZES, Asked, asked, screen
from tests.sweeps import sweep

SMALL = ((0, 0), (1, 1), (20, 4), (60, 8))
Told = Iterator[str]


def of_dice_archive(table: Any, view: Any) -> Told:
    yield f"Week {view.week} Token {view.token}"
    for one in (view.me, *view.others):
        if one.unused:
            yield f"unused {' '.join(map(str, one.unused))}"
    for side, marks in view.me.tasks.items():
        if marks:
            yield f"{side} {' '.join(map(str, marks))}"


def of_winstons_archive(table: Any, view: Any) -> Told:
    yield f"Turn {view.turn}"
    yield from (card for card in view.cards if "_" not in card)
    for at, stack in enumerate(view.stacks, 1):
        yield f"Stack {at} {plural(stack.size, 'card') if stack.size else 'no cards'}"


def of_nineteen_eighty_four(table: Any, view: Any) -> Told:
    if view.level is not None:
        yield f"Level {view.level}"
        yield from (str(box) for box in view.rounds)
    if view.dice is not None:
        yield from (f"{die} {shown}" for die, shown in view.dice.available.items())


def of_manuscript(table: Any, view: Any) -> Told:
    yield f"Round {view.round}"
    yield from (table.called(text) for row in view.shop for text in row if text)
    yield f"{view.me.name} cubes" if view.me.cubes[view.me.name] else view.me.name


def of_verse_and_variant(table: Any, view: Any) -> Told:
    yield f"Session {view.session} Quill {view.quill}"
    yield from map(table.said, view.hand)


TOLD: dict[str, Callable[[Any, Any], Told]] = {
    "dice_archive": of_dice_archive, "manuscript": of_manuscript,
    "nineteen_eighty_four": of_nineteen_eighty_four, "verse_and_variant": of_verse_and_variant,
    "winstons_archive": of_winstons_archive,
}  # fmt: skip
SEATS = [(name, most) for name in games.names() for most in (False, True)]


@pytest.mark.parametrize(("name", "most"), sweep(SEATS, [(name, True) for name in games.names()]))
def test_a_table_fits_and_shows_what_matters(name: str, most: bool) -> None:
    game = card_data.load(name)
    seats = game.head.players
    table = table_view_of(game)
    played = asked(game, NAMES[: seats.max if most else seats.min], seed=1)
    for at, one in enumerate(islice(played, 0, 200, 19)):
        seen = " ".join(" ".join(screen(table, one, *SIZES[at % len(SIZES)])).split())
        if one.decision is not None:
            assert [told for told in TOLD[name](table, one.view) if told not in seen] == [], seen
        screen(table, one, *SMALL[at % len(SMALL)])


@pytest.mark.parametrize("name", games.names())
def test_names_however_long_leave_room(name: str) -> None:
    game = card_data.load(name)
    names = [f"{at} Bartholomew the Illuminator of Bury" for at in range(game.head.players.max)]
    one = next(asked(game, names, seed=1))
    for size in SIZES:
        assert screen(table_view_of(game), Asked(None, one.view, ""), *size)
