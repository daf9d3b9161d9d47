"""The preservation window: one Take at most, in finish order (VV-5)."""

from __future__ import annotations

from functools import partial
from typing import Any

from scoring.play.decisions import Asking, Decision, Script
from scoring.play.moves import Choices, Move
from scoring.verse_and_variant import words
from scoring.verse_and_variant.gains import (
    corrupt,
    place_cube,
    receive,
    return_to_track,
    tokenise,
    yields,
)
from scoring.verse_and_variant.offers import any_time, offer
from scoring.verse_and_variant.table import Card, Claim, Moment, Player, Table
from scoring.verse_and_variant.tracks import LACUNA


def window(table: Table) -> Script:
    """VV-5.1: each in finish order Takes, plays Lockdown or passes; the first two close it."""
    for seat in table.bout.finish:
        yield from any_time(table, seat)
        if (yield from closes(table, table.players[seat])):
            break
    close(table)


def closes(table: Table, player: Player) -> Asking[bool]:
    """A player's turn in the window; whether it closes the window."""
    open_claim(table, player)  # so that a Tool which pays for a Take is used during it (VV-4.4)
    if (yield from offer(table, Moment.WINDOW_TURN, [player])):
        yield from take(table, player)
        return True
    table.claim = None
    move = yield from what_to_do(table, player)
    if move.what == "take":
        if move.eureka:
            player.eureka = False
        else:
            player.grants -= 1
        yield from take(table, player)
        return True
    if move.what == "lockdown":
        player.lockdown = False
        return True
    return (yield from offer(table, Moment.WOULD_PASS, [player]))


def what_to_do(table: Table, player: Player) -> Asking[words.InWindow]:
    """Take, Lockdown or pass, as far as the player can."""
    can = {
        "take": player.grants > 0,
        "take with Eureka": table.bout.pays and player.eureka,
        "lockdown": player.lockdown,
        "pass": True,
    }
    moves: list[Move[words.InWindow]] = [
        (said, meaning) for said, meaning in words.WINDOW.items() if can[said]
    ]
    if len(moves) == 1:
        return moves[0][1]
    options = open_to(table, player, "VV-5.1", moves)
    chosen: words.InWindow = yield Decision(player.name, "window", "VV-5.1", options)
    return chosen


def open_to(table: Table, player: Player, rule: str, moves: list[Move[Any]]) -> Choices[Any]:
    """These moves, and the reasons against the others."""
    return Choices(moves, table.words, partial(words.refused, table, player, rule))


def close(table: Table) -> None:
    """The window closes: what ran for it ends."""
    table.bout.spotlight = None
    for player in table.players:
        player.running = [name for name in player.running if table.tools[name].lasts]


def open_claim(table: Table, player: Player) -> Claim:
    """The player's Take, begun now unless a Tool has paid for it and begun it."""
    if table.claim is None:
        table.claim = Claim(player.seat, table.data.numbers.institution.cost)
    return table.claim


def take(table: Table, player: Player) -> Script:
    """VV-5.2, steps 2 to 7; it is paid for already."""
    claim = open_claim(table, player)
    yield from any_time(table, player.seat)
    yield from offer(table, Moment.GRANT_PAID, [player])
    yield from any_time(table, player.seat)
    yield from sweep(table, player, claim)
    yield from any_time(table, player.seat)
    yield from tokenise_haul(table, player, claim)
    yield from offer(table, Moment.TOKENISED, [player])
    yield from any_time(table, player.seat)
    yield from exchange(table, player, claim)
    yield from any_time(table, player.seat)
    while claim.grants:
        if not (yield from institution_grant(table, player, claim)):
            break
        claim.grants -= 1
    yield from any_time(table, player.seat)
    table.discard += claim.cards
    table.claim = None


def sweep(table: Table, player: Player, claim: Claim) -> Script:
    """Step 3: all cards and tokens of the Desk are the haul; the tokens go to the ledger."""
    desk = table.desk
    claim.cards, desk.cards = desk.cards, claim.later
    claim.later, claim.swept = [], True
    claim.tokens, desk.tokens = desk.tokens, []
    while claim.tokens:
        yield from receive(table, player, claim.tokens.pop())


def tokenise_haul(table: Table, player: Player, claim: Claim) -> Script:
    """Step 4: each Witness in the player's order, all gains before all Corruption."""
    witnesses = [card for card in claim.cards if not card.is_tool]
    if len(witnesses) > 1:
        order = words.HaulOrder(tuple([card.id for card in witnesses]))
        said = yield Decision(player.name, "order of the Witnesses", "VV-5.2", order)
        witnesses = [table.cards[name] for name in said]
    for card in witnesses:
        for _ in range(2 if card is claim.doubled else 1):
            yield from yields(table, player, card)
    for card in witnesses:
        corrupt(table, player, card)
        claim.cards.remove(card)
        table.discard.append(card)
    for suit in table.desk.markers:
        table.lose(player, table.feature(suit), table.data.numbers.corruption_cost)
    table.desk.markers.clear()


def exchange(table: Table, player: Player, claim: Claim) -> Script:
    """VV-5.3: for lacunas, a card of the hand for a Tool of the haul, as often as wished."""
    cost = table.data.numbers.exchange_cost
    while player.hand and player.ledger[LACUNA] >= cost:
        tools = [card for card in claim.cards if card.is_tool]
        if not tools:
            return
        options = words.Exchanges(tuple(player.hand), tuple(tools), table.words, table.cards)
        chosen = yield Decision(player.name, "lacuna exchange", "VV-5.3", options)
        if chosen is None:
            return
        table.pay(player, LACUNA, cost)
        laid, taken = [table.cards[name] for name in chosen]
        yield from swap(table, player, claim, laid, taken)


def swap(table: Table, player: Player, claim: Claim, card: Card, tool: Card) -> Script:
    """A card of the hand is laid down, a Tool of the haul taken into hand."""
    claim.cards.remove(tool)
    player.hand.remove(card)
    player.hand.append(tool)
    if card.is_tool:
        player.tableau.append(card)
    else:
        yield from tokenise(table, player, card)


def institution_grant(table: Table, player: Player, claim: Claim) -> Asking[bool]:
    """VV-5.4: Features back to their track, a cube on the left-most empty slot, its perk."""
    features = grantable(table, player, claim.cost)
    if not features:
        return False
    moves = [*[(words.grant(one), one) for one in features], ("no grant", None)]
    options = open_to(table, player, "VV-5.4", moves)
    feature = yield Decision(player.name, "institution grant", "VV-5.4", options)
    if feature is None:
        return False
    return_to_track(table, player, feature, claim.cost)
    claim.cost = table.data.numbers.institution.cost
    yield from place_cube(table, player, feature, table.empty_slots(feature)[0])
    return True


def grantable(table: Table, player: Player, cost: int) -> list[str]:
    """The institutions at which the player can place a cube for ``cost`` Features."""
    if not player.cubes:
        return []
    return [
        feature
        for feature in table.boards
        if player.ledger[feature] >= cost and table.empty_slots(feature)
    ]
