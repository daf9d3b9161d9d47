"""The rulebook of Untitled Manuscript Game: its examples hold, it tells every clause of play."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import Any

import msgspec
import pytest

from printkit.templating.examples import facts
from scoring.manuscript import engine
from scoring.manuscript.score import Bonus, tally
from scoring.manuscript.state import OpenTable, State
from scoring.play.decisions import Script
from scoring.positions.result import Tally
from tests.manuscript.sitting import GAME
from tests.rulebooks import blocks_of, chapter, pages, resting_on, rulebook, told_by, with_number
from tests.scoring.tools import house

clause = pytest.mark.clause
Patch = pytest.MonkeyPatch
SCORE = import_module(Bonus.__module__)  # the package gives that name to a function


@pytest.mark.parametrize(("path", "value", "examples"), [
    pytest.param("cubes", 9, "rounds", marks=clause("MS-1.8")),
    pytest.param("borrow.given", 2, "rounds", marks=clause("MS-2.3")),
    pytest.param("copy", (1, 4, 8, 12, 15, 28), "rounds", marks=clause("MS-2.4")),
    pytest.param("end.texts", 9, "scoring", marks=clause("MS-2.9")),
    pytest.param("luxury.pairs_a_page", 1, "scoring", marks=clause("MS-4.4")),
])  # fmt: skip
def test_another_number_breaks_the_examples_that_rest_on_it(
    path: str, value: object, examples: str
) -> None:
    assert told_by(with_number(GAME, path, value)) == set(examples.split())


def into_the_gap(game: State, row: list[str | None]) -> Script:
    for at in reversed(range(len(row))):
        row[at] = row[at] or game.draw.pop()
    yield from ()


def all_or_nothing(exemplar: Any, complete: set[str]) -> Bonus:
    return Bonus(exemplar.full if complete.issuperset(exemplar.texts) else 0, "")


def fewest_texts(*book: Any) -> Tally:
    scored = tally(*book)
    tiles, texts, columns = scored.breakers
    return msgspec.structs.replace(scored, breakers=(tiles, -texts, columns))


@pytest.mark.parametrize(("where", "name", "other", "broken"), [
    pytest.param(engine, "refill", into_the_gap, "rounds", marks=clause("MS-2.2")),
    pytest.param(OpenTable, "cubes_home", lambda table: None, "rounds", marks=clause("MS-2.8")),
    pytest.param(SCORE, "bonus", all_or_nothing, "scoring", marks=clause("MS-4.3")),
    pytest.param(SCORE, "tally", fewest_texts, "scoring", marks=clause("MS-4.5")),
])  # fmt: skip
def test_a_rule_that_does_not_hold_breaks_the_examples_that_rest_on_it(
    where: Any, name: str, other: Any, broken: str, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(where, name, other)
    assert told_by(GAME) == {broken}


@clause("MS-3.5")
def test_corners_that_may_not_touch_would_break_the_pages_that_show_them() -> None:
    assert resting_on(house(GAME, corners_may_touch=False)) == {"pages"}


@clause("MS-4.4")
def test_points_that_are_edited_are_printed_and_named_by_the_check() -> None:
    """No number keeps the rulebook from being printed while its examples can be played."""
    edited = with_number(GAME, "luxury.points", (0, 1, 2, 3, 6))
    assert told_by(edited) == {"scoring"}
    played = facts(edited, rulebook(GAME.id), compare=False)
    held = dict(played["scoring"]["entries"])
    assert held["players.0.points.luxury"] == "6"
    assert held["players.0.total"] == str(played["scoring"]["score"]["Ann"]["total"])


def test_every_picture_stands_in_the_book() -> None:
    book = rulebook(GAME.id)
    assert {block.figure for block in blocks_of(book)} - {None} == set(book.figures)


@clause("MS-3.4")
def test_running_on_has_a_picture_a_step() -> None:
    book = rulebook(GAME.id)
    blocks = chapter(book, "Copying").blocks
    at = [block.figure for block in blocks].index("running_on")
    figure = book.figures["running_on"]
    assert len(blocks[at - 1].steps) == len(figure.sheets)
    assert [label.number for label in figure.labels] == list(range(1, len(figure.sheets) + 1))


@pytest.mark.parametrize("name", ["luxury", "bo"])
def test_the_squares_of_both_books_can_be_read(name: str) -> None:
    """At 80 mm for the whole sheet they were 2.3 mm wide."""
    sheet = rulebook(GAME.id).figures[name].sheets[0]
    assert sheet.window is not None
    assert 7.5 * sheet.width / sheet.window[2] >= 3.2


@pytest.mark.sweep
@pytest.mark.parametrize("paper", ["a4", "letter"])
@clause("MS-2.9", "MS-4.5")
def test_scoring_is_told_and_shown_on_one_page(paper: str) -> None:
    book, at = rulebook(GAME.id), pages(GAME.id, paper)
    number = book.chapters.index(chapter(book, "The end of the game"))
    blocks = book.chapters[number].blocks
    last = max(index for index, block in enumerate(blocks) if block.text)
    first_page = at[f"chapter-{number + 1}"]
    assert {at[f"rulebook.chapters.{number}.blocks.{last}.text"], at["example-scoring"]} == {
        first_page
    }
    assert at["first-turn"] == 1


@clause("MS-1.8", "MS-2.4")
def test_the_pictures_have_what_three_players_have_and_every_number_of_cubes() -> None:
    numbers, figures = GAME.data.numbers, rulebook(GAME.id).figures
    shown = Counter((one.component, one.side) for one in figures["table"].pieces)
    assert shown["texts", "front"] == numbers.shop.rows * len(numbers.shop.costs)
    counts = Counter(one.component for one in figures["table"].pieces)
    assert counts["exemplars"] == 3 + numbers.exemplars_more
    assert counts["cubes"] == numbers.cubes
    rates = [piece.number for piece in figures["rates"].pieces]
    assert rates == list(range(1, len(numbers.copy) + 1))
