"""The Tools of rank 1."""

from __future__ import annotations

from scoring.play.decisions import Decision, Script, Together
from scoring.play.moves import Choices
from scoring.verse_and_variant.bout import bound
from scoring.verse_and_variant.gains import (
    corruption,
    demand_up,
    pick_card,
    pick_or_stop,
    pick_word,
    remove_corruption,
    take_from_supply,
    there_is,
    tokenise,
)
from scoring.verse_and_variant.table import Card, Moment, Player, Table, Tool
from scoring.verse_and_variant.tracks import LACUNA


def scraper_able(table: Table, player: Player) -> bool:
    """T-1a: a token to put on the Desk, and a Witness there."""
    return bool(player.tokens() and table.desk.witnesses())


@Tool("T-1a", scraper_able, (Moment.ANY_TIME,)).does
def palimpsest_scraper(table: Table, player: Player, card: Card) -> Script:
    """T-1a: a token of the ledger goes to the Desk, a Witness of the Desk is tokenised."""
    token = yield from pick_word(player, "a token for the Desk", card.id, player.tokens())
    witness = yield from pick_card(player, "a Witness", card.id, table.desk.witnesses())
    player.ledger[token] -= 1
    table.desk.tokens.append(token)
    table.desk.cards.remove(witness)
    yield from tokenise(table, player, witness)


def eraser_able(table: Table, player: Player) -> bool:
    """T-1b: Corruption on the Desk."""
    return bool(corruption(table))


@Tool("T-1b", eraser_able).does
def ink_eraser(table: Table, player: Player, card: Card) -> Script:
    """T-1b: one Corruption card leaves the session, or one marker the game."""
    there = corruption(table)
    word = yield from pick_word(player, "Corruption", card.id, list(there))
    remove_corruption(table, there[word])


@Tool("T-1c").does
def synoptic_chart(table: Table, player: Player, card: Card) -> Script:
    """T-1c: Demand +1 for the colours that are shown, all at once, -1 for the others."""
    decisions = [
        Decision(one.name, "a Witness to show", card.id, Choices(witnesses))
        for one in table.clockwise(player.seat)
        if (witnesses := [(held.id, held.id) for held in one.hand if not held.is_tool])
    ]
    chosen: dict[str, str] = {}
    if decisions:
        chosen = yield Together(tuple(decisions))
    shown = {one.seat: table.cards[chosen[one.name]] for one in table.players if one.name in chosen}
    table.bout.shown = shown
    for suit, track in table.tracks.items():
        if suit in [witness.suit for witness in shown.values()]:
            yield from demand_up(table, player, suit, card.id)
        else:
            track.join()


@Tool("T-1d").does
def parchment_sizer(table: Table, player: Player, card: Card) -> Script:
    """T-1d: up to two lacunas each become a Feature of the supply, and its Demand +1."""
    for _ in range(2):
        if not player.ledger[LACUNA]:
            return
        there = [feature for feature in table.features() if there_is(table, feature)]
        feature = yield from pick_or_stop(player, "a Feature for a lacuna", card.id, there)
        if feature is None:
            return
        table.pay(player, LACUNA)
        take_from_supply(table, player, feature)
        yield from demand_up(table, player, table.suit(feature), card.id)


@Tool("T-1e", bound, (Moment.BEFORE_PRIMARY,), stays=True).does
def quill_sharpener(table: Table, player: Player, card: Card) -> None:
    """T-1e: the next Primary need not follow."""
    table.bout.free = "any"
