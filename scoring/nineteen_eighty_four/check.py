"""The problems of a route sheet, round by round (NE-7). Unanswered values are skipped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from card_data import Game
from card_data.nineteen_eighty_four.model import HIGHEST, NOTHING, Data, Outcome
from card_data.text import join_words, plural
from scoring.nineteen_eighty_four.position import Position
from scoring.nineteen_eighty_four.score import TRACKS, Sums
from scoring.nineteen_eighty_four.walk import Walk
from scoring.positions.findings import Finding, Where


def levels(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield a level that does not exist (NE-2.1)."""
    if position.level is not None and walk_of(position, game) is None:
        message = f"there is no level {position.level}; levels are 1 to {len(game.data.levels)}"
        yield Finding("NE-2.1", ("level",), message)


def walk_of(position: Position, game: Game[Data]) -> Walk | None:
    """Return the walk at the position's level; None if that is missing or does not exist."""
    if position.level is None or not 1 <= position.level <= len(game.data.levels):
        return None
    return Walk(game.data, position.level)


def rounds(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield too many rounds (NE-5.1), and marks off the route, out of order or impossible to
    roll."""
    walk = walk_of(position, game)
    if walk is None:
        return
    before = LastMark(0)
    for index, number in enumerate(position.rounds or ()):
        where = ("rounds", str(index))
        if index >= walk.rounds:
            message = f"round {index + 1}, but this level has only {plural(walk.rounds, 'round')}"
            yield Finding("NE-5.1", where, message)
            return
        if before.box is not None and walk.arrived(before.box):
            message = f"a round after box {before.box}, where the walk ended in the Golden Country"
            yield Finding("NE-5.1", where, message)
            return
        wrong = check_mark(number, before, walk, game) if number is not None else None
        if wrong is not None:
            rule, message = wrong
            yield Finding(rule, where, message)
        before = before.then(number if wrong is None else None)


@dataclass(frozen=True)
class LastMark:
    """The place of the last X before a round.

    ``box`` is None if it is unknown, and ``least`` is the last known one. ``fresh`` says whether
    the round before marked it.
    """

    box: int | None
    least: int = 0
    fresh: bool = False

    def then(self, number: int | None) -> LastMark:
        """Return where it stands after a round marked ``number``, None if that is unknown or
        wrong."""
        if number is None:
            return LastMark(None, self.least)
        if number == 0:
            return LastMark(self.box, self.least)
        return LastMark(number, number, fresh=True)


def check_mark(
    number: int, before: LastMark, walk: Walk, game: Game[Data]
) -> tuple[str, str] | None:
    """Return the clause that a round's mark breaks and the reason; None if it breaks none."""
    last = max(walk.places)
    if number and number not in walk.places:
        if 1 <= number <= last:
            level = f"level x{walk.level.multiplier}"
            return "NE-2.2", f"box {number} is on the detour, which {level} does not take"
        return "NE-7.1", f"there is no box {number}; boxes are 1 to {last}, 0 for none marked"
    if number and number <= before.least:
        return "NE-7.1", f"box {number} is not past box {before.least}, where the last X is"
    if before.box is None:
        return None
    removed = walk.takes(before.box) if before.fresh else NOTHING
    can = game.data.outcome(removed)
    if number == 0:
        fits = can.nothing
        found = "no box marked"
    else:
        boxes = walk.boxes(before.box, number)
        at_end = number == walk.path[-1]  # boxes past it are ignored (NE-3.9)
        fits = boxes in can.boxes or (at_end and boxes <= max(can.boxes))
        found = f"{plural(boxes, 'box')} from {before.box} to {number}"
    return (
        None
        if fits
        else ("NE-7.1", f"{found}, but {with_dice(removed)} can only mark {possible(can)}")
    )


def possible(can: Outcome) -> str:
    """Join the numbers of boxes that a round can mark.

    >>> possible(Outcome("none", boxes=(1, 2, 3, 5), nothing=True, to_mark={}, at_least={}))
    '0 to 3 or 5 boxes'
    """
    runs: list[list[int]] = []
    for boxes in ((0,) if can.nothing else ()) + can.boxes:
        if runs and boxes == runs[-1][-1] + 1:
            runs[-1].append(boxes)
        else:
            runs.append([boxes])
    words = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return join_words(words, "or") + " boxes"


def with_dice(removed: str) -> str:
    if removed == NOTHING:
        return "a roll of six dice"
    which = "the highest die" if removed == HIGHEST else f"the {removed} die"
    return f"a roll without {which} (NE-6)"


def tracks(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield tracks and sums that do not agree with the route (NE-7.2, NE-7.3)."""
    walk = walk_of(position, game)
    marks = position.rounds
    if walk is None or marks is None or None in marks or not marks_rise(marks, walk):
        return
    boxes = position.boxes()
    for rule, where, right, why in added_up(Sums(position, game)):
        if isinstance(claim := boxes[where], int) and claim != right:
            yield Finding(rule, where, f"found {claim}, but {why}", right=right)


class Sum(NamedTuple):
    """The right number for a field of the sheet, and why."""

    rule: str
    where: Where
    right: int
    why: str


def added_up(sums: Sums) -> Iterator[Sum]:
    """Yield the tracks and the score that follow from the route (NE-5.2, NE-7.2, NE-7.3)."""
    boxes = plural(sums.big_brother, "box")
    why = f"the rounds that ended on a zone mark {boxes}"
    yield Sum("NE-7.2", ("big_brother",), sums.big_brother, why)
    why = "the last X has not reached the Golden Country"
    if sums.arrived:
        why = f"the last X is on box {sums.golden_country} of the Golden Country"
    yield Sum("NE-7.3", ("golden_country",), sums.golden_country, why)
    lost = "" if sums.arrived else "a walk without a golden box has no score (NE-5.1)"
    for track, points in zip(TRACKS, sums.points, strict=True):
        why = f"the track scores {points}"
        yield Sum("NE-5.2", ("points", track), points, lost or why)
    yield Sum("NE-7.3", ("subtotal",), sums.subtotal, lost or f"{sums.addends} = {sums.subtotal}")
    why = f"{sums.subtotal} × {sums.multiplier} = {sums.total}"
    yield Sum("NE-7.3", ("total",), sums.total, lost or why)


def marks_rise(marks: tuple[int | None, ...], walk: Walk) -> bool:
    """Return whether the marks rise along the walk, so that sums can be derived from them."""
    boxes = [box for box in marks if box]
    on_the_way = all(box in walk.places for box in boxes)
    rising = all(box < after for box, after in pairwise(boxes))
    return on_the_way and rising and len(marks) <= walk.rounds


def unfinished(position: Position, game: Game[Data]) -> Iterator[str]:
    """Yield a note if the walk has rounds left and has not arrived, so is not over (NE-5.1)."""
    sums = Sums(position, game)
    if not sums.arrived and sums.rounds_left:
        yield (
            f"not over: {plural(sums.rounds_left, 'round')} left and {plural(sums.to_go, 'box')} "
            f"to go to the Golden Country (NE-5.1)"
        )


LAYERS = {"level": levels, "rounds": rounds, "tracks": tracks}
