"""The rulebook of Winston's Archive: its examples hold, and it tells every clause of play."""

from __future__ import annotations

from collections.abc import Callable
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
Patch = pytest.MonkeyPatch


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


@clause("WA-3.1")
def test_cards_laid_under_a_stack_break_the_first_rounds(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Stack, "lay", lambda stack, card: stack.cards.insert(0, card))
    assert told_by(GAME) == {"rounds"}


@clause("WA-3.6")
def test_a_stack_that_stays_face_down_breaks_the_first_rounds(monkeypatch: Patch) -> None:
    monkeypatch.setattr(State, "put_back", lambda table, stack: None)
    assert told_by(GAME) == {"rounds"}


@clause("WA-4.1")
def test_a_set_that_nobody_turns_up_breaks_the_first_rounds(monkeypatch: Patch) -> None:
    reveal_set: Callable[..., None] = engine.reveal_set

    def only_with_stand_ins(table: State, player: Any, letter: str) -> None:
        if letter in player.locked:
            reveal_set(table, player, letter)

    monkeypatch.setattr(engine, "reveal_set", only_with_stand_ins)
    assert told_by(GAME) == {"rounds"}


@clause("WA-5.1")
def test_stand_ins_that_are_no_use_at_the_end_break_the_scoring(monkeypatch: Patch) -> None:
    module = import_module(Assignment.__module__)  # the package gives that name to a function
    monkeypatch.setattr(module, "assign", lambda needs, sizes, free: Assignment())
    assert told_by(GAME) == {"scoring"}


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
