"""The preservation window: one Take at most, in finish order (VV-5)."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from scoring.play.decisions import Asking, Script, ask
from scoring.play.moves import Choices, Move
from scoring.verse_and_variant import words
from scoring.verse_and_variant.bout import any_time, offer
from scoring.verse_and_variant.gains import (
    corrupt,
    place_cube,
    receive,
    return_to_track,
    tokenise,
    yields,
)
from scoring.verse_and_variant.pieces import Card, Claim, Player
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA

V = TypeVar("V")


def window(state: State) -> Script:
    """VV-5.1: each in finish order Takes, plays Lockdown or passes; the first two close it."""
    for seat in state.bout.finish:
        yield from any_time(state, seat)
        if (yield from closes(state, state.players[seat])):
            break
    close(state)


def closes(state: State, player: Player) -> Asking[bool]:
    """A player's turn in the window; whether it closes the window."""
    open_claim(state, player)  # so that a Tool which pays for a Take is used during it (VV-4.4)
    if (yield from offer(state, Moment.WINDOW_TURN, [player])):
        yield from take(state, player)
        return True
    state.claim = None
    move = yield from what_to_do(state, player)
    if move.what == "take":
        if move.eureka:
            player.eureka = False
        else:
            player.grants -= 1
        yield from take(state, player)
        return True
    if move.what == "lockdown":
        player.lockdown = False
        return True
    return (yield from offer(state, Moment.WOULD_PASS, [player]))


def what_to_do(state: State, player: Player) -> Asking[words.InWindow]:
    """Take, Lockdown or pass, as far as the player can."""
    can = {
        "take": player.grants > 0,
        "take with Eureka": state.bout.pays and player.eureka,
        "lockdown": player.lockdown,
        "pass": True,
    }
    moves: list[Move[words.InWindow]] = [
        (said, meaning) for said, meaning in words.WINDOW.items() if can[said]
    ]
    if len(moves) == 1:
        return moves[0][1]
    options = open_to(state, player, "VV-5.1", moves)
    return (yield from ask(player.name, "window", "VV-5.1", options))


def open_to(state: State, player: Player, rule: str, moves: list[Move[V]]) -> Choices[V]:
    """These moves, and the reasons against the others."""
    return Choices(moves, state.words, partial(words.refused, state, player, rule))


def close(state: State) -> None:
    """The window closes: what ran for it ends."""
    state.bout.spotlight = None
    for player in state.players:
        player.running = [name for name in player.running if state.tools[name].lasts]


def open_claim(state: State, player: Player) -> Claim:
    """The player's Take, begun now unless a Tool has paid for it and begun it."""
    if state.claim is None:
        state.claim = Claim(player.seat, state.data.numbers.institution.cost)
    return state.claim


def take(state: State, player: Player) -> Script:
    """VV-5.2, steps 2 to 7; it is paid for already."""
    claim = open_claim(state, player)
    yield from any_time(state, player.seat)
    yield from offer(state, Moment.GRANT_PAID, [player])
    yield from any_time(state, player.seat)
    yield from sweep(state, player, claim)
    yield from any_time(state, player.seat)
    yield from tokenise_haul(state, player, claim)
    yield from offer(state, Moment.TOKENISED, [player])
    yield from any_time(state, player.seat)
    yield from exchange(state, player, claim)
    yield from any_time(state, player.seat)
    while claim.grants:
        if not (yield from institution_grant(state, player, claim)):
            break
        claim.grants -= 1
    yield from any_time(state, player.seat)
    state.discard += claim.cards
    state.claim = None


def sweep(state: State, player: Player, claim: Claim) -> Script:
    """Step 3: all cards and tokens of the Desk are the haul; the tokens go to the ledger."""
    desk = state.desk
    claim.cards, desk.cards = desk.cards, claim.later
    claim.later, claim.swept = [], True
    claim.tokens, desk.tokens = desk.tokens, []
    while claim.tokens:
        yield from receive(state, player, claim.tokens.pop())


def tokenise_haul(state: State, player: Player, claim: Claim) -> Script:
    """Step 4: each Witness in the player's order, all gains before all Corruption."""
    witnesses = [card for card in claim.cards if not card.is_tool]
    if len(witnesses) > 1:
        order = words.HaulOrder(tuple([card.id for card in witnesses]))
        said = yield from ask(player.name, "order of the Witnesses", "VV-5.2", order)
        witnesses = [state.cards[name] for name in said]
    for card in witnesses:
        for _ in range(2 if card is claim.doubled else 1):
            yield from yields(state, player, card)
    for card in witnesses:
        corrupt(state, player, card)
        claim.cards.remove(card)
        state.discard.append(card)
    for suit in state.desk.markers:
        state.lose(player, state.feature(suit), state.data.numbers.corruption_cost)
    state.desk.markers.clear()


def exchange(state: State, player: Player, claim: Claim) -> Script:
    """VV-5.3: for lacunas, a card of the hand for a Tool of the haul, as often as wished."""
    cost = state.data.numbers.exchange_cost
    while player.hand and player.ledger[LACUNA] >= cost:
        tools = [card for card in claim.cards if card.is_tool]
        if not tools:
            return
        options = words.Exchanges(tuple(player.hand), tuple(tools), state.words, state.cards)
        chosen = yield from ask(player.name, "lacuna exchange", "VV-5.3", options)
        if chosen is None:
            return
        state.pay(player, LACUNA, cost)
        laid, taken = [state.cards[name] for name in chosen]
        yield from swap(state, player, claim, laid, taken)


def swap(state: State, player: Player, claim: Claim, card: Card, tool: Card) -> Script:
    """A card of the hand is laid down, a Tool of the haul taken into hand."""
    claim.cards.remove(tool)
    player.hand.remove(card)
    player.hand.append(tool)
    if card.is_tool:
        player.tableau.append(card)
    else:
        yield from tokenise(state, player, card)


def institution_grant(state: State, player: Player, claim: Claim) -> Asking[bool]:
    """VV-5.4: Features back to their track, a cube on the left-most empty slot, its perk."""
    features = grantable(state, player, claim.cost)
    if not features:
        return False
    moves = [*[(words.grant(one), one) for one in features], ("no grant", None)]
    options = open_to(state, player, "VV-5.4", moves)
    feature = yield from ask(player.name, "institution grant", "VV-5.4", options)
    if feature is None:
        return False
    return_to_track(state, player, feature, claim.cost)
    claim.cost = state.data.numbers.institution.cost
    yield from place_cube(state, player, feature, state.empty_slots(feature)[0])
    return True


def grantable(state: State, player: Player, cost: int) -> list[str]:
    """The institutions at which the player can place a cube for ``cost`` Features."""
    if not player.cubes:
        return []
    return [
        feature
        for feature in state.boards
        if player.ledger[feature] >= cost and state.empty_slots(feature)
    ]
