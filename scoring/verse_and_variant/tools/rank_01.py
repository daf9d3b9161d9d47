"""The Tools of rank 1."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.play.decisions import Decision, Script, ask_together
from scoring.play.moves import Choices
from scoring.verse_and_variant.bout import must_follow
from scoring.verse_and_variant.gains import (
    corruption_on_desk,
    demand_up,
    is_available,
    pick_card,
    pick_or_stop,
    pick_word,
    remove_corruption,
    take_from_supply,
    tokenise,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool
from scoring.verse_and_variant.tracks import LACUNA


def can_play_scraper(state: State, player: Player) -> bool:
    """T-1a: needs a token to put on the Desk, and a Witness there."""
    return bool(player.tokens() and state.desk.witnesses())


@Tool("T-1a", can_play_scraper, (Moment.ANY_TIME,)).does
def palimpsest_scraper(state: State, player: Player, card: Card) -> Script:
    """T-1a: a token of the ledger goes to the Desk, a Witness of the Desk is tokenised."""
    token = yield from pick_word(player, "a token for the Desk", card.id, player.tokens())
    witness = yield from pick_card(player, "a Witness", card.id, state.desk.witnesses())
    player.ledger[token] -= 1
    state.desk.tokens.append(token)
    state.desk.cards.remove(witness)
    yield from tokenise(state, player, witness)


def can_play_eraser(state: State, player: Player) -> bool:
    """T-1b: needs Corruption on the Desk."""
    return bool(corruption_on_desk(state))


@Tool("T-1b", can_play_eraser).does
def ink_eraser(state: State, player: Player, card: Card) -> Script:
    """T-1b: one Corruption card leaves the session, or one marker the game."""
    there = corruption_on_desk(state)
    word = yield from pick_word(player, "Corruption", card.id, list(there))
    remove_corruption(state, there[word])


@Tool("T-1c").does
def synoptic_chart(state: State, player: Player, card: Card) -> Script:
    """T-1c: Demand +1 for the colours that are shown, all at once, -1 for the others."""
    decisions = [
        Decision(one.name, "a Witness to show", card.id, Choices(witnesses))
        for one in state.clockwise(player.seat)
        if (witnesses := [(held.id, held.id) for held in one.hand if not held.is_tool])
    ]
    chosen: Mapping[str, str] = {}
    if decisions:
        chosen = yield from ask_together(*decisions)
    shown = {one.seat: state.cards[chosen[one.name]] for one in state.players if one.name in chosen}
    state.bout.shown = shown
    for suit, track in state.tracks.items():
        if suit in [witness.suit for witness in shown.values()]:
            yield from demand_up(state, player, suit, card.id)
        else:
            track.demand_down()


@Tool("T-1d").does
def parchment_sizer(state: State, player: Player, card: Card) -> Script:
    """T-1d: up to two lacunas each become a Feature of the supply, and its Demand +1."""
    for _ in range(2):
        if not player.ledger[LACUNA]:
            return
        there = [feature for feature in state.features() if is_available(state, feature)]
        feature = yield from pick_or_stop(player, "a Feature for a lacuna", card.id, there)
        if feature is None:
            return
        state.pay(player, LACUNA)
        take_from_supply(state, player, feature)
        yield from demand_up(state, player, state.suit(feature), card.id)


@Tool("T-1e", must_follow, (Moment.BEFORE_PRIMARY,), stays=True).does
def quill_sharpener(state: State, player: Player, card: Card) -> None:
    """T-1e: the next Primary need not follow."""
    state.bout.free = "any"
