"""The preservation window: one Take at most, in finish order (VV-5)."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from scoring.play.decisions import Asking, Script, ask
from scoring.play.moves import Choices, Move
from scoring.verse_and_variant import wording
from scoring.verse_and_variant.bout import offer_any_time, offer_tools
from scoring.verse_and_variant.gains import (
    gain_yield,
    place_cube,
    receive_token,
    return_to_track,
    suffer_corruption,
    tokenise,
)
from scoring.verse_and_variant.pieces import Card, Player, Take
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA

V = TypeVar("V")


def preservation_window(state: State) -> Script:
    """Let each in finish order Take, lock down or pass; the first two close it (VV-5.1)."""
    for seat in state.bout.finish:
        yield from offer_any_time(state, seat)
        if (yield from window_turn(state, state.players[seat])):
            break
    close_window(state)


def window_turn(state: State, player: Player) -> Asking[bool]:
    """Play a player's turn in the window; returns whether it closes the window."""
    open_take(state, player)  # so that a Tool which pays for a Take is used during it (VV-4.4)
    if (yield from offer_tools(state, Moment.WINDOW_TURN, [player])):
        yield from resolve_take(state, player)
        return True
    state.take = None
    move = yield from choose_window_move(state, player)
    if move.what == "take":
        if move.eureka:
            player.eureka = False
        else:
            player.grants -= 1
        yield from resolve_take(state, player)
        return True
    if move.what == "lockdown":
        player.lockdown = False
        return True
    return (yield from offer_tools(state, Moment.WOULD_PASS, [player]))


def choose_window_move(state: State, player: Player) -> Asking[wording.WindowMove]:
    """Ask for a Take, Lockdown or a pass, as far as the player can."""
    can = {
        "take": player.grants > 0,
        "take with Eureka": state.bout.eureka_pays and player.eureka,
        "lockdown": player.lockdown,
        "pass": True,
    }
    moves: list[Move[wording.WindowMove]] = [
        (words, meaning) for words, meaning in wording.WINDOW.items() if can[words]
    ]
    if len(moves) == 1:
        return moves[0][1]
    options = choices_of(state, player, "VV-5.1", moves)
    return (yield from ask(player.name, "window", "VV-5.1", options))


def choices_of(state: State, player: Player, rule: str, moves: list[Move[V]]) -> Choices[V]:
    """Offer these moves, with the reasons against the others."""
    return Choices(moves, state.words, partial(wording.refused, state, player, rule))


def close_window(state: State) -> None:
    """Close the window and end the effects that lasted until then."""
    state.bout.spotlight = None
    for player in state.players:
        player.running = [name for name in player.running if state.tools[name].lasts]


def open_take(state: State, player: Player) -> Take:
    """Return the player's Take, starting it unless a Tool has paid for it already."""
    if state.take is None:
        state.take = Take(player.seat, state.data.numbers.institution.cost)
    return state.take


def resolve_take(state: State, player: Player) -> Script:
    """Play steps 2 to 7 of a Take that is paid for (VV-5.2)."""
    take = open_take(state, player)
    yield from offer_any_time(state, player.seat)
    yield from offer_tools(state, Moment.GRANT_PAID, [player])
    yield from offer_any_time(state, player.seat)
    yield from sweep_desk(state, player, take)
    yield from offer_any_time(state, player.seat)
    yield from tokenise_haul(state, player, take)
    yield from offer_tools(state, Moment.TOKENISED, [player])
    yield from offer_any_time(state, player.seat)
    yield from lacuna_exchange(state, player, take)
    yield from offer_any_time(state, player.seat)
    while take.grants:
        if not (yield from institution_grant(state, player, take)):
            break
        take.grants -= 1
    yield from offer_any_time(state, player.seat)
    state.discard += take.cards
    state.take = None


def sweep_desk(state: State, player: Player, take: Take) -> Script:
    """Make the cards of the Desk the haul; its tokens go to the ledger (step 3)."""
    desk = state.desk
    take.cards, desk.cards = desk.cards, take.later
    take.later, take.swept = [], True
    take.tokens, desk.tokens = desk.tokens, []
    while take.tokens:
        yield from receive_token(state, player, take.tokens.pop())


def tokenise_haul(state: State, player: Player, take: Take) -> Script:
    """Tokenise the Witnesses in the player's order, all gains before all Corruption (step 4)."""
    witnesses = [card for card in take.cards if not card.is_tool]
    if len(witnesses) > 1:
        order = wording.HaulOrder(tuple([card.id for card in witnesses]))
        chosen_order = yield from ask(player.name, "order of the Witnesses", "VV-5.2", order)
        witnesses = [state.cards[name] for name in chosen_order]
    for card in witnesses:
        for _ in range(2 if card is take.doubled else 1):
            yield from gain_yield(state, player, card)
    for card in witnesses:
        suffer_corruption(state, player, card)
        take.cards.remove(card)
        state.discard.append(card)
    for suit in state.desk.markers:
        state.lose(player, state.feature(suit), state.data.numbers.corruption_cost)
    state.desk.markers.clear()


def lacuna_exchange(state: State, player: Player, take: Take) -> Script:
    """Offer cards of the hand for Tools of the haul, at a price in lacunas (VV-5.3)."""
    cost = state.data.numbers.exchange_cost
    while player.hand and player.ledger[LACUNA] >= cost:
        tools = [card for card in take.cards if card.is_tool]
        if not tools:
            return
        options = wording.Exchanges(tuple(player.hand), tuple(tools), state.words, state.cards)
        chosen = yield from ask(player.name, "lacuna exchange", "VV-5.3", options)
        if chosen is None:
            return
        state.pay(player, LACUNA, cost)
        laid, taken = [state.cards[name] for name in chosen]
        yield from exchange_card(state, player, take, laid, taken)


def exchange_card(state: State, player: Player, take: Take, card: Card, tool: Card) -> Script:
    """Lay down a card of the hand and take a Tool of the haul into hand."""
    take.cards.remove(tool)
    player.hand.remove(card)
    player.hand.append(tool)
    if card.is_tool:
        player.tableau.append(card)
    else:
        yield from tokenise(state, player, card)


def institution_grant(state: State, player: Player, take: Take) -> Asking[bool]:
    """Offer a cube for Features (VV-5.4); return whether one was placed."""
    features = affordable_institutions(state, player, take.cost)
    if not features:
        return False
    moves = [*[(wording.grant(one), one) for one in features], ("no grant", None)]
    options = choices_of(state, player, "VV-5.4", moves)
    feature = yield from ask(player.name, "institution grant", "VV-5.4", options)
    if feature is None:
        return False
    return_to_track(state, player, feature, take.cost)
    take.cost = state.data.numbers.institution.cost
    yield from place_cube(state, player, feature, state.empty_slots(feature)[0])
    return True


def affordable_institutions(state: State, player: Player, cost: int) -> list[str]:
    """List where the player can place a cube for ``cost`` Features."""
    if not player.cubes:
        return []
    return [
        feature
        for feature in state.boards
        if player.ledger[feature] >= cost and state.empty_slots(feature)
    ]
