"""The set-up aid on paper: large enough to read, on a sheet that is printed anyway."""

from __future__ import annotations

from pathlib import Path

import pytest

import card_data
from printkit.drawing.traversal import texts
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fitting import POINT
from printkit.typography.fonts import Fonts
from tests.card_data.copies import edit
from tests.printkit.tools import refused, shipped


@pytest.mark.parametrize("name", card_data.names())
def test_every_word_of_it_is_8_pt_or_larger(name: str, fonts: Fonts) -> None:
    game = card_data.load(name)
    (face,) = shipped(name, "set_up", Options()).faces
    assert face.back is not None
    found = list(texts(face.shapes))
    assert min(text.size for text in found) >= 8 * POINT - 1e-6
    read = "".join(text.text for text in found).replace(" ", "")
    table = card_data.load_set_up(game)
    assert table is not None
    for section in table.sections:
        for line in section.lines:
            assert line.what.replace(" ", "").replace("'", "’") in read
            for cell in line.cells:
                assert cell.text.replace(" ", "") in read


@pytest.mark.parametrize("name", card_data.names())
def test_it_takes_no_sheet_of_its_own(name: str, fonts: Fonts) -> None:
    game = card_data.load(name)
    with_it = lay_out(game, "aid", Options(), Typesetter(), ["set_up"])
    assert len(with_it.sheets) == len(lay_out(game, "aid", Options(), Typesetter()).sheets)


def test_what_does_not_fit_is_reported_at_its_line(mine: Path) -> None:
    line = edit(mine / "set_up.yaml", "what: Turn aid,", f"what: {'Turn aid ' * 40},")
    said = refused("build", "--only", "set_up", "--data", mine.parent)
    assert f"set_up.yaml:{line}:" in said
    assert "does not fit" in said
