"""Dice Archive played by its clauses: what each move leads to, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.dice_archive.position import SIDES
from scoring.dice_archive.state import State, View
from scoring.play.play import Play
from tests import transcripts
from tests.dice_archive.tables import DICE, NAMES, rolled, row, table_of
from tests.scoring.tools import house


def begin(
    dice: list[str] | None = None, *, players: int = 0, names: list[str] | None = None,
    board: dict[str, str] | None = None, keep: bool = True, token: int = 0,
    tasks: dict[Any, list[int]] | None = None, full: Any = "",
    boss: int = 1, communal: str = "", **more: Any,
) -> Play:  # fmt: skip
    """A game before the first roll, or else with these ``dice`` of the players; ``keep`` has nobody
    roll again. ``tasks`` are marked by the first player, a ``full`` table by the other.
    """
    game = house(DICE, **more["house"]) if more else DICE
    if dice is None:
        return Play(game, names or NAMES[:players])
    locked: Any = {side: row(owners) for side, owners in (board or {}).items()}
    play = rolled(*dice, communal=communal, boss=str(boss), token=token, game=game, **locked)
    first, second = table_of(play).players[:2]
    for side, marks in (tasks or {}).items():
        first.tasks[side] += marks
    if full:
        second.tasks[full] += [1, 2, 3, 4, 5, 6]
    while keep and play.decision is not None and play.decision.what == "motivational reroll":
        play.move("keep")
    return play


def told(state: State) -> str:
    board = [f"{side} {dice}" for side, dice in state.board.items() if dice]
    token, communal, boss = state.players[state.token].name, state.communal, state.boss
    lines = [f"week {state.week}, token {token}; communal {communal}, boss {boss}"]
    lines[0] += f"; board {', '.join(board) or 'empty'}"
    for one in state.players:
        tasks = [f"{side} {one.tasks[side]}" for side in SIDES if one.tasks[side]]
        dice = f"unused {sorted(one.unused)}, used {one.used}, in hand {one.in_hand}"
        lines.append(f"{one.name}: {dice}; tasks {', '.join(tasks) or 'none'}")
    return "\n".join(lines)


def seen(view: View) -> str:
    return f"token {view.token}; {view.me.name}, then {[one.name for one in view.others]}"


@pytest.mark.clause(
    "DA-1.1", "DA-1.2", "DA-1.3", "DA-1.4", "DA-1.5", "DA-1.6", "DA-1.8", "DA-2.1", "DA-2.2",
    "DA-2.3", "DA-2.4", "DA-2.5", "DA-2.6", "DA-2.7", "DA-3.1", "DA-3.2", "DA-3.3", "DA-3.4",
    "DA-3.5", "DA-4.1",
)  # fmt: skip
def test_each_move_leads_to_what_the_clauses_say() -> None:
    transcripts.check("dice_games", begin, told, seen)
