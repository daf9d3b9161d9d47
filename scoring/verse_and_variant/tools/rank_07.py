"""The Tools of rank 7."""

from __future__ import annotations

from scoring.play.decisions import Script
from scoring.verse_and_variant.gains import (
    move_to_vault,
    pick_card,
    pick_or_stop,
    pick_slot,
    pick_track,
    pick_word,
    place_cube,
    take_topmost,
    tracks_with_features,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool
from scoring.verse_and_variant.tracks import LACUNA, features_of


@Tool("T-7a").does
def codex_collator(state: State, player: Player, card: Card) -> Script:
    """T-7a: up to two Features of a track's topmost stack of two or more tokens, lacunas counted,
    move up; its colour is the next Spotlight."""
    track = yield from pick_track(state, player, "a track", card.id, list(state.tracks))
    state.session.next_spotlight = state.suit(track.feature)
    space = next((space for space in track.stacks() if len(track.spaces[space]) > 1), None)
    for _ in range(2):
        if space is None or not track.open_spaces():
            return
        features = features_of(track.spaces[space])
        feature = yield from pick_or_stop(player, "a token to move up", card.id, features)
        if feature is None:
            return
        track.spaces[space].remove(feature)
        track.put_back([feature])


def can_play_shelf(state: State, player: Player) -> bool:
    """T-7b: needs a token in the ledger."""
    return bool(player.tokens())


@Tool("T-7b", can_play_shelf, (Moment.TOKENISED,)).does
def reserve_shelf(state: State, player: Player, card: Card) -> Script:
    """T-7b: up to three tokens go to the vault."""
    yield from move_to_vault(player, player.tokens(), 3, card.id)


def leftmost_slots(state: State) -> list[tuple[str, int]]:
    """T-7c: the leftmost empty slot of each institution that has one."""
    slots = {feature: state.empty_slots(feature) for feature in state.boards}
    return [(feature, empty[0]) for feature, empty in slots.items() if empty]


def can_play_writer(state: State, player: Player) -> bool:
    """T-7c: needs two lacunas to pay, a cube to place and a slot for it."""
    return player.ledger[LACUNA] >= 2 and player.cubes > 0 and bool(leftmost_slots(state))


@Tool("T-7c", can_play_writer, (Moment.ANY_TIME,), refreshes=True).does
def grant_writer(state: State, player: Player, card: Card) -> Script:
    """T-7c: for two lacunas a cube on a leftmost empty slot; flat, if it is for the perk."""
    state.pay(player, LACUNA, 2)
    slots = leftmost_slots(state)
    feature, slot = yield from pick_slot(player, "a slot for a cube", card.id, slots)
    gains = ["prestige", "perk"] if perk_helps(state, player, slot) else ["prestige"]
    perk = (yield from pick_word(player, "the prestige or the perk", card.id, gains)) == "perk"
    yield from place_cube(state, player, feature, slot, flat=perk, perk=perk)


def perk_helps(state: State, player: Player, slot: int) -> bool:
    """T-7c: whether a slot has a perk and the player can get it now."""
    kind = state.data.numbers.institution.slots[slot].perk
    if kind == "grant":
        return player.grants < player.all_grants
    return kind == "lacuna"  # of the two just paid


def can_play_reset(state: State, player: Player) -> bool:
    """T-7d: needs a Feature on a track."""
    return bool(tracks_with_features(state))


@Tool("T-7d", can_play_reset).does
def demand_reset(state: State, player: Player, card: Card) -> Script:
    """T-7d: a track's topmost token moves up one space, or if it cannot, into the ledger."""
    suits = list(tracks_with_features(state))
    track = yield from pick_track(state, player, "a track", card.id, suits)
    space = track.topmost_feature_space()
    assert space is not None
    stack, above = track.spaces[space], track.spaces[space + 1 : space + 2]
    if len(stack) == 1 or above != [[]]:
        yield from take_topmost(state, player, track, card.id)
        return
    feature = yield from pick_word(player, "a token to move up", card.id, features_of(stack))
    stack.remove(feature)
    track.spaces[space + 1].append(feature)


def can_play_guild(state: State, player: Player) -> bool:
    """T-7e: needs a Tool in the player's haul, whose Witnesses are tokens by now."""
    take = state.take_of(player)
    return take is not None and bool(take.cards)


@Tool("T-7e", can_play_guild, (Moment.TOKENISED,)).does
def copyist_guild(state: State, player: Player, card: Card) -> Script:
    """T-7e: a Tool of the haul comes into hand."""
    assert state.take is not None
    haul = state.take.cards
    tool = yield from pick_card(player, "a Tool of the haul", card.id, haul)
    haul.remove(tool)
    player.hand.append(tool)
