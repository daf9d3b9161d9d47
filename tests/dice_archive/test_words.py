"""What Dice Archive says, in full: questions, the table in play, and positions as lines."""

from __future__ import annotations

import pytest

from scoring.dice_archive import engine
from scoring.dice_archive.table_view import GameTable
from scoring.play.play import Play
from tests.dice_archive.tables import DICE, NAMES, pass_on, rolled, row, seen, table_of, working
from tests.scoring.screens import texts
from tests.scoring.tools import decided

clause = pytest.mark.clause
TABLE = GameTable(DICE)


def question(play: Play) -> tuple[str, str, str, str]:
    """Who is asked what, by which clause, and what is expected, as the first player reads it."""
    decision = decided(play)
    return decision.who, decision.what, decision.rule, str(decision.options)


@clause("DA-2.1", "DA-2.2", "DA-2.4", "DA-3.1", "DA-3.5")
def test_every_question_of_a_week() -> None:
    play = Play(DICE, NAMES[:3])
    moves = "pass 1, pass 2, pass 5, archive left 2, archive middle 2 or one of 5 like task right 1"
    for who, what, rule, expected, answers in (
        ("table", "communal roll", "DA-2.1", "2 / 1 dice showing 1 to 6", ["6 6 / 1"]),
        ("table", "work roll", "DA-2.2", "6 / 6 / 6 dice showing 1 to 6", ["112222/123333/234444"]),
        ("Ann", "motivational reroll", "DA-2.4", "keep or reroll any of 1 1 2 2 2 2", ["reroll 1"]),
        ("table", "reroll for Ann", "DA-2.4", "1 die showing 1 to 6", ["1", "keep", "reroll 3 2"]),
        ("table", "reroll for Cy", "DA-2.4", "2 dice showing 1 to 6", ["5 5", "overtime 1 turn 2"]),
        ("Ann", "action after overtime", "DA-3.1", moves, []),
    ):
        assert question(play) == (who, what, rule, expected)
        for answer in answers:
            play.move(answer)


@clause("DA-4.1")
@pytest.mark.parametrize(("board", "forms", "why"), [
    ({"left": row("AAAAA")}, (), "a player's dice on the board"),
    ({"left": row("ABABAB"), "right": row("BABABC")}, (), "full tables of the board"),
    ({"left": row("AAAAA")}, ("left", "right"), "full tables of a form"),
])  # fmt: skip
def test_which_end_it_was_and_after_how_many_weeks(
    board: dict[str, dict[int, str]], forms: tuple[str, ...], why: str
) -> None:
    state = table_of(Play(DICE, NAMES[:3]))
    for side in ("left", "middle", "right"):
        state.board[side] |= board.get(side, {})
        if side in forms:
            state.players[1].tasks[side] = [1, 2, 3, 4, 5, 6]
    state.week = 9
    assert [*engine.ending(state, DICE)] == [why, 8, "week"]


@clause("DA-2.7")
def test_a_week_is_counted_once() -> None:
    play = working("222222", "333333")
    assert table_of(play).week == 1
    pass_on(play)
    assert table_of(play).week == 2


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
