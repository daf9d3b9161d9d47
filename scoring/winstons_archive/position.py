"""What a table can read off its cards at the end of Winston's Archive."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from card_data import Game
from card_data.model import Model
from card_data.winstons_archive.model import Data
from scoring.positions.positions import Claim, Players, Running

Points = Literal["books", "manuscripts", "reprimand"]  # the lines of a score pad
Books = Annotated[dict[str, int | None], Meta(examples=[{"A": 2, "C": 4}])]
Sums = Annotated[
    dict[Points, int | None], Meta(examples=[{"books": 15, "manuscripts": 1, "reprimand": 0}])
]


class PlayerCards(Model, frozen=True):
    """One player's cards, as counts; None is an answer not given yet.

    ``books`` maps a set's letter to the real books held, ``stand_ins`` to the stand-ins locked
    in it during play; a set left out holds nothing. ``product_over_process`` counts every copy
    held, the locked ones included. What the score pad adds up may be left out, and is checked if it
    is there: ``points`` by line, ``total``, and ``out`` where fewest pages lost the game.
    """

    name: str | None = None
    books: Books | None = None
    stand_ins: Books | None = msgspec.field(default_factory=dict)
    product_over_process: int | None = None
    open_secrets: int | None = None
    manuscripts: int | None = None
    points: Sums | None = msgspec.field(default_factory=dict)
    total: Claim = UNSET
    out: bool = False


class Position(Model, frozen=True):
    """The table at the end of the game: the cards of each player.

    ``running`` says that the game is not over, so that cards are still missing.
    """

    game: Literal["winstons_archive"] = "winstons_archive"
    players: Players[PlayerCards] | None = None
    running: Running = UNSET


def blank(game: Game[Data]) -> str:
    """An empty position as commented YAML: every answer ``null``."""
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
