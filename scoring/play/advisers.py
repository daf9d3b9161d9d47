"""What a game's ``adviser.py`` offers, if it has one: what to do next, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, cast

from card_data import Game
from card_data.model import Model
from scoring import games
from scoring.play.decisions import Decision

# A player's move in words, from its view and decision; None for any move at random.
Choose = Callable[[Any, Decision[Any]], str | None]


class Adviser(Protocol):
    """What a game's ``adviser.py`` offers, if it has one, to say what to do next."""

    @property
    def EXAMPLE(self) -> str:  # noqa: N802 - a constant
        """Options that ask something."""

    @property
    def Answer(self) -> type[Model]:  # noqa: N802 - a class
        """What `Advice.answer` gives."""

    def advise(self, game: Game[Any], roll: str, placed: str, room101: str, /) -> Advice:
        """What to do with dice as they are written; raise `DataError` for those that cannot be."""

    def advise_player(
        self, game: Game[Any], view: Any, decision: Decision[Any], /, aim: str | None = None
    ) -> Advice | None:
        """What to do for a player who sees ``view`` and has this decision; None for no advice.

        ``aim`` is what to play for, None for what the game is usually played for; raise
        `DataError` for one that the game does not have.
        """

    def chooser(self, game: Game[Any], /, aim: str | None = None) -> Choose:
        """A player that does what is advised: from a view and a decision, a move.

        None where there is no advice. ``aim`` as for `advise_player`.
        """


class Advice(Protocol):
    """What to do next and why."""

    def lines(self) -> Iterator[str]:
        """The advice in words."""

    def answer(self) -> Model:
        """The advice as the answer that ``--json`` prints."""


def adviser_of(game: str) -> Adviser:
    """The adviser of a game out of `scoring.games.with_advice`."""
    return cast(Adviser, games.module(game, "adviser"))
