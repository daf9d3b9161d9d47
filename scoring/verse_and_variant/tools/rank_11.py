"""The Tools of rank 11."""

from __future__ import annotations

from card_data.verse_and_variant.model import Suit
from scoring.play.decisions import Script
from scoring.verse_and_variant.gains import (
    count_lacuna,
    pick_or_stop,
    pick_track,
    pick_word,
    take_any,
    tracks_with_features,
    uncounted_lacunas,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool


@Tool("T-11a", moments=(Moment.BEFORE_AWARDS,)).does
def statistical_model(state: State, player: Player, card: Card) -> Script:
    """T-11a: for one Feature the first place is worth nothing, the next ones what it was worth."""
    features = state.features()
    state.session.shifted.append((yield from pick_word(player, "a Feature", card.id, features)))


def take_for_lacuna(state: State, player: Player) -> Script:
    """T-11b, for one lacuna just gained: perhaps a Feature of a track."""
    tracks = tracks_with_features(state)
    suit = yield from pick_or_stop(player, "a track to take from", "T-11b", list(tracks))
    if suit is not None:
        yield from take_any(state, player, tracks[suit], "T-11b")


@Tool("T-11b", moments=(Moment.GRANT_PAID,), on_lacuna=take_for_lacuna).does
def citation_surge(state: State, player: Player, card: Card) -> None:
    """T-11b: until the window closes each lacuna gained brings a Feature."""
    player.running.append(card.id)


def can_play_insight(state: State, player: Player) -> bool:
    """T-11c: needs a lacuna that T-9c does not count."""
    return uncounted_lacunas(state, player) > 0


@Tool("T-11c", can_play_insight, (Moment.BEFORE_COUNTING,)).does
def lacunose_insight(state: State, player: Player, card: Card) -> Script:
    """T-11c: up to two lacunas count as Features in this majority scoring."""
    for _ in range(min(2, uncounted_lacunas(state, player))):
        features = state.features()
        feature = yield from pick_or_stop(player, "a Feature for a lacuna", card.id, features)
        if feature is None:
            return
        count_lacuna(state, player, feature)


def colours_not_barred(state: State) -> list[Suit]:
    """The suits that T-11d can still leave out."""
    return [suit for suit in state.tracks if suit not in state.session.barred]


def can_play_note(state: State, player: Player) -> bool:
    """T-11d: needs a suit that is not left out yet."""
    return bool(colours_not_barred(state))


@Tool("T-11d", can_play_note).does
def methodological_note(state: State, player: Player, card: Card) -> Script:
    """T-11d: this session one suit is left out when demand decides the Spotlight."""
    track = yield from pick_track(state, player, "a colour", card.id, colours_not_barred(state))
    state.session.barred.add(state.suit(track.feature))


@Tool("T-11e").does
def publication_embargo(state: State, player: Player, card: Card) -> Script:
    """T-11e: the Spotlight's institution takes no cubes; the card lies beside it.

    Both last until the next bout starts.
    """
    suit = state.spotlight()
    if suit is None:
        features = state.features()
        suit = state.suit((yield from pick_word(player, "an institution", card.id, features)))
    state.bout.closed = suit
    state.lift_primary(card)
    state.bout.beside.append(card)
