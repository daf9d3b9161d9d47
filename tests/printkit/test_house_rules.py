"""House rules never stop a print: every game is read and its examples are played with every value
of every option; all its pages are typeset by make test-all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import card_data
from card_data import Game
from card_data.placeholders import option_words
from printkit.printing import checking
from printkit.templating.environment import Facts
from tests.card_data.copies import copied, edit
from tests.card_data.test_house import CASES, with_option
from tests.sweeps import sweep


def test_every_value_of_every_option_has_words_for_aids() -> None:
    """VV-3.4, VV-4.4, VV-6.6, MS-3.5, DA-1.6, WA-3.2, WA-5.6."""
    assert {(name, option) for name, option, _ in CASES} == {
        (name, option) for name in card_data.names() for option in card_data.load(name).options()
    }
    for name in card_data.names():
        assert all(option_words(card_data.load(name).options())["options"].values())


@pytest.mark.parametrize(
    ("name", "option", "value"),
    sweep(CASES, [one for one in CASES if one[0] in ("dice_archive", "winstons_archive")]),
)
def test_examples_hold_under_all(tmp_path: Path, name: str, option: str, value: str) -> None:
    game = with_option(tmp_path, name, option, value)
    assert list(checking.example_problems(game)) == []


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "option", "value"), CASES)
def test_all_prints_under_every_rule(tmp_path: Path, name: str, option: str, value: str) -> None:
    with_option(tmp_path, name, option, value)
    assert checking.check([name], "a4", tmp_path)


def notes(game: Game[Any], example: str) -> Iterator[str]:
    """The boxes in an example, as the rulebook prints it."""
    rulebook = Facts(game).rulebook
    assert rulebook is not None
    return (block.note for block in rulebook.examples[example].blocks if block.note)


@pytest.mark.clause("DA-1.6")
@pytest.mark.parametrize("value", ["false", "true"])
def test_an_example_says_where_it_goes_by_another_option(tmp_path: Path, value: str) -> None:
    game = with_option(tmp_path, "dice_archive", "boss_die_counts", value)
    said = ["In this example, unlike in your game: never the boss (DA-1.6)."]
    assert list(notes(game, "week")) == (said if value == "true" else [])
    assert list(notes(game, "scoring")) == []


@pytest.mark.clause("WA-3.2")
@pytest.mark.parametrize("value", ["false", "true"])
def test_the_first_turn_says_where_it_goes_by_another_option(tmp_path: Path, value: str) -> None:
    game = with_option(tmp_path, "winstons_archive", "refill_taken_stack", value)
    rulebook = Facts(game).rulebook
    assert rulebook is not None
    assert rulebook.first_turn is not None
    said = "In this example, unlike in your game: its place stays empty (WA-3.2)."
    assert (rulebook.first_turn.blocks[0].note == said) == (value == "true")


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("{boss_dice_count: true}", "no house rule boss_dice_count; did you mean boss_die_count"),
        ("{boss_die_counts: perhaps}", "found perhaps, expected one of false, true"),
    ],
)
def test_unknown_rule_is_told_at_its_line(tmp_path: Path, new: str, message: str) -> None:
    folder = copied("dice_archive", tmp_path, rulebook=True)
    line = edit(folder / "rulebook.yaml", '{boss_die_counts: "false"}', new)
    (found,) = checking.example_problems(card_data.load("dice_archive", tmp_path))
    assert (found.line, found.message[: len(message)]) == (line, message)
