"""The chance of one game, a stream of its own for each purpose.

Two rule sets that are played with the same `Streams` differ by their rules alone, as far as that
can be had: what one shuffle, roll or choice draws depends on nothing that was drawn for another
purpose, nor on how much.

>>> chance = Streams(1, 0)
>>> first = chance.draws("table", "shuffle the deck").random()
>>> other = Streams(1, 0)
>>> _ = other.draws("Ann", "stack 1").random()
>>> other.draws("table", "shuffle the deck").random() == first
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, MutableSequence, Sequence, Set
from hashlib import blake2b
from random import Random
from typing import Any, TypeVar

from scoring.play.decisions import Decision

V = TypeVar("V")


class Cards(Random):
    """Chance that shuffles cards by a number drawn for each, known by its ID.

    So a deck with a card more, or one fewer, has all its other cards in the same order. What is
    no card, such as numbers, is shuffled and sampled as usual.
    """

    def shuffle(self, x: MutableSequence[Any]) -> None:
        if are_cards(x):
            x[:] = self.ordered(x)
        else:
            super().shuffle(x)

    def sample(
        self, population: Sequence[V], k: int, *, counts: Iterable[int] | None = None
    ) -> list[V]:
        if counts is None and are_cards(population) and 0 <= k <= len(population):
            return self.ordered(population)[:k]
        return super().sample(population, k, counts=counts)

    def ordered(self, cards: Sequence[Any]) -> list[Any]:
        """The cards by their numbers; copies of a card have a number each."""
        key, met = self.randbytes(16), Counter[str]()

        def number(card: str) -> bytes:
            met[card] += 1
            return blake2b(f"{met[card]} {card}".encode(), key=key, digest_size=16).digest()

        return sorted(cards, key=number)


def are_cards(things: Sequence[Any] | Set[Any]) -> bool:
    """Whether these are IDs."""
    return all(isinstance(thing, str) for thing in things)


class Streams:
    """What chance decides in game ``number`` of a comparison with this seed.

    A purpose is who decides and what about; each time it comes up is drawn afresh, so that a roll
    of more dice leaves the next one as it was.
    """

    def __init__(self, seed: int, number: int) -> None:
        self.game = f"{seed} {number}"
        self.times: Counter[tuple[str, str]] = Counter()

    def __call__(self, decision: Decision[Any]) -> Random:
        """The chance by which a decision is drawn."""
        return self.draws(decision.who, decision.what)

    def draws(self, who: str, what: str) -> Cards:
        """The chance of the next draw for a purpose."""
        return Cards(self.next(who, what))

    def next(self, who: str, what: str) -> str:
        """The seed of the next draw for a purpose."""
        self.times[who, what] += 1
        return f"{self.game} {self.times[who, what]} {len(who)} {who} {what}"
