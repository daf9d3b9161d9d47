"""The deck of Winston's Archive dealt anew, as one player may think that it lies (WA-3, WA-4)."""

from __future__ import annotations

from random import Random

from scoring.play.decisions import TABLE
from scoring.play.observed import ObservedPlay
from scoring.play.play import Play
from scoring.winstons_archive.state import View

TIMES = 8  # that so many cards are exchanged


class Marked(str):
    """A card that is told apart from its copies, by its place in the deck as it was shuffled."""

    place: int


def redealt(play: Play, player: str, rng: Random) -> Play:
    """The game with cards exchanged whose faces the player has never seen where they lay.

    First all of them, then ever fewer, and each time the player must not be able to tell: what the
    others turned up, and what they were asked, has to come out the same. One who sees a card
    turned up knows no more than whose it is, so even that may have lain elsewhere before.
    """
    if not play.answers:
        return play.copy()
    words, order = play.answers[0][TABLE]
    watched = ObservedPlay(play, player, [{TABLE: (words, marked(order))}, *play.answers[1:]])
    places = unseen(watched, len(order))
    found, number = play, len(places)
    while number > 1:
        for _ in range(TIMES):
            deck = exchanged(order, rng.sample(places, number), rng)
            other = watched.replay_unnoticed([{TABLE: (" ".join(deck), deck)}, *play.answers[1:]])
            if other is not None:
                found, order = other, deck
        number = (number + 1) // 2 if number > 2 else 0
    return found.copy() if found is play else found


def marked(order: list[str]) -> list[str]:
    """The deck with every card marked."""
    cards = [Marked(card) for card in order]
    for place, card in enumerate(cards):
        card.place = place
    return [*cards]


def unseen(watched: ObservedPlay, size: int) -> list[int]:
    """The places in the deck whose cards the player has never seen, of ``size``."""
    found = set(range(size))
    for _, view in watched.observations:
        assert isinstance(view, View)
        for card in (*view.cards, *[card for pile in view.stacks for card in pile.cards]):
            assert isinstance(card, Marked)
            found.discard(card.place)
    return sorted(found)


def exchanged(order: list[str], places: list[int], rng: Random) -> list[str]:
    """The deck with the cards in some places shuffled among them."""
    deck = list(order)
    for place, other in zip(places, rng.sample(places, len(places)), strict=True):
        deck[place] = order[other]
    return deck
