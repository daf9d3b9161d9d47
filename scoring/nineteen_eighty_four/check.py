"""What a route sheet can have wrong, round by round (NE-7). Open answers are passed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from card_data import Game
from card_data.nineteen_eighty_four.model import HIGHEST, NOTHING, Data, Outcome
from scoring.findings import Finding, count
from scoring.nineteen_eighty_four.position import Position
from scoring.nineteen_eighty_four.score import Sums
from scoring.nineteen_eighty_four.walk import Walk


def levels(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """A level that there is not (NE-2.1)."""
    if position.level is not None and walk(position, game) is None:
        yield Finding(
            "NE-2.1", ("level",), str(position.level), f"from 1 to {len(game.data.levels)}"
        )


def walk(position: Position, game: Game[Data]) -> Walk | None:
    """The way at the position's level; None if that is not answered or there is none such."""
    if position.level is None or not 1 <= position.level <= len(game.data.levels):
        return None
    return Walk(game.data, position.level)


def rounds(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Too many rounds (NE-5.1); marks off the route or out of order, or that no roll gives."""
    way = walk(position, game)
    if way is None:
        return
    before = Mark(0)
    for at, number in enumerate(position.rounds or ()):
        where = ("rounds", str(at))
        if at >= way.rounds:
            found = f"round {at + 1}"
            yield Finding("NE-5.1", where, found, f"{count(way.rounds, 'round')} at most")
            return
        if before.box is not None and way.arrived(before.box):
            found = f"a round after box {before.box}"
            yield Finding("NE-5.1", where, found, "the end, in the Golden Country")
            return
        wrong = mark(number, before, way, game) if number is not None else None
        if wrong is not None:
            yield Finding(wrong[0], where, *wrong[1:])
        before = before.then(number if wrong is None else None)


@dataclass(frozen=True)
class Mark:
    """Where the last X stands before a round.

    ``box`` is None if that is not known, ``least`` the last box that is; ``fresh`` if the round
    before marked it.
    """

    box: int | None
    least: int = 0
    fresh: bool = False

    def then(self, number: int | None) -> Mark:
        """After a round whose mark is ``number``, None if it is not known or cannot be."""
        if number is None:
            return Mark(None, self.least)
        if number == 0:
            return Mark(self.box, self.least)
        return Mark(number, number, fresh=True)


def mark(number: int, before: Mark, way: Walk, game: Game[Data]) -> tuple[str, str, str] | None:
    """What is wrong with a round's mark: clause, found, expected; None if nothing is."""
    if number and number not in way.places:
        found = f"box {number}"
        if 1 <= number <= max(way.places):
            return "NE-2.2", found, f"no box of the detour at level x{way.level.multiplier}"
        return "NE-7.1", found, f"a box from 1 to {max(way.places)}, or 0 for none"
    if number and number <= before.least:
        return "NE-7.1", f"box {number}", f"a box past {before.least}, where the last X is"
    if before.box is None:
        return None
    removed = way.takes(before.box) if before.fresh else NOTHING
    can = game.data.outcome(removed)
    if number == 0:
        fits = can.nothing
        found = "no box marked"
    else:
        boxes = way.boxes(before.box, number)
        last = number == way.path[-1]  # boxes past it are ignored (NE-3.9)
        fits = boxes in can.boxes or (last and boxes <= max(can.boxes))
        found = f"{count(boxes, 'box')} from {before.box} to {number}"
    return None if fits else ("NE-7.1", found, f"{possible(can)} {with_dice(removed)}")


def possible(can: Outcome) -> str:
    """The numbers of boxes that a round can mark, in words.

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
    return " or ".join(words) + " boxes"


def with_dice(removed: str) -> str:
    """Which dice a round had, in words."""
    if removed == NOTHING:
        return "by any roll of six dice"
    which = "the highest die" if removed == HIGHEST else f"the {removed} die"
    return f"by any roll without {which} (NE-6)"


def tracks(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Tracks and sums that do not agree with the route (NE-7.2, NE-7.3)."""
    way = walk(position, game)
    marks = position.rounds
    if way is None or marks is None or None in marks or not walked(marks, way):
        return
    sums = Sums(position, game)
    lost = "" if sums.arrived else " or nothing: without a golden box there is no score (NE-5.1)"
    for rule, name, right, why in (
        ("NE-7.2", "big_brother", sums.big_brother, ", the rounds that ended on a zone"),
        ("NE-7.3", "golden_country", sums.golden_country, ", by the last X"),
        ("NE-7.3", "subtotal", sums.subtotal, lost or f": {sums.addends}"),
        ("NE-7.3", "total", sums.total, lost or f": {sums.subtotal} × {way.level.multiplier}"),
    ):
        claim = getattr(position, name)
        if isinstance(claim, int) and claim != right:
            yield Finding(rule, (name,), str(claim), f"{right}{why}")


def walked(marks: tuple[int | None, ...], way: Walk) -> bool:
    """Whether marks rise along the way, so that what follows from them can be told."""
    boxes = [one for one in marks if one]
    on_the_way = all(one in way.places for one in boxes)
    return (
        on_the_way and all(one < two for one, two in pairwise(boxes)) and len(marks) <= way.rounds
    )


def unfinished(position: Position, game: Game[Data]) -> Iterator[str]:
    """A walk with rounds left that has not arrived is not over (NE-5.1)."""
    sums = Sums(position, game)
    if not sums.arrived and sums.rounds_left:
        yield (
            f"not over: {count(sums.rounds_left, 'round')} left and {count(sums.to_go, 'box')} "
            f"to go to the Golden Country (NE-5.1)"
        )


LAYERS = {"level": levels, "rounds": rounds, "tracks": tracks}
