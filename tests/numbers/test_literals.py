"""No number of a rule stands in code, in a template or in a text as it is: it is in game.yaml, and
all others name it. What looks like one is listed with the reason why it is none."""

from __future__ import annotations

import ast
import doctest
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import card_data
from tests.numbers import literals

LISTED = tomllib.loads(Path(__file__).with_name("literals.toml").read_text("utf-8"))["found"]
KINDS = {
    "code": literals.in_code,
    "template": literals.in_templates,
    "text": literals.in_texts,
}


def listed(game: str, kind: str) -> Counter[str]:
    """What is listed of a game, each with its file: how often it is."""
    entries = [one for one in LISTED if (one["game"], one["kind"]) == (game, kind)]
    return Counter([found for entry in entries for found in entry["is"]])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", card_data.names())
def test_what_looks_like_a_number_of_the_rules_is_none(game: str, kind: str) -> None:
    """Take a new one from game.yaml; if it is no number of a rule, list it with the reason. What
    is listed is still there, and listed once."""
    found = {f"{Path(file).name}: {phrase}" for file, phrase in KINDS[kind](game)}
    known = listed(game, kind)
    assert found - known.keys() == set()
    assert known.keys() - found == set()
    assert [one for one, times in known.items() if times > 1] == []


def test_every_reason_is_given() -> None:
    assert all(entry["why"] and entry["is"] and entry["kind"] in KINDS for entry in LISTED)
    assert {entry["game"] for entry in LISTED} == {*card_data.names()}


@pytest.mark.parametrize(
    ("code", "numbers"),
    [
        ("if len(stacks) == 3: pass", [3]),
        ("points = pages // 5 - 3", [5, 3]),
        ("hand[2:5], where[0]", []),
        ("rest[-2:] + cards(5)[1]", [5]),
        ("@lru_cache(maxsize=64)\ndef f(size: int = 7): pass", [7]),
        ("flag, text = True, '8 cards'", []),
    ],
)
def test_numbers_in_code(code: str, numbers: list[int]) -> None:
    assert [node.value for node in literals.literals(ast.parse(code))] == numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("{stacks} stacks of {deck.cards} cards", []),
        ("the three stacks", [("three stacks", 3)]),
        ("a point for every 5 (WA-5.3)", [("every 5", 5)]),
        ("one card, 0 points", [("0 points", 0)]),
        ("<b>2</b> pages, T-12a and 1.5 mm", [("2 pages", 2)]),
    ],
)
def test_numbers_in_words(text: str, numbers: list[tuple[str, int]]) -> None:
    assert [*literals.numbers_in(text)] == numbers


def test_the_examples_run() -> None:
    assert doctest.testmod(literals).failed == 0
    assert doctest.testmod(literals).attempted
