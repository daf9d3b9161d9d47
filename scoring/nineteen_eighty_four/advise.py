"""Asking for advice in a round of Winston: Nineteen Eighty-Four, and playing by it.

>>> import card_data
>>> game = card_data.load("nineteen_eighty_four")
>>> advice = advise(game, Question(roll="g1 p5", placed="r4 b2"))
>>> advice.best.words, advice.expected
('place green reroll purple', 15.5)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from card_data import Game
from card_data.nineteen_eighty_four.model import Data
from card_data.problems import DataError, Problem, clip
from card_data.words import in_words
from scoring.nineteen_eighty_four.advice import payoff
from scoring.nineteen_eighty_four.advice.answer import Advice, Answer, Choice
from scoring.nineteen_eighty_four.advice.endings import Endings
from scoring.nineteen_eighty_four.advice.payoff import Aim
from scoring.nineteen_eighty_four.advice.prospects import Hope, Prospects, Stand
from scoring.nineteen_eighty_four.advice.question import (
    ARRIVE,
    BOXES,
    NEEDS,
    POINTS,
    UNSEEN,
    Question,
    QuestionReader,
)
from scoring.nineteen_eighty_four.advice.solver import Solver
from scoring.nineteen_eighty_four.dice import GREEN, NO_DICE, DiceState, Step, without_highest
from scoring.nineteen_eighty_four.engine import HIGHEST_DIE
from scoring.nineteen_eighty_four.state import View
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play.advisers import Choose
from scoring.play.decisions import Decision

__all__ = ["EXAMPLE", "HELP", "Answer", "Question", "advise", "advise_player", "chooser"]
EXAMPLE = '--roll "r4 g2 b3 w5 y1 p6"'
HELP = "Which die to place next in a round of Winston: Nineteen Eighty-Four."


@dataclass(frozen=True)
class Situation:
    """Where a round stands and what it is played for.

    ``removals`` are the dice to choose from (NE-6.2), if there is such a choice. ``now`` is where
    the walk stood before the roll; without ``walk``, and its rounds, only boxes can be the aim.
    """

    dice: DiceState
    removals: Mapping[str, DiceState]
    aim: str
    walk: Walk | None
    now: Stand
    notes: tuple[str, ...] = ()


def advise(game: Game[Data], question: Question) -> Advice:
    """The advice for a question; raise `DataError` with everything in it that cannot be."""
    reader = QuestionReader(question, game)
    dice = reader.state()
    walk = reader.walk()
    left, at = reader.rounds_left(walk), reader.at(walk)
    zones = reader.zones(walk, at, left)
    dice = reader.taken(dice, walk, at)
    reader.refuse_what_no_roll_leads_to(dice, walk, at)
    removals = reader.removals(dice, walk, at)
    aim = reader.aim()
    reader.check()
    now = Stand((left or 0) + 1, at or 0, zones=zones)
    return best_play(game.data, Situation(dice, removals, aim, walk, now, tuple(reader.notes)))


def advise_player(
    game: Game[Data], view: View, decision: Decision[Any], aim: str | None = None
) -> Advice | None:
    """The advice for a player in a round, who walks to arrive unless ``aim`` is another.

    None before the first roll; raise `DataError` for an unknown aim.
    """
    aim = known(aim)
    if view.dice is None or view.level is None:
        return None
    removals = without_highest(view.dice) if decision.what == HIGHEST_DIE else {}
    walk = Walk(game.data, view.level)
    return best_play(game.data, Situation(view.dice, removals, aim, walk, before_roll(view)))


def known(aim: str | None) -> str:
    """An aim out of `NEEDS`, to arrive if none is named."""
    if aim is not None and aim.lower() not in NEEDS:
        message = f"found {clip(aim, quoted=False)}, expected {in_words(NEEDS, 'or')}"
        raise DataError(Problem(message=message, file="--aim"))
    return aim.lower() if aim else ARRIVE


def before_roll(view: View) -> Stand:
    """Where a walk stood before the roll of the round in progress."""
    return Stand(view.rounds_left, view.at, zones=view.big_brother)


def best_play(data: Data, now: Situation) -> Advice:
    """What to do next, and what to expect of it."""
    endings = Endings()
    plain = solver(payoff.boxes(), endings)
    aim = aim_of(now, lambda walk, hope: Prospects(data, walk, hope, on_terminal))
    best = solver(aim, endings) if aim.name != BOXES else plain
    found = tuple(choices(aim, best, now.removals, now.dice))
    starts = now.removals.values() or [now.dice]
    return Advice(
        aim=aim,
        expected=max([plain.value(dice) for dice in starts]),
        choices=found,
        end={} if found else best.distribution(now.dice),
        notes=now.notes,
    )


def aim_of(now: Situation, prospects: Callable[[Walk, Hope], Prospects]) -> Aim:
    """What a round is played for, from where the walk stands."""
    if now.walk is None or now.aim == BOXES:
        return payoff.boxes()
    if now.aim == UNSEEN:
        return payoff.unseen(now.walk, now.now.at)
    if now.aim == POINTS:
        return payoff.points(prospects(now.walk, "points"), now.now)
    return payoff.arrive(prospects(now.walk, "arrive"), now.now)


def on_terminal(done: int, of: int) -> None:
    """Show how far the table of an edited route is worked out."""
    if sys.stderr.isatty():
        said = f"\rThis route is new: working out what to expect of it, {done / of:.0%}"
        print(said, end="\n" if done == of else "", file=sys.stderr, flush=True)


def solver(aim: Aim, endings: Endings) -> Solver:
    """A solver for an aim."""
    return Solver(aim.steered, aim.failed, endings)


def choices(
    aim: Aim, best: Solver, removals: Mapping[str, DiceState], now: DiceState
) -> Iterator[Choice]:
    """What can be done next, best first.

    ``removals`` are the dice to choose from (NE-6.2), if there is such a choice; else a die of
    ``now`` is to be placed.
    """
    if removals:
        for words in best_removals(best, removals):
            distribution = best.distribution(removals[words])
            yield Choice(
                words,
                aim.mean(distribution),
                distribution,
                (words, *line(best, removals[words])),
            )
    else:
        for step, _ in best.ranked(now):
            distribution = best.distribution_after(step)
            yield Choice(step.words, aim.mean(distribution), distribution, line_after(best, step))


def best_removals(best: Solver, removals: Mapping[str, DiceState]) -> list[str]:
    """The moves that remove a highest die, the best first."""
    return sorted(removals, key=lambda words: best.value(removals[words]), reverse=True)


def chooser(game: Game[Data], aim: str | None = None) -> Choose:
    """A player that does what `advise` says to one who walks to arrive, or for another ``aim``."""
    endings, aim = Endings(), known(aim)
    walks = {level.multiplier: Walk(game.data, level.multiplier) for level in game.data.levels}

    @cache
    def prospects(walk: Walk, hope: Hope) -> Prospects:
        return Prospects(game.data, walk, hope, on_terminal)

    @lru_cache(maxsize=1)  # a round asks several times for the same
    def best_from(level: int, now: Stand) -> Solver:
        walking = Situation(NO_DICE, {}, aim, walks[level], now)
        return solver(aim_of(walking, prospects), endings)

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
    """The steps of best play up to the next roll."""
    ranked = solver.ranked(now)
    return line_after(solver, ranked[0][0]) if ranked else ()


def line_after(solver: Solver, step: Step) -> tuple[str, ...]:
    """A step and those of best play after it, up to the next roll."""
    return (step.words, *(line(solver, step.after) if step.die != GREEN else ()))
