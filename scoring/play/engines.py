"""The interfaces of the modules that play a game: ``state.py``, ``engine.py`` and ``redeal.py``."""

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
    """A table during play. One at which more happens than is chosen has ``events``, a list of
    `Event`, too."""

    def position(self) -> Any:
        """Return the table as a position."""

    def view(self, player: str, /) -> Any:
        """Return all that one player may see of it, as plain values that later moves do not
        change."""

    def card_locations(self) -> Iterator[CardLocation]:
        """Return every card of the game as hidden, then the visible ones where they lie, and who
        sees them.

        Returns nothing in a game without cards.
        """


class Ending(NamedTuple):
    """The reason why a game ended, and how many rounds or turns it took: ``7``, ``week``."""

    why: str
    length: int
    unit: str


class Engine(Protocol):
    """The interface of a game's ``engine.py``, which plays it."""

    END: str  # the clause by which the game ends

    @property
    def EFFECTS(self) -> Collection[str]:  # noqa: N802 - a constant
        """The IDs of the cards whose effects it knows."""

    def seats(self, players: Sequence[str], game: Game[Any], /) -> Iterator[Finding]:
        """Yield what is wrong with these players, by name, as paths ``players.N``."""

    def start(self, players: Sequence[str], game: Game[Any], /) -> State:
        """Return the table before the first move; the first of ``players`` starts."""

    def play(self, state: Any, game: Game[Any], /) -> Script:
        """Play the whole game on that table."""

    def ending(self, state: Any, game: Game[Any], /) -> Ending:
        """Return why a game that is over ended, and how long it took."""


# From a game in progress (`scoring.play.play.Play`), a player and chance: another game in progress
# that this player cannot tell from it.
Redeal = Callable[[Any, str, Random], Any]


def engine_of(game: str) -> Engine:
    """Return the engine of a game in `scoring.games.names`."""
    return cast(Engine, games.module(game, "engine"))


def redealer_of(game: str) -> Redeal:
    """Return the function that deals the hidden cards of a game in `scoring.games.names` anew;
    where nothing is hidden, one that copies the game."""
    if not games.has(game, "redeal"):
        return lambda play, player, rng: play.copy()
    return cast(Redeal, games.module(game, "redeal").redealt)
