"""The Tools of rank 12."""

from __future__ import annotations

from scoring.play.decisions import Script
from scoring.verse_and_variant.gains import (
    discard_features,
    pick_slot,
    pick_track,
    take_any,
    tracks_with_features,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import State, Tool


@Tool("T-12a").does
def preservation_crisis(state: State, player: Player, card: Card) -> Script:
    """T-12a: everyone spends a Grant, or without one discards a Feature."""
    for one in state.clockwise(player.seat):
        if one.grants:
            one.grants -= 1
        else:
            yield from discard_features(state, one, 1, card.id)


@Tool("T-12b").does
def ink_bleed(state: State, player: Player, card: Card) -> Script:
    """T-12b: everyone discards a Feature."""
    for one in state.clockwise(player.seat):
        yield from discard_features(state, one, 1, card.id)


@Tool("T-12c").does
def scriptorium_fire(state: State, player: Player, card: Card) -> Script:
    """T-12c: everyone discards two Features."""
    for one in state.clockwise(player.seat):
        yield from discard_features(state, one, 2, card.id)


@Tool("T-12d").does
def funding_cut(state: State, player: Player, card: Card) -> Script:
    """T-12d: everyone takes back a placed cube, or without one spends a Grant."""
    for one in state.clockwise(player.seat):
        if placed := state.placed(one):
            cube = yield from pick_slot(one, "a cube to take back", card.id, placed)
            state.take_back(one, *cube)
        elif one.grants:
            one.grants -= 1


def can_play_mix_up(state: State, player: Player) -> bool:
    """T-12e: needs a Feature on a track."""
    return bool(tracks_with_features(state))


@Tool("T-12e", can_play_mix_up).does
def catalogue_mix_up(state: State, player: Player, card: Card) -> Script:
    """T-12e: any Feature of any track."""
    suits = list(tracks_with_features(state))
    track = yield from pick_track(state, player, "a track to take from", card.id, suits)
    yield from take_any(state, player, track, card.id)
