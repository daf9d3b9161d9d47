"""The end of a session: the Desk, majority scoring, clean-up, and whether the game ends (VV-6)."""

from __future__ import annotations

from collections.abc import Sequence

from card_data.verse_and_variant.model import Suit
from scoring.play.decisions import Script
from scoring.verse_and_variant.gains import from_supply
from scoring.verse_and_variant.offers import any_time, offer
from scoring.verse_and_variant.table import Moment, Player, Table
from scoring.verse_and_variant.tracks import LACUNA


def session_end(table: Table, *, exhausted: bool) -> Script:
    """VV-6.2, in its order; an exhausted game leaves the Desk as it is."""
    session, bout = table.session, table.bout
    session.next_spotlight = bout.closed = None  # "the next bout" lapses with the session
    for player in table.players:
        table.discard += player.hand
        player.hand, player.resting = [], []
    table.discard += bout.beside + session.beside
    bout.beside, session.beside = [], []
    if not exhausted:
        desk_to_tokens(table)
    yield from any_time(table, table.quill)
    yield from majority(table)
    clean_up(table)


def desk_to_tokens(table: Table) -> None:
    """VV-6.1: Witnesses on the Desk become tokens there, of the supply; Tools are discarded."""
    desk = table.desk
    for card in desk.cards:
        for icon in card.icons:
            if icon == "corruption":
                assert card.suit is not None
                desk.markers.append(card.suit)
            elif from_supply(table, icon):
                desk.tokens.append(icon)
    table.discard += desk.cards
    desk.cards = []


def majority(table: Table) -> Script:
    """VV-6.3: all declare their Tools, the tokens are counted, the awards are given."""
    order = table.clockwise(table.quill)
    yield from offer(table, Moment.BEFORE_COUNTING, order)
    yield from offer(table, Moment.BEFORE_AWARDS, order)
    spotlight = table.scored_spotlight = table.spotlight()
    for suit in table.tracks:
        award(table, table.feature(suit), awards(table, suit, spotlight))
    yield from offer(table, Moment.AFTER_AWARDS, order)


def awards(table: Table, suit: Suit, spotlight: Suit | None) -> list[int]:
    """What the places are worth in a suit's Feature (VV-6.3)."""
    numbers = table.data.numbers.majority
    places = numbers.other
    if suit == spotlight:
        places = numbers.spotlight
    elif suit == table.session.last_lead:
        places = numbers.lead
    worth = list(places)
    for feature in table.session.shifted:
        if feature == table.feature(suit):
            worth = [0, *worth[:2]]
    return worth


def award(table: Table, feature: str, worth: Sequence[int]) -> None:
    """Prestige for the most of a Feature; tied players share the places they fill (VV-6.4)."""
    counted = {player.seat: counts(table, player, feature) for player in table.players}
    levels = sorted({number for number in counted.values() if number}, reverse=True)
    place = 0
    for level in levels:
        tied = [table.players[seat] for seat, number in counted.items() if number == level]
        share = sum(worth[place : place + len(tied)]) // len(tied)
        for player in tied:
            player.prestige += share
        place += len(tied)


def counts(table: Table, player: Player, feature: str) -> int:
    """How many of a Feature a player has in majority scoring: vault and Tools included."""
    extra = table.session.extra.get(player.seat)
    return player.owned(feature) + (extra[feature] if extra else 0)


def clean_up(table: Table) -> None:
    """VV-6.2, VV-3.8: Tools in tableaux are discarded, lacunas leave the tracks, effects end."""
    for player in table.players:
        table.discard += [card for card in player.tableau if not kept(table, player, card.id)]
        player.tableau = [card for card in player.tableau if kept(table, player, card.id)]
        player.spent = [card.id for card in player.tableau]  # what is kept has acted
        player.running = []
    for track in table.tracks.values():
        for stack in track.spaces:
            while LACUNA in stack:
                stack.remove(LACUNA)
                table.supply[LACUNA] += 1


def kept(table: Table, player: Player, name: str) -> bool:
    """Whether a Tool lies in its tableau until final scoring: T-5c, once it has acted."""
    return name in player.spent and table.tools[name].last is not None


def game_over(table: Table) -> bool:
    """VV-6.5: as many sessions as players, or at most one player with an unused Grant."""
    with_grants = [player for player in table.players if player.grants]
    return table.session.number == len(table.players) or len(with_grants) <= 1


def exhausted(table: Table) -> bool:
    """VV-6.5: no unused Grant is left, and no Tool in sight could refresh one."""
    if any(player.grants for player in table.players):
        return False
    lying = table.desk.tools()
    for player in table.players:
        lying += [card for card in player.tableau if card.timing != "instant"]
    return not any(table.tools[card.id].refreshes for card in lying)
