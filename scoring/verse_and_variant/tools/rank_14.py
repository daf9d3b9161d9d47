"""The Tools of rank 14."""

from __future__ import annotations

from scoring.play.decisions import Asking
from scoring.verse_and_variant.gains import (
    is_available,
    pick_or_stop,
    remove_from_supply,
    take_topmost,
    tracks_with_features,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool


def there_is_a_spotlight(state: State, player: Player) -> bool:
    """T-14a, T-14b, T-14c: need a Spotlight."""
    return state.spotlight() is not None


@Tool("T-14a", there_is_a_spotlight).does
def spotlight_surge(state: State, player: Player, card: Card) -> None:
    """T-14a: for each player one Spotlight Feature of the supply goes on the Desk."""
    spotlight = state.spotlight()
    assert spotlight is not None
    feature = state.feature(spotlight)
    for _ in state.players:
        if remove_from_supply(state, feature):
            state.desk.tokens.append(feature)


@Tool("T-14b", there_is_a_spotlight).does
def spotlight_audit(state: State, player: Player, card: Card) -> None:
    """T-14b: one Spotlight Feature of each ledger; they are one stack on the topmost space."""
    spotlight = state.spotlight()
    assert spotlight is not None
    track = state.tracks[spotlight]
    landing = track.landing  # of all: they lie as one stack
    for one in state.clockwise(player.seat):
        if one.ledger[track.feature]:
            one.ledger[track.feature] -= 1
            track.spaces[landing].append(track.feature)


@Tool("T-14c", there_is_a_spotlight).does
def spotlight_lock(state: State, player: Player, card: Card) -> None:
    """T-14c: the Spotlight stays as it is; the card lies beside until the session ends."""
    state.session.locked = state.spotlight()
    state.lift_primary(card)
    state.session.beside.append(card)


def can_play_bonus(state: State, player: Player) -> bool:
    """T-14d: needs a Spotlight of highest demand alone, and a token of it with a player."""
    spotlight = state.spotlight()
    if spotlight is None:
        return False
    level = state.tracks[spotlight].demand
    alone = all(track.demand < level for suit, track in state.tracks.items() if suit != spotlight)
    return alone and any(one.owned(state.feature(spotlight)) for one in state.players)


@Tool("T-14d", can_play_bonus, (Moment.AFTER_AWARDS,)).does
def spotlight_majority_bonus(state: State, player: Player, card: Card) -> None:
    """T-14d: every player scores 1 for each token of the Spotlight's, what Tools add left out."""
    spotlight = state.spotlight()
    assert spotlight is not None
    for one in state.players:
        one.prestige += one.owned(state.feature(spotlight))


def can_play_archive(state: State, player: Player) -> bool:
    """T-14e: needs a Witness of the Spotlight's colour in the haul, still on the Desk."""
    spotlight = state.spotlight()
    return any(card.suit == spotlight for card in state.desk.witnesses())


def take_from_another_track(state: State, player: Player, feature: str) -> Asking[bool]:
    """T-14e, for a Feature to be taken: if it is the Spotlight's, another track's topmost."""
    spotlight = state.spotlight()
    if spotlight is None or feature != state.feature(spotlight) or not is_available(state, feature):
        return False
    others = tracks_with_features(state)
    others.pop(spotlight, None)
    suit = yield from pick_or_stop(player, f"a track in place of {feature}", "T-14e", list(others))
    if suit is None:
        return False
    yield from take_topmost(state, player, others[suit], "T-14e")
    return True


@Tool("T-14e", can_play_archive, (Moment.GRANT_PAID,), take_instead=take_from_another_track).does
def spotlight_archive(state: State, player: Player, card: Card) -> None:
    """T-14e: until the window closes, Spotlight Features may come from other tracks."""
    player.running.append(card.id)
