"""Lengths and limits of print.yaml: what the printing has room for, apart from the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import card_data
from tests.card_data.copies import edit, errata, problems


def limited(folder: Path, limit: str) -> tuple[Path, int]:
    """The tiny game with a limit on its deck; its folder and the limit's line."""
    game = errata(folder)
    edit(game / "print.yaml", "components:", "lengths: {die: 16, net: 72.5}\ncomponents:")
    line = edit(game / "print.yaml", "    faces:", f"    limits:\n      - {limit}\n    faces:") + 1
    return game, line


def test_lengths_are_those_of_print_yaml(tmp_path: Path) -> None:
    game, _ = limited(tmp_path, "{value: hand, most: 5, why: a hand must fit on a card}")
    assert card_data.load(game.name, tmp_path).lengths == {"die": 16.0, "net": 72.5}


def test_lengths_may_be_left_out(tmp_path: Path) -> None:
    errata(tmp_path)
    assert card_data.load("errata", tmp_path).lengths == {}


@pytest.mark.parametrize("length", ["die: -1", "die: wide", "Die: 1", "a-b: 1"])
def test_a_wrong_length_is_refused(tmp_path: Path, length: str) -> None:
    game = errata(tmp_path)
    line = edit(game / "print.yaml", "components:", f"lengths: {{{length}}}\ncomponents:")
    (found,) = problems(game)
    assert (Path(found.file).name, found.line) == ("print.yaml", line)
    assert found.field.startswith("lengths.")


@pytest.mark.parametrize(
    "limit",
    [
        "{value: hand, most: 3, why: w}",
        "{value: hand, least: 3, why: w}",
        "{value: players.max, least: 1, most: 4, why: w}",
        "{value: lengths.net, most: 72.5, why: w}",
        "{value: credits.publisher, most: 1, why: what a game does not have is within any limit}",
    ],
)
def test_a_limit_that_is_kept_says_nothing(tmp_path: Path, limit: str) -> None:
    game, _ = limited(tmp_path, limit)
    assert problems(game) == ()


@pytest.mark.parametrize(
    ("limit", "field", "message"),
    [
        ("value: hand, most: 2, why: a card has room for two",
         "value", "hand is 3, expected at most 2: a card has room for two"),
        ("value: hand, least: 4, why: w", "value", "hand is 3, expected at least 4: w"),
        ("value: hand, least: 4, most: 9, why: w",
         "value", "hand is 3, expected at least 4 and at most 9: w"),
        ("value: lengths.die, most: 15.5, why: w",
         "value", "lengths.die is 16, expected at most 15.5: w"),
        ("value: hnad, most: 2, why: w", "value", "hnad: no such value; did you mean hand?"),
        ("value: lengths.dye, most: 2, why: w",
         "value", "lengths.dye: no such value; did you mean die?"),
        ("value: players, most: 2, why: w",
         "value", "players: several values, expected one of players.min, players.max"),
        ("value: title, most: 2, why: w", "value", "title is 'Errata', expected a number"),
        ("value: hand, why: w", "", "expected least, most or both"),
        ("value: hand, most: 2", "", "key why is missing: expected text"),
        ("value: hand, mots: 2, why: w", "mots", "unknown key; did you mean most?"),
    ],
)  # fmt: skip
def test_a_breach_is_told_at_the_limit(
    tmp_path: Path, limit: str, field: str, message: str
) -> None:
    game, line = limited(tmp_path, f"{{{limit}}}")
    (found,) = problems(game)
    path = f"components.deck.limits no. 1, {field}".removesuffix(", ")
    assert (found.file, found.line, found.field) == (str(game / "print.yaml"), line, path)
    assert found.message == message
