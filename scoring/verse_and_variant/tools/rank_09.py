"""The Tools of rank 9."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

from scoring.play.decisions import Asking, Script
from scoring.verse_and_variant.gains import (
    count_lacuna,
    gain_lacuna,
    is_available,
    move_to_vault,
    pick,
    pick_from_track,
    pick_track,
    pick_word,
    take_from_space,
    tracks_with_features,
    uncounted_lacunas,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool
from scoring.verse_and_variant.tracks import LACUNA, Track, features_of


@Tool("T-9a").does
def manuscript_vault(state: State, player: Player, card: Card) -> Script:
    """T-9a: up to three tokens of the ledger go to the vault."""
    yield from move_to_vault(player, player.tokens(), 3, card.id)


def can_play_surge(state: State, player: Player) -> bool:
    """T-9b: needs a Feature on a track."""
    return bool(tracks_with_features(state))


@Tool("T-9b", can_play_surge).does
def demand_surge(state: State, player: Player, card: Card) -> Script:
    """T-9b: two topmost Features go up if the second's stack and two spaces allow, else down."""
    suits = list(tracks_with_features(state))
    track = yield from pick_track(state, player, "a track", card.id, suits)
    yield from topmost_to_desk(state, player, track, card.id)
    if track.topmost_feature_space() is None:
        return
    space = yield from topmost_to_desk(state, player, track, card.id)
    empty = [above for above in range(space, len(track.spaces)) if not track.spaces[above]]
    if track.spaces[space] and len(empty) > 1:
        yield from from_desk(state, player, track, empty[:2], card.id)


def topmost_to_desk(state: State, player: Player, track: Track, rule: str) -> Asking[int]:
    """The topmost Feature of a track goes to the Desk; returns its space."""
    space = track.topmost_feature_space()
    assert space is not None
    features = features_of(track.spaces[space])
    feature = yield from pick_word(player, "the topmost Feature", rule, features)
    track.spaces[space].remove(feature)
    state.desk.tokens.append(feature)
    return space


def from_desk(
    state: State, player: Player, track: Track, spaces: Sequence[int], rule: str
) -> Script:
    """The two Features put on the Desk last go to two spaces, the lower given first."""
    both = state.desk.tokens[-2:]
    what = "the Feature for the lower space"
    lower = yield from pick_word(player, what, rule, list(dict.fromkeys(both)))
    both.remove(lower)
    for space, feature in zip(spaces, (lower, *both), strict=True):
        state.desk.tokens.remove(feature)
        track.spaces[space].append(feature)


def can_play_portico(state: State, player: Player) -> bool:
    """T-9c: needs a lacuna of the ledger that counts as nothing else."""
    return uncounted_lacunas(state, player) > 0


@Tool("T-9c", can_play_portico, (Moment.BEFORE_COUNTING,)).does
def portico_of_scholars(state: State, player: Player, card: Card) -> Script:
    """T-9c: one lacuna counts as a Feature."""
    features = state.features()
    feature = yield from pick_word(player, "a Feature for a lacuna", card.id, features)
    count_lacuna(state, player, feature)


def can_play_collation(state: State, player: Player) -> bool:
    """T-9d: needs cubes and slots for more than the one institution grant of each window."""
    slots = sum(len(state.empty_slots(feature)) for feature in state.boards)
    return min(player.cubes, slots) > 1


@Tool("T-9d", can_play_collation, (Moment.GRANT_PAID,)).does
def rapid_collation(state: State, player: Player, card: Card) -> None:
    """T-9d: one institution grant more in this window."""
    take = state.take_of(player)
    assert take is not None
    take.grants += 1


@Tool("T-9e", refreshes=True).does
def grand_patronage(state: State, player: Player, card: Card) -> Script:
    """T-9e: a Grant; a Feature of each track goes to the others in turn."""
    state.refresh(player)
    left = list(state.tracks)
    for other in cycle(state.others(player)):
        there = [
            suit
            for suit in left
            if state.tracks[suit].topmost_feature_space() is not None or is_available(state, LACUNA)
        ]
        if not there:
            return
        what = f"a track for {other.name}"
        suit = yield from pick(player, what, card.id, [(one, one) for one in there])
        left.remove(suit)
        yield from deal_any(state, player, other, state.tracks[suit], card.id)


def deal_any(state: State, player: Player, other: Player, track: Track, rule: str) -> Script:
    """A Feature of a track goes to another, with the bonus; without one, a lacuna (T-9e)."""
    if track.topmost_feature_space() is None:
        yield from gain_lacuna(state, other)
        return
    what = f"a Feature for {other.name}"
    space, feature = yield from pick_from_track(player, what, rule, track)
    yield from take_from_space(state, other, track, space, feature)
