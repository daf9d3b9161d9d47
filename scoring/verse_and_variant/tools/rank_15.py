"""The Tools of rank 15."""

from __future__ import annotations

from scoring.play.decisions import Script
from scoring.verse_and_variant.gains import (
    demand_up,
    gain_lacuna,
    is_available,
    pick_slot_or_stop,
    pick_word,
    place_cube,
    take_feature,
    take_from_supply,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import State, Tool


@Tool("T-15a", refreshes=True).does
def preservation_windfall(state: State, player: Player, card: Card) -> None:
    """T-15a: every player refreshes one Grant."""
    for one in state.players:
        state.refresh(one)


@Tool("T-15b").does
def shared_inspiration(state: State, player: Player, card: Card) -> None:
    """T-15b: every player gains Eureka; one who holds it scores 2 prestige instead."""
    for one in state.players:
        if one.eureka:
            one.prestige += 2
        else:
            state.gain_eureka(one)


@Tool("T-15c").does
def universal_lacuna(state: State, player: Player, card: Card) -> Script:
    """T-15c: every player gains two lacunas and a Feature of the supply."""
    for one in state.clockwise(player.seat):
        for _ in range(2):
            yield from gain_lacuna(state, one)
        there = [feature for feature in state.features() if is_available(state, feature)]
        if there:
            feature = yield from pick_word(one, "a Feature of the supply", card.id, there)
            take_from_supply(state, one, feature)


@Tool("T-15d").does
def archive_highlight(state: State, player: Player, card: Card) -> Script:
    """T-15d: every player takes a Feature of which their ledger has fewest."""
    for one in state.clockwise(player.seat):
        fewest = min(one.ledger[feature] for feature in state.features())
        there = [
            feature
            for feature in state.features()
            if one.ledger[feature] == fewest and is_available(state, feature)
        ]
        if there:
            feature = yield from pick_word(one, "the Feature you have fewest of", card.id, there)
            yield from take_feature(state, one, feature)


@Tool("T-15e", refreshes=True).does
def collaborative_endowment(state: State, player: Player, card: Card) -> Script:
    """T-15e: every player may place a cube for its perk and Demand +2, or refreshes a Grant."""
    for one in state.clockwise(player.seat):
        if not one.cubes:
            state.refresh(one)
            continue
        slots = [(feature, at) for feature in state.boards for at in state.empty_slots(feature)]
        chosen = yield from pick_slot_or_stop(one, "a slot for a cube", card.id, slots)
        if chosen is None:
            continue
        yield from place_cube(state, one, *chosen)
        for _ in range(2):
            yield from demand_up(state, one, state.suit(chosen[0]), card.id)
