"""The route at one level: how far away a box is, and which die its zone removes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from card_data.nineteen_eighty_four.model import HIGHEST, NOTHING, SECURITY, Data, Level


class Walk:
    """The route and the rounds of one level. Boxes go by their numbers; 0 is Minitrue.

    ``path`` has the boxes in walking order, the golden ones last.
    """

    def __init__(self, data: Data, level: int) -> None:
        self.level: Level = data.levels[level - 1]
        numbers = data.numbers.rounds
        self.first_round = numbers.suburbs if self.level.suburbs else numbers.first  # NE-3.1
        self.rounds = numbers.last - self.first_round + 1
        path = data.path(self.level.detour)
        self.path = [box.number for box in path]
        self.zones = {box.number: box.zone for box in path}
        self.places = {0: 0} | {number: place for place, number in enumerate(self.path, 1)}
        self.golden = [box.number for box in path if box.part == "golden"]
        self.goal = self.places[self.golden[0]]

    def boxes(self, start: int, end: int) -> int:
        """Return the number of boxes marked from the X on ``start`` to the X on ``end``."""
        return self.places[end] - self.places[start]

    def box_after(self, start: int, boxes: int) -> int:
        """Return the box this many boxes on; boxes past the last are ignored (NE-3.9)."""
        place = min(self.places[start] + boxes, len(self.path))
        return self.path[place - 1] if place else 0

    def to_go(self, start: int) -> int:
        """Return the number of boxes to mark to reach the Golden Country."""
        return self.goal - self.places[start]

    def golden_marked(self, at: int) -> int:
        """Return the number of golden boxes marked when the last X is on ``at``."""
        return max(0, self.places[at] - self.goal + 1)

    def arrived(self, at: int) -> bool:
        """Return whether a golden box is marked (NE-5.1)."""
        return at in self.golden

    def watched(self, at: int) -> bool:
        """Return whether a round that ends here marks a Big Brother box (NE-3.7)."""
        return bool(self.zones.get(at))

    def zones_marked(self, rounds: Iterable[int]) -> int:
        """Count the X marks that stand on a zone."""
        return sum([self.watched(box) for box in rounds])

    def takes(self, at: int) -> str:
        """Return the die that ending a round here removes: a colour, HIGHEST or NOTHING (NE-6)."""
        zone = self.zones.get(at) if self.level.eye else None
        return (HIGHEST if zone == SECURITY else zone) or NOTHING

    def removed(self, rounds: Sequence[int]) -> str:
        """Return the die that the last round removes; none if it marked no box (NE-3.8)."""
        return self.takes(rounds[-1]) if rounds and rounds[-1] else NOTHING

    def round_name(self, played: int) -> str:
        """Return the box of the rounds track marked after this many rounds: R0, R1 …"""
        return f"R{self.first_round + played - 1}"
