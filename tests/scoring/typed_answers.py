"""A position as the lines that answer the questions of its game, and a screen that types them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.inspect import IntType

from card_data.reading.decode import bare_type
from scoring.ask.answers import line_of
from scoring.ask.questions import PLAYERS, Question, Questions, questions_of
from scoring.cli.score_dialog import ScoreDialog
from scoring.positions.positions import PositionFile
from scoring.positions.rules import rules_of
from tests.scoring.screens import Typed


def line(model: Questions, question: Question, position: Any) -> str:
    """The line that gives an answer as a position has it; an empty one for what is left out."""
    value = question.value(position)
    if question.where == PLAYERS:
        return ", ".join([one or "skip" for one in value])
    if question.row is not None:
        return "skip" if value is None else str(value)
    if value is UNSET or (value is None and not question.is_open(position)):
        nothing = "0" if isinstance(bare_type(model.kind(question.where)), IntType) else "-"
        return "" if question.asked.spare or value is UNSET else nothing
    value = not value if question.asked.opposite else value
    return line_of(value, model.kind(question.where))


def lines(filled: PositionFile, *, sums: bool) -> Iterator[str]:
    """Yield the lines to type for a position, or with ``sums`` those of its score pad."""
    model = questions_of(filled.game)
    table = len(model.of(filled.position, sums=False))
    asked = model.of(filled.position, sums=True)
    for question in asked[table:] if sums else asked[:table]:
        yield line(model, question, filled.position)


class Answering(Typed):
    """A screen at which a position is typed, each answer once: whatever is said to it, it is
    kept."""

    asking: ScoreDialog

    def __init__(self, filled: PositionFile) -> None:
        super().__init__()
        self.filled = filled
        self.given: set[tuple[Any, ...]] = set()

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        super().show([])
        if self.asking.at >= len(self.asking.asked):
            return "end" if self.asking.pad else "pad"
        question = self.asking.asked[self.asking.at]
        if (question.where, question.row) in self.given:
            return ""
        self.given.add((question.where, question.row))
        return line(self.asking.model, question, self.filled.position)


def typed_in(filled: PositionFile) -> PositionFile:
    """The position that comes of typing a position."""
    screen = Answering(filled)
    empty = PositionFile(filled.game, rules_of(filled.game).Position())
    screen.asking = ScoreDialog(empty, screen, lambda now: None, None)
    assert screen.asking.run()
    return screen.asking.filled
