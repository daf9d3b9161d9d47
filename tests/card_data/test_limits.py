"""Lengths and limits of print.yaml: what the printing has room for, apart from the rules."""

from __future__ import annotations

from pathlib import Path

import card_data
from tests.card_data.copies import edit, errata


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
