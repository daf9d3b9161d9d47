"""The cards of High or Low dealt anew, as one player may think that they lie (HL-2.1, HL-2.2)."""

from __future__ import annotations

from random import Random

from scoring.play.decisions import TABLE
from scoring.play.places import named, seen
from scoring.play.play import Play
from scoring.play.watched import Watched


def redealt(play: Play, player: str, rng: Random) -> Play:
    """The game with the cards shuffled that the player does not see."""
    if not play.answers:
        return play.copy()
    places = list(play.state.places())
    hidden = named(places) - seen(places, player)
    pile = rng.sample(sorted(hidden), len(hidden))
    _, cards = play.answers[0][TABLE]
    dealt = [pile.pop() if card in hidden else card for card in cards]
    deal = {TABLE: (" ".join(dealt), dealt)}
    other = Watched(play, player).alike([deal, *play.answers[1:]])
    assert other is not None, "what is in hands has changed nothing yet"
    return other
