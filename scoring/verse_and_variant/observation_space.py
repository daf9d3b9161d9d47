"""Verse & Variant for programs: the words of its moves, and a player's view as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from card_data import Game
from card_data.verse_and_variant.model import Data
from scoring.env.action_tokens import Spaces, in_any_order
from scoring.env.observations import By, Counts, Each, Fields, Number, Word
from scoring.verse_and_variant.pieces import PlayerView, PrimaryView, View
from scoring.verse_and_variant.setup import components
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.wording import HaulOrder

OTHER_WORDS = ("for", "none", "marker", "prestige", "perk")  # of moves that are no card's


def spaces(game: Game[Data], players: Sequence[str]) -> Spaces:
    """Return the actions and observations of a game of these players."""
    data = game.data
    cards, _, vocabulary = components(data)
    said = [word for move in vocabulary.moves for word in move.split()]
    numbers = map(str, range(data.numbers.track.spaces + len(data.numbers.institution.slots)))
    suits = [suit.id for suit in data.suits]
    tokens = (*[suit.feature for suit in data.suits], LACUNA)
    words = dict.fromkeys([*said, *OTHER_WORDS, *suits, *tokens, *numbers])
    order = {HaulOrder: lambda options: in_any_order(options.cards)}
    return Spaces(tuple(words), (), view(data, players, tuple(cards)), order)


def view(data: Data, players: Sequence[str], cards: Sequence[str]) -> Fields:
    """Return the fields of a player's view."""
    suits = [suit.id for suit in data.suits]
    features = [suit.feature for suit in data.suits]
    tokens = (*features, LACUNA)
    player, suit = Word(players), Word(suits)
    tools = [tool.id for tool in data.tools]
    seen = Fields.of(
        PlayerView,
        name=player,
        tableau=Counts(tools),
        spent=Counts(tools),
        ledger=Counts(tokens),
        vault=Counts(tokens),
        prestige=Number(low=-999),
        running=Counts(tools),
    )
    return Fields.of(
        View,
        quill=player,
        spotlight=suit,
        next_spotlight=suit,
        lead=suit,
        leads_next=player,
        hand=Counts(cards),
        echo=Word(cards),
        shown=By(players, Word(cards)),
        players=Each(seen, len(players)),
        primaries=Each(Fields.of(PrimaryView, player=player, card=Word(cards)), len(players)),
        echoes=Counts(players),
        finish=Each(player, len(players)),
        tracks=By(suits, Each(Counts(tokens), data.numbers.track.spaces)),
        supply=Counts(tokens),
        institutions=By(features, Each(player, len(data.numbers.institution.slots))),
        laureate=player,
        desk=Counts(cards),
        desk_tokens=Counts(tokens),
        markers=Counts(suits),
        haul=Counts(cards),
        discard=Counts(cards),
        removed=Counts(cards),
        beside=Counts(cards),
        closed=suit,
        barred=Counts(suits),
    )
