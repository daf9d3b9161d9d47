"""The Tools of rank 4."""

from __future__ import annotations

from scoring.play.decisions import Script
from scoring.verse_and_variant.gains import discard_features, pick_slot
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool

CREW = 3  # Features that pay for a Take (T-4a)


def can_play_crew(state: State, player: Player) -> bool:
    """T-4a: needs three Features to pay with."""
    return sum(player.ledger[feature] for feature in player.features()) >= CREW


@Tool("T-4a", can_play_crew, (Moment.WINDOW_TURN,)).does
def double_take_crew(state: State, player: Player, card: Card) -> Script:
    """T-4a: three Features pay for the Take that follows."""
    yield from discard_features(state, player, CREW, card.id)


def can_play_porter(state: State, player: Player) -> bool:
    """T-4b: needs a placed cube to pay, and a Grant to refresh."""
    return player.grants < player.all_grants and bool(state.placed(player))


@Tool("T-4b", can_play_porter, refreshes=True).does
def spare_porter_team(state: State, player: Player, card: Card) -> Script:
    """T-4b: a placed cube comes back, a Grant is refreshed."""
    placed = state.placed(player)
    state.take_back(player, *(yield from pick_slot(player, "a cube", card.id, placed)))
    state.refresh(player)


@Tool("T-4c").does
def old_guard(state: State, player: Player, card: Card) -> None:
    """T-4c: for the session the Spotlight is on the lowest demand that no other colour has."""
    state.session.lowest_first = True


@Tool("T-4d", moments=(Moment.WOULD_PASS,)).does
def gate_seal(state: State, player: Player, card: Card) -> None:
    """T-4d: that it is used makes the pass close the window, as Lockdown does."""


@Tool("T-4e").does
def express_scribe(state: State, player: Player, card: Card) -> None:
    """T-4e: the player leads the next bout of the session, if there is one."""
    state.bout.decreed_leader = player.seat
