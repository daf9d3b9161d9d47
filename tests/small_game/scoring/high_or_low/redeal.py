"""The cards of High or Low dealt anew, as one player may think that they lie (HL-2.1, HL-2.2)."""

from __future__ import annotations

from random import Random

from scoring.play.card_locations import all_cards, visible_cards
from scoring.play.decisions import TABLE
from scoring.play.observed import ObservedPlay
from scoring.play.play import Play


def redealt(play: Play, player: str, rng: Random) -> Play:
    """The game with the cards shuffled that the player does not see."""
    if not play.answers:
        return play.copy()
    places = list(play.state.card_locations())
    hidden = all_cards(places) - visible_cards(places, player)
    pile = rng.sample(sorted(hidden), len(hidden))
    _, cards = play.answers[0][TABLE]
    dealt = [pile.pop() if card in hidden else card for card in cards]
    deal = {TABLE: (" ".join(dealt), dealt)}
    other = ObservedPlay(play, player).replay_unnoticed([deal, *play.answers[1:]])
    assert other is not None, "what is in hands has changed nothing yet"
    return other
