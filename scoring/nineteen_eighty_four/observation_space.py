"""Winston: Nineteen Eighty-Four for programs: the words of its moves, its sheet as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from card_data import Game
from card_data.nineteen_eighty_four.model import COLOURS, Data
from scoring.env.action_tokens import Spaces
from scoring.env.observations import Each, Fields, Number
from scoring.nineteen_eighty_four.dice import FACES, VERBS
from scoring.nineteen_eighty_four.state import View


def spaces(game: Game[Data], players: Sequence[str]) -> Spaces:
    """Return the actions and observations of a walk."""
    data = game.data
    levels = [level.multiplier for level in data.levels]
    rounds, box = len(data.numbers.rounds_track), Number(len(data.boxes()))
    view = Fields.of(
        View,
        level=Number(max(levels)),
        rounds=Each(box, rounds),
        at=box,
        rounds_left=Number(rounds),
        dice=Fields(dice=Each(Number(2 * FACES), len(COLOURS)), room=Number(FACES)),
    )
    verbs = dict.fromkeys(["place", *VERBS.values(), "level"])
    return Spaces((*verbs, *COLOURS, *map(str, levels)), (), view)
