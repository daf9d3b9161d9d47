"""The Tools of rank 2."""

from __future__ import annotations

from scoring.play.decisions import Script
from scoring.verse_and_variant.gains import (
    count_chosen_feature,
    gain_lacuna,
    is_available,
    pick_track,
    pick_word,
    take_feature,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool
from scoring.verse_and_variant.tracks import move_stack


def copyable_features(state: State, player: Player) -> list[str]:
    """What T-2a can take: the Features in the ledger that are to be had once more."""
    return [feature for feature in player.features() if is_available(state, feature)]


def can_play_facsimile(state: State, player: Player) -> bool:
    """T-2a: needs a Feature in the ledger, to take one of."""
    return bool(copyable_features(state, player))


@Tool("T-2a", can_play_facsimile).does
def fragment_facsimile(state: State, player: Player, card: Card) -> Script:
    """T-2a: take one Feature of a kind in the ledger."""
    features = copyable_features(state, player)
    feature = yield from pick_word(player, "a Feature to take", card.id, features)
    yield from take_feature(state, player, feature)


def can_play_index(state: State, player: Player) -> bool:
    """T-2b: needs a stack to move."""
    return any(track.stacks() for track in state.tracks.values())


@Tool("T-2b", can_play_index, (Moment.ANY_TIME,)).does
def scribal_index(state: State, player: Player, card: Card) -> Script:
    """T-2b: the topmost stack of one track moves onto another."""
    suits = [suit for suit, track in state.tracks.items() if track.stacks()]
    track = yield from pick_track(state, player, "a track to move from", card.id, suits)
    others = [suit for suit, other in state.tracks.items() if other is not track]
    move_stack(track, (yield from pick_track(state, player, "a track to move to", card.id, others)))


@Tool("T-2c").does
def catalog_concordance(state: State, player: Player, card: Card) -> Script:
    """T-2c: every player gains a lacuna."""
    for one in state.clockwise(player.seat):
        yield from gain_lacuna(state, one)


def can_play_collector(state: State, player: Player) -> bool:
    """T-2d: needs a cube, and a slot that takes it; the Features may still come by the exchange."""
    return player.cubes > 0 and any(state.empty_slots(feature) for feature in state.boards)


@Tool("T-2d", can_play_collector, (Moment.TOKENISED,)).does
def gloss_collector(state: State, player: Player, card: Card) -> None:
    """T-2d: the next institution grant of this Take costs one Feature."""
    take = state.take_of(player)
    assert take is not None
    take.cost = 1


@Tool("T-2e", moments=(Moment.BEFORE_COUNTING,)).does
def major_reference(state: State, player: Player, card: Card) -> Script:
    """T-2e: one token more of a Feature counts in this majority scoring."""
    yield from count_chosen_feature(state, player, card.id)
