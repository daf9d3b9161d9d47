"""A bout: Primaries and Echoes, the finish order, and what becomes of the cards (VV-4)."""

from __future__ import annotations

from functools import partial

from card_data.verse_and_variant.model import Suit
from scoring.play.decisions import Asking, Decision, Script
from scoring.play.moves import Choices
from scoring.verse_and_variant import words
from scoring.verse_and_variant.offers import any_time, offer
from scoring.verse_and_variant.table import Bout, Card, Moment, Player, Primary, Table

TOOL, RANKED, OTHER = 2, 1, 0  # what outranks what in a bout (VV-4.5)


def bout(table: Table) -> Script:
    """One bout, up to its finish order; the cards then lie on the Desk."""
    for player in table.clockwise(table.bout.leader):
        if player.hand:
            yield from turn(table, player)
    leader = table.bout.leader
    yield from offer(table, Moment.PRIMARIES_LIE, table.clockwise(leader))
    yield from resolve(table)
    yield from offer(table, Moment.BOUT_RESOLVED, table.clockwise(leader))
    clear(table)


def begin(table: Table) -> None:
    """Who leads, empty hands passed over (VV-4.2); what lasts to this bout ends, or begins.

    T-4e leads before all others (VV-4.6), from here on: it needs a next bout, and now there is one.
    """
    table.desk.cards += table.bout.beside
    for player in table.players:
        player.resting = []
    if table.bout.last_word is not None:
        table.quill = table.bout.last_word
    leader = next(one for one in table.clockwise(table.quill) if one.hand)
    table.bout = Bout(leader.seat, spotlight=table.session.next_spotlight)
    table.session.next_spotlight = None


def turn(table: Table, player: Player) -> Script:
    """A player's Primary and Echo; then the Primary acts if it is a Tool (VV-4.1, VV-4.4)."""
    yield from any_time(table, player.seat)
    yield from offer(table, Moment.BEFORE_PRIMARY, [player])
    primary = yield from play_primary(table, player)
    if player.hand:  # VV-4.2
        table.bout.shown.pop(player.seat, None)  # it may be the Echo, which nobody is to know
        echo = table.cards[(yield Decision(player.name, "Echo", "VV-4.1", echoes(table, player)))]
        player.hand.remove(echo)
        table.bout.echoes[player.seat] = echo
    if primary.card.is_tool:
        yield from play_tool(table, player, primary)
    if player.seat == table.bout.leader:
        yield from offer(table, Moment.LEAD_MADE, table.clockwise(player.seat))


def play_primary(table: Table, player: Player) -> Asking[Primary]:
    """VV-4.1: the Primary, with or without Eureka; the first Witness sets the lead suit."""
    bout = table.bout
    name, eureka = yield Decision(player.name, "Primary", "VV-4.1", primaries(table, player))
    card = table.cards[name]
    player.hand.remove(card)
    primary = Primary(player.seat, card, card.rank, card.suit)
    bout.primaries.append(primary)
    bout.free = ""
    if bout.lead is None:
        bout.lead = card.suit
    if eureka:
        yield from spend_eureka(table, player)
    if not card.is_tool:
        yield from offer(table, Moment.WITNESS_PLAYED, [player])
    return primary


def spend_eureka(table: Table, player: Player) -> Script:
    """Eureka makes the player's Primary rank higher; T-10a keeps the disc (VV-4.1)."""
    table.bout.primary(player.seat).bonus += table.data.numbers.eureka_rank
    player.eureka = False
    yield from offer(table, Moment.EUREKA_SPENT, [player])


def primaries(table: Table, player: Player) -> Choices[tuple[str, bool]]:
    """The cards that may be played as a Primary, each also with Eureka if that is held."""
    cards = playable(table, player)
    moves = [(card.id, (card.id, False)) for card in cards]
    if player.eureka:
        moves += [(words.with_eureka(card), (card.id, True)) for card in cards]
    return Choices(moves, table.words, partial(words.refused, table, player, "VV-4.1"))


def playable(table: Table, player: Player) -> list[Card]:
    """The cards of the hand that follow, or need not (VV-4.3)."""
    return following(player.hand, table.bout.lead, table.bout.free)


def following(hand: list[Card], lead: Suit | None, free: str) -> list[Card]:
    """The cards of a hand that follow a lead, or need not (VV-4.3); ``free`` as in `Bout`."""
    if free == "any" or lead is None or all(card.suit != lead for card in hand):
        return hand
    suits = (lead, None) if free == "tools" else (lead,)  # a Tool has none
    return [card for card in hand if card.suit in suits]


def bound(table: Table, player: Player) -> bool:
    """Whether the duty to follow keeps the player from any card of the hand (VV-4.3)."""
    lead = table.bout.lead
    return player.holds(lead) and any(card.suit != lead for card in player.hand)


def echoes(table: Table, player: Player) -> Choices[str]:
    """Any card of the hand, face down (VV-4.3)."""
    refuse = partial(words.refused, table, player, "VV-4.3")
    return Choices([(card.id, card.id) for card in player.hand], table.words, refuse)


def play_tool(table: Table, player: Player, primary: Primary) -> Script:
    """A Primary Tool acts at once, or goes to the tableau (VV-4.4)."""
    card = primary.card
    tool = table.tools[card.id]
    anytime = card.timing == "anytime"
    at_once = table.data.options.instant_or_anytime.value == "at_once"
    now = card.timing == "instant" or (anytime and at_once)
    if anytime and not now and tool.able(table, player):
        options = words.use_or_keep(table, card)
        now = (yield Decision(player.name, str(card), "VV-4.4", options)) is words.Waits.ACTS
    if now:
        if tool.able(table, player):
            yield from tool.run(table, player, card)
    else:
        primary.here = False
        player.tableau.append(card)


def resolve(table: Table) -> Script:
    """The finish order; the winner has the Quill, the second gains Eureka (VV-4.5, VV-4.6)."""
    bout = table.bout
    bout.finish = [one.seat for one in ranking(table)]
    table.quill = bout.finish[0]
    if len(bout.finish) > 1:
        second = table.players[bout.finish[1]]
        gains = not second.eureka and not table.session.eureka_stopped
        if gains and not (yield from offer(table, Moment.SECOND, [second])):
            table.gain_eureka(second)
        table.session.last_lead = bout.lead
    skipped = [one.seat for one in table.clockwise(bout.leader) if one.seat not in bout.finish]
    bout.finish += skipped  # VV-4.2


def ranking(table: Table) -> list[Primary]:
    """The Primaries in finish order: Tools, then lead and Spotlight, then the rest (VV-4.5)."""
    bout = table.bout
    spotlight = table.spotlight()

    def merit(one: Primary) -> tuple[int, int, bool]:
        if one.card.is_tool:
            return TOOL, one.rank + one.bonus, False
        shines = one.suit == spotlight
        high = RANKED if shines or one.suit == bout.lead else OTHER
        return high, one.rank + one.bonus, shines

    return sorted(bout.primaries, key=merit, reverse=True)  # stable: of equals the earlier first


def clear(table: Table) -> None:
    """Echoes are turned up; they and the Primaries join the Desk (VV-4.7); who leads next."""
    bout = table.bout
    table.desk.cards += table.primary_cards()
    for primary in bout.primaries:
        primary.here = False
    table.desk.cards += bout.echoes.values()
    bout.echoes = {}
    if bout.next_lead is not None:
        table.quill = bout.next_lead
