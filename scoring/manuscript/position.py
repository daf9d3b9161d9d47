"""The position of the players' books in Untitled Manuscript Game, as players enter it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from card_data import Game
from card_data.manuscript.model import Data
from card_data.model import Model
from scoring.manuscript.layout import SIDES, Side
from scoring.positions.findings import Where
from scoring.positions.positions import Claim, Marks, PlayerName, Players, Running

BLANK = "."  # a square with nothing on it
Legend = Annotated[dict[str, str | None], Meta(examples=[{"A": "lanval", "B": "perceval"}])]
Tiles = Annotated[dict[str, str | None], Meta(examples=[{1: "pointing_hand"}])]


class Points(Model, frozen=True):
    """The entries in the score box of a book's spread (MS-4); each number is checked if it is
    given."""

    texts: Claim = UNSET
    """Points for texts."""
    decorations: Claim = UNSET
    """Points for decoration tiles."""
    exemplars: Claim = UNSET
    """Points for exemplars."""
    luxury: Claim = UNSET
    """Points for empty columns."""


class Book(Model, frozen=True, dict=True):
    """One player's book (MS-5.3, MS-5.4); None is an answer not given yet."""

    name: PlayerName | None = None
    """The name of the player."""
    legend: Legend | None = None
    """The text of each letter on the pages, by ID or title."""
    left: str | None = None
    """The left page, a line for each row with a character for each square: a dot for a blank one, a
    letter for a text, a digit for a tile."""
    right: str | None = None
    """The right page, drawn like the left."""
    tiles: Tiles | None = None
    """The decoration tile of each digit on the pages, by ID or title."""
    exemplars: Marks[str] | None = None
    """The exemplars that bear the player's cube, by ID or title."""
    points: Points | None = msgspec.field(default_factory=Points)
    """What the score box says of each part."""
    total: Claim = UNSET
    """What the score box says of all points; checked if it is given."""

    def page(self, side: Side) -> str | None:
        """Return a page as drawn, one row a line."""
        return self.left if side == "left" else self.right

    def boxes(self) -> dict[Where, Claim]:
        """Return the entries in the score box, by their places in the book."""
        points = self.points or Points()
        return {
            **{("points", part): getattr(points, part) for part in points.__struct_fields__},
            ("total",): self.total,
        }


class Position(Model, frozen=True):
    """The books of all players."""

    game: Literal["manuscript"] = "manuscript"
    """The name of the game."""
    players: Players[Book] | None = None
    """The books of the players in the order of their seats."""
    ended: bool = False
    """Whether the game is over although no book ends it (MS-5.2)."""
    running: Running = UNSET
    """Whether the game is not over, so that the score is provisional."""


def blank(game: Game[Data]) -> str:
    """Return an empty position as commented YAML: every answer ``null``."""
    page, seats = game.data.numbers.page, game.head.players
    empty = "\n".join([f"#      {BLANK * page.columns}"] * page.rows)
    pages = "\n".join(f"    {side}: null" for side in SIDES)
    book = f"""\
  - name: null
    legend: null
{pages}
    tiles: null
    exemplars: null
"""
    return f"""\
# {game.title}: the books at the end of the game. Replace each null with an answer;
# `scoring score FILE` lists those still missing. One entry per player,
# {seats.min} to {seats.max}: copy or delete entries as needed.
#
# legend     the text of each letter, by its ID or title, e.g. {{A: lanval, B: perceval}};
#            a title with a comma in quotation marks
# left       the pages, {page.rows} rows of {page.columns} squares: {BLANK} for a blank square,
# right      a letter for a text, a digit for a decoration tile. An empty page, to copy:
#    left: |
{empty}
# tiles      the decoration tile of each digit, e.g. {{1: TILE}}; {{}} for none
# exemplars  those that bear the player's cube; [] for none
#
# What you added up in the score box may be written too, for any player; it is then checked:
#    points: {{texts: 41, decorations: 3, exemplars: 18, luxury: 5}}
#    total: 67
#
# If the game is over although nobody's book ends it, add a line `ended: true`.
game: {game.id}
players:
{book * seats.min}"""
