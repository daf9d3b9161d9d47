"""Bleed is art: every piece that is cut out runs to 3 mm over its trim, and nothing but background
is outside its safe area. This is examined, dot by dot, on faces and on the pages of real files."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import partial

import msgspec
import pypdfium2
import pytest

import card_data
from printkit.audit.margins import (
    Examined,
    background,
    file_findings,
    margin_findings,
    pictures,
    unlike,
)
from printkit.drawing.geometry import ellipse_steps, rectangle_steps
from printkit.drawing.shapes import Face, Group, Path, Shape, Style, Symbol, Text, Tile, Use
from printkit.drawing.traversal import walk
from printkit.options import Faults, Options, Printer
from printkit.painting.paint import pdf_of, single
from printkit.sheets.layout import Layout
from printkit.sheets.sheet import Sheet
from printkit.typography.fonts import Fonts
from tests.printkit.tools import FONTS, shipped
from tests.sweeps import sweep

BLED = Options(bleed=True)
WIDTH, HEIGHT, BLEED, SAFE = 40.0, 60.0, 3.0, 3.0  # mm, of the faces that are made here
# What is cut out along lines of its own, in the middle of its piece or of a page of them.
ALONG_LINES = {("dice_archive", "dice"), ("nineteen_eighty_four", "dice"), ("manuscript", "tiles")}
EVERY = [
    (game, name)
    for game in card_data.names()
    for name, component in card_data.load(game).components.items()
    if component.bleed and (game, name) not in ALONG_LINES
]
each = pytest.mark.parametrize(
    ("game", "component"),
    sweep(EVERY, [("winstons_archive", "aid"), ("dice_archive", "board"), ("manuscript", "cubes")]),
)


def box(x: float, y: float, width: float, height: float, fill: str = "#8c2f39") -> Path:
    return Path(rectangle_steps(x, y, width, height, 0, 0), Style(fill=fill))


def out_to(bleed: float, fill: str = "#8c2f39") -> Path:
    return box(-bleed, -bleed, WIDTH + 2 * bleed, HEIGHT + 2 * bleed, fill)


def face(*shapes: Shape, background: tuple[Shape, ...] = (out_to(BLEED),)) -> Face:
    return Face(
        "piece", WIDTH, HEIGHT, (Group(background, background=True), *shapes), 1, BLEED, SAFE, 3.0
    )


def findings(*faces: Face) -> list[str]:
    """What is found of faces on sheets of a component that is there anyway."""
    layout = shipped("winstons_archive", "aid", BLED)
    return list(margin_findings(msgspec.structs.replace(layout, parts=list(faces)), FONTS))


@each
def test_bleed_of_every_piece_is_art_and_its_safe_area_holds_the_rest(
    game: str, component: str
) -> None:
    for options in (BLED, Options()):
        layout = shipped(game, component, options)
        assert list(margin_findings(layout, FONTS)) == []
        for one in layout.faces:
            for side in filter(None, (one, one.back)):
                assert not options.bleed or any(background(side.shapes)), side.id


@each
def test_no_piece_is_white_all_around_with_bleed(game: str, component: str) -> None:
    layout = shipped(game, component, BLED)
    sides = {
        id(side): side for one in layout.faces for side in filter(None, (one, one.back))
    }.values()
    sheets = [single(side) for side in sides]
    pages = pictures(pdf_of(layout, sheets, FONTS), [*enumerate(sheets)])
    for side, page in zip(sides, pages, strict=True):
        assert page is not None
        assert page.getpixel((1, page.height // 2)) != (255, 255, 255), side.id


@each
def test_no_words_and_no_icons_are_in_what_may_be_cut_off(game: str, component: str) -> None:
    layout = shipped(game, component, BLED)
    for one in layout.faces:
        for side in filter(None, (one, one.back)):
            for shape in in_background(side.shapes, layout):
                assert not isinstance(shape, Text), (side.id, shape)
                icon = isinstance(shape, Use) and layout.symbols[shape.symbol].size
                assert not icon, (side.id, shape)


def in_background(shapes: tuple[Shape, ...], layout: Layout) -> Iterator[Shape]:
    """Every shape of a face's background, those of the symbols that it uses too."""
    for group in shapes[:1]:
        if isinstance(group, Group) and group.background:
            for shape in walk(group.shapes):
                yield shape
                if isinstance(shape, Use):
                    yield from walk(layout.symbols[shape.symbol].shapes)


def test_every_card_token_and_board_has_three_millimetres() -> None:
    for game in card_data.names():
        for name, component in card_data.load(game).components.items():
            if component.paper == "card" and (game, name) not in ALONG_LINES:
                assert component.bleed == BLEED, (game, name)


def test_good_face() -> None:
    assert findings(face(box(SAFE, SAFE, WIDTH - 2 * SAFE, HEIGHT - 2 * SAFE, "#ffffff"))) == []


@pytest.mark.parametrize(
    ("ground", "where"),
    [
        (box(0, -BLEED, WIDTH + BLEED, HEIGHT + 2 * BLEED), "at the left edge"),
        (box(-BLEED, -BLEED, WIDTH + BLEED, HEIGHT + 2 * BLEED), "at the right edge"),
        (box(-BLEED, 0, WIDTH + 2 * BLEED, HEIGHT + BLEED), "at the top edge"),
        (out_to(0), "on several sides"),
        (out_to(BLEED - 0.6), "on several sides"),
    ],
    ids=["left", "right", "top", "trim", "too short"],
)
def test_blank_bleed(ground: Path, where: str) -> None:
    assert findings(face(background=(ground,))) == [f"piece: its bleed is blank {where}"]


def test_a_piece_that_is_white_all_around() -> None:
    """White paper needs no ink to be white."""
    assert findings(face(box(5, 5, 5, 5), background=(out_to(BLEED, "#ffffff"),))) == []


def test_no_background_at_all() -> None:
    """Nobody said what of it may be cut off."""
    bare = msgspec.structs.replace(face(), shapes=(out_to(0), box(1, 1, 5, 5, "#ffffff")))
    assert findings(bare) == []


def test_a_corner_that_is_blank() -> None:
    ground = box(-BLEED, 0, WIDTH + 2 * BLEED, HEIGHT + BLEED), box(0, -BLEED, 50, 10)
    assert findings(face(background=ground)) == ["piece: its bleed is blank at the top left"]


def test_white_where_a_slip_of_the_knife_leaves_it() -> None:
    """Colour outside the trim alone shows as a sliver if the cut is off by 1.5 mm."""
    white = box(0.5, 0.5, WIDTH - 1, HEIGHT - 1, "#ffffff")
    found = findings(face(background=(out_to(BLEED), white)))
    assert found == ["piece: its bleed is blank on several sides"]


@pytest.mark.parametrize(
    ("shape", "where"),
    [
        (Text(1, 30, "Quill", FONTS.get("sans").key, 4, 9, "#ffffff"), "at the left edge"),
        (box(30, 1, 9, 9, "#94404a"), "at the top right"),
        (box(10, 50, 20, 13, "#1d1a17"), "at the bottom edge"),
        (
            Path(rectangle_steps(2, 2, 36, 56, 0, 0), Style(None, "#ffffff", 0.5)),
            "on several sides",
        ),
    ],
    ids=["words", "pale", "over the edge", "frame"],
)
def test_something_outside_the_safe_area(shape: Shape, where: str) -> None:
    said = f"piece: something other than background is outside the safe area of 3 mm, {where}"
    assert said in findings(face(shape))


def test_something_outside_the_safe_area_without_bleed() -> None:
    plain = msgspec.structs.replace(face(box(10, 50, 20, 13, "#1d1a17")), bleed=0.0)
    (found,) = findings(plain)
    assert found.endswith("at the bottom edge")


def test_round_piece_has_a_round_safe_area() -> None:
    """A corner of the square that a round piece lies in is cut off."""
    disc = msgspec.structs.replace(face(), width=60.0, corner=30.0, safe=2.0)
    ground = Group((box(-3, -3, 66, 66),), background=True)
    ring = Path(ellipse_steps(30, 30, 27.5, 27.5), Style(None, "#ffffff", 0.3))
    assert findings(msgspec.structs.replace(disc, shapes=(ground, ring))) == []
    (found,) = findings(msgspec.structs.replace(disc, shapes=(ground, box(4, 4, 6, 6, "#1d1a17"))))
    assert found.endswith("outside the safe area of 2 mm, at the top left")


def test_parts_of_a_board_have_margins_where_the_board_has() -> None:
    """Left of the join nothing is cut off: what is there is on the other part too."""
    ground = Group((box(-3, -3, 86, HEIGHT + 6),), background=True)
    window = Group((ground, box(36, 20, 3, 20, "#1d1a17")))
    left = msgspec.structs.replace(
        face(), shapes=(window,), tile=Tile(0, 0, 0.0, 0.0, 80.0, HEIGHT), corner=0.0
    )
    assert findings(left) == []
    (found,) = findings(msgspec.structs.replace(left, shapes=window.shapes, tile=None))
    assert found.endswith("at the right edge")


@pytest.mark.parametrize("layout", ["duplex", "gutterfold"])
def test_pages_of_a_file(layout: str, fonts: Fonts) -> None:
    """The file is examined, not what was meant to be in it: other backs are found on its pages."""
    options = Options(bleed=True, layout=layout)  # type: ignore[arg-type]
    good = shipped("dice_archive", "aid", options)
    paint = partial(pdf_of, good, fonts=fonts)
    assert list(file_findings(paint(good.sheets), good, paint)) == []
    spoiled = [
        sheet._replace(
            placements=tuple(
                one._replace(face=spoilt(one.face) if one.back else one.face)
                for one in sheet.placements
            )
        )
        for sheet in good.sheets
    ]
    found = list(file_findings(paint(spoiled), good, paint))
    backs = [one for sheet in good.sheets for one in sheet.placements if one.back]
    assert len(found) == len(backs)
    assert all("aid_back: something other than background" in one for one in found)


def test_faces_that_are_alike_outside_their_safe_area_are_looked_at_once(fonts: Fonts) -> None:
    """What is in the middle does not count; what reaches out of it does, a symbol's shapes too."""
    good = shipped("winstons_archive", "aid", BLED)

    def sheets(*faces: Face) -> list[tuple[int, Sheet]]:
        return [*enumerate(map(single, faces), 7)]

    def looked_at(*faces: Face) -> list[int]:
        return [page for page, _ in unlike(sheets(*faces), symbols, set())]

    symbols = {
        "dot": Symbol("dot", (box(2, 2, 2, 2),), 10),
        "ray": Symbol("ray", (box(2, 2, 2, 90),), 10),
    }
    plain, other = face(), face(background=(out_to(BLEED, "#1f4e5f"),))
    middle = face(box(5, 5, 20, 20), Text(9, 9, "Quill", FONTS.get("sans").key, 4, 9, "#ffffff"))
    frame = face(Path(rectangle_steps(3.2, 3.2, 33, 53, 0, 0), Style(None, "#ffffff", 0.5)))
    dot, ray = (face(Use(name, 20, 20, 10, "#000000")) for name in symbols)
    stamp = Text(3, 57, "AB44", FONTS.get("sans").key, 1.5, 3, "#ffffff")
    stamped = face(Group((stamp,), role="Artifact", stamp=True))
    clipped = face(Group((box(-9, -9, 99, 99),), clip=box(9, 9, 9, 9)))
    assert looked_at(plain, face(), middle, dot, clipped, stamped) == [7]
    assert looked_at(plain, other, frame, ray) == [7, 8, 9, 10]
    assert looked_at(plain, msgspec.structs.replace(plain, safe=4.0)) == [7, 8]
    assert looked_at(plain, msgspec.structs.replace(plain, shape="hex", corner=0.0)) == [7, 8]

    paint = partial(pdf_of, good, fonts=fonts)
    examined: Examined = set()
    file = paint(good.sheets)
    assert list(file_findings(file, good, paint, 0, examined)) == []
    known = set(examined)
    assert list(file_findings(file, good, paint, 0, examined)) == []
    assert examined == known


def spoilt(face: Face) -> Face:
    """A face with a line across it, from edge to edge."""
    line = box(0, face.height / 2, face.width, 1, "#1d1a17")
    return msgspec.structs.replace(face, shapes=(*face.shapes, line))


def test_pages_before_a_component_are_left_out(fonts: Fonts) -> None:
    before, layout = (shipped("dice_archive", name, BLED) for name in ("aid", "token"))
    paint = partial(pdf_of, layout, fonts=fonts)
    both = pypdfium2.PdfDocument.new()
    for raw in (pdf_of(before, before.sheets[:1], fonts), paint(layout.sheets)):
        both.import_pages(pypdfium2.PdfDocument(raw))
    file = io.BytesIO()
    both.save(file)
    assert list(file_findings(file.getvalue(), layout, paint, before=1)) == []


def test_pages_corrected_for_a_printer_are_examined_as_they_lie(fonts: Fonts) -> None:
    """Turned a little, the rims of a piece and of its background alone differ by some dots."""
    printer = Printer("inky", Faults(1.2, -0.9, 0.995, 0.8))
    options = Options(bleed=True, printer=printer)
    layout = shipped("manuscript", "exemplars", options)
    paint = partial(pdf_of, layout, fonts=fonts)
    assert list(file_findings(paint(layout.sheets), layout, paint)) == []
