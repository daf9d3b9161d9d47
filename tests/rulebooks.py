"""The shipped games' rulebooks, and what becomes of their examples when a rule or a number is not
what it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

import card_data
from card_data import DataError, Game, Problem
from card_data.rulebook import Block, Chapter, Rulebook
from printkit.drawing.shapes import Group, Shape, Text
from printkit.drawing.traversal import walk
from printkit.options import Options
from printkit.printing import checking
from printkit.sheets.layout import Layout
from printkit.templating.examples import facts
from tests.printkit.pdf_pages import shipped


@cache
def rulebook(game: str) -> Rulebook:
    book = card_data.load_rulebook(card_data.load(game))
    assert book is not None
    return book


def blocks_of(book: Rulebook) -> list[Block]:
    """The blocks of the first turn, of the chapters and of the examples."""
    first = (book.first_turn,) if book.first_turn else ()
    parts = (*first, *book.chapters, *book.examples.values())
    return [block for part in parts for block in part.blocks]


def chapter(book: Rulebook, title: str) -> Chapter:
    (found,) = [one for one in book.chapters if one.title == title]
    return found


def pages(game: str, paper: str) -> dict[str, int]:
    return pages_of(shipped(game, "rules", Options(paper=paper)))


def pages_of(layout: Layout) -> dict[str, int]:
    return {
        shape.anchor: number
        for number, face in enumerate(layout.faces, 1)
        for shape in walk(face.shapes)
        if isinstance(shape, Group) and shape.anchor
    }


def told_by(game: Game[Any]) -> set[str]:
    return named_in(game, checking.example_problems(game))


def resting_on(game: Game[Any]) -> set[str]:
    """The examples that a changed house rule would break if they did not name its value, by
    which they are played: so the check names none."""
    assert told_by(game) == set()
    book = rulebook(game.id)
    plain = {name: msgspec.structs.replace(one, under={}) for name, one in book.examples.items()}
    with pytest.raises(DataError) as refused:
        facts(game, msgspec.structs.replace(book, examples=plain))
    found = named_in(game, refused.value.problems)
    assert found == {name for name, one in book.examples.items() if one.under}
    return found


def named_in(game: Game[Any], problems: Sequence[Problem]) -> set[str]:
    assert all(problem.file and problem.line for problem in problems)
    words = {word for one in problems for word in re.split(r"\W", f"{one.field} {one.message}")}
    return words & set(rulebook(game.id).examples)


def with_number(game: Game[Any], path: str, value: object) -> Game[Any]:
    """A game with another number: ``scoring.book`` as its data names it."""
    *groups, last = path.split(".")
    numbers = game.data.numbers
    changed: dict[str, Any] = {last: value}
    if groups:
        group = getattr(numbers, groups[0])
        changed = {groups[0]: msgspec.structs.replace(group, **changed)}
    data = msgspec.structs.replace(game.data, numbers=msgspec.structs.replace(numbers, **changed))
    return msgspec.structs.replace(game, data=data)


def in_its_own_size(shapes: Iterable[Shape]) -> Iterator[Text]:
    """Runs of text but for those in pictures of pieces, which are drawn smaller."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape
        elif isinstance(shape, Group) and (shape.matrix[0], shape.matrix[3]) == (1, 1):
            yield from in_its_own_size(shape.shapes)
