"""The position of the cards at the end of Winston's Archive, as players enter it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from card_data import Game
from card_data.model import Model
from card_data.winstons_archive.model import Data
from scoring.positions.positions import Claim, PlayerName, Players, Running

Points = Literal["books", "manuscripts", "reprimand"]  # the lines of a score pad
Books = Annotated[dict[str, int | None], Meta(examples=[{"A": 2, "C": 4}])]
Sums = Annotated[
    dict[Points, int | None], Meta(examples=[{"books": 15, "manuscripts": 1, "reprimand": 0}])
]


class PlayerCards(Model, frozen=True):
    """One player's cards, as counts; None is an answer not given yet."""

    name: PlayerName | None = None
    """The name of the player."""
    books: Books | None = None
    """Real books held of each set, by its letter; a set left out has none."""
    stand_ins: Books | None = msgspec.field(default_factory=dict)
    """Stand-ins locked in each set during play, by its letter; a set left out has none."""
    product_over_process: int | None = None
    """Copies of Implementing Product Over Process held, the locked ones included."""
    open_secrets: int | None = None
    """Copies of Open Secrets of Archiving held."""
    manuscripts: int | None = None
    """Manuscript pages held."""
    points: Sums | None = msgspec.field(default_factory=dict)
    """What the score pad says of each line; checked if it is given."""
    total: Claim = UNSET
    """What the score pad says of all points; checked if it is given."""
    out: bool = False
    """Whether fewest pages lost the player the game, as the score pad says it."""


class Position(Model, frozen=True):
    """The cards of each player at the end of the game."""

    game: Literal["winstons_archive"] = "winstons_archive"
    """The name of the game."""
    players: Players[PlayerCards] | None = None
    """The cards of the players in the order of their seats."""
    running: Running = UNSET
    """Whether the game is not over, so that the score is provisional."""


def blank(game: Game[Data]) -> str:
    """Return an empty position as commented YAML: every answer ``null``."""
    sizes = game.data.set_sizes()
    books = ", ".join(f"{letter}: null" for letter in sizes)
    listed = ", ".join(f"{letter} of {size}" for letter, size in sizes.items())
    seats = game.head.players
    cards = f"""\
  - name: null
    # Real books held of each set: {listed}.
    books: {{{books}}}
    # Stand-ins locked in a set during play, for instance {{{next(iter(sizes), "A")}: 1}}.
    stand_ins: {{}}
    product_over_process: null  # all held, the locked ones included
    open_secrets: null          # all held
    manuscripts: null           # pages held
    # To have the score pad checked as well, remove the # from a line; out: true for who is out.
    # points: {{books: null, manuscripts: null, reprimand: null}}
    # total: null
"""
    return f"""\
# {game.title}: the table at the end of the game. Replace each null with an answer;
# `scoring score FILE` lists those still missing.
game: {game.id}
players:  # one entry per player, {seats.min} to {seats.max}: copy or delete entries as needed
{cards * seats.min}"""
