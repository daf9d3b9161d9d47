"""What an engine asks: decisions, and the moves that answer them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from random import Random
from typing import NamedTuple, Protocol

from card_data.problems import clip

TABLE = "table"  # who decides what chance decides: the table shuffles, deals and rolls


class Outcomes(Protocol):
    """Moves too many to list: a test of one, and a way to draw one."""

    def wrong(self, move: str) -> str:
        """What keeps ``move`` from being one of them; empty if nothing does."""

    def draw(self, rng: Random) -> str:
        """One of them at random."""


MOST = 6  # answers that a message lists


class Decision(NamedTuple):
    """A question of the rules: who answers it, what it is about, by which clause, the answers.

    Where answers have clauses of their own, ``refused_by`` tells, of a move and the answers there
    are, the clause that the move breaks. ``spelt`` turns other ways to write a move into that of
    the answers.
    """

    who: str
    what: str
    rule: str
    options: tuple[str, ...] | Outcomes
    refused_by: Callable[[str, tuple[str, ...]], str] | None = None
    spelt: Callable[[str], str] = str

    def wrong(self, move: str) -> str:
        """What keeps ``move`` from being an answer; empty if nothing does.

        Answers of the same kind as ``move`` are named, if there are any; of many the nearest.
        """
        if not isinstance(self.options, tuple):
            return self.options.wrong(move)
        if move in self.options:
            return ""
        alike = [one for one in self.options if first_word(one) == first_word(move)]
        if len(alike) > MOST:
            most = max([same_words(one, move) for one in alike])
            alike = [one for one in alike if same_words(one, move) == most]
        return listed(alike or self.options)

    def broken_by(self, move: str) -> str:
        """The clause that ``move``, which is no answer, breaks."""
        if self.refused_by is None or not isinstance(self.options, tuple):
            return self.rule
        return self.refused_by(move, self.options)

    def random(self, rng: Random) -> str:
        """Any answer."""
        if isinstance(self.options, tuple):
            return self.options[int(rng.random() * len(self.options))]
        return self.options.draw(rng)

    @property
    def expected(self) -> str:
        """The answers in words."""
        return listed(self.options) if isinstance(self.options, tuple) else str(self.options)


def listed(moves: Sequence[str]) -> str:
    """Some moves to choose from; of many the first.

    >>> listed(["take", "decline"]), listed(["pass 1"] * 9)[-25:]
    ('take or decline', 'pass 1 or one of 3 others')
    """
    shown = " or ".join(moves[:MOST])
    return shown if len(moves) <= MOST else f"{shown} or one of {len(moves) - MOST} others"


def same_words(one: str, other: str) -> int:
    """With how many of the same words two moves begin.

    >>> same_words("place red", "place green reroll red")
    1
    """
    pairs = zip(one.split(), other.split(), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def first_word(move: str) -> str:
    """What kind of move it is."""
    return move.partition(" ")[0]


Script = Generator[Decision, str]


@dataclass(frozen=True, slots=True)
class Order:
    """The orders of some cards, written one after the other with spaces between."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"the {len(self.cards)} cards in an order"

    def wrong(self, move: str) -> str:
        """Which cards are missing, unknown or named too often.

        >>> Order(("A1", "A2", "B1")).wrong("A2 A1 A1 Z")
        'the 3 cards in an order (missing: B1; too many: A1, Z)'
        """
        named, cards = Counter(move.split()), Counter(self.cards)
        if named == cards:
            return ""
        return f"{self} ({itemised({'missing': cards - named, 'too many': named - cards})})"

    def draw(self, rng: Random) -> str:
        cards = list(self.cards)
        rng.shuffle(cards)
        return " ".join(cards)


def itemised(parts: Mapping[str, Iterable[str]]) -> str:
    """What is wrong with the items of a move, the first few of each kind.

    >>> itemised({"missing": ["B1"], "unknown": [], "too many": ["A1", "Z"]})
    'missing: B1; too many: A1, Z'
    """
    shown = {
        what: [clip(one, quoted=False) for one in islice(some, 9)] for what, some in parts.items()
    }
    return "; ".join([f"{what}: {', '.join(some)}" for what, some in shown.items() if some])
