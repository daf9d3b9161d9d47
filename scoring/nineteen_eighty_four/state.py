"""The route sheet and the dice during play. Everything lies open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from card_data.model import Model
from card_data.nineteen_eighty_four.model import Data
from scoring.nineteen_eighty_four.dice import DiceState
from scoring.nineteen_eighty_four.position import Position
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play.card_locations import CardLocation


class View(Model, frozen=True):
    """All that the player may see, which is everything: nothing is hidden in a solitaire."""

    level: int | None
    """The level, 1 to 5; None before it is chosen."""
    rounds: tuple[int, ...]
    """For each round played the box with its X; 0 for none."""
    at: int
    """The box of the last X; 0 before the first."""
    rounds_left: int
    """How many rounds there are from now on, this one included."""
    big_brother: int
    """How many boxes of the Big Brother track are marked."""
    dice: DiceState | None
    """The dice of the round in progress; None between rounds."""


@dataclass(slots=True)
class State:
    """A sheet: for each round played the box with its X, 0 for none.

    ``dice`` are those of the round in progress, ``last_dice`` those of the last round as they lay
    when it was marked. There is no ``walk`` before the level is chosen.
    """

    player: str
    data: Data = field(repr=False)
    walk: Walk | None = field(default=None, repr=False, compare=False)
    rounds: list[int] = field(default_factory=list)
    dice: DiceState | None = None
    last_dice: DiceState | None = None

    @property
    def level(self) -> int | None:
        """The level, None before it is chosen."""
        return self.walk.level.multiplier if self.walk else None

    @property
    def at(self) -> int:
        """The box of the last X, 0 before the first."""
        return max(self.rounds, default=0)

    @property
    def big_brother(self) -> int:
        """The number of marked boxes of the Big Brother track (NE-3.7)."""
        zones = self.walk.zones_marked(self.rounds) if self.walk else 0
        return self.data.numbers.big_brother.boxes(zones)

    @property
    def rounds_left(self) -> int:
        """The number of rounds from now on, this one included; 0 before the level is chosen."""
        return self.walk.rounds - len(self.rounds) if self.walk else 0

    def choose(self, level: int) -> Walk:
        """Choose the level (NE-2.1)."""
        self.walk = Walk(self.data, level)
        return self.walk

    def mark(self, walk: Walk, boxes: int) -> None:
        """Mark the boxes of a round, none if there are none to mark (NE-3.5 to NE-3.9)."""
        self.last_dice, self.dice = self.dice, None
        self.rounds.append(walk.box_after(self.at, boxes) if boxes > 0 else 0)

    def view(self, player: str) -> View:
        return View(
            level=self.level,
            rounds=tuple(self.rounds),
            at=self.at,
            rounds_left=self.rounds_left,
            big_brother=self.big_brother,
            dice=self.dice,
        )

    def card_locations(self) -> Iterator[CardLocation]:
        """Return no locations: there are no cards."""
        return iter(())

    def position(self) -> Position:
        """Return the sheet as the player would fill it in."""
        return Position(
            level=self.level,
            rounds=tuple(self.rounds),
            big_brother=self.big_brother,
            golden_country=self.walk.golden_marked(self.at) if self.walk else 0,
        )
