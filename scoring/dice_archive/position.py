"""The position of the archive board and the forms in Dice Archive, as players enter it."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import UNSET, Meta

from card_data import Game
from card_data.dice_archive.model import Data, Side
from card_data.model import Model
from scoring.positions.positions import Claim, Marks, Owner, PlayerName, Players, Running

SIDES: tuple[Side, ...] = get_args(Side)

Dice = Annotated[dict[int, Owner | None], Meta(examples=[{1: "Ann", 4: "Bo"}])]
Board = Annotated[dict[Side, Dice | None], Meta(examples=[{"left": {1: "Ann"}, "middle": {}}])]
Tasks = Annotated[dict[Side, Marks[int] | None], Meta(examples=[{"left": [1, 4], "middle": []}])]
Sums = Annotated[dict[Side, int | None], Meta(examples=[{"left": 2, "middle": 0, "right": 3}])]


class Form(Model, frozen=True):
    """One player's form; None is an answer not given yet."""

    name: PlayerName | None = None
    """The name of the player."""
    tasks: Tasks | None = None
    """The numbers marked in each table of the form; a table left out has none."""
    dice: Sums | None = msgspec.field(default_factory=dict)
    """What the score pad says of the player's dice on each side of the board; checked if it is
    given."""
    marks: Sums | None = msgspec.field(default_factory=dict)
    """What the score pad says of the marks on each side of the form; checked if it is given."""
    points: Sums | None = msgspec.field(default_factory=dict)
    """What the score pad says of the points of each side; checked if it is given."""
    total: Claim = UNSET
    """What the score pad says of all points; checked if it is given."""

    def faces(self, side: Side) -> tuple[int | None, ...]:
        """Return the faces marked in one table, none if that is not answered."""
        return (self.tasks or {}).get(side) or ()


class Position(Model, frozen=True):
    """The board and the forms; None is an answer not given yet."""

    game: Literal["dice_archive"] = "dice_archive"
    """The name of the game."""
    board: Board | None = None
    """The dice in each table of the board, each filled space with the name of the die's owner; a
    table left out has none."""
    players: Players[Form] | None = None
    """The forms of the players in the order of their seats."""
    running: Running = UNSET
    """Whether the game is not over, so that the score is provisional."""

    def dice(self, side: Side) -> dict[int, str | None]:
        """Return the dice in one table of the board, none if that is not answered."""
        return (self.board or {}).get(side) or {}


def blank(game: Game[Data]) -> str:
    """Return an empty position as commented YAML: every answer ``null``."""
    tables = ", ".join(f"{side}: null" for side in SIDES)
    board = "\n".join(f"  {side}: null" for side in SIDES)
    seats = game.head.players
    form = f"""\
  - name: null
    tasks: {{{tables}}}
"""
    return f"""\
# {game.title}: the table at the end of the game. Replace each null with an answer;
# `scoring score FILE` lists those still missing. One entry per player,
# {seats.min} to {seats.max}: copy or delete entries as needed.
#
# board  the dice in each table of the board, as face: player, e.g. {{1: Ann, 4: Bo}};
#        {{}} for a table without dice
# tasks  the faces marked in each table of the player's form, e.g. [1, 4, 6];
#        [] for a table without marks
#
# To have the score pad checked as well, add to an entry any of these, each side as in
# {{left: 2, middle: 0, right: 3}}: dice, marks, points; and total, a number.
game: {game.id}
board:
{board}
players:
{form * seats.min}"""
