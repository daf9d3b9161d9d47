"""What a Tool is to the game: when it may act, whether it can, and what it does (VV-4.4, VV-9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import NamedTuple

from scoring.play.decisions import Asking, Decision, Script
from scoring.verse_and_variant.state import Card, Player, Table
from scoring.verse_and_variant.words import Waits, use_or_keep


class Moment(Enum):
    """When Tools that lie in tableaux are offered; in the order of a bout, a window, an end."""

    ANY_TIME = auto()
    BEFORE_PRIMARY = auto()
    EUREKA_SPENT = auto()
    WITNESS_PLAYED = auto()
    LEAD_MADE = auto()
    PRIMARIES_LIE = auto()
    SECOND = auto()  # the second in finish order would gain Eureka
    BOUT_RESOLVED = auto()
    WINDOW_TURN = auto()
    WOULD_PASS = auto()
    GRANT_PAID = auto()  # "when you Take"
    TOKENISED = auto()  # "after you tokenise", before the exchange
    BEFORE_COUNTING = auto()
    BEFORE_AWARDS = auto()
    AFTER_AWARDS = auto()


SCORING = (Moment.BEFORE_COUNTING, Moment.BEFORE_AWARDS, Moment.AFTER_AWARDS)


def always(table: Table, player: Player) -> bool:
    """A Tool that can always act."""
    return True


class Tool(NamedTuple):
    """The effect of a Tool.

    ``act`` is its script, ``able`` whether it can act now: it is offered only then, and an Instant
    that cannot does nothing. ``moments`` are those at which it is offered from a tableau; an
    Instant has none. ``stays`` in the tableau, used, one that does not go to the Desk.

    While its ID is among a player's ``running``, ``on_lacuna`` is run for each lacuna that the
    player has just gained, and ``instead`` may give a Feature that the player is to take: it
    returns whether it did. It runs to the window's close, or if it ``lasts`` to the session's end.
    ``last`` is what one that has stayed does in final scoring. ``refreshes``: it can refresh a
    Grant, so that the game need not end without one (VV-6.5).
    """

    id: str
    act: Callable[[Table, Player, Card], Script]
    able: Callable[[Table, Player], bool] = always
    moments: tuple[Moment, ...] = ()
    stays: bool = False
    on_lacuna: Callable[[Table, Player], Script] | None = None
    instead: Callable[[Table, Player, str], Asking[bool]] | None = None
    lasts: bool = False
    last: Callable[[Table, Player], Script] | None = None
    refreshes: bool = False


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
    yield from tool.act(table, player, card)


def any_time(table: Table, seat: int) -> Script:
    """Offer the Tools that act at any time, clockwise from the player in turn."""
    if any(player.tableau for player in table.players):
        yield from offer(table, Moment.ANY_TIME, table.clockwise(seat))
