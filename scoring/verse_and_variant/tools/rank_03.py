"""The Tools of rank 3."""

from __future__ import annotations

from scoring.play.decisions import Script
from scoring.verse_and_variant.gains import (
    corruption_on_desk,
    is_available,
    pick_card,
    pick_or_stop,
    pick_slot,
    pick_track,
    pick_word,
    place_cube,
    remove_corruption,
    source_of,
    take_from_supply,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool
from scoring.verse_and_variant.tracks import LACUNA, move_stack


@Tool("T-3a").does
def desalination_bath(state: State, player: Player, card: Card) -> Script:
    """T-3a: up to two Corruption cards leave the session, or markers the game."""
    for _ in range(2):
        there = corruption_on_desk(state)
        word = yield from pick_or_stop(player, "Corruption to remove", card.id, list(there))
        if word is None:
            return
        remove_corruption(state, there[word])


def can_play_survey(state: State, player: Player) -> bool:
    """T-3b: needs a Spotlight whose track has a stack."""
    spotlight = state.spotlight()
    return spotlight is not None and bool(state.tracks[spotlight].stacks())


@Tool("T-3b", can_play_survey).does
def scriptorium_survey(state: State, player: Player, card: Card) -> Script:
    """T-3b: the Spotlight's topmost stack moves onto the lowest of the other tracks."""
    spotlight = state.spotlight()
    assert spotlight is not None
    demand = {suit: track.demand for suit, track in state.tracks.items() if suit != spotlight}
    lowest = [suit for suit, level in demand.items() if level == min(demand.values())]
    onto = yield from pick_track(state, player, "a track to move to", card.id, lowest)
    move_stack(state.tracks[spotlight], onto)


def clean_witnesses(state: State) -> list[Card]:
    """The Witnesses on the Desk that have no Corruption."""
    return [card for card in state.desk.witnesses() if not card.corrupts]


def can_play_matrix(state: State, player: Player) -> bool:
    """T-3c: needs a Witness without Corruption in what is to be swept."""
    return bool(clean_witnesses(state))


@Tool("T-3c", can_play_matrix, (Moment.GRANT_PAID,)).does
def variant_matrix(state: State, player: Player, card: Card) -> Script:
    """T-3c: one Witness of the haul without Corruption yields double."""
    take = state.take_of(player)
    assert take is not None
    witnesses = clean_witnesses(state)
    take.doubled = yield from pick_card(player, "a Witness to double", card.id, witnesses)


def can_play_note(state: State, player: Player) -> bool:
    """T-3d: must not run yet, as it does if the exchange has brought it back."""
    return "T-3d" not in player.running


def replace_lacuna(state: State, player: Player) -> Script:
    """T-3d, for one lacuna just gained: a Feature for it, of whatever is to be had.

    The lacuna takes the Feature's place, so a space is never emptied and gives no bonus.
    """
    features = [feature for feature in state.features() if is_available(state, feature)]
    if not features:
        return
    feature = yield from pick_word(player, "a Feature for the lacuna", "T-3d", features)
    stack = stack_to_take_from(state, feature)
    if stack is None:
        state.pay(player, LACUNA)
        take_from_supply(state, player, feature)
        return
    stack.remove(feature)
    stack.append(LACUNA)
    player.ledger[LACUNA] -= 1
    player.ledger[feature] += 1


@Tool("T-3d", can_play_note, (Moment.ANY_TIME,), on_lacuna=replace_lacuna, lasts=True).does
def glossators_note(state: State, player: Player, card: Card) -> None:
    """T-3d: until the session ends each lacuna gained becomes a Feature."""
    player.running.append(card.id)


def stack_to_take_from(state: State, feature: str) -> list[str] | None:
    """The stack that a Feature is taken from, None for the supply or a substitute (VV-3.4)."""
    own = state.tracks[state.suit(feature)]
    space = own.highest_with(feature)
    there = source_of(state, feature) if space is None else own.spaces[space]
    return there if isinstance(there, list) else None


def apparatus_moves(state: State, player: Player) -> dict[tuple[str, int], list[tuple[str, int]]]:
    """T-3e: where each placed cube can go, an empty slot of another institution."""
    empty = [(feature, at) for feature in state.boards for at in state.empty_slots(feature)]
    moves = {cube: [slot for slot in empty if slot[0] != cube[0]] for cube in state.placed(player)}
    return {cube: slots for cube, slots in moves.items() if slots}


def can_play_apparatus(state: State, player: Player) -> bool:
    """T-3e: needs a placed cube, and a slot to move it to."""
    return bool(apparatus_moves(state, player))


@Tool("T-3e", can_play_apparatus, refreshes=True).does
def critical_apparatus(state: State, player: Player, card: Card) -> Script:
    """T-3e: a placed cube moves to another institution, stands there, and has the slot's perk."""
    moves = apparatus_moves(state, player)
    cube = yield from pick_slot(player, "a cube to move", card.id, list(moves))
    slot = yield from pick_slot(player, "a slot to move it to", card.id, moves[cube])
    state.take_back(player, *cube)
    yield from place_cube(state, player, *slot)
