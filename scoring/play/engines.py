"""What plays a game: its ``state.py``, ``engine.py`` and ``redeal.py``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, cast

from card_data import Game
from scoring import games
from scoring.play.card_locations import CardLocation
from scoring.play.decisions import Script
from scoring.positions.findings import Finding


class State(Protocol):
    """A table during play."""

    def position(self) -> Any:
        """The table as a position."""

    def view(self, player: str, /) -> Any:
        """All that one player may see of it, as plain values that later moves do not change."""

    def card_locations(self) -> Iterator[CardLocation]:
        """Every card of the game, hidden; then those that are shown where they lie, and to whom.

        Nothing in a game without cards.
        """


class Ending(NamedTuple):
    """What ended a game, and how many rounds or turns it took: ``7``, ``week``."""

    why: str
    length: int
    unit: str


class Engine(Protocol):
    """What a game's ``engine.py`` offers to play it."""

    END: str  # the clause by which the game ends

    @property
    def EFFECTS(self) -> Collection[str]:  # noqa: N802 - a constant
        """IDs of the cards that it knows the effects of."""

    def seats(self, players: Sequence[str], game: Game[Any], /) -> Iterator[Finding]:
        """What is wrong with these players, by name, as paths ``players.N``."""

    def start(self, players: Sequence[str], game: Game[Any], /) -> State:
        """The table before the first move; the first of ``players`` starts."""

    def play(self, state: Any, game: Game[Any], /) -> Script:
        """The whole game on that table."""

    def ending(self, state: Any, game: Game[Any], /) -> Ending:
        """What ended a game that is over, and how long it took."""


# From a game in progress (`scoring.play.play.Play`), a player and chance: another game in progress
# that this player cannot tell from it.
Redeal = Callable[[Any, str, Random], Any]


def engine_of(game: str) -> Engine:
    """The engine of a game out of `scoring.games.names`."""
    return cast(Engine, games.module(game, "engine"))


def redealer_of(game: str) -> Redeal:
    """How what is hidden in a game out of `scoring.games.names` is dealt anew; where nothing is, a
    copy."""
    if not games.has(game, "redeal"):
        return lambda play, player, rng: play.copy()
    return cast(Redeal, games.module(game, "redeal").redealt)
