"""The Tools of rank 5."""

from __future__ import annotations

from collections.abc import Iterable

from card_data.verse_and_variant.model import Suit
from scoring.play.decisions import Asking, Script
from scoring.verse_and_variant.gains import (
    count_chosen_feature,
    is_available,
    pick,
    pick_card,
    pick_word,
    remove_from_supply,
    take_feature,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool
from scoring.verse_and_variant.tracks import LACUNA

Space = tuple[Suit, int]


def can_play_stylus(state: State, player: Player) -> bool:
    """T-5a: needs stacks on two tracks."""
    return sum(track.demand >= 0 for track in state.tracks.values()) > 1


@Tool("T-5a", can_play_stylus).does
def illumination_stylus(state: State, player: Player, card: Card) -> Script:
    """T-5a: two stacks on different tracks change places."""
    suit, space = yield from pick_stack(state, player, card.id, state.tracks)
    others = [other for other in state.tracks if other != suit]
    other, at = yield from pick_stack(state, player, card.id, others)
    first, second = state.tracks[suit].spaces, state.tracks[other].spaces
    first[space], second[at] = second[at], first[space]


def pick_stack(state: State, player: Player, rule: str, suits: Iterable[Suit]) -> Asking[Space]:
    """A stack of these tracks, ``blue 21``: its suit and its space."""
    spaces = [(suit, space) for suit in suits for space in state.tracks[suit].stacks()]
    moves = [(f"{suit} {space}", (suit, space)) for suit, space in spaces]
    return (yield from pick(player, "a stack to swap", rule, moves))


@Tool("T-5b").does
def quire_tuck(state: State, player: Player, card: Card) -> Script:
    """T-5b: a lacuna of the supply goes to the Desk; the player takes a Feature."""
    if remove_from_supply(state, LACUNA):
        state.desk.tokens.append(LACUNA)
    features = [feature for feature in state.features() if is_available(state, feature)]
    if features:
        feature = yield from pick_word(player, "a Feature to take", card.id, features)
        yield from take_feature(state, player, feature)


def count_at_the_end(state: State, player: Player) -> Script:
    """T-5c: one more of a Feature, chosen anew, in final scoring."""
    features = state.features()
    feature = yield from pick_word(player, "a Feature in final scoring", "T-5c", features)
    state.added[player.seat] = feature


@Tool("T-5c", moments=(Moment.BEFORE_COUNTING,), stays=True, in_final_scoring=count_at_the_end).does
def footnote_feint(state: State, player: Player, card: Card) -> Script:
    """T-5c: one more of a Feature in this majority scoring."""
    yield from count_chosen_feature(state, player, card.id)


def tools_to_search(state: State) -> list[Card]:
    """T-5d: the Tools set aside that may be taken."""
    return [card for card in state.aside if card.rank <= 5]


def can_play_ledger(state: State, player: Player) -> bool:
    """T-5d: needs a lacuna to pay, and a Tool to take."""
    return player.ledger[LACUNA] > 0 and bool(tools_to_search(state))


@Tool("T-5d", can_play_ledger).does
def paleographic_ledger(state: State, player: Player, card: Card) -> Script:
    """T-5d: a Tool that was set aside comes into hand for a hand card on the Desk.

    It takes this Tool's place in the deck for good; this one is put with those set aside.
    """
    taken = yield from pick_card(player, "a Tool set aside", card.id, tools_to_search(state))
    state.pay(player, LACUNA)
    state.lift_primary(card)
    state.deck.remove(card)
    state.deck.append(taken)
    state.aside.remove(taken)
    state.aside.append(card)
    player.hand.append(taken)
    laid = yield from pick_card(player, "a card for the Desk", card.id, player.hand)
    player.hand.remove(laid)
    state.lay_on_desk(laid)


@Tool("T-5e", moments=(Moment.BEFORE_COUNTING,)).does
def colophon_sigil(state: State, player: Player, card: Card) -> Script:
    """T-5e: one more of a Feature in this majority scoring."""
    yield from count_chosen_feature(state, player, card.id)
