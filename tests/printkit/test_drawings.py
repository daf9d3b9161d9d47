"""Drawings that are used again: only where all that their markup refers to is as it was."""

from __future__ import annotations

from pathlib import Path

import PIL.Image
import pytest

import card_data
from printkit.drawing.shapes import Face
from printkit.faces.drawings import Drawings
from printkit.options import Options
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from tests.card_data.copies import edit
from tests.printkit.tools import FONTS

ROW = "cards:\n  - {id: comma, word: A comma, value: 1, icon: quill, copies: 2}\n"
CARD = """<svg>
<detail name="word" x="8" y="60" width="40" height="18"/>
<textbox x="8" y="60" width="40" height="18">{{ card.word }}</textbox>
</svg>"""
BACK = """<svg>
<piece component="deck" face="comma" detail="word" x="0" y="0" width="20"/>
<icon name="spot" x="30" y="40" size="10"/>
<image href="art/dots.png" x="0" y="60" width="10" height="10"/>
</svg>"""
SPOT = '<svg><symbol id="spot" viewBox="0 0 9 9"><circle cx="3" cy="3" r="3"/></symbol></svg>'


@pytest.fixture
def game(errata: Path) -> Path:
    """A deck, and a board that shows a detail of a card, a symbol and a picture."""
    (errata / "cards.yaml").write_text(ROW)
    (errata / "art").mkdir()
    PIL.Image.new("RGB", (300, 300), "red").save(errata / "art" / "dots.png")
    for name, text in {"card": CARD, "board": BACK, "own": SPOT}.items():
        (errata / "templates" / f"{name}.svg").write_text(text)
    board = "  board:\n    title: Board\n    size: page\n    symbols: own.svg\n"
    board += "    faces: [{template: board.svg}]\n"
    edit(errata / "print.yaml", "components:\n", f"components:\n{board}")
    return errata


def drawn(game: Path, drawings: Drawings | None = None) -> Layout:
    loaded = card_data.load(game.name, game.parent)
    options = Options(data=game.parent)
    return lay_out(loaded, "board", options, Typesetter(FONTS, drawings))


def face(layout: Layout) -> Face:
    (only,) = layout.faces
    return only


def test_a_drawing_is_used_again(game: Path) -> None:
    drawings = Drawings()
    first, again = drawn(game, drawings), drawn(game, drawings)
    assert first.faces == again.faces == drawn(game).faces
    assert first.symbols == again.symbols
    assert face(again).shapes is face(first).shapes


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("templates/card.svg", 'name="word" x="8"', 'name="word" x="9"'),
        ("templates/own.svg", 'r="3"', 'r="2"'),
        ("cards.yaml", "A comma", "No comma"),
        ("print.yaml", "components:", "dpi: 150\ncomponents:"),
    ],
)
def test_nothing_is_used_again_that_would_be_drawn_otherwise(
    file: str, old: str, new: str, game: Path
) -> None:
    drawings = Drawings()
    before = drawn(game, drawings)
    edit(game / file, old, new)
    after, clean = drawn(game, drawings), drawn(game)
    assert (after.faces, after.symbols) == (clean.faces, clean.symbols)
    assert (after.faces, after.symbols) != (before.faces, before.symbols)
