"""How Tools come to act: they are offered at a moment, and used or kept (VV-4.4)."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.play.decisions import Asking, Script, ask
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import SCORING, Moment, State
from scoring.verse_and_variant.words import Waits, use_or_keep


def offer(state: State, moment: Moment, players: Iterable[Player]) -> Asking[bool]:
    """One round of offers: each player in turn may use what listens at this moment (VV-4.4).

    Returns whether any Tool was used.
    """
    used = False
    for player in players:
        for card in listening(state, moment, player) if player.tableau else ():
            if card not in player.tableau or not state.tools[card.id].able(state, player):
                continue
            options = use_or_keep(state, card, may_rest=moment is Moment.ANY_TIME)
            waits = yield from ask(player.name, str(card), "VV-4.4", options)
            if waits is Waits.ACTS:
                used = True
                yield from use(state, moment, player, card)
            elif waits is Waits.RESTS:
                player.resting.append(card.id)
    return used


def listening(state: State, moment: Moment, player: Player) -> list[Card]:
    """The player's unused Tools that listen at a moment, in the order of their IDs."""
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


def use(state: State, moment: Moment, player: Player, card: Card) -> Script:
    """A Tool of a tableau acts: it goes where used Tools go, then does what it says."""
    tool = state.tools[card.id]
    if tool.stays:
        player.spent.append(card.id)
    elif moment in SCORING:
        player.tableau.remove(card)
        state.discard.append(card)
    else:
        state.spend(player, card)
    yield from tool.run(state, player, card)


def any_time(state: State, seat: int) -> Asking[bool]:
    """Offer the Tools that act at any time, clockwise from the player in turn."""
    return offer(state, Moment.ANY_TIME, state.clockwise(seat))
