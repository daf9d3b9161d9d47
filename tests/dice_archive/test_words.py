"""The words of Dice Archive in full: questions, the table in play, and positions as lines."""

from __future__ import annotations

import pytest

from scoring.dice_archive.table_view import GameTable
from tests.dice_archive.tables import DICE, rolled, seen
from tests.scoring.screens import texts
from tests.scoring.tools import decided

clause = pytest.mark.clause
TABLE = GameTable(DICE)


@clause("DA-2.4")
def test_the_whole_table_as_a_player_sees_it() -> None:
    play = rolled("223456", "11235", "12346", left={1: "Bo"}, middle={4: "Cy"})
    play.move("reroll 1 1")
    drawing = TABLE.drawing(seen(play, "Cy"), None, 79)
    assert texts(drawing) == [
        "Week 1   Token Ann", "", "Communal  6, 6", "", "Boss  1", "",
        "Board left  1 Bo", "Board middle  4 Cy", "", "Cy  unused 1 2 3 4 6", "",
        "Ann  unused 2 2 3 4 5 6", "Bo  in hand 2; unused 2 3 5",
    ]  # fmt: skip


@clause("DA-3.5")
@pytest.mark.parametrize(("words", "said"), [
    ("overtime 1 tip 1 to 3", "overtime: a 1 is used, another 1 tipped to a 3"),
    ("overtime 3 turn 5", "overtime: a 3 is used, a 5 turned to a 2"),
    ("pass 2", "pass 2"),
])  # fmt: skip
def test_the_others_are_told_how_overtime_turns_a_die(words: str, said: str) -> None:
    play = rolled("223456", "111235", "112346")
    for _ in range(3):
        play.move("keep")
    assert TABLE.told(decided(play), words, ()) == said
