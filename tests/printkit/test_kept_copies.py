"""Copies that the last release made of the games, version 0.1.0, build as they are, or with what
the changelog says to write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import card_data
from printkit.printing.checking import check
from tests.printkit import kept_copies
from tests.sweeps import sweep

CHANGELOG = (Path(__file__).parents[2] / "docs" / "CHANGELOG.md").read_text("utf-8")
TIES = """options:
  tie_columns: {value: margins, clause: MS-4.5, text: Which unused columns break a tie.,
    aid: {margins: beside all text, anywhere: anywhere on the page}}
"""
# What no longer works, what is written instead, and the words of the changelog that say so.
INSTEAD = [
    ("*/templates/*.svg", ' room="[^"]*"', "", "`room` of a `<textbox>`"),
    ("*/templates/*.svg", r"\bdata\.(boxes|facts|grid)\(\)", r"data.\1", "`data.boxes()`"),
    ("winstons_archive/templates/*.svg", 'name="wax"', 'name="owl"', "the icon `wax`"),
    ("manuscript/game.yaml", "options:\n", TIES, "`tie_columns`"),
    ("verse_and_variant/print.yaml", "( +)(size: 258)", r"\1tiled: true\n\1\2", "`tiled: true`"),
    ("verse_and_variant/rulebook.yaml", r" +moves\.12\.title: .*\n", "", "`moves.3.title`"),
    ("verse_and_variant/rulebook.yaml", "(Interruption), instant", r"\1", "`moves.3.title`"),
]  # fmt: skip


@pytest.mark.parametrize("game", sweep(card_data.names(), ["winstons_archive"]))
def test_copies_of_the_last_release_build_as_the_changelog_says(game: str, tmp_path: Path) -> None:
    kept_copies.unpack(tmp_path)
    for place, old, new, said in INSTEAD:
        assert said in CHANGELOG
        texts = {file: file.read_text("utf-8") for file in tmp_path.glob(place)}
        changed = {file: re.sub(old, new, text) for file, text in texts.items()}
        assert changed != texts, old
        for file, text in changed.items():
            file.write_text(text, "utf-8")
    (line, *_) = check([game], "a4", tmp_path)
    assert line.startswith(f"{game}: no problems found")
