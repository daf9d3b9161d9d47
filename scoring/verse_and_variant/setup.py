"""The draw of the Tools: one of each rank (VV-2.1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from card_data.verse_and_variant.model import Data
from scoring.play.moves import Move, Refused, cards_named, itemised


@dataclass(frozen=True, slots=True)
class Draw:
    """One Tool of each rank, written with spaces between, in any order."""

    data: Data

    def __str__(self) -> str:
        return f"one Tool of each rank, 1 to {self.data.numbers.ranks.tools}"

    def parse(self, words: str) -> Move[list[str]]:
        """The Tools drawn; refused with ranks that have none, or two."""
        ranks = {tool.id: tool.rank for tool in self.data.tools}
        named = cards_named(words, tuple(ranks))
        unknown = [name for name in named if name not in ranks]
        drawn = sorted([name for name in named if name in ranks], key=lambda name: ranks[name])
        found = Counter([ranks[name] for name in drawn])
        wanted = range(1, self.data.numbers.ranks.tools + 1)
        lacking = [f"rank {rank}" for rank in wanted if not found[rank]]
        twice = [f"rank {rank}" for rank in wanted if found[rank] > 1]
        if unknown or lacking or twice:
            parts = {"missing": lacking, "more than one of": twice, "unknown": unknown}
            raise Refused(f"expected {self}; {itemised(parts)}")
        return " ".join(drawn), drawn

    def draw(self, rng: Random) -> Move[list[str]]:
        """The Tools that `card_data` draws, so that a seed prints and plays the same ones."""
        drawn = list(self.data.drawn(rng)["tools"])
        return " ".join(drawn), drawn
