"""Advice on a round of Winston: Nineteen Eighty-Four, and a bot that follows it.

>>> import card_data
>>> game = card_data.load("nineteen_eighty_four")
>>> advice = advise(game, roll="g1 p5", placed="r4 b2")
>>> advice.best.words, advice.expected
('place green reroll purple', 15.5)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from card_data import Game
from card_data.nineteen_eighty_four.model import Data
from scoring.nineteen_eighty_four.advice import dice_input, payoff
from scoring.nineteen_eighty_four.advice.answer import Advice, Answer, Choice
from scoring.nineteen_eighty_four.advice.endings import Endings
from scoring.nineteen_eighty_four.advice.payoff import Objective
from scoring.nineteen_eighty_four.advice.prospects import Prospects, WalkState, prospects
from scoring.nineteen_eighty_four.advice.solver import Solver
from scoring.nineteen_eighty_four.dice import GREEN, DiceState, Step, without_highest
from scoring.nineteen_eighty_four.engine import HIGHEST_DIE
from scoring.nineteen_eighty_four.state import View
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play.advisers import Choose
from scoring.play.decisions import Decision

__all__ = ["EXAMPLE", "Answer", "advise", "advise_player", "chooser"]
EXAMPLE = '--roll "r4 g2 b3 w5 y1 p6"'
NEW_ROUTE = "what later rounds are worth is known for the shipped route only: this is for boxes"


def advise(game: Game[Data], roll: str, placed: str = "", room101: str = "") -> Advice:
    """Advise how to mark the most boxes; raise `DataError` with all problems of the dice."""
    dice, notes = dice_input.read(roll, placed, room101)
    return best_play(payoff.boxes(), dice, notes=notes)


def advise_player(game: Game[Data], view: View, decision: Decision[Any]) -> Advice | None:
    """Advise a player in a round how to arrive; on a route without tables, how to mark the most
    boxes. Return None before the first roll."""
    if view.dice is None or view.level is None:
        return None
    removals = without_highest(view.dice) if decision.what == HIGHEST_DIE else {}
    found = prospects(game.data, Walk(game.data, view.level))
    notes = () if found else (NEW_ROUTE,)
    return best_play(objective_for(found, before_roll(view)), view.dice, removals, notes)


def before_roll(view: View) -> WalkState:
    """Return the state of the walk before the roll of the round in progress."""
    return WalkState(view.rounds_left, view.at)


def objective_for(found: Prospects | None, now: WalkState) -> Objective:
    """Return the objective of a round: boxes, if no table has the worth of later rounds."""
    return payoff.arrive(found, now) if found else payoff.boxes()


def best_play(
    aim: Objective,
    dice: DiceState,
    removals: Mapping[str, DiceState] | None = None,
    notes: tuple[str, ...] = (),
) -> Advice:
    """Return the best next move, with its expected result.

    ``removals`` are the dice to choose from (NE-6.2), if there is such a choice.
    """
    endings = Endings()
    plain = solver(payoff.boxes(), endings)
    best = solver(aim, endings) if aim.name != payoff.BOXES else plain
    found = tuple(choices(aim, best, removals or {}, dice))
    return Advice(
        aim=aim,
        expected=max(map(plain.value, removals.values() if removals else [dice])),
        choices=found,
        end={} if found else best.distribution(dice),
        notes=notes,
    )


def solver(aim: Objective, endings: Endings) -> Solver:
    return Solver(aim.search_value, aim.failed, endings)


def choices(
    aim: Objective, best: Solver, removals: Mapping[str, DiceState], now: DiceState
) -> Iterator[Choice]:
    """Yield the possible next moves, the best first."""
    for words in best_removals(best, removals):
        results = best.distribution(removals[words])
        yield Choice(words, aim.mean(results), results, (words, *line(best, removals[words])))
    for step, _ in [] if removals else best.ranked(now):
        results = best.distribution_after(step)
        yield Choice(step.words, aim.mean(results), results, line_after(best, step))


def best_removals(best: Solver, removals: Mapping[str, DiceState]) -> list[str]:
    """Return the moves that remove a highest die, the best first."""
    return sorted(removals, key=lambda words: best.value(removals[words]), reverse=True)


def chooser(game: Game[Data]) -> Choose:
    """Return a bot that follows the advice for arriving."""
    endings = Endings()

    @cache
    def of_level(level: int) -> Prospects | None:
        return prospects(game.data, Walk(game.data, level))

    @lru_cache(maxsize=1)  # a round asks several times for the same
    def best_from(level: int, now: WalkState) -> Solver:
        return solver(objective_for(of_level(level), now), endings)

    def choose(view: View, decision: Decision[Any]) -> str | None:
        now = view.dice
        if view.level is None or now is None:
            return None  # which level to play is for players to say
        best = best_from(view.level, before_roll(view))
        if decision.what == HIGHEST_DIE:
            return best_removals(best, without_highest(now))[0]
        return best.ranked(now)[0][0].words

    return choose


def line(solver: Solver, now: DiceState) -> tuple[str, ...]:
    """Return the steps of best play up to the next roll."""
    ranked = solver.ranked(now)
    return line_after(solver, ranked[0][0]) if ranked else ()


def line_after(solver: Solver, step: Step) -> tuple[str, ...]:
    """Return a step and those of best play after it, up to the next roll."""
    return (step.words, *(line(solver, step.after) if step.die != GREEN else ()))
