"""The rulebook of Winston's Archive: its examples hold, and it tells every clause of play."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from scoring.winstons_archive import engine
from scoring.winstons_archive.score import Assignment
from scoring.winstons_archive.state import Stack, State
from tests.rulebooks import resting_on, rulebook, told_by, with_number
from tests.scoring.tools import house
from tests.winstons_archive.tables import GAME

clause = pytest.mark.clause
SCORE = import_module(Assignment.__module__)  # the package gives that name to a function
REVEAL = engine.reveal_set


@pytest.mark.parametrize(("path", "value", "examples"), [
    pytest.param("stacks", 2, "rounds", marks=clause("WA-2.1")),
    pytest.param("stand_in.real_books", 3, "rounds scoring", marks=clause("WA-4.2")),
    pytest.param("scoring.book", 2, "scoring reprimand", marks=clause("WA-5.2")),
    pytest.param("scoring.pages_a_point", 3, "scoring reprimand", marks=clause("WA-5.3")),
    pytest.param("scoring.reprimand", -2, "reprimand", marks=clause("WA-5.4")),
    pytest.param("scoring.elimination_from", 4, "scoring", marks=clause("WA-5.5")),
])  # fmt: skip
def test_another_number_breaks_examples_that_rest_on_it(
    path: str, value: int, examples: str
) -> None:
    assert told_by(with_number(GAME, path, value)) == set(examples.split())


@clause("WA-3.2")
def test_a_place_that_is_filled_at_once_would_break_the_first_rounds() -> None:
    assert resting_on(house(GAME, refill_taken_stack=True)) == {"rounds"}


def reveal_with_stand_ins_alone(table: State, player: Any, letter: str) -> None:
    if letter in player.locked:
        REVEAL(table, player, letter)


@pytest.mark.parametrize(("owner", "name", "broken", "examples"), [
    pytest.param(Stack, "lay", lambda stack, card: stack.cards.insert(0, card), {"rounds"},
                 marks=clause("WA-3.1")),
    pytest.param(State, "put_back", lambda table, stack: None, {"rounds"}, marks=clause("WA-3.6")),
    pytest.param(engine, "reveal_set", reveal_with_stand_ins_alone, {"rounds"},
                 marks=clause("WA-4.1")),
    pytest.param(SCORE, "assign", lambda needs, sizes, free: Assignment(), {"scoring"},
                 marks=clause("WA-5.1")),
])  # fmt: skip
def test_a_broken_rule_breaks_the_examples(
    owner: Any, name: str, broken: Any, examples: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, broken)
    assert told_by(GAME) == examples


@clause("WA-2.1")
def test_the_set_up_picture_has_as_many_stacks_as_the_game() -> None:
    labels = [label.text for label in rulebook(GAME.id).figures["table"].labels]
    stacks = [f"stack {number}" for number in range(1, GAME.data.numbers.stacks + 1)]
    assert [text for text in labels if text.startswith("stack")] == stacks


@clause("WA-1.1")
def test_the_picture_of_the_box_has_every_kind_of_card() -> None:
    data = GAME.data
    kinds = {book.id: book.set for book in data.books}
    kinds |= {page.id: "manuscript" for page in data.manuscripts}
    kinds |= {special.id: special.id for special in data.specials}
    shown = [
        piece.face for piece in rulebook(GAME.id).figures["box"].pieces if piece.component == "deck"
    ]
    assert {kinds[face] for face in shown} == set(kinds.values())
