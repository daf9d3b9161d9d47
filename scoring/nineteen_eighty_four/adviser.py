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
from card_data.problems import DataError, Problem, shorten
from card_data.text import join_words
from scoring.nineteen_eighty_four.advice import dice_input, payoff
from scoring.nineteen_eighty_four.advice.answer import Advice, Answer, Choice
from scoring.nineteen_eighty_four.advice.endings import Endings
from scoring.nineteen_eighty_four.advice.payoff import Objective
from scoring.nineteen_eighty_four.advice.prospects import Goal, Prospects, WalkState, prospects
from scoring.nineteen_eighty_four.advice.solver import Solver
from scoring.nineteen_eighty_four.dice import GREEN, DiceState, Step, without_highest
from scoring.nineteen_eighty_four.engine import HIGHEST_DIE
from scoring.nineteen_eighty_four.state import View
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play.advisers import Choose
from scoring.play.decisions import Decision

__all__ = ["EXAMPLE", "Answer", "advise", "advise_player", "chooser"]
EXAMPLE = '--roll "r4 g2 b3 w5 y1 p6"'
BOXES, UNSEEN, ARRIVE, POINTS = AIMS = ("boxes", "unseen", "arrive", "points")
NEW_ROUTE = "what later rounds are worth is known for the shipped route only: this is for boxes"


def advise(game: Game[Data], roll: str, placed: str = "", room101: str = "") -> Advice:
    """Advise how to mark the most boxes; raise `DataError` with all problems of the dice."""
    dice, notes = dice_input.read(roll, placed, room101)
    return best_play(payoff.boxes(), dice, notes=notes)


def advise_player(
    game: Game[Data], view: View, decision: Decision[Any], aim: str | None = None
) -> Advice | None:
    """Advise a player in a round who walks to arrive, or for another ``aim``.

    Return None before the first roll; raise `DataError` for an unknown aim.
    """
    wanted = known_aim(aim)
    if view.dice is None or view.level is None:
        return None
    removals = without_highest(view.dice) if decision.what == HIGHEST_DIE else {}
    walk, now = Walk(game.data, view.level), before_roll(view)
    walk_prospects = prospects_for(game.data, walk, wanted)
    notes = () if walk_prospects or wanted not in (ARRIVE, POINTS) else (NEW_ROUTE,)
    return best_play(objective_for(wanted, walk, now, walk_prospects), view.dice, removals, notes)


def known_aim(aim: str | None) -> str:
    """Return the aim out of `AIMS`, by default to arrive; raise `DataError` if it is unknown."""
    if aim is not None and aim.lower() not in AIMS:
        message = f"found {shorten(aim)}, expected {join_words(AIMS, 'or')}"
        raise DataError(Problem(message=message, file="--aim"))
    return aim.lower() if aim else ARRIVE


def before_roll(view: View) -> WalkState:
    """Return the state of the walk before the roll of the round in progress."""
    return WalkState(view.rounds_left, view.at, zones=view.big_brother)


def prospects_for(data: Data, walk: Walk, aim: str) -> Prospects | None:
    """Return the worth of later rounds, if the aim looks that far and a table has it."""
    found: dict[str, Goal] = {ARRIVE: "arrive", POINTS: "points"}
    return prospects(data, walk, found[aim]) if aim in found else None


def objective_for(
    aim: str, walk: Walk, now: WalkState, walk_prospects: Prospects | None
) -> Objective:
    """Return the objective of a round: boxes, if no table has the worth of later rounds."""
    if aim == UNSEEN:
        return payoff.unseen(walk, now.at)
    if walk_prospects is None:
        return payoff.boxes()
    return (payoff.points if aim == POINTS else payoff.arrive)(walk_prospects, now)


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
    best = solver(aim, endings) if aim.name != BOXES else plain
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


def chooser(game: Game[Data], aim: str | None = None) -> Choose:
    """Return a bot that follows the advice for arriving, or for another ``aim``."""
    endings, wanted = Endings(), known_aim(aim)
    walks = {level.multiplier: Walk(game.data, level.multiplier) for level in game.data.levels}

    @cache
    def walk_prospects(level: int) -> Prospects | None:
        return prospects_for(game.data, walks[level], wanted)

    @lru_cache(maxsize=1)  # a round asks several times for the same
    def best_from(level: int, now: WalkState) -> Solver:
        return solver(objective_for(wanted, walks[level], now, walk_prospects(level)), endings)

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
