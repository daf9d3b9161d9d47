"""A bout: Primaries and Echoes, the finish order, and where the cards go (VV-4)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from card_data.verse_and_variant.model import Suit
from scoring.play.decisions import Asking, Script, ask
from scoring.play.moves import Choices
from scoring.verse_and_variant import wording
from scoring.verse_and_variant.pieces import Bout, Card, Player, Primary
from scoring.verse_and_variant.state import SCORING, Moment, State
from scoring.verse_and_variant.wording import ToolAnswer, use_or_keep

TOOL, RANKED, OTHER = 2, 1, 0  # what outranks what in a bout (VV-4.5)


def play_bout(state: State) -> Script:
    """Play one bout up to its finish order; its cards then lie on the Desk."""
    for player in state.clockwise(state.bout.leader):
        if player.hand:
            yield from play_turn(state, player)
    leader = state.bout.leader
    yield from offer_tools(state, Moment.PRIMARIES_LIE, state.clockwise(leader))
    yield from resolve_bout(state)
    yield from offer_tools(state, Moment.BOUT_RESOLVED, state.clockwise(leader))
    clear_to_desk(state)


def begin_bout(state: State) -> None:
    """Start a bout, led by the next player with cards (VV-4.2); effects that lasted until now end.

    T-4e takes the lead here (VV-4.6), as only now is there sure to be a next bout.
    """
    state.desk.cards += state.bout.beside
    for player in state.players:
        player.resting = []
    if state.bout.decreed_leader is not None:
        state.quill = state.bout.decreed_leader
    leader = next(one for one in state.clockwise(state.quill) if one.hand)
    state.bout = Bout(leader.seat, spotlight=state.session.next_spotlight)
    state.session.next_spotlight = None


def play_turn(state: State, player: Player) -> Script:
    """Play a Primary and an Echo, then let a Primary Tool act (VV-4.1, VV-4.4)."""
    yield from offer_any_time(state, player.seat)
    yield from offer_tools(state, Moment.BEFORE_PRIMARY, [player])
    primary = yield from play_primary(state, player)
    if player.hand:  # VV-4.2
        state.bout.shown.pop(player.seat, None)  # it may be the Echo, which nobody is to know
        name = yield from ask(player.name, "Echo", "VV-4.1", echo_choices(state, player))
        echo = state.cards[name]
        player.hand.remove(echo)
        state.bout.echoes[player.seat] = echo
    if primary.card.is_tool:
        yield from play_tool(state, player, primary)
    if player.seat == state.bout.leader:
        yield from offer_tools(state, Moment.LEAD_MADE, state.clockwise(player.seat))


def play_primary(state: State, player: Player) -> Asking[Primary]:
    """Play the Primary, with or without Eureka; the first Witness sets the lead suit (VV-4.1)."""
    bout = state.bout
    name, eureka = yield from ask(player.name, "Primary", "VV-4.1", primary_choices(state, player))
    card = state.cards[name]
    player.hand.remove(card)
    primary = Primary(player.seat, card, card.rank, card.suit)
    bout.primaries.append(primary)
    bout.free = ""
    if bout.lead is None:
        bout.lead = card.suit
    if eureka:
        yield from spend_eureka(state, player)
    if not card.is_tool:
        yield from offer_tools(state, Moment.WITNESS_PLAYED, [player])
    return primary


def spend_eureka(state: State, player: Player) -> Script:
    """Spend Eureka to raise the rank of the player's Primary; T-10a keeps the disc (VV-4.1)."""
    state.bout.primary(player.seat).bonus += state.data.numbers.eureka_rank
    player.eureka = False
    yield from offer_tools(state, Moment.EUREKA_SPENT, [player])


def primary_choices(state: State, player: Player) -> Choices[tuple[str, bool]]:
    """List the possible Primaries, each also with Eureka if the player holds it."""
    cards = playable(state, player)
    moves = [(card.id, (card.id, False)) for card in cards]
    if player.eureka:
        moves += [(wording.with_eureka(card), (card.id, True)) for card in cards]
    return Choices(moves, state.words, partial(wording.refused, state, player, "VV-4.1"))


def playable(state: State, player: Player) -> list[Card]:
    """List the cards of the hand that the duty to follow allows (VV-4.3)."""
    return cards_that_follow(player.hand, state.bout.lead, state.bout.free)


def cards_that_follow(hand: list[Card], lead: Suit | None, free: str) -> list[Card]:
    """List the cards of a hand that the lead allows (VV-4.3); ``free`` as in `Bout`."""
    if free == "any" or lead is None or all(card.suit != lead for card in hand):
        return hand
    suits = (lead, None) if free == "tools" else (lead,)  # a Tool has none
    return [card for card in hand if card.suit in suits]


def must_follow(state: State, player: Player) -> bool:
    """Check whether the duty to follow bars any card of the hand (VV-4.3)."""
    lead = state.bout.lead
    return player.holds(lead) and any(card.suit != lead for card in player.hand)


def echo_choices(state: State, player: Player) -> Choices[str]:
    """Offer every card of the hand, to be laid face down (VV-4.3)."""
    refuse = partial(wording.refused, state, player, "VV-4.3")
    return Choices([(card.id, card.id) for card in player.hand], state.words, refuse)


def play_tool(state: State, player: Player, primary: Primary) -> Script:
    """Let a Primary Tool act at once, or lay it in the tableau (VV-4.4)."""
    card = primary.card
    tool = state.tools[card.id]
    anytime = card.timing == "anytime"
    at_once = state.data.options.instant_or_anytime.value == "at_once"
    now = card.timing == "instant" or (anytime and at_once)
    if anytime and not now and tool.can_play(state, player):
        options = wording.use_or_keep(state, card)
        now = (yield from ask(player.name, str(card), "VV-4.4", options)) is wording.ToolAnswer.USE
    if now:
        if tool.can_play(state, player):
            yield from tool.run(state, player, card)
    else:
        primary.here = False
        player.tableau.append(card)


def resolve_bout(state: State) -> Script:
    """Set the finish order: the winner has the Quill, the second gains Eureka (VV-4.5, VV-4.6)."""
    bout = state.bout
    bout.finish = [one.seat for one in ranking(state)]
    state.quill = bout.finish[0]
    if len(bout.finish) > 1:
        second = state.players[bout.finish[1]]
        gains = not second.eureka and not state.session.eureka_stopped
        if gains and not (yield from offer_tools(state, Moment.SECOND, [second])):
            state.gain_eureka(second)
        state.session.last_lead = bout.lead
    skipped = [one.seat for one in state.clockwise(bout.leader) if one.seat not in bout.finish]
    bout.finish += skipped  # VV-4.2


def ranking(state: State) -> list[Primary]:
    """Sort the Primaries: Tools, then lead and Spotlight, then the rest (VV-4.5)."""
    bout = state.bout
    spotlight = state.spotlight()

    def merit(one: Primary) -> tuple[int, int, bool]:
        if one.card.is_tool:
            return TOOL, one.rank + one.bonus, False
        shines = one.suit == spotlight
        high = RANKED if shines or one.suit == bout.lead else OTHER
        return high, one.rank + one.bonus, shines

    return sorted(bout.primaries, key=merit, reverse=True)  # stable: of equals the earlier first


def clear_to_desk(state: State) -> None:
    """Move Primaries and revealed Echoes to the Desk (VV-4.7); T-8d passes the lead."""
    bout = state.bout
    state.desk.cards += state.primary_cards()
    for primary in bout.primaries:
        primary.here = False
    state.desk.cards += bout.echoes.values()
    bout.echoes = {}
    if bout.next_leader is not None:
        state.quill = bout.next_leader


# --- what is offered to those who have a Tool that listens


def offer_tools(state: State, moment: Moment, players: Iterable[Player]) -> Asking[bool]:
    """Offer each player in turn the Tools that listen at this moment (VV-4.4).

    Returns whether any Tool was used.
    """
    used = False
    for player in players:
        for card in tools_listening(state, moment, player) if player.tableau else ():
            if card not in player.tableau or not state.tools[card.id].can_play(state, player):
                continue
            options = use_or_keep(state, card, may_rest=moment is Moment.ANY_TIME)
            waits = yield from ask(player.name, str(card), "VV-4.4", options)
            if waits is ToolAnswer.USE:
                used = True
                yield from use_tool(state, moment, player, card)
            elif waits is ToolAnswer.KEEP_THIS_BOUT:
                player.resting.append(card.id)
    return used


def tools_listening(state: State, moment: Moment, player: Player) -> list[Card]:
    """List the player's unused Tools that listen at a moment, in the order of their IDs."""
    cards = [
        card
        for card in player.tableau
        if moment in state.tools[card.id].moments
        and card.id not in player.spent
        and card.id not in player.resting
    ]
    cards.sort(key=by_id)
    return cards


def by_id(card: Card) -> tuple[int, str]:
    return card.rank, card.id


def use_tool(state: State, moment: Moment, player: Player, card: Card) -> Script:
    """Move a Tool of a tableau to where used Tools go, then let it act."""
    tool = state.tools[card.id]
    if tool.stays:
        player.spent.append(card.id)
    elif moment in SCORING:
        player.tableau.remove(card)
        state.discard.append(card)
    else:
        state.spend(player, card)
    yield from tool.run(state, player, card)


def offer_any_time(state: State, seat: int) -> Asking[bool]:
    """Offer the Tools that act at any time, clockwise from the player in turn."""
    return offer_tools(state, Moment.ANY_TIME, state.clockwise(seat))
