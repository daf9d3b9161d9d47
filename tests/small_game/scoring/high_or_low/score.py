"""Points of High or Low."""

from __future__ import annotations

from card_data import Game
from scoring.positions.result import Chain, Part, Result, Tally, Tiebreak, rank
from tests.small_game.card_data.high_or_low.model import Data
from tests.small_game.scoring.high_or_low.position import Position

TIES = Chain((Tiebreak("HL-4.2", "fewer cards"),), "HL-4.2")


def score(position: Position, game: Game[Data]) -> Result:
    """The score of a position that the check finds sound."""
    known = game.data.by_id()
    tallies = []
    for one in position.players or ():
        taken = [known[card] for card in one.cards or () if card is not None]
        points = sum([card.points for card in taken])
        parts = (Part("cards", points, "HL-4.1"),)
        tallies.append(Tally(one.name or "", parts, breakers=(-len(taken),)))
    return rank(tallies, TIES)
