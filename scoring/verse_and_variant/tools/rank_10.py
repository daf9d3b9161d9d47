"""The Tools of rank 10."""

from __future__ import annotations

from scoring.play.decisions import Script
from scoring.verse_and_variant.bout import spend_eureka
from scoring.verse_and_variant.gains import discard_features
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool


@Tool("T-10a", moments=(Moment.EUREKA_SPENT,)).does
def momentum_accelerator(state: State, player: Player, card: Card) -> None:
    """T-10a: the disc just spent stays."""
    player.eureka = True


def can_play_impulse(state: State, player: Player) -> bool:
    """T-10b: needs a disc to spend, on a Primary of this bout."""
    return player.eureka and any(one.seat == player.seat for one in state.bout.primaries)


@Tool("T-10b", can_play_impulse, (Moment.PRIMARIES_LIE,)).does
def deferred_impulse(state: State, player: Player, card: Card) -> Script:
    """T-10b: Eureka is spent now."""
    yield from spend_eureka(state, player)


def can_play_forge(state: State, player: Player) -> bool:
    """T-10c: needs a Feature to pay, and Eureka to be gained for it."""
    return bool(player.features()) and not player.eureka and not state.session.eureka_stopped


@Tool("T-10c", can_play_forge).does
def momentum_forge(state: State, player: Player, card: Card) -> Script:
    """T-10c: a Feature for Eureka."""
    yield from discard_features(state, player, 1, card.id)
    state.gain_eureka(player)


@Tool("T-10d").does
def momentum_exchange(state: State, player: Player, card: Card) -> None:
    """T-10d: in this bout's window Eureka may pay for a Take."""
    state.bout.eureka_pays = True


@Tool("T-10e", moments=(Moment.SECOND,)).does
def eureka_archive(state: State, player: Player, card: Card) -> None:
    """T-10e: in place of Eureka the second moves to first; every other player gains it."""
    finish = state.bout.finish
    finish.remove(player.seat)
    finish.insert(0, player.seat)
    state.quill = player.seat
    for other in state.others(player):
        state.gain_eureka(other)
