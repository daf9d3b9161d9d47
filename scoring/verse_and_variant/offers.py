"""How Tools come to act: they are offered at a moment, and used or kept (VV-4.4)."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.play.decisions import Asking, Decision, Script
from scoring.verse_and_variant.table import SCORING, Card, Moment, Player, Table
from scoring.verse_and_variant.words import Waits, use_or_keep


def offer(table: Table, moment: Moment, players: Iterable[Player]) -> Asking[bool]:
    """One round of offers: each player in turn may use what listens at this moment (VV-4.4).

    Returns whether any Tool was used.
    """
    used = False
    for player in players:
        for card in listening(table, moment, player) if player.tableau else ():
            if card not in player.tableau or not table.tools[card.id].able(table, player):
                continue
            options = use_or_keep(table, card, may_rest=moment is Moment.ANY_TIME)
            waits = yield Decision(player.name, str(card), "VV-4.4", options)
            if waits is Waits.ACTS:
                used = True
                yield from use(table, moment, player, card)
            elif waits is Waits.RESTS:
                player.resting.append(card.id)
    return used


def listening(table: Table, moment: Moment, player: Player) -> list[Card]:
    """The player's unused Tools that listen at a moment, in the order of their IDs."""
    cards = [
        card
        for card in player.tableau
        if moment in table.tools[card.id].moments
        and card.id not in player.spent
        and card.id not in player.resting
    ]
    return sorted(cards, key=by_id)


def by_id(card: Card) -> tuple[int, str]:
    return card.rank, card.id


def use(table: Table, moment: Moment, player: Player, card: Card) -> Script:
    """A Tool of a tableau acts: it goes where used Tools go, then does what it says."""
    tool = table.tools[card.id]
    if tool.stays:
        player.spent.append(card.id)
    elif moment in SCORING:
        player.tableau.remove(card)
        table.discard.append(card)
    else:
        table.spend(player, card)
    yield from tool.run(table, player, card)


def any_time(table: Table, seat: int) -> Script:
    """Offer the Tools that act at any time, clockwise from the player in turn."""
    if any(player.tableau for player in table.players):
        yield from offer(table, Moment.ANY_TIME, table.clockwise(seat))
