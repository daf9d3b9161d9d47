"""The Tools of rank 13."""

from __future__ import annotations

from scoring.play.decisions import Asking, Decision, Script, ask_together
from scoring.play.moves import Choices
from scoring.verse_and_variant.gains import after_lacuna, pick_word, remove_from_supply
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import State, Tool
from scoring.verse_and_variant.tracks import LACUNA, move_stack


@Tool("T-13a").does
def ink_erosion(state: State, player: Player, card: Card) -> Script:
    """T-13a: everyone discards one of what they hold most of; then Demand -1 of those colours."""
    discarded: list[str] = []
    for one in state.clockwise(player.seat):
        if features := most_held(state, one):
            feature = yield from pick_word(one, "a Feature to discard", card.id, features)
            state.pay(one, feature)
            discarded.append(feature)
    for track in state.tracks.values():
        if track.feature in discarded:
            track.demand_down()


def most_held(state: State, player: Player) -> list[str]:
    """The Features that the ledger has most of; none if it has no Feature."""
    most = max(player.ledger[feature] for feature in state.features())
    return [feature for feature in state.features() if 0 < most == player.ledger[feature]]


@Tool("T-13b").does
def scholar_symposium(state: State, player: Player, card: Card) -> Script:
    """T-13b: all at once, each passes one token to the left; who has none, a supply lacuna.

    All tokens lie in their new ledgers before T-3d hears of the lacunas among them.
    """
    order = state.clockwise(player.seat)
    passed = yield from choose_tokens_to_pass(order, card.id)
    gained: set[int] = set()
    for giver in order:
        token = passed.get(giver.name, LACUNA)
        if giver.name in passed:
            giver.ledger[token] -= 1
        elif not remove_from_supply(state, LACUNA):
            continue
        receiver = state.others(giver)[0]
        receiver.ledger[token] += 1
        if token == LACUNA:
            gained.add(receiver.seat)
    for one in order:
        if one.seat in gained:
            yield from after_lacuna(state, one)


def choose_tokens_to_pass(players: list[Player], rule: str) -> Asking[dict[str, str]]:
    """The token that each player with one passes, by name; all choose at once, in secret."""
    tokens = {one.name: one.tokens() for one in players if one.tokens()}
    passed = {name: held[0] for name, held in tokens.items()}
    decisions = [
        Decision(name, "a token to pass", rule, Choices([(token, token) for token in held]))
        for name, held in tokens.items()
        if len(held) > 1
    ]
    if decisions:
        passed |= yield from ask_together(*decisions)
    return passed


@Tool("T-13c").does
def demand_equaliser(state: State, player: Player, card: Card) -> None:
    """T-13c: the highest track's topmost stack moves onto the lowest track, until all are level.

    It comes to an end: each stack that moves comes to lie lower than it was.
    """
    tracks = list(state.tracks.values())
    while True:
        highest = max(tracks, key=lambda track: track.demand)  # of tied ones the first
        lowest = min(tracks, key=lambda track: track.demand)
        if highest.demand - lowest.demand <= 1:
            break
        move_stack(highest, lowest)


@Tool("T-13d").does
def momentary_doubt(state: State, player: Player, card: Card) -> None:
    """T-13d: all Eureka discs return, and this session nobody gains one."""
    for one in state.players:
        one.eureka = False
    state.session.eureka_stopped = True


@Tool("T-13e").does
def session_interruption(state: State, player: Player, card: Card) -> None:
    """T-13e: the session ends after this bout's window."""
    state.session.interrupted = True
