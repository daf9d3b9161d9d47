"""Likely corrections of an impossible route sheet of Winston: Nineteen Eighty-Four."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise

from scoring.nineteen_eighty_four.check import walk_of
from scoring.positions.corrections import Correction, Corrections, InvalidPosition, correction

LEFT_OUT = 1.6  # what it costs: more than a mark, as the round may have had any of several boxes


class GameCorrections(Corrections):
    """Corrections of a sheet."""

    def candidates(self, invalid: InvalidPosition) -> Iterator[Correction]:
        """Yield sheets with a round inserted. It marked nothing, or its X is on a box between those
        of the rounds beside it, and the likelier the nearer to the middle between them."""
        walk, rounds = walk_of(invalid.position, invalid.game), invalid.position.rounds
        if walk is None or not rounds or not {*rounds} <= {*walk.places}:
            return
        label = invalid.label(("rounds",))
        places = [walk.places[box] for box in rounds]
        reached = [*accumulate(places, max, initial=0), len(walk.path) + 1]
        for at, (before, after) in enumerate(pairwise(reached)):
            left_out = {0: 0.5} | {
                walk.path[place - 1]: abs(2 * place - before - after) / (after - before)
                for place in range(before + 1, after)
            }
            for box, off_middle in left_out.items():
                more = (*rounds[:at], box, *rounds[at:])
                said = f"{label} with {box} as no. {at + 1}, which is left out"
                yield correction(LEFT_OUT + off_middle, ("rounds",), more, said)
