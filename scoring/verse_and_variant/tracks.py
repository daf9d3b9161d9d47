"""The Spotlight board: five tracks of stacks of tokens, and what moves them (VV-3)."""

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
        """Where a stack that is moved here comes to lie: its "topmost space" (VV-3.3)."""
        return min(self.demand + 1, len(self.spaces) - 1)

    def open_spaces(self) -> range:
        """The spaces above the topmost stack, the lowest first."""
        return range(self.demand + 1, len(self.spaces))

    def stacks(self) -> list[int]:
        """The occupied spaces, the highest first."""
        return [space for space in range(len(self.spaces) - 1, -1, -1) if self.spaces[space]]

    def highest_with(self, feature: str) -> int | None:
        """The highest space on which the Feature lies."""
        for space in range(len(self.spaces) - 1, -1, -1):
            if feature in self.spaces[space]:
                return space
        return None

    def lowest_with(self, feature: str) -> int | None:
        """The lowest space on which the Feature lies."""
        return next((at for at, stack in enumerate(self.spaces) if feature in stack), None)

    def topmost_feature_space(self) -> int | None:
        """The space of the topmost Feature (VV-3.8); None if there is no Feature."""
        return next((space for space in self.stacks() if features_of(self.spaces[space])), None)

    def topmost_shared_space(self) -> int | None:
        """The space of the topmost stack of more than one token, of which a Feature can move."""
        for space in self.stacks():
            if len(self.spaces[space]) > 1 and features_of(self.spaces[space]):
                return space
        return None

    def demand_down(self) -> None:
        """Demand -1: the topmost stack joins the next lower one, if there is one (VV-3.5)."""
        occupied = self.stacks()
        if len(occupied) > 1:
            top, below = occupied[:2]
            self.spaces[below] += self.spaces[top]
            self.spaces[top] = []

    def put_back(self, tokens: Sequence[str]) -> list[str]:
        """Put tokens on the first open spaces, one a space; those without one are left (VV-3.6)."""
        for space, token in zip(self.open_spaces(), tokens, strict=False):
            self.spaces[space].append(token)
            tokens = tokens[1:]
        return list(tokens)

    def tokens(self) -> Iterator[str]:
        """Every token on it."""
        for stack in self.spaces:
            yield from stack


def features_of(stack: Sequence[str]) -> list[str]:
    """The different Features in a stack, in board order of their appearance."""
    return [token for token in dict.fromkeys(stack) if token != LACUNA]


def move_stack(track: Track, onto: Track) -> None:
    """The topmost stack of a track moves onto another's topmost space (VV-3.3)."""
    top, landing = track.demand, onto.landing
    if top >= 0:
        onto.spaces[landing] += track.spaces[top]
        track.spaces[top] = []
