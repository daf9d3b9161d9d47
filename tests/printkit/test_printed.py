"""The prints: pieces as in the data, and figures of all drawings against recorded ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import card_data
import printkit
from printkit.options import Options, Printer, PrinterOffset
from printkit.sheets.layout import lay_out, piece_counts
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from tests.card_data.copies import WINSTON
from tests.printed import faults, pieces
from tests.printkit import prints
from tests.printkit.commands import BuildGame
from tests.printkit.prints import Figures
from tests.sweeps import sweep

# Pieces that are more than a page or all of one are left out: there what is printed beside them
# lies within them.
WHOLE = {"board", "rules", "tiles", "spotlight"}
EVERY = [
    (game, name)
    for game in card_data.names()
    for name in card_data.load(game).components
    if name not in WHOLE
]
INKY = Printer("inky", PrinterOffset(1.2, -0.9, 0.995, 0.8))
WAYS: dict[str, dict[str, Any]] = {
    "plain": {},
    "on the short edge": {"flip": "short", "paper": "letter"},
    "low ink": {"low_ink": True},
    "folded, for a printer": {"bleed": True, "backs": "gutterfold", "printer": INKY},
    "packed": {"gutter": 0, "copies": 2},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("game", "name"), sweep(EVERY, [(WINSTON, "aid")]))
def test_a_file_holds_what_the_data_says(game: str, name: str, way: str, tmp_path: Path) -> None:
    options = Options(**WAYS[way])
    (made,) = printkit.build([game], [name], tmp_path, options=options)
    loaded, settings = card_data.load(game), settings_for(options)
    layout = lay_out(loaded, name, options, Typesetter(), settings=settings)
    assert [*faults(made.file, layout)] == []
    printed = pieces(made.file)
    wanted = piece_counts(loaded, name, options)
    assert {key: printed[f"Front {key}"] for key in wanted} == wanted
    assert sum(count for key, count in printed.items() if key.startswith("Front")) == wanted.total()


def test_a_whole_game_holds_its_pieces(builds: BuildGame) -> None:
    built = [*builds(WINSTON).values()]
    whole = pieces(built[-1].file)
    for one in built[:-1]:
        assert pieces(one.file) <= whole


KEPT: dict[str, dict[str, Figures]] = json.loads(prints.KEPT.read_text("utf-8"))


def compare(name: str, found: dict[str, Figures]) -> None:
    kept = KEPT[name]
    assert found.keys() == kept.keys()
    changed = {file: found[file] for file in kept if not prints.close(found[file], kept[file])}
    assert changed == {file: kept[file] for file in changed}, "see the head of this file"


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


def test_all_that_is_kept_is_compared() -> None:
    assert KEPT.keys() == {*card_data.names(), *prints.WAYS, *prints.SHOWN}
