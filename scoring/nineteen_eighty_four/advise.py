"""Asking for advice in a round of Winston: Nineteen Eighty-Four, and playing by it.

>>> import card_data
>>> game = card_data.load("nineteen_eighty_four")
>>> advice = advise(game, Question(roll="g1 p5", placed="r4 b2"))
>>> advice.best.words, advice.expected
('place green reroll purple', 15.5)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from card_data import Game
from card_data.nineteen_eighty_four.model import Data
from scoring.decisions import Decision
from scoring.nineteen_eighty_four import payoff
from scoring.nineteen_eighty_four.advice import Advice, Choice, mean
from scoring.nineteen_eighty_four.dice import GREEN, Lay, Step, without_highest
from scoring.nineteen_eighty_four.endings import Endings
from scoring.nineteen_eighty_four.engine import HIGHEST_DIE
from scoring.nineteen_eighty_four.payoff import Aim, Arrival
from scoring.nineteen_eighty_four.question import ARRIVE, UNSEEN, Question, Reading
from scoring.nineteen_eighty_four.solver import Solver
from scoring.nineteen_eighty_four.state import State
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play import Choose


def advise(game: Game[Data], question: Question) -> Advice:
    """The advice for a question; raise `DataError` with everything in it that cannot be."""
    reading = Reading(question, game)
    now = reading.lay()
    walk = reading.walk()
    left, at = reading.rounds_left(walk), reading.at(walk)
    removals = reading.removals(now, walk, at)
    wanted = reading.aim()
    reading.check()
    endings = Endings()
    plain = solver(payoff.boxes(), endings)
    aim = aim_of(wanted, game.data, walk, at, left)
    best = solver(aim, endings) if aim.name != "boxes" else plain
    return Advice(
        aim=aim,
        expected=max([plain.value(lay) for lay in removals.values()] or [plain.value(now)]),
        choices=tuple(choices(best, removals, now)),
        end=best.spread(now),
        notes=tuple(reading.notes),
    )


def aim_of(wanted: str, data: Data, walk: Walk | None, at: int | None, left: int | None) -> Aim:
    """The aim with this name, from where the walk stands."""
    if walk is not None and at is not None:
        if wanted == UNSEEN:
            return payoff.unseen(walk, at)
        if wanted == ARRIVE and left is not None:
            return payoff.arrive(Arrival(data, walk), at, left)
    return payoff.boxes()


def solver(aim: Aim, endings: Endings) -> Solver:
    """A solver for an aim."""
    return Solver(aim.payoff, aim.failed, endings)


def choices(best: Solver, removals: Mapping[str, Lay], now: Lay) -> list[Choice]:
    """What can be done next, best first; of equals what marks most boxes.

    ``removals`` are the dice to choose from (NE-6.2), if there is such a choice; else a die is to
    be placed, as the dice lie ``now``.
    """
    found = [
        Choice(words, best.value(lay), best.spread(lay), (words, *line(best, lay)))
        for words, lay in removals.items()
    ]
    if not removals:
        found = [
            Choice(step.words, worth, best.spread_after(step), line_after(best, step))
            for step, worth in best.ranked(now)
        ]
    return sorted(found, key=lambda one: (-round(one.payoff, 12), -mean(one.spread)))


def chooser(game: Game[Data]) -> Choose:
    """A player that walks to arrive; of equal chances what marks most boxes."""
    endings = Endings()
    plain = solver(payoff.boxes(), endings)
    arrivals: dict[int, Arrival] = {}

    @lru_cache(maxsize=1)  # a round asks several times for the same
    def best_from(level: int, at: int, left: int) -> Solver:
        arrival = arrivals.setdefault(level, Arrival(game.data, Walk(game.data, level)))
        return solver(payoff.arrive(arrival, at, left), endings)

    def choose(sheet: State, decision: Decision) -> str | None:
        now = sheet.dice
        if sheet.walk is None or now is None:
            return None  # which level to play is for players to say
        best = best_from(sheet.level, sheet.at, sheet.walk.rounds - len(sheet.rounds) - 1)
        if decision.what == HIGHEST_DIE:
            lays = without_highest(now)
            return max(lays, key=lambda words: (best.value(lays[words]), plain.value(lays[words])))
        worths = [(worth, plain.worth(step), step.words) for step, worth in best.ranked(now)]
        return max(worths)[2]

    return choose


def line(solver: Solver, now: Lay) -> tuple[str, ...]:
    """The steps of best play up to the next roll."""
    ranked = solver.ranked(now)
    return line_after(solver, ranked[0][0]) if ranked else ()


def line_after(solver: Solver, step: Step) -> tuple[str, ...]:
    """A step and those of best play after it, up to the next roll."""
    return (step.words, *(line(solver, step.after) if step.die != GREEN else ()))
