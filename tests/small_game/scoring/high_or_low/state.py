"""The table of High or Low during play, and who sees what of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from card_data.model import Model
from scoring.play.card_locations import EVERYBODY, CardLocation
from tests.small_game.card_data.high_or_low.model import Card, Data
from tests.small_game.scoring.high_or_low.position import Position, Taken

CALLS = HIGH, LOW = "high", "low"


@dataclass(slots=True)
class Player:
    """A player's cards, by their IDs."""

    name: str
    hand: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)


class View(Model, frozen=True):
    """All that one player may see."""

    leader: str
    """Who calls high or low."""
    calls: tuple[str, ...]
    """What was called in each round so far."""
    hand: tuple[str, ...]
    """The cards in the hand of the player who looks."""
    revealed: dict[str, str]
    """The card that each player revealed in the last round."""
    taken: dict[str, tuple[str, ...]]
    """The cards that each player has taken."""


@dataclass(slots=True)
class State:
    """The whole table."""

    cards: Mapping[str, Card]
    players: list[Player]
    leader: Player
    calls: list[str] = field(default_factory=list)
    revealed: dict[str, str] = field(default_factory=dict)

    def card_locations(self) -> Iterator[CardLocation]:
        """Every card, hidden; then those that somebody sees (HL-2.2, HL-3.4)."""
        yield CardLocation(tuple(self.cards))
        for player in self.players:
            yield CardLocation(player.hand, (player.name,))
            yield CardLocation(player.taken, EVERYBODY)

    def view(self, name: str) -> View:
        """Return what the player called ``name`` may see."""
        (me,) = [player for player in self.players if player.name == name]
        return View(
            leader=self.leader.name,
            calls=tuple(self.calls),
            hand=tuple(me.hand),
            revealed=dict(self.revealed),
            taken={player.name: tuple(player.taken) for player in self.players},
        )

    def position(self) -> Position:
        """The cards taken, as a table would write them down."""
        return Position(players=tuple([Taken(one.name, tuple(one.taken)) for one in self.players]))


def new(data: Data, names: Sequence[str]) -> State:
    """The table before the deal."""
    players = [Player(name) for name in names]
    return State(data.by_id(), players, players[0])
