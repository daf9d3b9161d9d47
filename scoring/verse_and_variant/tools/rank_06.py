"""The Tools of rank 6."""

from __future__ import annotations

from scoring.play.decisions import Asking, Script
from scoring.verse_and_variant.gains import (
    from_supply,
    pick_card,
    pick_or_stop,
    pick_word,
    receive,
    there_is,
    tokenise,
)
from scoring.verse_and_variant.table import Card, Moment, Player, Table, Tool
from scoring.verse_and_variant.tracks import LACUNA


def consolidator_able(table: Table, player: Player) -> bool:
    """T-6a: a Witness on the Desk."""
    return bool(table.desk.witnesses())


@Tool("T-6a", consolidator_able).does
def quire_consolidator(table: Table, player: Player, card: Card) -> Script:
    """T-6a: a Witness of the Desk is tokenised."""
    witness = yield from pick_card(player, "a Witness", card.id, table.desk.witnesses())
    table.desk.cards.remove(witness)
    yield from tokenise(table, player, witness)


@Tool("T-6b").does
def conservation_wash(table: Table, player: Player, card: Card) -> None:
    """T-6b: all Corruption leaves the Desk and the Primaries, which rank all the same."""
    for corrupt in [one for one in table.desk.cards if one.corrupts]:
        table.desk.cards.remove(corrupt)
        table.removed.append(corrupt)
    for corrupt in [one for one in table.primary_cards() if one.corrupts]:
        table.lift(corrupt)
        table.removed.append(corrupt)
    table.desk.markers.clear()


@Tool("T-6c").does
def ink_reclassification(table: Table, player: Player, card: Card) -> Script:
    """T-6c: Features of the ledger for Features that lay on the Desk, as tokens or on Witnesses."""
    tokens = [token for token in table.desk.tokens if token != LACUNA]
    witnesses = [one for one in table.desk.witnesses() if shows_feature(table, one)]
    most = min(3, len(tokens) + len(witnesses))
    for _ in range((yield from put_on_desk(table, player, most, card.id))):
        there = [*dict.fromkeys(tokens), *[one.id for one in witnesses]]
        chosen = yield from pick_word(player, "what to take from the Desk", card.id, there)
        if witness := table.cards.get(chosen):
            witnesses.remove(witness)
            table.desk.cards.remove(witness)
            yield from tokenise(table, player, witness)
        else:
            tokens.remove(chosen)
            table.desk.tokens.remove(chosen)
            yield from receive(table, player, chosen)


def shows_feature(table: Table, witness: Card) -> bool:
    """T-6c: whether a Witness yields any Feature."""
    return any(icon in table.features() for icon in witness.icons)


def put_on_desk(table: Table, player: Player, most: int, rule: str) -> Asking[int]:
    """T-6c: up to ``most`` Features of the ledger go to the Desk; how many did."""
    for number in range(most):
        feature = yield from pick_or_stop(player, "a Feature for the Desk", rule, player.features())
        if feature is None:
            return number
        player.ledger[feature] -= 1
        table.desk.tokens.append(feature)
    return most


def priority_able(table: Table, player: Player) -> bool:
    """T-6d: a Tool in the haul, and a lacuna for it."""
    return bool(table.desk.tools()) and there_is(table, LACUNA)


@Tool("T-6d", priority_able, (Moment.GRANT_PAID,)).does
def archival_priority(table: Table, player: Player, card: Card) -> Script:
    """T-6d: Tools of the haul, which lies on the Desk still, are discarded for a lacuna each."""
    while there_is(table, LACUNA):
        tools = [tool.id for tool in table.desk.tools()]
        name = yield from pick_or_stop(player, "a Tool to discard", card.id, tools)
        if name is None:
            return
        tool = table.cards[name]
        table.desk.cards.remove(tool)
        table.discard.append(tool)
        from_supply(table, LACUNA)
        table.desk.tokens.append(LACUNA)


@Tool("T-6e", refreshes=True).does
def porter_consortium(table: Table, player: Player, card: Card) -> Script:
    """T-6e: each player may discard four of one Feature to refresh a Grant."""
    for one in table.clockwise(player.seat):
        if one.grants == one.all_grants:
            continue
        payable = [feature for feature in one.features() if one.ledger[feature] >= 4]
        feature = yield from pick_or_stop(one, "four Features for a Grant", card.id, payable)
        if feature is not None:
            table.pay(one, feature, 4)
            table.refresh(one)
