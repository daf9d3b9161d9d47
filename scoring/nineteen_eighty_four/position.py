"""The position of a route sheet of Winston: Nineteen Eighty-Four, as its player enters it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta

from card_data import Game
from card_data.model import Model
from card_data.nineteen_eighty_four.model import Data
from scoring.positions.findings import Where
from scoring.positions.positions import Claim, Running

# The sheet writes a level as ×3; the sign may be left out.
Level = Annotated[int, Meta(description="a level, as in 3 or x3", extra={"signs": "x×"})]


class Points(Model, frozen=True):
    """The entries in the score boxes of the three tracks (NE-5.2); each number is checked if it is
    given."""

    golden_country: Claim = UNSET
    """Points of the Golden Country."""
    big_brother: Claim = UNSET
    """Points of the Big Brother track."""
    rounds: Claim = UNSET
    """Points of the rounds track."""


class Position(Model, frozen=True):
    """A filled sheet; None is an answer not given yet."""

    game: Literal["nineteen_eighty_four"] = "nineteen_eighty_four"
    """The name of the game."""
    level: Level | None = None
    """The level that was played."""
    rounds: tuple[int | None, ...] | None = None
    """For each round played the number of the box with its X; 0 if it marked nothing."""
    big_brother: Claim = UNSET
    """How many boxes of the Big Brother track are marked; checked if it is given."""
    golden_country: Claim = UNSET
    """How many boxes of the Golden Country are marked; checked if it is given."""
    points: Points | None = msgspec.field(default_factory=Points)
    """What the score boxes say of each track."""
    subtotal: Claim = UNSET
    """What the sheet says of the sum of the points; checked if it is given."""
    total: Claim = UNSET
    """What the sheet says of the score; checked if it is given."""
    running: Running = UNSET
    """Whether the walk is not over, so that the score is provisional."""

    def boxes(self) -> dict[Where, Claim]:
        """Return the counts and sums on the sheet, by their places."""
        points = self.points or Points()
        return {
            ("golden_country",): self.golden_country,
            ("big_brother",): self.big_brother,
            **{("points", track): getattr(points, track) for track in points.__struct_fields__},
            ("subtotal",): self.subtotal,
            ("total",): self.total,
        }


def blank(game: Game[Data]) -> str:
    """Return an empty position as commented YAML: every answer ``null``."""
    levels = game.data.levels
    return f"""\
# {game.title}: the route sheet. Replace each null with an answer;
# `scoring score FILE` lists those still missing.
game: {game.id}
level: null   # from {levels[0].multiplier} to {levels[-1].multiplier}; x3 is 3
# For each round played the number of the box with its X, 0 for a round that marked nothing,
# e.g. [17, 0, 31].
rounds: null
# To have what you wrote on the sheet checked as well, remove the # from its line.
# big_brother: null      # boxes marked
# golden_country: null   # boxes marked
# points: {{golden_country: null, big_brother: null, rounds: null}}
# subtotal: null
# total: null
"""
