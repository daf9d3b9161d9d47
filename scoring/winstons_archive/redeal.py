"""Redeals the deck of Winston's Archive to fit what one player knows (WA-3, WA-4)."""

from __future__ import annotations

from random import Random

from scoring.play.decisions import TABLE
from scoring.play.observed import ObservedPlay
from scoring.play.play import Play
from scoring.winstons_archive.state import View

TIMES = 8  # attempts at each number of cards exchanged


class TrackedCard(str):
    """A card with its place in the shuffled deck, which tells it from its copies."""

    place: int


def redealt(play: Play, player: str, rng: Random) -> Play:
    """Return the game with cards exchanged whose faces the player has never seen where they lay.

    First all of them, then ever fewer, and each time the player must not be able to tell: what the
    others turned up, and what they were asked, has to come out the same. One who sees a card
    turned up knows no more than whose it is, so even that may have lain elsewhere before.
    """
    if not play.answers:
        return play.copy()
    words, order = play.answers[0][TABLE]
    watched = ObservedPlay(play, player, [{TABLE: (words, tracked(order))}, *play.answers[1:]])
    places = unseen_places(watched, len(order))
    found, number = play, len(places)
    while number > 1:
        for _ in range(TIMES):
            deck = shuffled_among(order, rng.sample(places, number), rng)
            other = watched.replay_unnoticed([{TABLE: (" ".join(deck), deck)}, *play.answers[1:]])
            if other is not None:
                found, order = other, deck
        number = (number + 1) // 2 if number > 2 else 0
    return found.copy() if found is play else found


def tracked(order: list[str]) -> list[str]:
    """Return the deck as tracked cards."""
    cards = [TrackedCard(card) for card in order]
    for place, card in enumerate(cards):
        card.place = place
    return [*cards]


def unseen_places(watched: ObservedPlay, size: int) -> list[int]:
    """Return the places of the deck, of ``size``, whose cards the player has never seen."""
    found = set(range(size))
    for _, view in watched.observations:
        assert isinstance(view, View)
        for card in (*view.cards, *[card for pile in view.stacks for card in pile.cards]):
            assert isinstance(card, TrackedCard)
            found.discard(card.place)
    return sorted(found)


def shuffled_among(order: list[str], places: list[int], rng: Random) -> list[str]:
    """Return the deck with the cards in some places shuffled among them."""
    deck = list(order)
    for place, other in zip(places, rng.sample(places, len(places)), strict=True):
        deck[place] = order[other]
    return deck
