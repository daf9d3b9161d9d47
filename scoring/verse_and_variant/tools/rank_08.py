"""The Tools of rank 8."""

from __future__ import annotations

from scoring.play.decisions import Script
from scoring.verse_and_variant.bout import must_follow
from scoring.verse_and_variant.gains import pick
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool


@Tool("T-8a").does
def marginal_gloss(state: State, player: Player, card: Card) -> Script:
    """T-8a: the Spotlight of the next bout; what was chosen for it before gives way (VV-3.7)."""
    suits = [(suit, suit) for suit in state.tracks]
    state.session.next_spotlight = yield from pick(player, "the next Spotlight", card.id, suits)


@Tool("T-8b", moments=(Moment.WITNESS_PLAYED,)).does
def elevation_stroke(state: State, player: Player, card: Card) -> None:
    """T-8b: the Witness just played ranks 10."""
    state.bout.primary(player.seat).rank = 10


def can_play_authority(state: State, player: Player) -> bool:
    """T-8c: needs a Tool that the duty to follow bars, not lifted by T-1e."""
    held = any(card.is_tool for card in player.hand)
    return held and must_follow(state, player) and not state.bout.free


@Tool("T-8c", can_play_authority, (Moment.BEFORE_PRIMARY,)).does
def ink_authority(state: State, player: Player, card: Card) -> None:
    """T-8c: the next Primary may be a Tool."""
    state.bout.free = "tools"


def can_play_quill(state: State, player: Player) -> bool:
    """T-8d: needs another bout in this session (VV-4.4)."""
    return any(one.hand for one in state.players) and not state.session.interrupted


@Tool("T-8d", can_play_quill, (Moment.BOUT_RESOLVED,)).does
def seize_the_quill(state: State, player: Player, card: Card) -> None:
    """T-8d: the player leads the next bout."""
    state.bout.next_leader = player.seat


def can_play_momentum(state: State, player: Player) -> bool:
    """T-8e: needs a Spotlight that does not lead yet, in a later bout than that led by T-8e."""
    changes = state.spotlight() not in (None, state.bout.lead)
    return changes and state.bout.primaries[0].card.id != "T-8e"


@Tool("T-8e", can_play_momentum, (Moment.LEAD_MADE,)).does
def scribes_momentum(state: State, player: Player, card: Card) -> None:
    """T-8e: the lead suit becomes the Spotlight's; a led Witness counts as of that suit."""
    bout = state.bout
    bout.lead = state.spotlight()
    led = bout.primaries[0]
    if not led.card.is_tool:
        led.suit = bout.lead
