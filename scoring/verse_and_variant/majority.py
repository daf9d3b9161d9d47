"""The end of a session: the Desk, majority scoring, clean-up, and whether the game ends (VV-6)."""

from __future__ import annotations

from collections.abc import Sequence

from card_data.verse_and_variant.model import Suit
from scoring.play.decisions import Script
from scoring.verse_and_variant.bout import offer_any_time, offer_tools
from scoring.verse_and_variant.gains import remove_from_supply
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA


def session_end(state: State, *, exhausted: bool) -> Script:
    """End a session step by step (VV-6.2); an exhausted game leaves the Desk as it is."""
    session, bout = state.session, state.bout
    session.next_spotlight = bout.closed = None  # "the next bout" lapses with the session
    for player in state.players:
        state.discard += player.hand
        player.hand, player.resting = [], []
    state.discard += bout.beside + session.beside
    bout.beside, session.beside = [], []
    if not exhausted:
        desk_to_tokens(state)
    yield from offer_any_time(state, state.quill)
    yield from score_majority(state)
    clean_up(state)


def desk_to_tokens(state: State) -> None:
    """Turn the Witnesses on the Desk into tokens of the supply, and discard its Tools (VV-6.1)."""
    desk = state.desk
    for card in desk.cards:
        for icon in card.icons:
            if icon == "corruption":
                assert card.suit is not None
                desk.markers.append(card.suit)
            elif remove_from_supply(state, icon):
                desk.tokens.append(icon)
    state.discard += desk.cards
    desk.cards = []


def score_majority(state: State) -> Script:
    """Offer Tools, count tokens and give the awards (VV-6.3)."""
    order = state.clockwise(state.quill)
    yield from offer_tools(state, Moment.BEFORE_COUNTING, order)
    yield from offer_tools(state, Moment.BEFORE_AWARDS, order)
    spotlight = state.scored_spotlight = state.spotlight()
    for suit in state.tracks:
        give_awards(state, state.feature(suit), award_values(state, suit, spotlight))
    yield from offer_tools(state, Moment.AFTER_AWARDS, order)


def award_values(state: State, suit: Suit, spotlight: Suit | None) -> list[int]:
    """Return the awards of the places in a suit's Feature (VV-6.3)."""
    numbers = state.data.numbers.majority
    places = numbers.other
    if suit == spotlight:
        places = numbers.spotlight
    elif suit == state.session.last_lead:
        places = numbers.lead
    worth = list(places)
    for feature in state.session.shifted:
        if feature == state.feature(suit):
            worth = [0, *worth[:2]]
    return worth


def give_awards(state: State, feature: str, worth: Sequence[int]) -> None:
    """Award prestige for most of a Feature; tied players share their places (VV-6.4)."""
    counted = {player.seat: counted_tokens(state, player, feature) for player in state.players}
    levels = sorted({number for number in counted.values() if number}, reverse=True)
    place = 0
    for level in levels:
        tied = [state.players[seat] for seat, number in counted.items() if number == level]
        share = sum(worth[place : place + len(tied)]) // len(tied)
        for player in tied:
            player.prestige += share
        place += len(tied)


def counted_tokens(state: State, player: Player, feature: str) -> int:
    """Count a player's tokens of a Feature for majority scoring, vault and Tools included."""
    extra = state.session.extra.get(player.seat)
    return player.owned(feature) + (extra[feature] if extra else 0)


def clean_up(state: State) -> None:
    """Discard the tableaux, remove lacunas from the tracks, and end effects (VV-6.2, VV-3.8)."""
    for player in state.players:
        stays = [one for one in player.tableau if stays_for_final_scoring(state, player, one)]
        state.discard += [card for card in player.tableau if card not in stays]
        player.tableau = stays
        player.spent = [card.id for card in player.tableau]  # what is kept has acted
        player.running = []
    for track in state.tracks.values():
        for stack in track.spaces:
            while LACUNA in stack:
                stack.remove(LACUNA)
                state.supply[LACUNA] += 1


def stays_for_final_scoring(state: State, player: Player, card: Card) -> bool:
    """Check whether a Tool stays for final scoring: T-5c, once it has acted."""
    return card.id in player.spent and state.tools[card.id].in_final_scoring is not None


def game_over(state: State) -> bool:
    """Check for as many sessions as players, or at most one player with an unused Grant
    (VV-6.5)."""
    with_grants = [player for player in state.players if player.grants]
    return state.session.number == len(state.players) or len(with_grants) <= 1


def exhausted(state: State) -> bool:
    """Check whether no unused Grant is left and no Tool in sight could refresh one (VV-6.5)."""
    if any(player.grants for player in state.players):
        return False
    lying = state.desk.tools()
    for player in state.players:
        lying += [card for card in player.tableau if card.timing != "instant"]
    return not any(state.tools[card.id].refreshes for card in lying)
