"""Sizes and shapes of pieces: named sizes, round pieces and hexes, how they are cut, die lines."""

from __future__ import annotations

import io
import itertools
import math
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pikepdf
import pytest
from PIL import Image, ImageStat

from printkit.drawing.geometry import hexagon_steps
from printkit.drawing.shapes import Face, Group, Text, outline
from printkit.drawing.shapes import Path as Drawn
from printkit.exports.images import cut_out
from printkit.faces.pieces import as_cut
from printkit.inspection.margins import words_outside
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.painting.raster import png_pages
from printkit.sheets.grid import MARK
from printkit.sheets.impose import Imposition, impose, tile_if_too_large
from printkit.sheets.layout import Layout
from printkit.sheets.settings import sheet_settings
from printkit.sheets.sheet import Sheet
from printkit.tools.die_lines import layout_of
from printkit.typography.fonts import Fonts
from tests.printkit.commands import done, files
from tests.printkit.pdf_pages import FONTS, pictures, shipped
from tests.printkit.test_sheets import bleed_of, boxes, marks, overlap, slug_box
from tests.sweeps import sweep

SETTINGS = sheet_settings()
INCH = 25.4
MAGENTA = "#ff00ff"
Point = tuple[float, float]
# What makers and printers of cards publish, in inches.
PUBLISHED = {
    "poker": (2.5, 3.5),
    "bridge": (2.25, 3.5),
    "tarot": (2.75, 4.75),
    "jumbo": (3.5, 5),
    "mini": (1.75, 2.5),
    "micro": (1.25, 1.75),
    "square": (3.5, 3.5),
    "hex": (3.75, 3.25),
    "small_hex": (2, 1.75),
    "round": (3.5, 3.5),
    "counter": (1, 1),
    "small_counter": (0.75, 0.75),
}
# What makers of sleeves do, in mm.
METRIC = {
    "card": (63, 88), "euro": (59, 92), "us": (56, 87), "japanese": (59, 86),
    "mini_euro": (44, 68), "mini_us": (41, 63), "small_square": (70, 70),
}  # fmt: skip


def test_named_sizes_and_hexes() -> None:
    found = {name: tuple(size) for name, size in SETTINGS.sizes.items()}
    for name, (width, height) in PUBLISHED.items():
        assert found[name] == pytest.approx((width * INCH, height * INCH)), name
    assert METRIC.items() <= found.items()
    assert SETTINGS.piece("tarot_landscape", (210, 297)) == (120.65, 69.85)
    for wrong, said in (("tarot_landscpe", "mean tarot_landscape"), ("x", "known: bridge, card,")):
        with pytest.raises(ValueError, match=said):
            SETTINGS.piece(wrong, (210, 297))
    flat, pointy = points(hexagon_steps(0, 0, 60, 52)), points(hexagon_steps(0, 0, 52, 60))
    assert sorted(flat) == [(0, 26), (15, 0), (15, 52), (45, 0), (45, 52), (60, 26)]
    assert sorted(pointy) == [(0, 15), (0, 45), (26, 0), (26, 60), (52, 15), (52, 45)]


def points(steps: Drawn | tuple[tuple[str, tuple[float, ...]], ...]) -> list[Point]:
    found = steps.steps if isinstance(steps, Drawn) else steps
    return [(values[-2], values[-1]) for _, values in found if values]


def piece(width: float, height: float, shape: str, bleed: float = 0.0, safe: float = 3.0) -> Face:
    back = Face("back", width, height, (), bleed=bleed, shape=shape)  # type: ignore[arg-type]
    return Face("it", width, height, (), bleed=bleed, safe=safe, back=back, shape=shape)  # type: ignore[arg-type]


def distance(point: Point, start: Point, stop: Point) -> float:
    (x, y), (a, b), (c, d) = point, start, stop
    return abs((c - a) * (b - y) - (a - x) * (d - b)) / math.hypot(c - a, d - b)


@pytest.mark.parametrize("size", [(60, 52), (52, 60)])
def test_the_bleed_of_a_hex_runs_along_its_edges_and_stays_in_its_box(size: Point) -> None:
    trim = points(hexagon_steps(0, 0, *size))
    bleed = points(hexagon_steps(0, 0, *size, 3))
    assert len(bleed) == 8, "two tips are cut off"
    for start, stop in zip(trim, [*trim[1:], trim[0]], strict=True):
        assert len([one for one in bleed if distance(one, start, stop) == pytest.approx(3)]) == 2
    assert min(x for x, _ in bleed) == min(y for _, y in bleed) == -3
    assert (max(x for x, _ in bleed), max(y for _, y in bleed)) == (size[0] + 3, size[1] + 3)


@pytest.mark.parametrize(("shape", "size"), [("round", (40, 40)), ("hex", (60, 52))])
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_ink_reaches_the_bleed(shape: str, size: Point, bleed: float, fonts: Fonts) -> None:
    face = piece(*size, shape, bleed)
    ink = Drawn(outline(Face("box", *size, ()), bleed))
    pdf = io.BytesIO()
    layout = shipped("winstons_archive", "aid", Options())
    full = Face("it", *size, (ink,), bleed=bleed, shape=face.shape)
    paint_sheets(layout, [single(full)], fonts, pdf, "")
    picture = Image.open(io.BytesIO(next(png_pages(pdf.getvalue(), 100)))).convert("L")
    right, bottom = picture.width - 3, picture.height - 3
    for x, y in ((2, 2), (right, 2), (2, bottom), (right, bottom)):
        assert picture.getpixel((x, y)) == 255
    for x, y in ((picture.width // 2, 2), (2, picture.height // 2), (right, picture.height // 2)):
        assert picture.getpixel((x, y)) == 0


@pytest.mark.parametrize(("shape", "size"), [("round", (40.0, 40.0)), ("hex", (60.0, 52.0))])
def test_a_picture_of_a_piece_has_its_outline(shape: str, size: Point) -> None:
    assert as_cut(piece(*size, shape, 3.0), (), {}).outline.steps == outline(piece(*size, shape))


@pytest.mark.parametrize(
    ("shape", "size", "at", "safe"),
    [
        ("rectangle", (40, 40), (4, 4), True),
        ("round", (40, 40), (4, 4), False),  # 2.6 mm outside the circle
        ("round", (40, 40), (20, 3.1), True),
        ("round", (40, 40), (20, 2.9), False),
        ("hex", (60, 52), (30, 3.1), True),
        ("hex", (60, 52), (30, 2.9), False),
        ("hex", (60, 52), (3.2, 26), False),  # 2.8 mm from the slanted edges
        ("hex", (60, 52), (3.6, 26), True),
        ("hex", (52, 60), (26, 3.2), False),
        ("hex", (52, 60), (26, 3.6), True),
    ],
)
def test_words_keep_away_from_the_outline(shape: str, size: Point, at: Point, safe: bool) -> None:
    dot = Text(*at, "a", FONTS.get("sans").key, 0.001, 0.001, "#000000")
    face = msgspec.structs.replace(piece(*size, shape), shapes=(dot,))
    assert [*words_outside(face, face.safe)] == ([] if safe else ["a"])


def sheets_of(face: Face, copies: int = 4, sides: str = "duplex") -> list[Sheet]:
    faces = [msgspec.structs.replace(face, copies=copies)]
    how = Imposition("t", "a4", "long", sides)  # type: ignore[arg-type]
    tiles = tile_if_too_large(faces, SETTINGS.sheet_size("a4"), SETTINGS)
    return impose(tiles, how, SETTINGS, Fonts())


def marks_on(sheet: Sheet) -> list[Drawn]:
    return [shape for shape in sheet.shapes if isinstance(shape, Drawn)]


@pytest.mark.parametrize(("shape", "size"), [("round", (40, 40)), ("hex", (60, 52))])
@pytest.mark.parametrize("sides", ["duplex", "gutterfold"])
def test_round_and_hex_fronts_have_a_cut_line(shape: str, size: Point, sides: str) -> None:
    front, *backs = sheets_of(piece(*size, shape, 3.0), sides=sides)
    fronts = [one for one in front.placements if not one.back]
    lines = [mark for mark in marks_on(front) if not mark.style.dash]
    assert len(lines) == len(fronts) == 4
    for line, one in zip(lines, fronts, strict=True):
        assert line.style == MARK
        there = [(one.x + x, one.y + y) for x, y in points(outline(piece(*size, shape)))]
        assert all(math.dist(a, b) < 1e-6 for a, b in zip(points(line), there, strict=True))
    assert all(marks_on(back) == [] for back in backs)


def test_nets_and_pictures_of_hexes_have_no_marks() -> None:
    assert marks_on(sheets_of(piece(72, 60, "net"))[0]) == []
    alpha = cut_out(Image.new("RGB", (600, 520), "black"), piece(60, 52, "hex")).getchannel("A")
    assert [alpha.getpixel(at) for at in ((5, 5), (594, 5), (5, 514), (594, 514))] == [0] * 4
    inside = ((300, 260), (6, 260), (594, 260), (152, 3), (448, 3), (152, 516))
    assert [alpha.getpixel(at) for at in inside] == [255] * 6


def test_a_hex_larger_than_a_page_is_cut_out_once_its_parts_are_joined() -> None:
    front, back, *_ = sheets_of(piece(300, 260, "hex"), 1)
    (part,), (behind,) = front.placements, back.placements
    (drawing,), (other,) = part.face.shapes, behind.face.shapes
    assert isinstance(drawing, Group)
    assert isinstance(other, Group)
    (line,) = drawing.shapes
    assert isinstance(line, Drawn)
    assert (points(line), other.shapes) == (points(hexagon_steps(0, 0, 300, 260)), ())
    assert marks_on(front)


def die(out: Path, *arguments: str) -> dict[str, bytes]:
    done("die", *arguments, "--out", out)
    return files(out)


def test_die_lines_are_trims_for_all_pages_cut_alike(tmp_path: Path) -> None:
    (raw,) = die(tmp_path, "winstons_archive", "--only", "aid").values()
    drawing = ElementTree.fromstring(raw)
    assert (drawing.get("width"), drawing.get("height")) == ("210mm", "297mm")
    assert drawing.get("viewBox") == "0 0 210 297"
    space = "{http://www.w3.org/2000/svg}"
    (group,) = drawing.findall(f"{space}g")
    style = group.get("id"), group.get("stroke"), group.get("fill")
    assert style == ("CutContour", MAGENTA, "none")
    lines = group.findall(f"{space}path")
    layout = layout_of("winstons_archive", "aid", Options())
    assert len(list(group.iter())) == 1 + len(lines)
    starts = {tuple(map(float, (line.get("d") or "")[1:].split()[:2])) for line in lines}
    placed = layout.sheets[0].placements
    assert starts >= {(round(one.x + 3, 3), round(one.y, 3)) for one in placed}, "round corners"
    every = die(tmp_path / "all", "winstons_archive", "--only", "deck")
    assert {Path(name).name for name in every} == {"deck.svg"}
    more = die(tmp_path / "bleed", "winstons_archive", "--only", "deck", "--bleed")
    assert {Path(name).name for name in more} == {"deck-1.svg", "deck-13.svg"}


def test_the_lines_of_a_pdf_are_in_the_spot_colour_of_cutters(tmp_path: Path) -> None:
    (name,) = die(tmp_path, "dice_archive", "--only", "token", "--format", "pdf")
    with pikepdf.open(tmp_path / name) as pdf:
        (page,) = pdf.pages
        assert not page.Resources.get("/Font"), "reportlab 5.1.0 names one, not embedded"
        assert pdf.pdf_version == "1.7"  # pdfcpu 0.11, strict: PrintScaling is of 1.6
        (space,) = [value for _, value in page.Resources.ColorSpace.items()]
        assert [str(one) for one in (space[0], space[1])] == ["/Separation", "/CutContour"]
        assert str(space[2]) == "/DeviceCMYK"
        tint = space[3].read_bytes()  # of cyan, magenta, yellow and black
        assert tint == b"{0.0 exch dup 1.0 mul exch 0.0 exch pop 0.0}"
        assert [round(float(side), 2) for side in page.MediaBox] == [0, 0, 595.28, 841.89]
        operators = [str(one.operator) for one in pikepdf.parse_content_stream(page)]
    assert operators.count("S") == 7, "five aids, the set-up aid and the round token"
    assert not {"f", "f*", "B", "Tj", "Do"} & set(operators)
    (picture,) = pictures((tmp_path / name).read_bytes(), 2)
    red, green, blue = (255 - light for light in ImageStat.Stat(picture).mean)
    assert green > 2 * max(red, blue), "on other devices it is magenta"


SILHOUETTE = Options(marks="silhouette")
CORNER = 10 + 20  # mm: the inset of the marks and the length of their lines


def plotted(paper: str, bleed: bool) -> Layout:
    options = msgspec.structs.replace(SILHOUETTE, paper=paper, bleed=bleed)
    return shipped("winstons_archive", "deck", options)


@pytest.mark.parametrize("bleed", [False, True])
@pytest.mark.parametrize("paper", sweep(["a4", "letter"], ["letter"]))
def test_a_plotter_finds_its_marks_on_the_side_that_it_cuts(paper: str, bleed: bool) -> None:
    """A square of 5 mm top left, two lines of 20 x 0.5 mm each top right and bottom left, 10 mm
    from the edges; nothing else where it looks for them, and no crop marks."""
    for sheet in plotted(paper, bleed).sheets:
        right, bottom = sheet.width - 10, sheet.height - 10
        paths = [shape for shape in sheet.shapes if isinstance(shape, Drawn)]
        if sheet.back:
            assert paths == []
            continue
        square, *lines = paths
        assert (square.style.fill, square.style.stroke) == ("#000000", None)
        assert corners(square) == {(10, 10), (15, 10), (10, 15), (15, 15)}
        expected: list[set[tuple[float, float]]] = [
            {(right - 20, 10), (right, 10)},
            {(right, 10), (right, 30)},
            {(10, bottom - 20), (10, bottom)},
            {(10, bottom), (30, bottom)},
        ]
        for found, wanted in zip(lines, expected, strict=True):
            assert corners(found) == {(round(x, 6), round(y, 6)) for x, y in wanted}
        assert {(line.style.stroke, line.style.width) for line in lines} == {("#000000", 0.5)}
        wide, high = sheet.width, sheet.height
        kept_clear = ((0, 0, CORNER, CORNER), (wide - CORNER, 0, wide, CORNER),
                      (0, high - CORNER, CORNER, high))  # fmt: skip
        printed = [*boxes(sheet, bleed_of(sheet)), slug_box(sheet)]
        assert not any(overlap(one, clear) for one in printed for clear in kept_clear)
        assert all(min(a, b) >= 10 and c <= right and d <= bottom for a, b, c, d in boxes(sheet))


def corners(path: Drawn) -> set[tuple[float, ...]]:
    return {tuple(round(value, 6) for value in values) for _, values in path.steps if values}


def test_paper_and_boards_that_fill_a_sheet_are_cut_by_crop_marks() -> None:
    for game, component in (("winstons_archive", "pad"), ("verse_and_variant", "prestige")):
        (sheet,) = shipped(game, component, SILHOUETTE).sheets
        assert marks(sheet)


def dxf_rings(raw: bytes) -> list[list[tuple[float, float]]]:
    """The points of each closed polyline of a DXF, a group code and its value being a line each."""
    lines = raw.decode("ascii").splitlines()
    groups = list(zip(map(int, lines[::2]), lines[1::2], strict=True))
    rings: list[list[tuple[float, float]]] = []
    for (code, value), (after, other) in itertools.pairwise(groups):
        if (code, value) == (0, "POLYLINE"):
            rings.append([])
        elif code == 10 and rings:
            assert after == 20
            rings[-1].append((float(value), float(other)))
    assert groups.count((66, "1")) == groups.count((70, "1")) == len(rings), "all are closed"
    assert groups[-1] == (0, "EOF")
    return rings


def test_svg_and_dxf_have_the_pieces_where_they_are_printed(tmp_path: Path) -> None:
    """In mm; a DXF counts from the bottom left corner up. Corners are round: their curves are
    chords that stay within 0.05 mm."""
    arguments = ("winstons_archive", "--only", "deck", "--marks", "silhouette")
    (raw,) = die(tmp_path / "dxf", *arguments, "--format", "dxf").values()
    (drawing,) = die(tmp_path / "svg", *arguments).values()
    sheet = plotted("a4", bleed=False).sheets[0]
    rings = dxf_rings(raw)
    assert raw.startswith(b"0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$INSUNITS\n70\n4\n")
    assert drawing.count(b"<path") == len(rings) == len(sheet.placements) == 6
    for ring, one in zip(rings, sheet.placements, strict=True):
        xs, ys = zip(*ring, strict=True)
        trim = one.x, sheet.height - one.y - 88, one.x + 63, sheet.height - one.y
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(trim, abs=1e-3)
        x, y = one.x + 3, sheet.height - one.y - 3  # the middle of the top left corner's curve
        round_off = [math.dist((x, y), at) for at in ring if at[0] < x and at[1] > y]
        assert len(round_off) >= 3
        assert round_off == pytest.approx([3.0] * len(round_off), abs=0.05)
