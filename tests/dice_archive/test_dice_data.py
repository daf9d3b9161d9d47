"""The dice of Dice Archive: as many as game.yaml says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.card_data.copies import copied, edit, problems

GAME = "dice_archive"


@pytest.mark.parametrize(
    ("die", "copies", "says"), [("red", 4, 6), ("communal", 4, 3), ("boss", 2, 1)]
)
def test_a_wrong_number_of_dice_is_named(tmp_path: Path, die: str, copies: int, says: int) -> None:
    game = copied(GAME, tmp_path)
    dice = game / "dice.yaml"
    before = next(row for row in dice.read_text("utf-8").splitlines() if f"id: {die}," in row)
    line = edit(dice, before, before.replace(f"copies: {says}", f"copies: {copies}"))
    column = before.index(f"copies: {says}") + len("copies: ") + 1
    (found,) = problems(game)
    message = f"{copies} dice, but game.yaml says {says}"
    assert str(found) == f"{dice}:{line}:{column}: {die}, field copies: {message}"


def test_a_row_without_the_field_is_named_itself(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    line = edit(game / "dice.yaml", "kind: player, copies: 6", "kind: player")
    (found,) = problems(game)
    assert (found.line, found.column, found.item, found.field) == (line, 5, "red", "copies")
    assert found.message == "1 die, but game.yaml says 6"


def test_dice_of_a_kind_that_are_not_there_are_named(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    dice = game / "dice.yaml"
    row = next(row for row in dice.read_text("utf-8").splitlines() if "id: boss," in row)
    edit(dice, f"{row}\n", "")
    (found,) = problems(game)
    assert (found.file, found.message) == (str(dice), "no boss dice, but game.yaml says 1")


def test_a_second_row_of_communal_dice_is_named(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    dice = game / "dice.yaml"
    row = next(row for row in dice.read_text("utf-8").splitlines() if "id: communal," in row)
    line = edit(dice, row, f"{row}\n{row.replace('communal,', 'second,', 1)}") + 1
    (found,) = problems(game)
    assert (found.line, found.item, found.field) == (line, "second", "kind")
    assert found.message == "expected only one row of communal dice"


def test_more_communal_dice_in_play_than_in_the_box(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    line = edit(game / "game.yaml", "communal_in_play: {two: 3", "communal_in_play: {two: 5")
    (found,) = problems(game)
    assert (found.line, found.field) == (line, "numbers.communal_in_play.two")
    assert found.message == "found 5, but only 3 are in the box"


def test_a_die_too_large_for_its_piece(tmp_path: Path) -> None:
    game = copied(GAME, tmp_path)
    edit(game / "print.yaml", "die: 16", "die: 17")
    (found,) = problems(game)
    assert found.message.startswith("lengths.die is 17, expected at most 16")
