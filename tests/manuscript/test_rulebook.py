"""The rulebook of Untitled Manuscript Game: its examples hold, it tells every clause of play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
import pytest

import card_data
from card_data import Game
from card_data.rulebook import Rulebook
from printkit import builder
from printkit.drawing import Group, Shape, Text
from printkit.examples import facts
from printkit.fonts import Fonts
from printkit.layout import Options, lay_out
from printkit.typeset import POINT
from scoring.decisions import Script
from scoring.manuscript import engine
from scoring.manuscript.score import Bonus, tally
from scoring.manuscript.state import State, Table
from scoring.result import Tally
from tests.manuscript.tables import GAME
from tests.scoring.tools import house

clause = pytest.mark.clause
Patch = pytest.MonkeyPatch
SCORE = import_module(Bonus.__module__)  # the package gives that name to a function


@cache
def rulebook() -> Rulebook:
    book = card_data.load_rulebook(GAME)
    assert book is not None
    return book


def told_by(game: Game[Any] = GAME) -> set[str]:
    """The examples that the check names; it always says where."""
    problems = builder.example_problems(game)
    assert all(problem.file and problem.line for problem in problems)
    said = [f"{problem.field} {problem.message}" for problem in problems]
    return {name for name in rulebook().examples if any(name in words for words in said)}


def with_number(path: str, value: Any) -> Game[Any]:
    """The game with another number: ``borrow.given`` as its data names it."""
    *groups, last = path.split(".")
    numbers = GAME.data.numbers
    if groups:
        group = getattr(numbers, groups[0])
        changed = {groups[0]: msgspec.structs.replace(group, **{last: value})}
    else:
        changed = {last: value}
    data = msgspec.structs.replace(GAME.data, numbers=msgspec.structs.replace(numbers, **changed))
    return msgspec.structs.replace(GAME, data=data)


def test_the_examples_hold() -> None:
    assert told_by() == set()


@pytest.mark.parametrize(
    ("path", "value", "examples"),
    [
        pytest.param("cubes", 9, "rounds", marks=clause("MS-1.8")),
        pytest.param("borrow.given", 2, "rounds", marks=clause("MS-2.3")),
        pytest.param("copy", (1, 4, 8, 12, 15, 28), "rounds", marks=clause("MS-2.4")),
        pytest.param("end.texts", 9, "scoring", marks=clause("MS-2.9")),
        pytest.param("luxury.pairs_a_page", 1, "scoring", marks=clause("MS-4.4")),
    ],
)
def test_another_number_breaks_the_examples_that_rest_on_it(
    path: str, value: object, examples: str
) -> None:
    assert told_by(with_number(path, value)) == set(examples.split())


@clause("MS-2.2")
def test_a_row_that_does_not_slide_breaks_the_rounds(monkeypatch: Patch) -> None:
    def into_the_gap(game: State, row: list[str | None]) -> Script:
        for at in reversed(range(len(row))):
            row[at] = row[at] or game.draw.pop()
        yield from ()

    monkeypatch.setattr(engine, "refill", into_the_gap)
    assert told_by() == {"rounds"}


@clause("MS-2.8")
def test_cubes_that_stay_spent_break_the_rounds(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Table, "cubes_home", lambda table: None)
    assert told_by() == {"rounds"}


@clause("MS-3.5")
def test_corners_that_may_not_touch_break_the_pages_that_show_them() -> None:
    assert told_by(house(GAME, corners_may_touch=False)) == {"pages"}


@clause("MS-4.3")
def test_exemplars_that_only_score_in_full_break_the_scoring(monkeypatch: Patch) -> None:
    def all_or_nothing(exemplar: Any, complete: set[str]) -> Bonus:
        return Bonus(exemplar.full if complete.issuperset(exemplar.texts) else 0, "")

    monkeypatch.setattr(SCORE, "bonus", all_or_nothing)
    assert told_by() == {"scoring"}


@clause("MS-4.5")
def test_a_tie_that_goes_to_fewer_texts_changes_the_winner(monkeypatch: Patch) -> None:
    def fewest_texts(*book: Any) -> Tally:
        scored = tally(*book)
        tiles, texts, columns = scored.breakers
        return msgspec.structs.replace(scored, breakers=(tiles, -texts, columns))

    monkeypatch.setattr(SCORE, "tally", fewest_texts)
    assert told_by() == {"scoring"}


@clause("MS-4.4")
def test_points_that_are_edited_are_printed_and_named_by_the_check() -> None:
    """No number keeps the rulebook from being printed while its examples can be played."""
    edited = with_number("luxury.points", (0, 1, 2, 3, 6))
    assert told_by(edited) == {"scoring"}
    played = facts(edited, rulebook(), compare=False)
    held = dict(played["scoring"]["entries"])
    assert held["players.0.points.luxury"] == "6"
    assert held["players.0.total"] == str(played["scoring"]["score"]["Ann"]["total"])


# --- the pages


def outside_pieces(shapes: tuple[Shape, ...]) -> Iterator[Text]:
    """The texts of a page; those on pieces are as large as the pieces are drawn."""
    for shape in shapes:
        if isinstance(shape, Group) and shape.clip is None:
            yield from outside_pieces(shape.shapes)
        elif isinstance(shape, Text):
            yield shape


def test_no_text_is_smaller_than_8_pt(fonts: Fonts) -> None:
    pages = lay_out(GAME, "rules", Options(), fonts).faces
    sizes = [text.size for face in pages for text in outside_pieces(face.shapes)]
    assert min(sizes) >= 8 * POINT - 1e-9


# --- what it tells


def test_every_clause_for_the_table_is_cited() -> None:
    """Outside the clauses themselves: in a chapter, in an answer or under a picture."""
    said = msgspec.json.encode(rulebook()).decode()
    table = {
        clause.id for section in GAME.sections if not section.scorer for clause in section.clauses
    }
    assert set(re.findall(r"MS-\d\.\d+", said)) == table


def test_the_numbers_in_the_set_up_picture_are_those_of_its_steps() -> None:
    book = rulebook()
    (chapter,) = [chapter for chapter in book.chapters if chapter.title == "Set-up"]
    (steps,) = [block.steps for block in chapter.blocks if block.steps]
    numbers = [piece.number for piece in book.figures["table"].pieces if piece.number]
    assert sorted(numbers) == list(range(1, len(steps) + 1))


@clause("MS-1.8")
def test_the_set_up_picture_has_what_three_players_have() -> None:
    numbers = GAME.data.numbers
    pieces = rulebook().figures["table"].pieces
    shop = [one for one in pieces if one.component == "texts" and one.side == "front"]
    assert len(shop) == numbers.shop.rows * len(numbers.shop.costs)
    assert (
        len([one for one in pieces if one.component == "exemplars"]) == 3 + numbers.exemplars_more
    )
    assert len([one for one in pieces if one.component == "cubes"]) == numbers.cubes


@clause("MS-2.4")
def test_the_picture_of_copying_has_every_number_of_cubes() -> None:
    numbers = [piece.number for piece in rulebook().figures["rates"].pieces]
    assert numbers == list(range(1, len(GAME.data.numbers.copy) + 1))
