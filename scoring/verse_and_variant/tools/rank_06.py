"""The Tools of rank 6."""

from __future__ import annotations

from scoring.play.decisions import Asking, Script
from scoring.verse_and_variant.gains import (
    is_available,
    pick_card,
    pick_or_stop,
    pick_word,
    receive_token,
    remove_from_supply,
    tokenise,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool
from scoring.verse_and_variant.tracks import LACUNA


def can_play_consolidator(state: State, player: Player) -> bool:
    """T-6a: needs a Witness on the Desk."""
    return bool(state.desk.witnesses())


@Tool("T-6a", can_play_consolidator).does
def quire_consolidator(state: State, player: Player, card: Card) -> Script:
    """T-6a: a Witness of the Desk is tokenised."""
    witness = yield from pick_card(player, "a Witness", card.id, state.desk.witnesses())
    state.desk.cards.remove(witness)
    yield from tokenise(state, player, witness)


@Tool("T-6b").does
def conservation_wash(state: State, player: Player, card: Card) -> None:
    """T-6b: all Corruption leaves the Desk and the Primaries, which rank all the same."""
    for corrupt in [one for one in state.desk.cards if one.corrupts]:
        state.desk.cards.remove(corrupt)
        state.removed.append(corrupt)
    for corrupt in [one for one in state.primary_cards() if one.corrupts]:
        state.lift_primary(corrupt)
        state.removed.append(corrupt)
    state.desk.markers.clear()


@Tool("T-6c").does
def ink_reclassification(state: State, player: Player, card: Card) -> Script:
    """T-6c: Features of the ledger for Features that lay on the Desk, as tokens or on Witnesses."""
    tokens = [token for token in state.desk.tokens if token != LACUNA]
    witnesses = [one for one in state.desk.witnesses() if shows_feature(state, one)]
    most = min(3, len(tokens) + len(witnesses))
    for _ in range((yield from put_on_desk(state, player, most, card.id))):
        there = [*dict.fromkeys(tokens), *[one.id for one in witnesses]]
        chosen = yield from pick_word(player, "a token or Witness to take", card.id, there)
        if witness := state.cards.get(chosen):
            witnesses.remove(witness)
            state.desk.cards.remove(witness)
            yield from tokenise(state, player, witness)
        else:
            tokens.remove(chosen)
            state.desk.tokens.remove(chosen)
            yield from receive_token(state, player, chosen)


def shows_feature(state: State, witness: Card) -> bool:
    """T-6c: whether a Witness yields any Feature."""
    return any(icon in state.features() for icon in witness.icons)


def put_on_desk(state: State, player: Player, most: int, rule: str) -> Asking[int]:
    """T-6c: up to ``most`` Features of the ledger go to the Desk; how many did."""
    for number in range(most):
        feature = yield from pick_or_stop(player, "a Feature for the Desk", rule, player.features())
        if feature is None:
            return number
        player.ledger[feature] -= 1
        state.desk.tokens.append(feature)
    return most


def can_play_priority(state: State, player: Player) -> bool:
    """T-6d: needs a Tool in the haul, and a lacuna for it."""
    return bool(state.desk.tools()) and is_available(state, LACUNA)


@Tool("T-6d", can_play_priority, (Moment.GRANT_PAID,)).does
def archival_priority(state: State, player: Player, card: Card) -> Script:
    """T-6d: Tools of the haul, which lies on the Desk still, are discarded for a lacuna each."""
    while is_available(state, LACUNA):
        tools = [tool.id for tool in state.desk.tools()]
        name = yield from pick_or_stop(player, "a Tool to discard", card.id, tools)
        if name is None:
            return
        tool = state.cards[name]
        state.desk.cards.remove(tool)
        state.discard.append(tool)
        remove_from_supply(state, LACUNA)
        state.desk.tokens.append(LACUNA)


@Tool("T-6e", refreshes=True).does
def porter_consortium(state: State, player: Player, card: Card) -> Script:
    """T-6e: each player may discard four of one Feature to refresh a Grant."""
    for one in state.clockwise(player.seat):
        if one.grants == one.all_grants:
            continue
        payable = [feature for feature in one.features() if one.ledger[feature] >= 4]
        feature = yield from pick_or_stop(one, "four Features for a Grant", card.id, payable)
        if feature is not None:
            state.pay(one, feature, 4)
            state.refresh(one)
