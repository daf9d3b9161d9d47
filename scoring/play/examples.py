"""The examples of a rulebook, played for programs that print it.

`printkit` looks this module up as an entry point of the group ``printkit.examples``; its interface
is `printkit.templating.examples.Player`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

from card_data import Game
from card_data.reading.documents import Document
from scoring import games
from scoring.play.engines import engine_of
from scoring.play.template_values import Values, of_position, of_record, position_in, record_in


def plays(game: Game[Any]) -> bool:
    """Return whether there are rules to play a game by, or at least to score it."""
    return game.id in games.names() or game.scoresheet is not None


def effects(game: Game[Any]) -> Collection[str] | None:
    """Return the IDs of the cards that have an effect in play; None if nobody knows."""
    return engine_of(game.id).EFFECTS if game.id in games.names() else None


def play(kind: Literal["record", "position"], document: Document, game: Game[Any]) -> Values:
    """Return the values of a record or a position, as in `scoring.play.template_values`.

    Raise `DataError` if it is of another game, or breaks a clause.
    """
    if kind == "position":
        return of_position(position_in(document, game))
    return of_record(record_in(document, game))
