"""Advice in words and as JSON: what to do next, what to expect of it, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from card_data.model import Model
from card_data.text import plural
from scoring.nineteen_eighty_four.advice.payoff import BOXES, Objective, percent
from scoring.nineteen_eighty_four.advice.solver import Distribution

SHOWN = 4  # how many next best steps are printed
SAME = 1e-9  # payoffs that differ by less are equal but for the error of a sum


class Ranked(Model, frozen=True):
    """Something to do next."""

    step: str
    """The move."""
    payoff: float
    """What it is worth by the aim."""
    fails: float
    """The chance that the round then fails, from 0 to 1."""


class Answer(Model, frozen=True):
    """What ``scoring advise --json`` prints."""

    game: str
    """The name of the game."""
    expected: float
    """How many boxes the round marks on average when played for the most."""
    aim: str
    """What the advice plays for."""
    step: str | None
    """The best move; null if the round is over."""
    payoff: float | None
    """What the best move is worth by the aim; null if the round is over."""
    line: tuple[str, ...]
    """The moves up to the next roll."""
    results: dict[str, float]
    """The chance of each result from 0 to 1, by the result; failed is a round that marks
    nothing."""
    steps: tuple[Ranked, ...]
    """All moves that can be made, the best first."""
    notes: tuple[str, ...]
    """What else there is to know of the question."""


@dataclass(frozen=True)
class Choice:
    """A possible next move: its payoff, what it leads to, and the steps up to the next roll."""

    words: str
    payoff: float
    distribution: Distribution
    line: tuple[str, ...]

    @property
    def fails(self) -> float:
        return self.distribution.get(None, 0)


@dataclass(frozen=True)
class Advice:
    """The possible next moves, the best first; none if the round is over, which then is ``end``.

    ``expected`` is the expected number of boxes marked under play for the most boxes.
    """

    aim: Objective
    expected: float
    choices: tuple[Choice, ...]
    end: Distribution
    notes: tuple[str, ...]

    @property
    def best(self) -> Choice:
        return self.choices[0]

    def answer(self) -> Answer:
        """Return the advice as the answer that ``--json`` prints."""
        best = self.choices[0] if self.choices else None
        distribution = best.distribution if best else self.end
        return Answer(
            game="nineteen_eighty_four",
            expected=self.expected,
            aim=self.aim.name,
            step=best.words if best else None,
            payoff=best.payoff if best else None,
            line=best.line if best else (),
            results={
                result_name(result): distribution[result] for result in in_order(distribution)
            },
            steps=tuple(
                [Ranked(choice.words, choice.payoff, choice.fails) for choice in self.choices]
            ),
            notes=self.notes,
        )

    def lines(self) -> Iterator[str]:
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
        yield f"  results: {describe(best.distribution)}"
        if self.aim.name != BOXES:
            yield f"  playing for boxes alone: {self.expected:.2f} boxes expected"
        if len(self.choices) > 1:
            yield "next best:"
            for choice in self.choices[1 : 1 + SHOWN]:
                worth = self.aim.shown(choice.payoff)
                yield f"  {choice.words}    {worth}, fails {percent(choice.fails)}"
        yield f"why: {self.why()}"

    def why(self) -> str:
        """Say why the best choice is better than the next."""
        best = self.best
        if best.fails == 1:
            return "the round fails whatever is done (NE-3.6)."
        if len(self.choices) == 1:
            return "there is no other move."
        if self.aim.name != BOXES and best.payoff == 0:
            marks = f"this marks the most boxes, {mean(best.distribution):.2f} on average"
            return f"the Golden Country cannot be reached any more; {marks}."
        ties = sum([best.payoff - choice.payoff < SAME for choice in self.choices]) - 1
        if ties:
            return f"{self.worth_the_same(ties)}."
        return f"{'; '.join(self.reasons(self.choices[1]))}."

    def worth_the_same(self, ties: int) -> str:
        """Say that ``ties`` other steps pay the same, and why this one was chosen."""
        same = f"worth the same as {plural(ties, 'other step')}"
        if self.aim.name == BOXES:
            return same
        if self.best.payoff == 1:
            return f"arriving is sure; {same}, none of which leads to more points"
        return f"{same}; none of them marks more than {mean(self.best.distribution):.2f} on average"

    def reasons(self, second: Choice) -> Iterator[str]:
        """Yield what makes the best choice better than the ``second``."""
        best, more = self.best, self.best.payoff - second.payoff
        if self.aim.name == BOXES:
            gain = f"{more:.2f} boxes more" if more >= 0.005 else "hardly better"
        else:
            gain = f"{100 * more:.1f} percentage points more" if more >= 0.0005 else "hardly better"
        yield f"{gain} than {second.words}"
        if abs(best.fails - second.fails) >= 0.0005:
            yield f"fails {percent(best.fails)} of the time against {percent(second.fails)}"
        if self.aim.name != BOXES:
            first, other = mean(best.distribution), mean(second.distribution)
            yield f"marks {first:.2f} boxes on average against {other:.2f}"
        yield f"results {extremes(best.distribution)} against {extremes(second.distribution)}"


def result_name(result: int | None) -> str:
    return "failed" if result is None else str(result)


def in_order(distribution: Distribution) -> list[int | None]:
    """Return the results of a distribution, a failed round first, then from the lowest."""
    return sorted(distribution, key=lambda result: (result is not None, result or 0))


def describe(distribution: Distribution) -> str:
    parts = [(result_name(result), distribution[result]) for result in in_order(distribution)]
    return ", ".join([f"{result}: {percent(chance)}" for result, chance in parts])


def extremes(distribution: Distribution) -> str:
    """Name the lowest and the highest result of a distribution."""
    lowest, highest = (
        result_name(in_order(distribution)[0]),
        result_name(in_order(distribution)[-1]),
    )
    return lowest if lowest == highest else f"{lowest} to {highest}"


def mean(distribution: Distribution) -> float:
    return sum([max(0, result or 0) * chance for result, chance in distribution.items()])
