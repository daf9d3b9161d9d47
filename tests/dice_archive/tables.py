"""Tables of Dice Archive to test on: hands of dice in mid-week, games on loaded dice, positions."""

from __future__ import annotations

from typing import Any

import card_data
from card_data import Game
from scoring.dice_archive import Form, Position, state
from scoring.dice_archive.position import SIDES
from scoring.dice_archive.state import State, View
from scoring.play.play import Play
from scoring.positions.positions import PositionFile, Report, check

DICE: Game[Any] = card_data.load("dice_archive")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
Board = dict[str, dict[int, str]]


def table_of(play: Play) -> State:
    assert isinstance(play.state, State)
    return play.state


def seen(play: Play, name: str) -> View:
    view = play.view(name)
    assert isinstance(view, View)
    return view


def hands(*unused: str, communal: str = "", **board: dict[int, str]) -> State:
    """A table in a work hour: each player's unused dice as faces, ``"113"``, all others used.

    ``board`` has the dice locked before, each table's as face to name.
    """
    made = state.new(DICE.data, NAMES[: len(unused)])
    made.communal = faces(communal)
    for side in SIDES:
        made.board[side] |= board.get(side, {})
    for player, dice in zip(made.players, unused, strict=True):
        locked = [name for owned in made.board.values() for name in owned.values()]
        player.used = player.in_hand - locked.count(player.name) - len(dice)
        player.in_hand, player.unused = 0, faces(dice)
    return made


def faces(dice: str) -> list[int]:
    return [int(face) for face in dice]


def rolled(
    *dice: str, communal: str = "", boss: str = "1", token: int = 0, game: Game[Any] = DICE,
    **board: dict[int, str],
) -> Play:  # fmt: skip
    """A game after the first rolls: each player's dice, the communal dice (else sixes), the boss.

    ``board`` has dice that are locked from the start.
    """
    communal = communal or "6" * game.data.numbers.communal_in_play.dice(len(dice))
    play = Play(game, NAMES[: len(dice)])
    table = table_of(play)
    table.token = token
    for side in SIDES:
        table.board[side] |= board.get(side, {})
        for name in table.board[side].values():
            table.players[NAMES.index(name)].in_hand -= 1
    play.move(f"{' '.join(communal)} / {boss}")
    play.move(" / ".join(" ".join(hand) for hand in dice))
    return play


def position(board: Board, *forms: str) -> Position:
    """A position: each form as marks left, middle, right, ``"134 25 -"``, ``-`` for none."""
    tables = [[tuple(faces(marks.strip("-"))) for marks in form.split()] for form in forms]
    return Position(
        board={side: {**board.get(side, {})} for side in SIDES},
        players=tuple(Form(name, dict(zip(SIDES, marks, strict=True))) for name,
            marks in zip(NAMES, tables, strict=False)),
    )  # fmt: skip


def checked(board: Board, *forms: str) -> Report:
    return check(PositionFile(DICE, position(board, *forms)))


def row(dice: str) -> dict[int, str]:
    """Dice of a table of the board by their owners' initials in order of faces, ``"AB-A"``."""
    names = {name[0]: name for name in NAMES}
    return {face: names[one] for face, one in enumerate(dice, 1) if one in names}
