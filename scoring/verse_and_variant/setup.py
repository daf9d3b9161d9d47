"""The set-up: the contents of the box, the table before the first deal, the draw of the Tools
(VV-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from card_data.verse_and_variant.model import Data, Suit
from scoring.cache import cache_per_data
from scoring.play.moves import Move, Options, Refused, Vocabulary, cards_named, itemised
from scoring.verse_and_variant.pieces import Card, Desk, Player
from scoring.verse_and_variant.state import State, Tool, filled_track
from scoring.verse_and_variant.tools import all_tools
from scoring.verse_and_variant.tracks import LACUNA, Track
from scoring.verse_and_variant.wording import Meaning, vocabulary


class Components(NamedTuple):
    """The contents of the box: cards and Tools by ID, and the words of moves."""

    cards: Mapping[str, Card]
    tools: Mapping[str, Tool]
    words: Vocabulary[Meaning]


@cache_per_data
def components(data: Data) -> Components:
    witnesses = [Card(one.id, one.rank, one.suit, one.icons) for one in data.witnesses]
    tools = [Card(one.id, one.rank, timing=one.timing, title=one.title) for one in data.tools]
    cards = {card.id: card for card in (*witnesses, *tools)}
    known = all_tools()
    effects = {tool.id: known.get(tool.id, Tool(tool.id)) for tool in tools}
    words = vocabulary(data, cards.values())
    return Components(MappingProxyType(cards), MappingProxyType(effects), words)


def new_state(data: Data, names: Sequence[str]) -> State:
    """Return the table before the Tools are drawn (VV-2.2 to VV-2.4)."""
    cards, tools, words = components(data)
    dealt_to_each = data.numbers.set_up[len(names)]
    tracks: dict[Suit, Track] = {}
    supply = Counter({LACUNA: data.numbers.tokens.lacunas})
    for suit in data.suits:
        tracks[suit.id] = filled_track(
            suit.feature, data.numbers.track.spaces, dealt_to_each.spaces
        )
        on_track = sum(map(len, tracks[suit.id].spaces))
        supply[suit.feature] = data.numbers.tokens.features - on_track
    return State(
        data=data,
        tools=tools,
        words=words,
        cards=cards,
        players=[
            Player(name, seat, dealt_to_each.grants, dealt_to_each.grants, dealt_to_each.cubes)
            for seat, name in enumerate(names)
        ],
        tracks=tracks,
        supply=supply,
        boards={suit.feature: [None] * len(data.numbers.institution.slots) for suit in data.suits},
        desk=Desk(),
    )


@dataclass(frozen=True, slots=True)
class ToolDraw(Options[list[str]]):
    """One Tool of each rank, written with spaces between, in any order."""

    data: Data

    def __str__(self) -> str:
        return f"one Tool of each rank, 1 to {self.data.numbers.ranks.tools}"

    def parse(self, words: str) -> Move[list[str]]:
        """Return the Tools drawn; refuse ranks with none, or with two."""
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

    def ranks(self) -> list[list[str]]:
        """Return the Tools of each rank, from 1."""
        wanted = range(1, self.data.numbers.ranks.tools + 1)
        return [[tool.id for tool in self.data.tools if tool.rank == rank] for rank in wanted]

    def __iter__(self) -> Iterator[str]:
        return map(" ".join, product(*self.ranks()))

    def draw(self, rng: Random) -> Move[list[str]]:
        """Draw as `card_data` does, so that a seed prints and plays the same Tools."""
        drawn = list(self.data.drawn(rng)["tools"])
        return " ".join(drawn), drawn
