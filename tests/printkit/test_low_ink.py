"""Low ink: outlines and hatching in place of fills, everything still distinct and legible."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any, NamedTuple

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

import card_data
from printkit.drawing.colour_vision import contrast
from printkit.drawing.geometry import Box, box_under, ellipse_steps, rectangle_steps
from printkit.drawing.hatching import tone
from printkit.drawing.shapes import (
    CURRENT,
    Face,
    Field,
    Group,
    Path,
    Shape,
    Style,
    Symbol,
    Text,
    Use,
    line,
)
from printkit.drawing.traversal import texts, traverse, walk
from printkit.exports.filled_sheets import painted
from printkit.faces.low_ink import Engraver
from printkit.faces.pieces import EDGE, PAPER
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.painting.raster import png_pages
from printkit.sheets import layout as layouts_of
from printkit.sheets.layout import Layout, with_bleed
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import CAPITALS
from tests.card_data.copies import TINY, edit, errata
from tests.printkit.commands import done
from tests.printkit.pdf_pages import FONTS, shipped
from tests.sweeps import sweep

DPI = 150
DOT = 25.4 / DPI  # mm
SAVED = Options(low_ink=True)
RED, NAVY, CREAM, WHITE, INK = "#a02020", "#173f8a", "#f7efdc", "#ffffff", "#1d1a17"
# The highest coverage in low ink: of any side (a token is mostly its sign), of a card's back.
MOST, MOST_BACK = 0.28, 0.16
CARDS = ("deck", "texts", "exemplars", "aid", "set_up")
FILLED = 0.2  # the coverage of a side that has large fills
COMPONENTS = [
    (name, key)
    for name in card_data.names()
    for key, component in card_data.load(name).components.items()
    if not component.booklet
]
ALWAYS = [  # a card, a pad, tokens
    ("winstons_archive", "aid"),
    ("winstons_archive", "pad"),
    ("verse_and_variant", "tokens"),
]
each = pytest.mark.parametrize(("game", "component"), sweep(COMPONENTS, ALWAYS))


def rectangle(x: float, y: float, width: float, height: float, fill: str) -> Path:
    return Path(rectangle_steps(x, y, width, height, 0, 0), Style(fill=fill))


def word(x: float, y: float, text: str, fill: str, size: float = 4.0) -> Text:
    font = FONTS.get("sans")
    return Text(x, y, text, font.key, size, font.width(text) * size, fill)


def face_of(*shapes: Shape) -> Face:
    return Face("a", 60, 60, shapes)


def saved(*shapes: Shape, **symbols: Symbol) -> tuple[Shape, ...]:
    return Engraver(symbols).face(face_of(*shapes)).shapes


def picture(*shapes: Shape) -> Image.Image:
    png = painted(single(face_of(*shapes)), "", "png", DPI, FONTS)
    return Image.open(io.BytesIO(png)).convert("RGB")


def covered(image: Image.Image, box: tuple[float, float, float, float] | None = None) -> float:
    if box is not None:
        image = image.crop(tuple(round(value / DOT) for value in box))  # type: ignore[arg-type]
    red, green, blue = image.split()
    return 1 - ImageStat.Stat(ImageChops.darker(ImageChops.darker(red, green), blue)).mean[0] / 255


def paths(shapes: tuple[Shape, ...]) -> list[Path]:
    return [shape for shape in walk(shapes) if isinstance(shape, Path)]


def fills(shapes: tuple[Shape, ...]) -> set[str]:
    return {shape.style.fill for shape in paths(shapes) if shape.style.fill is not None}


# --- what becomes of a shape


def test_large_fills_become_white_with_sparse_hatching() -> None:
    shapes = saved(rectangle(10, 10, 40, 40, NAVY))
    assert (fills(shapes), {path.style.stroke for path in paths(shapes)}) == ({WHITE}, {None, NAVY})
    image = picture(*shapes)
    assert 0.05 < covered(image, (12, 12, 48, 48)) < 0.14
    for edge in ((9, 20, 11, 40), (49, 20, 51, 40), (20, 9, 40, 11), (20, 49, 40, 51)):
        assert covered(image, edge) > 0.05, edge
    shapes = saved(rectangle(0, 0, 60, 60, CREAM), rectangle(10, 10, 30, 30, "#e9dcc4"))
    assert fills(shapes) == {WHITE}
    assert covered(picture(*shapes)) < 0.02


def test_hatching_stays_inside_shape_and_clip() -> None:
    ring = (*ellipse_steps(30, 30, 25, 25), *ellipse_steps(30, 30, 12, 12))
    image = picture(*saved(Path(ring, Style(fill=RED, even_odd=True))))
    assert (covered(image, (23, 23, 37, 37)), covered(image, (0, 0, 9, 9))) == (0, 0)
    assert covered(image, (6, 28, 17, 32)) > 0.05
    clip = Path(ellipse_steps(30, 30, 12, 12), Style())
    image = picture(*saved(Group((rectangle(0, 0, 60, 60, NAVY),), clip=clip)))
    assert covered(image, (0, 0, 60, 17)) == 0
    assert covered(image, (24, 24, 36, 36)) > 0.05
    assert covered(image, (17.5, 29, 18.5, 31)) > 0.05, "the edge of the clip is the fill's"


def test_small_things_and_plain_drawings_stay() -> None:
    pip = Path(ellipse_steps(10, 10, 1.4, 1.4), Style(fill=RED))
    bar = rectangle(5, 20, 50, 1.2, NAVY)
    frame = rectangle(5, 30, 40, 20, RED)
    inner = rectangle(6, 31, 38, 18, WHITE)
    assert saved(pip, bar, frame, inner) == (pip, bar, frame, inner)
    field = Field("a", "number", "A", 1, 1, 5, 5)
    shapes = (Group((word(5, 10, "Ann", INK), line(5, 12, 30, 12, Style(stroke=INK))), says="a"),)
    made = saved(*shapes, field)
    assert made[0] is shapes[0]
    assert made[1] is field


def test_each_shape_stays_in_its_place_with_what_it_says() -> None:
    ground = Group((rectangle(0, 0, 60, 60, NAVY),), background=True)
    figure = Group((rectangle(10, 10, 20, 20, RED),), role="Figure", says="a red square")
    made = saved(ground, figure, word(12, 50, "Ann", WHITE))
    first, second, _ = made
    assert isinstance(first, Group)
    assert first.background
    assert isinstance(second, Group)
    assert (second.role, second.says) == ("Figure", "a red square")


def test_thick_lines_become_hollow_and_patterns_thin() -> None:
    image = picture(*saved(line(5, 30, 55, 30, Style(fill=None, stroke=NAVY, width=10))))
    assert 0.05 < covered(image, (10, 26, 50, 34)) < 0.14
    assert covered(image, (10, 24.9, 50, 25.4)) > 0.3
    frame = rectangle_steps(10, 10, 40, 40, 0, 0)
    image = picture(*saved(Path(frame, Style(fill=None, stroke=NAVY, width=10))))
    assert covered(image, (6, 16, 14, 44)) > 0.05, "the side that closes it"
    steps = tuple(step for n in range(20) for step in line(0, 3 * n, 60, 3 * n, Style()).steps)
    pattern = Path(steps, Style(fill=None, stroke=NAVY, width=1.6))
    assert covered(picture(pattern)) > 0.45
    assert 0.05 < covered(picture(*saved(pattern))) < 0.25


# --- what stood on it


def test_light_letters_on_a_dark_fill_become_dark_and_hatching_keeps_clear_of_them() -> None:
    shapes = saved(rectangle(5, 5, 50, 50, RED), word(15, 30, "Archive", WHITE))
    (text,) = texts(shapes)
    assert contrast(text.fill, WHITE) >= 4.5
    without = saved(rectangle(5, 5, 50, 50, RED))
    box = (14.6, 26.6, 15 + text.width + 0.4, 31.4)
    assert covered(picture(*without), box) > 0.04
    assert covered(picture(shapes[0]), box) == 0


def test_letters_pips_and_lines_stay_readable() -> None:
    (text,) = texts(saved(rectangle(5, 5, 50, 50, "#f7d54a"), word(15, 30, "Archive", INK)))
    assert text.fill == INK
    muted = "#5c7bb5"
    was = contrast(muted, NAVY)
    (text,) = texts(saved(rectangle(5, 5, 50, 50, NAVY), word(15, 30, "Archive", muted)))
    assert was < 3
    assert was * 0.95 <= contrast(text.fill, WHITE) < 3 * was
    pip = Path(ellipse_steps(30, 30, 1.4, 1.4), Style(fill=WHITE))
    image = picture(*saved(rectangle(20, 20, 20, 20, NAVY), pip))
    assert covered(image, (29.4, 29.4, 30.6, 30.6)) > 0.9
    disc = Path(ellipse_steps(30, 30, 2, 2), Style(fill=NAVY))
    shapes = saved(disc, word(29.3, 30.8, "3", WHITE, 2.4))
    assert next(texts(shapes)).fill == WHITE
    assert disc in shapes
    disc = Path(ellipse_steps(30, 30, 2, 2), Style(fill=WHITE))
    shapes = saved(rectangle(0, 0, 60, 60, NAVY), disc, word(29.3, 30.8, "3", INK, 2.4))
    (text,) = texts(shapes)
    (solid,) = fills(shapes) - {WHITE}
    assert contrast(text.fill, solid) >= 4.5
    rule = line(10, 30, 50, 30, Style(fill=None, stroke=WHITE, width=0.3))
    made = saved(rectangle(0, 0, 60, 60, RED), rule)[1]
    assert isinstance(made, Path)
    assert made.style.stroke is not None
    assert contrast(made.style.stroke, WHITE) >= 3


def test_a_white_plate_stays_white_and_what_stands_on_it_dark() -> None:
    plate = rectangle(15, 20, 30, 15, WHITE)
    shapes = saved(rectangle(0, 0, 60, 60, RED), plate, word(18, 30, "Archive", INK))
    image = picture(*shapes)
    (text,) = texts(shapes)
    assert text.fill == INK
    assert covered(image, (16, 21, 44, 25)) == 0, "the hatching lies below the plate"
    assert covered(image, (14.8, 21, 15.2, 34)) > 0.1, "which has got an edge"


def test_only_what_is_marked_as_a_piece_is_drawn_as_one() -> None:
    """A piece is drawn by itself, and its edge left to the scissors that cut it out; a panel that
    looks the same has an outline."""
    edge = rectangle_steps(10, 10, 40, 40, 0, 0)
    shapes = Path(edge, PAPER), Path(edge, Style("#1f4e5f")), Path(edge, EDGE)
    for piece in (False, True):
        (made,) = saved(Group(shapes, clip=Path(edge), piece=piece))
        strokes = [path.style.stroke for path in paths((made,)) if path.steps == edge]
        assert strokes.count("#1f4e5f") == (0 if piece else 1)


def test_a_symbol_in_colours_of_its_own_is_drawn_anew_where_it_is_used() -> None:
    banner = Symbol("banner", (rectangle(0, 0, 20, 20, NAVY), word(2, 12, "Archive", WHITE)), 20)
    rule = Symbol("rule", (line(0, 0, 20, 0, Style(stroke=NAVY)),), 20)
    used, kept = Use("banner", 10, 15, 40), Use("rule", 10, 58, 40)
    made, same = saved(used, kept, banner=banner, rule=rule)
    assert same is kept
    assert isinstance(made, Group)
    assert (made.matrix, fills((made,))) == ((2, 0, 0, 2, 10, 15), {WHITE})
    (text,) = texts((made,))
    assert contrast(text.fill, WHITE) >= 4.5
    image = picture(made)
    assert covered(image, (12, 17, 48, 30)) > 0.05
    assert (covered(image, (0, 0, 60, 14.6)), covered(image, (0, 0, 9.6, 60))) == (0, 0)


def test_an_icon_stays_one_shape_in_a_colour_that_is_seen() -> None:
    dot = Symbol("dot", (Path(ellipse_steps(5, 5, 5, 5), Style(fill=CURRENT)),), 10)
    ground, icon = rectangle(0, 0, 60, 60, NAVY), Use("dot", 20, 20, 6, WHITE)
    _, made = saved(ground, icon, dot=dot)
    assert isinstance(made, Use)
    assert (made.x, made.y, made.side) == (20, 20, 6)
    assert contrast(made.colour, WHITE) >= 3
    on_paper = Use("dot", 20, 20, 6, NAVY)
    assert saved(on_paper, dot=dot) == (on_paper,)


def test_outline_leaves_out_the_trim() -> None:
    made = saved(rectangle(-3, 20, 40, 20, NAVY))
    (edge,) = [path for path in paths(made) if path.style.stroke and path.style.cap != "round"]
    assert [at for _, at in edge.steps] == [(-3, 20), (37, 20), (37, 40), (-3, 40)]
    assert [letter for letter, _ in edge.steps] == ["M", "L", "L", "L"]


# --- colours stay apart

Direction = tuple[str, frozenset[float]]


def directions(colour: str) -> Direction:
    """How a colour is hatched: in dots, dashed or in full lines; and how these slant."""
    shapes = saved(rectangle(5, 5, 50, 50, colour))
    (drawn,) = [path for path in paths(shapes) if path.style.cap == "round"]
    points = [values for _, values in drawn.steps]
    found, lengths = set(), []
    for (x0, y0), (x1, y1) in zip(points[::2], points[1::2], strict=True):
        lengths.append(abs(x1 - x0) + abs(y1 - y0))
        found.add(0.0 if abs(y1 - y0) < 0.05 else round((x1 - x0) / (y1 - y0)) or 90.0)
    if max(lengths) < 0.1:
        return "dots", frozenset()
    return ("dashes" if max(lengths) < 5 else "lines"), frozenset(found)


def test_suits_sets_and_players_are_hatched_apart() -> None:
    """VV-1.2, VV-1.4, WA-1.3, DA-1.1, MS-1.1, NE-1.1: distinct in grey too."""
    for game, table in (
        ("verse_and_variant", "suits"), ("verse_and_variant", "player_colours"),
        ("winstons_archive", "sets"), ("dice_archive", "dice"), ("manuscript", "cubes"),
        ("nineteen_eighty_four", "dice"),
    ):  # fmt: skip
        rows: tuple[Any, ...] = card_data.load(game).rows(table)
        hatched = [row.colour for row in rows if tone(row.colour) > 0.05]  # white is left white
        assert len({directions(colour) for colour in hatched}) == len(hatched), (game, table)


# --- the games' own pieces


class Seen(NamedTuple):
    name: str
    image: Image.Image
    texts: list[tuple[str, Box]]


def some(layout: Layout) -> list[Face]:
    faces = with_bleed(layout.faces, 0.0)
    few = faces[:: max(1, len(faces) // 4)]
    backs = {face.back.name: face.back for face in faces if face.back is not None}
    return [*few, *list(backs.values())[:3]]


def printed(layout: Layout, folder: File) -> Iterator[Seen]:
    file, faces = folder / "some.pdf", some(layout)
    with file.open("wb") as stream:
        paint_sheets(layout, [single(face) for face in faces], FONTS, stream, "")
    for face, png in zip(faces, png_pages(file.read_bytes(), DPI), strict=True):
        placed = []
        for visit in traverse(face.shapes, symbols=layout.symbols):
            if isinstance(text := visit.shape, Text):
                top, right = text.y - CAPITALS * text.size, text.x + text.width
                placed.append((text.text, box_under(visit.matrix, (text.x, top, right, text.y))))
        yield Seen(face.name, Image.open(io.BytesIO(png)).convert("RGB"), placed)


def legible(seen: Seen, box: Box) -> float:
    """The contrast of the darkest and the lightest dot in a box."""
    left, top = int(box[0] / DOT) - 1, int(box[1] / DOT) - 1
    right, bottom = round(box[2] / DOT) + 1, round(box[3] / DOT) + 1
    extremes = seen.image.crop((left, top, right, bottom)).convert("L").getextrema()
    low, high = (f"#{int(level):02x}{int(level):02x}{int(level):02x}" for level in extremes)  # type: ignore[arg-type]
    return contrast(low, high)


@each
def test_components_take_less_ink(game: str, component: str, tmp_path: File) -> None:
    full, low = shipped(game, component, Options()), shipped(game, component, SAVED)
    for before, after in zip(printed(full, tmp_path), printed(low, tmp_path), strict=True):
        was, now = covered(before.image), covered(after.image)
        assert now <= was + 0.001, after.name
        assert was < FILLED or now < 0.6 * was, (after.name, was, now)
        is_back = component in CARDS and after.name.endswith("back")
        assert now < (MOST_BACK if is_back else MOST), (after.name, now)
        assert [text for text, _ in after.texts] == [text for text, _ in before.texts]
        for (text, first), (_, second) in zip(before.texts, after.texts, strict=True):
            if text.strip():
                wanted = 0.75 * min(legible(before, first), 3.5)
                assert legible(after, second) >= wanted, (after.name, text)


def test_the_back_of_a_deck_is_drawn_once() -> None:
    options = msgspec.structs.replace(SAVED, data=TINY)
    faces = layouts_of.lay_out(card_data.load("errata", TINY), "deck", options, Typesetter()).faces
    assert (len(faces), len({id(face.back) for face in faces})) == (4, 1)


# --- the commands


def test_files_in_low_ink_say_so_with_bleed_too(tmp_path: File) -> None:
    shared, name = ("dice_archive", "--only", "token", "--out"), File("dice_archive", "token")
    for more in ((), ("--bleed",)):
        done("build", *shared, tmp_path, "--low-ink", *more)
        assert b"low_ink=true" in (tmp_path / name.with_suffix(".pdf")).read_bytes()
    for out, low in (("plain", ()), ("low", ("--low-ink",))):
        done("svg", *shared, tmp_path / out, *low)
    plain, saving = (tmp_path / one / name / "token.svg" for one in ("plain", "low"))
    assert plain.read_bytes() != saving.read_bytes()


def test_a_template_may_ask_whether_ink_is_saved(tmp_path: File) -> None:
    said = "{{ 'little' if low_ink else 'plenty' }}"
    text = f'<text x="8" y="80" font-size="8pt">{said}</text></svg>'
    edit(errata(tmp_path) / "templates" / "card.svg", "</svg>", text)
    for low in (False, True):
        options = Options(data=tmp_path, low_ink=low)
        game = card_data.load("errata", tmp_path)
        faces = layouts_of.lay_out(game, "deck", options, Typesetter()).faces
        words = {text.text for text in texts(faces[0].shapes)}
        assert ("little" in words, "plenty" in words) == (low, not low)
