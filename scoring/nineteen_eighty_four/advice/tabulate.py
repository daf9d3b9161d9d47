"""Works out what rolls and walks can come to, and writes it down; run it when a rule changes.

``python -m scoring.nineteen_eighty_four.advice.tabulate FOLDER`` writes two files there:
``endings.bin``, which the solver reads beside this file, and ``results.yaml``, which belongs to
the game's data, for the check. With ``--walks`` it writes the folder ``tables`` instead:
what every walk of the shipped route can hope for (`prospects`); run that when the route or the
points of a track change. The first takes some minutes, the second half an hour. Nothing in them is
drawn at random: the same rules give the same files.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import card_data
from card_data.nineteen_eighty_four.model import REMOVALS, Data
from scoring.nineteen_eighty_four.advice import payoff, prospects
from scoring.nineteen_eighty_four.advice.endings import (
    FAILED,
    TABLE,
    Endings,
    pack,
    results,
    showing,
)
from scoring.nineteen_eighty_four.advice.expectation import Starts, starts
from scoring.nineteen_eighty_four.advice.solver import Solver, over, rolling
from scoring.nineteen_eighty_four.dice import (
    FACES,
    GREEN,
    DiceState,
    Shown,
    steps,
)
from scoring.nineteen_eighty_four.walk import Walk

HEAD = """\
# What a round can come to, by the die removed before it: none, one of a colour, the highest rolled.
# `boxes` that some roll and line marks, whether it can mark `nothing`; exact over all rolls, the
# chance `to_mark` each number of boxes when played for the most, and of marking `at_least` so many
# when played for that. Written by `python -m scoring.nineteen_eighty_four.advice.tabulate`.
results:
"""


def rolled() -> dict[str, Starts]:
    """Every roll by what is removed from it."""
    return {removed: starts(removed) for removed in REMOVALS}


def before_green(first: Iterable[DiceState]) -> Iterator[DiceState]:
    """Every state with Green available that choices lead to."""
    todo = [now for now in first if not over(now)]
    seen = set(todo)
    while todo:
        now = todo.pop()
        yield now
        for step in steps(now):
            if step.die != GREEN and not over(step.after) and step.after not in seen:
                seen.add(step.after)
                todo.append(step.after)


def after_green(first: Iterable[DiceState]) -> dict[Shown, int]:
    """The set of results behind every way that dice may lie right after Green's reroll."""
    rerolls = {
        (rolling(step).dice, step.targets)
        for now in before_green(first)
        for step in steps(now)
        if step.die == GREEN
    }
    endings = Endings()
    found: dict[Shown, int] = {}
    for dice, targets in rerolls:
        for faces in product(range(1, FACES + 1), repeat=len(targets)):
            fall = showing(dice, targets, faces)
            found[fall] = endings.after(fall)
    return found


def reach(solver: Solver, rolls: Starts) -> int:
    """Every result that some roll, line and luck gives."""

    @cache
    def reached(now: DiceState) -> int:
        if over(now):
            return solver.ends(now)
        ends = 0
        for step in steps(now):
            if step.die == GREEN:
                for behind in set(solver.ends_behind(rolling(step), step.targets)):
                    ends |= behind
            else:
                ends |= reached(step.after)
        return ends or FAILED

    ends = 0
    for ways in rolls:
        for now in ways:
            ends |= reached(now)
    return ends


def to_mark(solver: Solver, rolls: Starts) -> dict[int, float]:
    """The chance of marking each number of boxes, over all rolls, under the solver's best play."""
    chances: Counter[int] = Counter()
    for ways in rolls:
        for result, chance in solver.distribution(max(ways, key=solver.value)).items():
            chances[max(0, result or 0)] += chance / len(rolls)  # type: ignore[assignment]
    return dict(sorted(chances.items()))


def average(solver: Solver, rolls: Starts) -> float:
    """The payoff of best play, over all rolls."""
    return sum([max([solver.value(now) for now in ways]) for ways in rolls]) / len(rolls)


def at_least(boxes: int) -> Solver:
    """Best play for so many boxes or more."""
    return Solver(lambda result: float(result >= boxes), failed=0)


def table() -> str:
    """The text of results.yaml."""
    rolls = rolled()
    aim = payoff.boxes()
    for_most = Solver(aim.payoff, aim.failed)
    ends = {removed: results(reach(for_most, rolls[removed])) for removed in rolls}
    marked = {
        removed: [end for end in ends[removed] if end is not None and end > 0] for removed in rolls
    }
    chances = {removed: to_mark(for_most, rolls[removed]) for removed in rolls}
    least: dict[str, dict[int, float]] = {removed: {} for removed in rolls}
    for boxes in range(1, max(map(max, marked.values())) + 1):
        solver = at_least(boxes)
        for removed in rolls:
            if boxes <= max(marked[removed]):
                least[removed][boxes] = average(solver, rolls[removed])
    rows = [
        f"  - id: {removed}\n"
        f"    boxes: {marked[removed]}\n"
        f"    nothing: {str(len(marked[removed]) < len(ends[removed])).lower()}\n"
        f"    to_mark: {written(chances[removed])}\n"
        f"    at_least: {written(least[removed])}\n"
        for removed in rolls
    ]
    return HEAD + "".join(rows)


def written(chances: dict[int, float]) -> str:
    """Chances as YAML, to ten places."""
    return "{" + ", ".join([f"{boxes}: {chance:.10f}" for boxes, chance in chances.items()]) + "}"


def write_walks(folder: Path) -> None:
    """Write the tables of all walks, in place of those that are there."""
    data: Data = card_data.load("nineteen_eighty_four").data
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    rounds = prospects.Rounds()
    for level in data.levels:
        walk = Walk(data, level.multiplier)
        for hope in prospects.HOPES:
            course = prospects.Course(data, walk, hope)
            table = prospects.work_out(course, rounds)
            (folder / course.name).write_bytes(prospects.written(table))


def main() -> None:
    """Write the files into the folder named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write")
    parser.add_argument("--walks", action="store_true", help="write the tables of walks instead")
    asked = parser.parse_args()
    folder: Path = asked.folder
    if asked.walks:
        write_walks(folder / prospects.SHIPPED.name)
        return
    folder.mkdir(parents=True, exist_ok=True)
    everywhere = [now for rolls in rolled().values() for ways in rolls for now in ways]
    (folder / TABLE.name).write_bytes(pack(after_green(everywhere)))
    (folder / "results.yaml").write_text(table(), encoding="utf-8")


if __name__ == "__main__":
    main()
