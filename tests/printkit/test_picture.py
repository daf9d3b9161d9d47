"""The sheets of a game as one picture."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

import card_data
from card_data import DataError
from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.rewriting import inline_symbols
from printkit.drawing.shapes import Face, Use
from printkit.drawing.shapes import Path as DrawnPath
from printkit.drawing.traversal import texts, walk
from printkit.exports.filled_sheets import GAP, Note, listed, painted, picture, stacked
from printkit.faces.filling_in import Fault, FormContents
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.painting.raster import png_pages
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.sweeps import sweep

GAMES = ["winstons_archive", "dice_archive", "nineteen_eighty_four"]
FIRST = FormContents([("players.0.name", "Ann"), ("level", "3"), ("board.left.1", "Ann")])


def dots(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("name", sweep(GAMES, ["winstons_archive", "dice_archive"]))
def test_sheets_are_drawn_as_they_are_printed(name: str, fonts: Fonts) -> None:
    """Their symbols drawn out make no difference."""
    game = card_data.load(name)
    component = {"dice_archive": "board", "winstons_archive": "pad"}.get(name, "sheet")
    layout = lay_out(game, component, Options(), Typesetter())
    face = layout.faces[0]
    alone = msgspec.structs.replace(face, shapes=tuple(inline_symbols(face.shapes, layout.symbols)))
    pdf = io.BytesIO()
    paint_sheets(layout, [single(face)], fonts, pdf, "")
    (printed,) = png_pages(pdf.getvalue(), 60)
    drawn = painted(single(alone), "", "png", 60, fonts)
    difference = ImageChops.difference(dots(printed), dots(drawn))
    assert max(ImageStat.Stat(difference).mean) < 0.2
    assert not any(isinstance(shape, Use) for shape in walk(alone.shapes))


def test_pages_do_not_overlap_and_lie_on_the_paper(fonts: Fonts) -> None:
    sizes = [(50, 30, 0), (80, 20, 3), (10, 90, 0)]
    faces = [Face("a", wide, high, (), bleed=bleed) for wide, high, bleed in sizes]
    sheet = stacked(faces)
    paper, *pages = sheet.placements
    assert (paper.face.width, paper.face.height) == (sheet.width, sheet.height)
    (ground,) = paper.face.shapes
    assert isinstance(ground, DrawnPath)
    assert ground.steps == rectangle_steps(0, 0, sheet.width, sheet.height, 0, 0)
    assert (paper.x, paper.y) == (0, 0)
    assert sheet.width == 80 + 2 * (GAP + 3)
    assert sheet.height == pytest.approx(30 + 20 + 90 + 4 * GAP + 3)
    assert [page.x for page in pages] == [(sheet.width - wide) / 2 for wide in (50, 80, 10)]
    downs = [GAP, 30 + 2 * GAP + 1.5, 50 + 3 * GAP + 3]
    assert [page.y for page in pages] == pytest.approx(downs)
    bottom = 0.0
    for page in pages:
        face = page.face
        assert page.y - face.bleed > bottom
        assert page.x - face.bleed > 0
        assert page.x + face.width + face.bleed < sheet.width
        bottom = page.y + face.height + face.bleed
    assert bottom < sheet.height


def test_notes_are_listed_in_full_below_each_other(fonts: Fonts) -> None:
    notes = [Note(1, "WA-6.1", "word " * 100), Note(2, "WA-4.3", "\x1b<b>"), Note(0, "Dashed", "x")]
    face = listed(notes, 100, fonts)
    said = list(texts(face.shapes))
    assert "".join(text.text for text in said).count("word") == 100
    assert "?<b>" in " ".join(text.text for text in said)
    assert all(text.x + text.width <= 100 and 0 < text.y < face.height for text in said)
    assert [text.text for text in said if text.fill == "#ffffff"] == ["1", "2"]


def test_what_has_no_field_is_listed_by_its_group(fonts: Fonts) -> None:
    game = card_data.load("winstons_archive")
    entries = [("players.0.name", "Ann"), ("players.0.books.Y", "1"), ("players.0.books.Z", "2")]
    sheet = picture(game, FormContents([*entries, ("x", "1")]), [], Options(), Typesetter())
    said = " ".join(text.text for text in texts(sheet.placements[-1].face.shapes))
    assert "Not on the sheet: players.0.books Y: 1, Z: 2" in " ".join(said.split())
    assert "Not on the sheet: x: 1" in " ".join(said.split())


def test_a_fault_that_no_sheet_shows_is_still_listed(fonts: Fonts) -> None:
    game = card_data.load("winstons_archive")
    filling = FormContents(faults=[Fault(1, "nowhere")])
    sheet = picture(game, filling, [Note(1, "WA-1.5", "wrong")], Options(), Typesetter())
    assert [placed.face.id for placed in sheet.placements] == ["paper", "notes"]


def test_too_many_dots_are_refused(fonts: Fonts) -> None:
    with pytest.raises(DataError, match="--dpi: 11811 x 11811 dots are too many"):
        painted(stacked([Face("a", 240, 240, ())]), "", "png", 1200, fonts)


def test_forms_are_as_many_as_asked_for(fonts: Fonts) -> None:
    game = card_data.load("dice_archive")
    names = [(f"players.{player}.name", "Ann") for player in range(5)]
    sheet = picture(game, FormContents(names), [], Options(forms=5), Typesetter())
    assert [placed.face.name for placed in sheet.placements[1:]] == [
        "form", "form-2", "form-3", "form-4", "form-5",
    ]  # fmt: skip


def test_a_game_without_fields_is_refused(errata: Path, fonts: Fonts) -> None:
    game = card_data.load(errata.name, errata.parent)
    with pytest.raises(DataError, match="errata: no sheet of this game has fields"):
        picture(game, FormContents(), [], Options(data=errata.parent), Typesetter())


def test_an_svg_needs_nothing_else(fonts: Fonts) -> None:
    game = card_data.load("dice_archive")
    svg = painted(picture(game, FIRST, [], Options(), Typesetter()), game.title, "svg", 0, fonts)
    root = ElementTree.fromstring(svg)
    targets = [
        value
        for element in root.iter()
        for key, value in element.items()
        if key.endswith("href") or "url(" in value
    ]
    assert targets
    assert all(target.startswith(("#", "url(#")) for target in targets)
