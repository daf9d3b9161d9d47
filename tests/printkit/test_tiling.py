"""Pieces larger than a page: their tiles, how these are joined, what lies behind them."""

from __future__ import annotations

import io
import itertools
from pathlib import Path
from typing import Any

import msgspec
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from card_data import DataError
from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.shapes import Face, Group, Style, Text, outline
from printkit.drawing.shapes import Path as Outline
from printkit.drawing.traversal import walk
from printkit.options import Flip, Options
from printkit.painting.pdf import Meta, PdfPainter
from printkit.printing.build import build
from printkit.sheets.impose import Imposition, impose, tile_if_too_large
from printkit.sheets.settings import sheet_settings
from printkit.sheets.sheet import Placement, Sheet
from printkit.sheets.tiling import MOST, OVERLAP, tiled, with_line
from printkit.typography.fonts import Fonts
from tests.card_data.copies import edit, errata
from tests.printkit.commands import refused
from tests.sweeps import sweep

FONTS = Fonts()
SETTINGS = sheet_settings()
PAPERS = ("a4", "letter", "common")
SCALE = 2  # dots a point
UNIT = 72 / 25.4  # points in a millimetre


def board(width: float, height: float, back: Face | None = None, *, bleed: float = 0) -> Face:
    cells = itertools.product(range(int(width // 10) + 1), range(int(height // 10) + 1))
    squares = tuple(
        Outline(
            rectangle_steps(10.0 * x, 10.0 * y, 10, 10, 0, 0),
            Style(fill=f"#{x * 97 % 256:02x}{y * 61 % 256:02x}{(x + y) % 2 * 200:02x}"),
        )
        for x, y in cells
    )
    return Face("board", width, height, squares, bleed=bleed, back=back)


def joined(face: Face, paper: str = "a4", flip: Any = "long") -> list[Sheet]:
    parts = tile_if_too_large([face], SETTINGS.sheet_size(paper), SETTINGS)
    return impose(parts, Imposition("A Title · Board", paper, flip), SETTINGS, FONTS)


def pictures(sheets: list[Sheet], *, marks: bool = False) -> list[Image.Image]:
    pdf = io.BytesIO()
    painter = PdfPainter(pdf, Meta("", "", "", "", "Board"), FONTS, {})
    painter.paint(sheets if marks else [sheet._replace(shapes=()) for sheet in sheets])
    painter.save()
    document = pypdfium2.PdfDocument(pdf.getvalue())
    return [page.render(scale=SCALE).to_pil().convert("RGB") for page in document]


def cut(picture: Image.Image, box: tuple[float, float, float, float]) -> Image.Image:
    """Crop to a box of left, top, right and bottom in mm, half a millimetre inside it."""
    left, top, right, bottom = box
    corners = (left + 0.5, top + 0.5, right - 0.5, bottom - 0.5)
    return picture.crop(tuple(round(value * UNIT * SCALE) for value in corners))  # type: ignore[arg-type]


def alike(a: Image.Image, b: Image.Image) -> bool:
    size = (min(a.width, b.width), min(a.height, b.height))
    apart = ImageChops.difference(a.crop((0, 0, *size)), b.crop((0, 0, *size))).convert("L")
    return sum(apart.histogram()[12:]) < 0.03 * size[0] * size[1]


def said(sheet: Sheet) -> list[str]:
    return [one.text for one in walk(sheet.shapes) if isinstance(one, Text)]


@pytest.mark.parametrize("paper", PAPERS)
def test_what_fits_a_page_stays_whole(paper: str) -> None:
    for size in ((63, 88), (190, 255), (255, 190), SETTINGS.sheet_size(paper)):
        face = board(*size)
        assert tile_if_too_large([face], SETTINGS.sheet_size(paper), SETTINGS) == [face]


@given(st.floats(20, 700), st.floats(20, 700), st.sampled_from([0.0, 3.0]),
       st.sampled_from(PAPERS))  # fmt: skip
def test_parts_cover_the_whole(width: float, height: float, bleed: float, paper: str) -> None:
    face = Face("board", width, height, (), bleed=bleed)
    parts = tile_if_too_large([face], SETTINGS.sheet_size(paper), SETTINGS)
    if parts == [face]:
        return
    at = {(one.tile.column, one.tile.row): one for one in parts if one.tile}
    columns, rows = max(column for column, _ in at) + 1, max(row for _, row in at) + 1
    assert len(at) == len(parts) == columns * rows
    assert [one.page for one in parts] == list(range(1, len(parts) + 1))
    assert len({(one.width, one.height) for one in parts}) == 1
    for (column, row), one in at.items():
        assert one.tile is not None
        step_x, step_y = one.width - OVERLAP, one.height - OVERLAP
        assert (one.tile.x, one.tile.y) == pytest.approx((-column * step_x, -row * step_y))
        assert one.tile.name == f"{'ABCDEFGHI'[row]}{column + 1}"
    last = at[columns - 1, rows - 1]
    assert last.tile is not None
    assert last.width - last.tile.x == pytest.approx(width)
    assert last.height - last.tile.y == pytest.approx(height)


@given(st.floats(150, 700), st.floats(210, 700), st.sampled_from(PAPERS))
def test_each_part_has_room_for_its_marks(width: float, height: float, paper: str) -> None:
    for sheet in joined(Face("board", width, height, ()), paper):
        (place,) = sheet.placements
        if place.face.tile is None:
            continue
        for shape in walk(sheet.shapes):
            if isinstance(shape, Outline) and shape.style.fill:  # arrows and their plates
                for _, points in shape.steps:
                    for x, y in zip(points[::2], points[1::2], strict=True):
                        assert SETTINGS.margin <= x <= sheet.width - SETTINGS.margin
                        assert SETTINGS.margin <= y <= sheet.height - SETTINGS.margin


@pytest.mark.parametrize(
    ("size", "paper"),
    sweep(
        itertools.product([(258, 340), (420, 150), (420, 300)], PAPERS),
        [((258, 340), "a4"), ((420, 150), "letter")],
    ),
)
def test_what_two_pages_share_is_equal_on_both(size: tuple[float, float], paper: str) -> None:
    sheets = joined(board(*size), paper)
    shown = pictures(sheets)
    at: dict[tuple[int, int], tuple[Placement, Image.Image]] = {}
    for sheet, picture in zip(sheets, shown, strict=True):
        at |= {(p.face.tile.column, p.face.tile.row): (p, picture)
               for p in sheet.placements if p.face.tile}  # fmt: skip
    compared = 0
    for (column, row), (here, picture) in at.items():
        right, bottom = here.x + here.face.width, here.y + here.face.height
        for neighbour, mine in (
            ((column + 1, row), (right - OVERLAP, here.y, right, bottom)),
            ((column, row + 1), (here.x, bottom - OVERLAP, right, bottom)),
        ):
            if neighbour in at:
                there, other = at[neighbour]
                wide, high = mine[2] - mine[0], mine[3] - mine[1]
                theirs = (there.x, there.y, there.x + wide, there.y + high)
                assert alike(cut(picture, mine), cut(other, theirs))
                moved = (theirs[0] + 1, theirs[1] + 1, theirs[2] + 1, theirs[3] + 1)
                assert not alike(cut(picture, mine), cut(other, moved))
                compared += 1
    assert compared >= 1


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("size", [(258, 340), (420, 150)])
def test_backs_of_parts_lie_behind_them(size: tuple[float, float], flip: str) -> None:
    sheets = joined(board(*size, back=board(*size)), "a4", flip)
    assert [sheet.back for sheet in sheets] == [False, True] * (len(sheets) // 2)
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        (here,), (behind,) = front.placements, back.placements
        assert here.face.tile is not None
        assert behind.face.tile is not None
        # where the back's own corner lies under the front, which is turned over left to right
        seen = size[0] - here.face.width + here.face.tile.x
        assert (behind.face.tile.x, behind.face.tile.y) == pytest.approx((-seen, here.face.tile.y))
        about_vertical = (flip == "long") == (front.height >= front.width)
        if about_vertical:
            place = (front.width - here.x - here.face.width, here.y)
        else:
            place = (here.x, front.height - here.y - here.face.height)
        assert (behind.x, behind.y) == pytest.approx(place)
        assert behind.turned != about_vertical


def test_marks_name_neighbours_and_lie_on_the_covered_strip() -> None:
    first, second = joined(board(258, 340))
    assert (said(first).count("B1 lies here"), said(second).count("on A1")) == (2, 2)
    assert any("page 1 of 2: A1" in text for text in said(first))
    assert any("page 2 of 2: B1" in text for text in said(second))
    first, second = joined(board(420, 150))
    assert (said(first).count("A2 lies here"), said(second).count("on A1")) == (2, 2)
    first, second = joined(board(258, 340))
    plain, marked = pictures([first]), pictures([first], marks=True)
    (place,) = first.placements
    seen = (place.x, place.y, place.x + 258, place.y + place.face.height - OVERLAP - 0.2)
    assert alike(cut(plain[0], seen), cut(marked[0], seen))
    (top,) = second.placements
    whole = (top.x, top.y, top.x + 258, top.y + top.face.height)
    assert alike(cut(pictures([second])[0], whole), cut(pictures([second], marks=True)[0], whole))


@pytest.mark.parametrize("size", [(258, 340), (420, 150)])
def test_arrows_meet_when_the_parts_are_joined(size: tuple[float, float]) -> None:
    tips = []
    for sheet in joined(board(*size)):
        (place,) = sheet.placements
        part = place.face.tile
        assert part is not None
        heads = [one.steps for one in sheet.shapes if isinstance(one, Outline)
                 and one.style.fill == "#000000"]  # fmt: skip
        assert len(heads) == 2
        for (_, (x, y)), *_rest in heads:
            tips.append((x - place.x - part.x, y - place.y - part.y))
    for first, second in zip(tips[:2], tips[2:], strict=True):
        assert first == pytest.approx(second, abs=0.5 + 1e-6)  # the gap outside the cut


def test_cut_line_lies_just_above_the_background() -> None:
    hexagon = Face("hex", 300, 300, (), shape="hex")
    ground, piece = board(1, 1).shapes[0], board(1, 1).shapes[0]
    (*_, cut_line) = with_line(hexagon)
    assert isinstance(cut_line, Outline)
    assert cut_line.steps == outline(hexagon)
    assert cut_line.style == Style(fill=None, stroke="#000000", width=0.15)
    plain = msgspec.structs.replace(hexagon, shapes=(ground, piece))
    assert with_line(plain) == (ground, piece, cut_line)
    marked = msgspec.structs.replace(hexagon, shapes=(Group((ground,), background=True), piece))
    assert with_line(marked) == (Group((ground, cut_line), background=True), piece)
    grouped = msgspec.structs.replace(hexagon, shapes=(Group((ground,)), piece))
    assert with_line(grouped) == (Group((ground,)), piece, cut_line)


@pytest.mark.parametrize(
    ("size", "rooms", "parts"),
    [
        ((100, 100), [(100, 100)], 1),
        ((101, 100), [(100, 100)], 2),
        ((192, 100), [(100, 100)], 2),
        ((192.1, 100), [(100, 100)], 3),
        ((100 + 8 * 92, 100), [(100, 100)], 9),
        ((100, 100 + 8 * 92), [(100, 100)], 9),
        ((192, 284), [(100, 100)], 6),
        ((192, 284), [(100, 100), (100, 290)], 2),
        ((192, 284), [(10, 290), (290, 100)], 3),
    ],
)
def test_a_piece_is_in_as_few_parts_as_pages_allow(
    size: tuple[float, float], rooms: list[tuple[float, float]], parts: int
) -> None:
    assert (OVERLAP, len(tiled([Face("board", *size, ())], rooms))) == (8, parts)


@pytest.mark.parametrize("size", [(100 + 8 * 92 + 1, 50), (50, 100 + 8 * 92 + 1)])
def test_a_row_of_ten_parts_is_too_long(size: tuple[float, float]) -> None:
    said = f"a {size[0]:g} x {size[1]:g} mm piece does not fit on 9 x 9 pages of this paper"
    with pytest.raises(ValueError, match=said):
        tiled([Face("board", *size, ())], [(100, 100), (10, 10)])


def large(tmp_path: Path, size: str) -> Path:
    game = errata(tmp_path)
    comma, _, line, *_ = (game / "cards.yaml").read_text("utf-8").splitlines()[1:]
    cards = (comma.replace("copies: 4", "copies: 2"), line.replace(", copies: 2", ""))
    (game / "cards.yaml").write_text("cards:\n" + "\n".join(cards), "utf-8")
    edit(game / "print.yaml", "size: poker", f"tiled: true\n    size: {size}")
    return game


def test_a_card_larger_than_a_page_is_tiled_only_if_it_says_so(tmp_path: Path) -> None:
    game = large(tmp_path, "63 x 320")
    edit(game / "print.yaml", "    tiled: true\n", "")
    said = refused("build", "errata", "--data", game.parent, "--out", tmp_path / "out")
    assert said.splitlines()[0].endswith(
        "deck, field size: a 63 x 320 mm piece does not fit on 210 x 297 mm paper; "
        "with tiled: true it is printed in parts to join"
    )


def test_a_game_with_pieces_larger_than_a_page_is_built(tmp_path: Path) -> None:
    game = large(tmp_path, "300 x 250")
    flips: tuple[Flip, ...] = ("long", "short")
    for flip in flips:
        options = Options(data=game.parent, flip=flip)
        (deck,) = build(["errata"], ["deck"], tmp_path / "out", options=options)
        assert (deck.pieces, deck.pages) == (3, 12)  # two parts, each with a back


def test_a_piece_that_nine_pages_do_not_hold_is_refused(tmp_path: Path) -> None:
    game = large(tmp_path, "999 x 88")
    (tmp_path / "sheets.yaml").write_text("papers:\n  tiny: [105, 74]\n")
    said = rf"999 x 88 mm piece does not fit on {MOST} x {MOST} pages"
    with pytest.raises(DataError, match=said):
        build(["errata"], ["deck"], tmp_path, options=Options("tiny", data=game.parent))
