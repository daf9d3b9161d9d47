"""Nothing that is drawn changes unless it is meant to: figures of all files against kept ones.

If a change of a drawing is meant, look at the pages, then let ``make prints`` keep the new figures.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import card_data
from tests.printkit import prints
from tests.printkit.prints import Figures
from tests.printkit.tools import BuildGame
from tests.sweeps import sweep

KEPT: dict[str, dict[str, Figures]] = json.loads(prints.KEPT.read_text("utf-8"))


def compare(name: str, found: dict[str, Figures]) -> None:
    kept = KEPT[name]
    assert found.keys() == kept.keys()
    changed = {file: found[file] for file in kept if not prints.close(found[file], kept[file])}
    before = {file: kept[file] for file in changed}
    assert changed == before, "see the head of this file"


OFTEN = ("bleed", "press", "tuck box", "calibration")


@pytest.mark.parametrize("game", sweep(card_data.names(), ["dice_archive"]))
def test_the_pages_of_a_game(game: str, builds: BuildGame) -> None:
    (folder,) = {built.file.parent for built in builds(game).values()}
    compare(game, prints.of_files(folder))


@pytest.mark.parametrize("way", sweep(prints.WAYS, OFTEN))
def test_what_options_and_other_commands_draw(way: str, tmp_path: Path) -> None:
    compare(way, prints.of_way(way, tmp_path))


@pytest.mark.parametrize("position", sweep(prints.SHOWN, ["da_invalid"]))
def test_the_sheets_of_a_position(position: str, tmp_path: Path) -> None:
    compare(position, prints.of_position(position, tmp_path))


def test_figures_are_kept_as_they_would_be_written() -> None:
    text = prints.text_of(KEPT)
    assert json.loads(text) == KEPT
    assert len(text.splitlines()) == len(prints.KEPT.read_text("utf-8").splitlines())


def test_all_that_is_kept_is_compared() -> None:
    assert KEPT.keys() == {*card_data.names(), *prints.WAYS, *prints.SHOWN}
