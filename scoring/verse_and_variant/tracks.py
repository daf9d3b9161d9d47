"""The Spotlight board: five tracks of stacks of tokens, and their moves (VV-3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LACUNA = "lacuna"


@dataclass(slots=True)
class Track:
    """One track: ``spaces`` has the stack on each, from 0 up; ``feature`` is its colour's own.

    A stack lists its tokens, Features and lacunas (VV-3.8), in no order.
    """

    feature: str
    spaces: list[list[str]]

    @property
    def demand(self) -> int:
        """The highest occupied space; -1 for an empty track (VV-3.1)."""
        for space in range(len(self.spaces) - 1, -1, -1):
            if self.spaces[space]:
                return space
        return -1

    @property
    def landing(self) -> int:
        """The space that a stack moved here comes to lie on: the "topmost space" (VV-3.3)."""
        return min(self.demand + 1, len(self.spaces) - 1)

    def open_spaces(self) -> range:
        """Return the spaces above the topmost stack, the lowest first."""
        return range(self.demand + 1, len(self.spaces))

    def stacks(self) -> list[int]:
        """Return the occupied spaces, the highest first."""
        return [space for space in range(len(self.spaces) - 1, -1, -1) if self.spaces[space]]

    def highest_with(self, feature: str) -> int | None:
        """Return the highest space on which the Feature lies."""
        for space in range(len(self.spaces) - 1, -1, -1):
            if feature in self.spaces[space]:
                return space
        return None

    def lowest_with(self, feature: str) -> int | None:
        """Return the lowest space on which the Feature lies."""
        return next((at for at, stack in enumerate(self.spaces) if feature in stack), None)

    def topmost_feature_space(self) -> int | None:
        """Return the space of the topmost Feature, or None without any (VV-3.8)."""
        return next((space for space in self.stacks() if features_of(self.spaces[space])), None)

    def topmost_shared_space(self) -> int | None:
        """Return the space of the topmost stack of two tokens, one of them a Feature."""
        for space in self.stacks():
            if len(self.spaces[space]) > 1 and features_of(self.spaces[space]):
                return space
        return None

    def demand_down(self) -> None:
        """Join the topmost stack with the next lower one, if there is one (Demand -1, VV-3.5)."""
        occupied = self.stacks()
        if len(occupied) > 1:
            top, below = occupied[:2]
            self.spaces[below] += self.spaces[top]
            self.spaces[top] = []

    def put_back(self, tokens: Sequence[str]) -> list[str]:
        """Put tokens on the first open spaces, one a space; return those left over (VV-3.6)."""
        for space, token in zip(self.open_spaces(), tokens, strict=False):
            self.spaces[space].append(token)
            tokens = tokens[1:]
        return list(tokens)

    def tokens(self) -> Iterator[str]:
        """Yield every token on the track."""
        for stack in self.spaces:
            yield from stack


def features_of(stack: Sequence[str]) -> list[str]:
    """Return the different Features in a stack, in the order in which they lie."""
    return [token for token in dict.fromkeys(stack) if token != LACUNA]


def move_stack(track: Track, onto: Track) -> None:
    """Move the topmost stack of a track onto another's topmost space (VV-3.3)."""
    top, landing = track.demand, onto.landing
    if top >= 0:
        onto.spaces[landing] += track.spaces[top]
        track.spaces[top] = []
