"""The Tools of rank 5."""

from __future__ import annotations

from collections.abc import Iterable

from card_data.verse_and_variant.model import Suit
from scoring.play.decisions import Asking, Script
from scoring.verse_and_variant.gains import (
    choose_more,
    from_supply,
    pick,
    pick_card,
    pick_word,
    take,
    there_is,
)
from scoring.verse_and_variant.table import Card, Moment, Player, Table, Tool
from scoring.verse_and_variant.tracks import LACUNA

Space = tuple[Suit, int]


def stylus_able(table: Table, player: Player) -> bool:
    """T-5a: stacks on two tracks."""
    return sum(track.demand >= 0 for track in table.tracks.values()) > 1


@Tool("T-5a", stylus_able).does
def illumination_stylus(table: Table, player: Player, card: Card) -> Script:
    """T-5a: two stacks on different tracks change places."""
    suit, space = yield from pick_stack(table, player, card.id, table.tracks)
    others = [other for other in table.tracks if other != suit]
    other, at = yield from pick_stack(table, player, card.id, others)
    first, second = table.tracks[suit].spaces, table.tracks[other].spaces
    first[space], second[at] = second[at], first[space]


def pick_stack(table: Table, player: Player, rule: str, suits: Iterable[Suit]) -> Asking[Space]:
    """A stack of these tracks, ``blue 21``: its suit and its space."""
    spaces = [(suit, space) for suit in suits for space in table.tracks[suit].stacks()]
    moves = [(f"{suit} {space}", (suit, space)) for suit, space in spaces]
    return (yield from pick(player, "a stack to swap", rule, moves))


@Tool("T-5b").does
def quire_tuck(table: Table, player: Player, card: Card) -> Script:
    """T-5b: a lacuna of the supply goes to the Desk; the player takes a Feature."""
    if from_supply(table, LACUNA):
        table.desk.tokens.append(LACUNA)
    features = [feature for feature in table.features() if there_is(table, feature)]
    if features:
        feature = yield from pick_word(player, "a Feature to take", card.id, features)
        yield from take(table, player, feature)


def last_footnote(table: Table, player: Player) -> Script:
    """T-5c: one more of a Feature, chosen anew, in final scoring."""
    features = table.features()
    feature = yield from pick_word(player, "a Feature in final scoring", "T-5c", features)
    table.added[player.seat] = feature


@Tool("T-5c", moments=(Moment.BEFORE_COUNTING,), stays=True, last=last_footnote).does
def footnote_feint(table: Table, player: Player, card: Card) -> Script:
    """T-5c: one more of a Feature in this majority scoring."""
    yield from choose_more(table, player, card.id)


def low_tools(table: Table) -> list[Card]:
    """T-5d: the Tools set aside that may be taken."""
    return [card for card in table.aside if card.rank <= 5]


def ledger_able(table: Table, player: Player) -> bool:
    """T-5d: a lacuna to pay, and a Tool to take."""
    return player.ledger[LACUNA] > 0 and bool(low_tools(table))


@Tool("T-5d", ledger_able).does
def paleographic_ledger(table: Table, player: Player, card: Card) -> Script:
    """T-5d: a Tool that was set aside comes into hand for a hand card on the Desk.

    It takes this Tool's place in the deck for good; this one is put with those set aside.
    """
    taken = yield from pick_card(player, "a Tool set aside", card.id, low_tools(table))
    table.pay(player, LACUNA)
    table.lift(card)
    table.deck.remove(card)
    table.deck.append(taken)
    table.aside.remove(taken)
    table.aside.append(card)
    player.hand.append(taken)
    laid = yield from pick_card(player, "a card for the Desk", card.id, player.hand)
    player.hand.remove(laid)
    table.lay(laid)


@Tool("T-5e", moments=(Moment.BEFORE_COUNTING,)).does
def colophon_sigil(table: Table, player: Player, card: Card) -> Script:
    """T-5e: one more of a Feature in this majority scoring."""
    yield from choose_more(table, player, card.id)
