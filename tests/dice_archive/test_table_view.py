"""The table of Dice Archive on a screen, and what an action is said to give."""

from __future__ import annotations

import pytest

from scoring.dice_archive.table_view import GameTable
from scoring.play.play import Play
from tests.dice_archive.tables import DICE, rolled, seen, table_of, working
from tests.scoring.on_screen import NAMES, texts
from tests.scoring.tools import decided, house

clause = pytest.mark.clause
SHOWN = GameTable(DICE)
SIDES = ("left", "middle", "right")
FACES = range(1, 7)


@clause("DA-1.6", "DA-3.1")
@pytest.mark.parametrize(("counts", "boss", "strength"), [(False, "1", 1), (True, "1 (counts)", 2)])
def test_strength_counts_the_shared_dice(counts: bool, boss: str, strength: int) -> None:
    """The boss die only under its house option."""
    table = GameTable(house(DICE, boss_die_counts=counts))
    view = seen(rolled("122444", "555555", communal="236"), "Ann")
    lines = texts(table.drawing(view, None, 80, 13))
    assert lines[0].endswith(f"Boss {boss}")
    row = next(line for line in lines if line.startswith("Strength"))
    assert row.split() == ["Strength", str(strength), "3", ".", "3", ".", "."]


@clause("DA-3.1", "DA-3.2", "DA-3.3", "DA-3.4", "DA-3.5")
@pytest.mark.parametrize(("words", "gives"), [
    ("task left 4", "+3 points: 3 dice x 3 marks left"),
    ("task middle 4", "+0 points: 0 dice x 1 mark middle"),
    ("archive left 4", "+2 points: 4 dice x 2 marks left"),
    ("archive middle 4", "+0 points: 1 die x 0 marks middle"),
    ("pass 4", "pass: your 4s are used up"),
    ("overtime 4 turn 4", "a 4 becomes a 3, strength 1; a 4 is used up"),
    ("overtime 4 tip 4 to 1", "a 4 becomes a 1, strength 1; a 4 is used up"),
    ("overtime 4 turn 5", "a 5 becomes a 2, strength 1; a 4 is used up"),
])  # fmt: skip
def test_what_an_action_gives(words: str, gives: str) -> None:
    """Own dice on a side times own marks there (DA-5.1)."""
    play = working("445", "666666", communal="466", left={1: "Ann", 2: "Ann", 3: "Ann"})
    table_of(play).players[0].tasks["left"] = [1, 2]
    decision, view = decided(play), seen(play, "Ann")
    assert words in SHOWN.offered(decision, view)
    assert SHOWN.gives(words, decision, view) == gives


def test_what_the_table_rolls_is_typed() -> None:
    play = Play(DICE, NAMES[:2])
    decision, view = decided(play), play.view("Ann")
    assert not SHOWN.offered(decision, view)
    expected = "3 / 1 dice showing 1 to 6: the communal dice / the boss"
    assert SHOWN.asks(decision, view) == expected
