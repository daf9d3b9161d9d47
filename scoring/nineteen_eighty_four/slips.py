"""What may be meant by an impossible route sheet of Winston: Nineteen Eighty-Four."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise

from scoring.nineteen_eighty_four.check import walk
from scoring.positions.slips import Faulty, Proposal, Slips, told

LEFT_OUT = 1.6  # what it costs: more than a mark, as the round may have had any of several boxes


class GameSlips(Slips):
    """What its rounds may be."""

    def proposals(self, faulty: Faulty) -> Iterator[Proposal]:
        """A round that is left out: it marked nothing, or its X is on a box between those of the
        rounds beside it, the likelier the nearer to the middle between them."""
        way, rounds = walk(faulty.position, faulty.game), faulty.position.rounds
        if way is None or not rounds or not {*rounds} <= {*way.places}:
            return
        label = faulty.label(("rounds",))
        places = [way.places[box] for box in rounds]
        reached = [*accumulate(places, max, initial=0), len(way.path) + 1]
        for at, (before, after) in enumerate(pairwise(reached)):
            left_out = {0: 0.5} | {
                way.path[place - 1]: abs(2 * place - before - after) / (after - before)
                for place in range(before + 1, after)
            }
            for box, off_middle in left_out.items():
                more = (*rounds[:at], box, *rounds[at:])
                said = f"{label} with {box} as no. {at + 1}, which is left out"
                yield told(LEFT_OUT + off_middle, ("rounds",), more, said)
