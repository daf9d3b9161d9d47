"""Asking for advice in a round of Winston: Nineteen Eighty-Four, and playing by it.

>>> import card_data
>>> game = card_data.load("nineteen_eighty_four")
>>> advice = advise(game, Question(roll="g1 p5", placed="r4 b2"))
>>> advice.best.words, advice.expected
('place green reroll purple', 15.5)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from card_data import Game
from card_data.nineteen_eighty_four.model import Data
from scoring.decisions import Decision
from scoring.nineteen_eighty_four import payoff
from scoring.nineteen_eighty_four.advice import Advice, Choice
from scoring.nineteen_eighty_four.dice import GREEN, Lay, Step, without_highest
from scoring.nineteen_eighty_four.endings import Endings
from scoring.nineteen_eighty_four.engine import HIGHEST_DIE
from scoring.nineteen_eighty_four.payoff import Aim, Arrival
from scoring.nineteen_eighty_four.question import ARRIVE, BOXES, UNSEEN, Question, Reading
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
    best = solver(aim, endings) if aim.name != BOXES else plain
    found = tuple(choices(aim, best, removals, now))
    return Advice(
        aim=aim,
        expected=max([plain.value(lay) for lay in removals.values()] or [plain.value(now)]),
        choices=found,
        end={} if found else best.spread(now),
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
    return Solver(aim.steered, aim.failed, endings)


def choices(aim: Aim, best: Solver, removals: Mapping[str, Lay], now: Lay) -> Iterator[Choice]:
    """What can be done next, best first.

    ``removals`` are the dice to choose from (NE-6.2), if there is such a choice; else a die is to
    be placed, as the dice lie ``now``.
    """
    if removals:
        for words in best_removals(best, removals):
            spread = best.spread(removals[words])
            yield Choice(
                words,
                aim.mean(spread),
                spread,
                (words, *line(best, removals[words])),
            )
    else:
        for step, _ in best.ranked(now):
            spread = best.spread_after(step)
            yield Choice(step.words, aim.mean(spread), spread, line_after(best, step))


def best_removals(best: Solver, removals: Mapping[str, Lay]) -> list[str]:
    """The moves that remove a highest die, the best first."""
    return sorted(removals, key=lambda words: best.value(removals[words]), reverse=True)


def chooser(game: Game[Data]) -> Choose:
    """A player that does what `advise` says to one who walks to arrive."""
    endings = Endings()
    arrivals: dict[int, Arrival] = {}

    @lru_cache(maxsize=1)  # a round asks several times for the same
    def best_from(level: int, at: int, left: int) -> Solver:
        arrival = arrivals.setdefault(level, Arrival(game.data, Walk(game.data, level)))
        return solver(payoff.arrive(arrival, at, left), endings)

    def choose(sheet: State, decision: Decision) -> str | None:
        now = sheet.dice
        if sheet.walk is None or now is None:
            return None  # which level to play is for players to say
        best = best_from(sheet.walk.level.multiplier, sheet.at, sheet.rounds_left - 1)
        if decision.what == HIGHEST_DIE:
            return best_removals(best, without_highest(now))[0]
        return best.ranked(now)[0][0].words

    return choose


def line(solver: Solver, now: Lay) -> tuple[str, ...]:
    """The steps of best play up to the next roll."""
    ranked = solver.ranked(now)
    return line_after(solver, ranked[0][0]) if ranked else ()


def line_after(solver: Solver, step: Step) -> tuple[str, ...]:
    """A step and those of best play after it, up to the next roll."""
    return (step.words, *(line(solver, step.after) if step.die != GREEN else ()))
