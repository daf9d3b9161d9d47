"""Points of Winston: Nineteen Eighty-Four (NE-5)."""

from __future__ import annotations

from card_data import Game
from card_data.nineteen_eighty_four.model import Data
from card_data.text import plural
from scoring.nineteen_eighty_four.position import Position
from scoring.nineteen_eighty_four.walk import Walk
from scoring.positions.result import Part, Result, Standing, Tally

WALKER = "Winston"
TRACKS = ("golden_country", "big_brother", "rounds")


class Sums:
    """Everything that follows from the level and the X marks of a sound sheet: boxes as counts, and
    points."""

    def __init__(self, position: Position, game: Game[Data]) -> None:
        assert position.level is not None
        numbers, rounds = game.data.numbers, [box or 0 for box in position.rounds or ()]
        walk = Walk(game.data, position.level)
        at = max(rounds, default=0)
        self.multiplier = walk.level.multiplier
        self.rounds_left = walk.rounds - len(rounds)
        self.to_go = walk.to_go(at)
        self.arrived = walk.arrived(at)
        self.last_round = walk.round_name(len(rounds))
        self.golden_country = walk.golden_marked(at)
        self.big_brother = numbers.big_brother.boxes(walk.zones_marked(rounds))
        if self.arrived:
            self.points = (
                numbers.golden_country[self.golden_country - 1],
                numbers.big_brother.points(self.big_brother),
                numbers.rounds_track[walk.first_round - numbers.rounds.suburbs + len(rounds) - 1],
            )
        else:
            self.points = (0, 0, 0)

    @property
    def subtotal(self) -> int:
        """NE-5.2."""
        return sum(self.points)

    @property
    def total(self) -> int:
        """NE-5.3."""
        return self.subtotal * self.multiplier

    @property
    def addends(self) -> str:
        return " + ".join(map(str, self.points))


def score(position: Position, game: Game[Data]) -> Result:
    """Return the score of a position that passed the check; none without its level."""
    if position.level is None:
        lead = "No score before the level is entered."
        return Result((Standing(1, Tally(WALKER, ())),), (), None, "", lead=lead)
    sums, lead = Sums(position, game), ""
    if sums.arrived:
        tally, verdict = arrival(sums), f"Winston is free: {plural(sums.total, 'point')}."
    elif sums.rounds_left:
        tally, verdict, lead = Tally(WALKER, ()), "", "No score before the walk is over."
    else:
        short = plural(sums.to_go, "box")
        note = f"{short} short of the Golden Country after {sums.last_round} (NE-5.1)"
        tally = Tally(WALKER, (), out=True, explained=(note,))
        verdict = "The system has tamed Winston: a lost game has no score."
    winners = (WALKER,) if sums.arrived else ()
    return Result((Standing(1, tally),), winners, None, verdict, lead=lead)


def arrival(sums: Sums) -> Tally:
    """Return the points of a walk that reached the Golden Country (NE-5.2, NE-5.3)."""
    parts = [
        Part(label, points, "NE-5.2") for label, points in zip(TRACKS, sums.points, strict=True)
    ]
    parts.append(Part("multiplier", sums.multiplier, "NE-5.3", factor=True))
    note = f"({sums.addends}) × {sums.multiplier} = {sums.total} (NE-5.2, NE-5.3)"
    return Tally(WALKER, tuple(parts), explained=(note,))
