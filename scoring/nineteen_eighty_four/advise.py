"""Advice for a round of Winston: Nineteen Eighty-Four: what to do next, what to expect, and why.

>>> import card_data
>>> game = card_data.load("nineteen_eighty_four")
>>> advice = advise(game, Question(roll="g1 p5", placed="r4 b2"))
>>> advice.best.words, advice.expected
('place green reroll purple', 15.5)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from card_data import Game
from card_data.nineteen_eighty_four.model import Data
from scoring.decisions import Decision
from scoring.findings import count
from scoring.nineteen_eighty_four import payoff
from scoring.nineteen_eighty_four.dice import GREEN, Lay, Step, without_highest
from scoring.nineteen_eighty_four.endings import Endings
from scoring.nineteen_eighty_four.engine import HIGHEST_DIE
from scoring.nineteen_eighty_four.payoff import Aim, Arrival
from scoring.nineteen_eighty_four.question import ARRIVE, UNSEEN, Question, Reading
from scoring.nineteen_eighty_four.solver import Solver, Spread
from scoring.nineteen_eighty_four.state import State
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play import Choose

SHOWN = 4  # how many next best steps are printed


@dataclass(frozen=True)
class Choice:
    """Something to do next: its payoff, what it leads to, and the steps up to the next roll."""

    words: str
    payoff: float
    spread: Spread
    line: tuple[str, ...]

    @property
    def fails(self) -> float:
        """The chance that the round fails."""
        return self.spread.get(None, 0)


@dataclass(frozen=True)
class Advice:
    """What to do next, best first; nothing if the round is over, which then comes to ``end``.

    ``expected`` is the expected number of boxes marked under play for the most boxes.
    """

    aim: Aim
    expected: float
    choices: tuple[Choice, ...]
    end: Spread
    notes: tuple[str, ...]

    @property
    def best(self) -> Choice:
        """The best thing to do."""
        return self.choices[0]

    def as_json(self) -> dict[str, Any]:
        """The advice as plain values, with the keys of ``--json``."""
        best = self.choices[0] if self.choices else None
        spread = best.spread if best else self.end
        return {
            "game": "nineteen_eighty_four",
            "expected": self.expected,
            "aim": self.aim.name,
            "step": best.words if best else None,
            "payoff": best.payoff if best else None,
            "line": list(best.line) if best else [],
            "results": {name(result): spread[result] for result in in_order(spread)},
            "steps": [
                {"step": one.words, "payoff": one.payoff, "fails": one.fails}
                for one in self.choices
            ],
            "notes": list(self.notes),
        }

    def lines(self) -> Iterator[str]:
        """The advice in words."""
        yield from [f"Note: {note}." for note in self.notes]
        if not self.choices:
            [result] = self.end
            yield f"The round is over: {'failed' if result is None else f'result {result}'}."
            return
        best = self.best
        yield f"{best.words}    {self.aim.shown(best.payoff)} {self.aim.word}"
        if len(best.line) > 1:
            yield f"  then {', '.join(best.line[1:])}"
        if best.line[-1].startswith("place green"):
            yield "  then roll, and ask again"
        yield f"  results: {shown(best.spread)}"
        if self.aim.name != "boxes":
            yield f"  most boxes that could be expected: {self.expected:.2f}"
        if len(self.choices) > 1:
            yield "next best:"
            for one in self.choices[1 : 1 + SHOWN]:
                yield f"  {one.words}    {self.aim.shown(one.payoff)}, fails {one.fails:.1%}"
        yield f"why: {self.why()}"

    def why(self) -> str:
        """What the best choice has over the next."""
        best = self.best
        if len(self.choices) == 1:
            return "nothing else can be done."
        second = self.choices[1]
        more = best.payoff - second.payoff
        if self.aim.share and best.payoff == 0:
            marks = f"this marks most boxes, {mean(best.spread):.2f} on the mean"
            return f"the Golden Country cannot be reached any more; {marks}."
        if more < 1e-9:
            alike = sum([best.payoff - one.payoff < 1e-9 for one in self.choices]) - 1
            same = f"worth the same as {count(alike, 'other step')}"
            return f"{same}; none of these marks more than {mean(best.spread):.2f} on the mean."
        gain = f"{100 * more:.1f} points of chance" if self.aim.share else f"{more:.2f} boxes"
        reasons = [f"{gain} more than {second.words}"]
        if abs(best.fails - second.fails) >= 0.0005:
            reasons.append(f"fails {best.fails:.1%} of the time against {second.fails:.1%}")
        if self.aim.name != "boxes":
            marks = f"{mean(best.spread):.2f} boxes on the mean against {mean(second.spread):.2f}"
            reasons.append(f"marks {marks}")
        ends = [
            f"{name(in_order(one.spread)[0])} to {name(in_order(one.spread)[-1])}"
            for one in (best, second)
        ]
        reasons.append(f"comes to {ends[0]}, the other to {ends[1]}")
        return "; ".join(reasons) + "."


def name(result: int | None) -> str:
    """A result as a key."""
    return "failed" if result is None else str(result)


def in_order(spread: Spread) -> list[int | None]:
    """The results of a spread, a failed round first, then the lowest."""
    return sorted(spread, key=lambda result: (result is not None, result or 0))


def shown(spread: Spread) -> str:
    """A spread in words, chances below a thousandth as such."""
    parts = [(name(result), spread[result]) for result in in_order(spread)]
    return ", ".join(
        [f"{one} {'<0.1%' if chance < 0.001 else f'{chance:.1%}'}" for one, chance in parts]
    )


def mean(spread: Spread) -> float:
    """The boxes marked on the mean."""
    return sum([max(0, result or 0) * chance for result, chance in spread.items()])


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
