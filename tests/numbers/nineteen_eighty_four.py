"""The numbers of Winston: Nineteen Eighty-Four, and what follows each of them."""

from __future__ import annotations

from functools import partial
from typing import Any

from card_data import Game
from scoring.nineteen_eighty_four import Position, score
from scoring.nineteen_eighty_four.walk import Walk
from tests.nineteen_eighty_four.walks import golden_first
from tests.numbers.edits import Refused, Use

SHEETS = "sheet, sheet_ink_saving"
GOLDEN = (20, 22, 24, 26, 28, 30, 32, 35)
MARKED = (8, 7, 6, 5, 4, 3, 2, 1, 0)
ROUNDS = (24, 21, 18, 15, 12, 9, 6, 3, 0)


def points(game: Game[Any], kind: str, *rounds: int) -> int:
    """The points of a track after a walk at x1 that ended in these boxes (NE-5.2)."""
    (standing,) = score(Position(level=1, rounds=rounds), game).standings
    return next(part.points for part in standing.tally.parts if part.label == kind)


def at_golden(box: int, game: Game[Any]) -> int:
    """The points of the Golden Country at one of its boxes, counted from 0."""
    return points(game, "golden_country", golden_first(game) + box)


def seen(times: int, game: Game[Any]) -> int:
    """The points of the Big Brother track after so many rounds that ended on a zone."""
    zones = [box.number for box in game.data.path(False) if box.zone][:times]
    if len(zones) == times and times < len(ROUNDS):
        return points(game, "big_brother", *zones, golden_first(game))
    track = game.data.numbers.big_brother  # so often is Winston seen in a lost game alone
    return int(track.points(track.boxes(times)))


def in_round(number: int, game: Game[Any]) -> int:
    """The points of the rounds track for a win in a round, counted from the suburbs' own."""
    return points(game, "rounds", *range(1, number + 1), golden_first(game))


def rounds(game: Game[Any]) -> dict[int, tuple[int, str, str]]:
    """How many rounds a walk has, and the names of the first and the last, at x1 and x2."""
    ways = {level: Walk(game.data, level) for level in (1, 2)}
    return {
        level: (way.rounds, way.round_name(1), way.round_name(way.rounds))
        for level, way in ways.items()
    }


TRACK = "game.yaml numbers.rounds_track"
SUBURBS = "game.yaml numbers.rounds.suburbs"
WALKS = {1: (9, "R0", "R8"), 2: (8, "R1", "R8")}

USES: tuple[Use | Refused, ...] = (
    Use(
        "numbers.rounds.first",
        2,
        along={SUBURBS: 1, TRACK: "[21, 18, 15, 12, 9, 6, 3, 0]"},
        alone="found 2, expected 1: the suburbs add the one round before it",
        says="NE-1.3, NE-2.1, NE-3.1, steps.mark, set-up, A round, A round, The levels",
        drawn=f"{SHEETS}, aid, set_up",
        play=rounds,
        was=WALKS,
        now={1: (8, "R1", "R8"), 2: (7, "R2", "R8")},
    ),
    Use(
        "numbers.rounds.last",
        9,
        along={TRACK: "[27, 24, 21, 18, 15, 12, 9, 6, 3, 0]"},
        alone="found 9, expected 10: R0 to R9",
        says="NE-1.3, NE-5.1, steps.end, A round, The end",
        drawn=f"{SHEETS}, aid",
        play=rounds,
        was=WALKS,
        now={1: (10, "R0", "R9"), 2: (9, "R1", "R9")},
    ),
    Refused(
        "numbers.rounds.first",
        9,
        "found 8, expected at least the first round, 9",
        at="numbers.rounds.last",
        along={SUBURBS: 8},
    ),
    Refused(
        "numbers.rounds.suburbs",
        1,
        "found 1, expected 2: the suburbs add the one round before it",
        at="numbers.rounds.first",
    ),
    *(
        Use(
            f"numbers.golden_country.{box}",
            worth + 77,
            faces=SHEETS,
            play=partial(at_golden, box),
            was=worth,
            now=worth + 77,
            often=box == 0,
        )
        for box, worth in enumerate(GOLDEN)
    ),
    Use(
        "numbers.big_brother.unmarked",
        77,
        says="NE-5.2, The end",
        faces=SHEETS,
        play=partial(seen, 0),
        was=9,
        now=77,
    ),
    *(
        Use(
            f"numbers.big_brother.marked.{box}",
            worth + 77,
            faces=SHEETS,
            play=partial(seen, box + 1),
            was=worth,
            now=worth + 77,
            often=box == 0,
        )
        for box, worth in enumerate(MARKED)
    ),
    *(
        Use(
            f"numbers.rounds_track.{number}",
            worth + 77,
            faces=SHEETS,
            play=partial(in_round, number),
            was=worth,
            now=worth + 77,
            often=number == 0,
        )
        for number, worth in enumerate(ROUNDS)
    ),
    Refused("players.min", 2, "found 1, expected at least the minimum, 2", at="players.max"),
    Refused("players.max", 2, "found 2, but Winston walks alone"),
)
