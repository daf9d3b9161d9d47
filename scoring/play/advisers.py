"""The interface of a game's ``adviser.py``, which some games have: what to do next, and why."""

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
    """The interface of a game's ``adviser.py``, which says what to do next."""

    @property
    def EXAMPLE(self) -> str:  # noqa: N802 - a constant
        """Options of an example question."""

    @property
    def Answer(self) -> type[Model]:  # noqa: N802 - a class
        """The type that `Advice.answer` returns."""

    def advise(self, game: Game[Any], roll: str, placed: str, room101: str, /) -> Advice:
        """Return advice for dice as they are written; raise `DataError` for impossible ones."""

    def advise_player(
        self, game: Game[Any], view: Any, decision: Decision[Any], /
    ) -> Advice | None:
        """Return advice for a player who sees ``view`` and has this decision; None if there is
        none."""

    def chooser(self, game: Game[Any], /) -> Choose:
        """Return a player that follows the advice: from a view and a decision, a move; None where
        there is no advice."""


class Advice(Protocol):
    """Advice: what to do next, and why."""

    def lines(self) -> Iterator[str]:
        """Return the advice in words."""

    def answer(self) -> Model:
        """Return the advice as the answer that ``--json`` prints."""


def adviser_of(game: str) -> Adviser:
    """Return the adviser of a game in `scoring.games.with_advice`."""
    return cast(Adviser, games.module(game, "adviser"))
