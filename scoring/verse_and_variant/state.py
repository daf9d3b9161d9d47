"""Verse & Variant during play: its table, and what is seen of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from card_data.verse_and_variant.model import Data, Suit
from scoring.play.moves import Vocabulary
from scoring.play.places import Place
from scoring.verse_and_variant import seen
from scoring.verse_and_variant.position import Position
from scoring.verse_and_variant.table import Desk, Player, Table, Tool, cards_of, filled
from scoring.verse_and_variant.tracks import LACUNA, Track


@dataclass(slots=True)
class State(Table):
    """The table, and what is seen of it."""

    def view(self, name: str) -> seen.View:
        """What the player called ``name`` may see: no other hand, no Echo that lies face down."""
        return seen.view(self, name)

    def places(self) -> Iterator[Place]:
        """Every card, hidden; then those that somebody sees."""
        return seen.places(self)

    def position(self) -> Position:
        """The table as it is filled in at the end (VV-8)."""
        return seen.position(self)


def new(
    data: Data, names: Sequence[str], tools: Mapping[str, Tool], words: Vocabulary[Any]
) -> State:
    """The table after VV-2.2 to VV-2.4, before the Tools are drawn and the cards are dealt."""
    begun = data.numbers.set_up[len(names)]
    tracks: dict[Suit, Track] = {}
    supply = Counter({LACUNA: data.numbers.tokens.lacunas})
    for suit in data.suits:
        tracks[suit.id] = filled(suit.feature, data.numbers.track.spaces, begun.spaces)
        on_track = sum(map(len, tracks[suit.id].spaces))
        supply[suit.feature] = data.numbers.tokens.features - on_track
    return State(
        data=data,
        tools=tools,
        words=words,
        cards=cards_of(data),
        players=[
            Player(name, seat, begun.grants, begun.grants, begun.cubes)
            for seat, name in enumerate(names)
        ],
        tracks=tracks,
        supply=supply,
        boards={suit.feature: [None] * len(data.numbers.institution.slots) for suit in data.suits},
        desk=Desk(),
    )
