"""Bleed is art: every piece that is cut out runs to 3 mm over its trim, and nothing but background
is outside its safe area. This is examined, dot by dot, on faces as they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import cos, radians, sin
from pathlib import Path as FilePath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import card_data
from printkit.drawing.colour import tint
from printkit.drawing.geometry import ellipse_steps, rectangle_steps
from printkit.drawing.shapes import Face, Group, Path, Shape, Style, Text, Tile, Use
from printkit.drawing.traversal import walk
from printkit.inspection.margins import (
    REMEDY,
    background,
    margin_faults,
    margin_problems,
    pictures,
    sides,
)
from printkit.options import Options
from printkit.sheets.layout import Layout
from tests.card_data.copies import edit
from tests.printkit.commands import done, refused
from tests.printkit.pdf_pages import FONTS, shipped
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


DYED = Style(fill="#8c2f39")


def box(x: float, y: float, width: float, height: float, fill: str = "#8c2f39") -> Path:
    return Path(rectangle_steps(x, y, width, height, 0, 0), Style(fill=fill))


def out_to(bleed: float, fill: str = "#8c2f39") -> Path:
    return box(-bleed, -bleed, WIDTH + 2 * bleed, HEIGHT + 2 * bleed, fill)


def face(*shapes: Shape, background: tuple[Shape, ...] = (out_to(BLEED),)) -> Face:
    return Face(
        "piece", WIDTH, HEIGHT, (Group(background, background=True), *shapes), 1, BLEED, SAFE, 3.0
    )


def findings(*faces: Face) -> list[str]:
    """Return the faults found at the margins of faces, put into a shipped component."""
    made = replace(shipped("winstons_archive", "aid", BLED), parts=list(faces), faces=list(faces))
    return [one.removesuffix(f"; {REMEDY}") for one in margin_faults(made, FONTS)]


@each
def test_shipped_pieces_have_no_margin_faults(game: str, component: str) -> None:
    for options in (BLED, Options()):
        layout = shipped(game, component, options)
        assert [*margin_problems(layout, FONTS), *margin_faults(layout, FONTS)] == []
        for one in layout.faces:
            for side in filter(None, (one, one.back)):
                assert not options.bleed or any(background(side.shapes)), side.id


@each
def test_no_piece_is_white_all_around_with_bleed(game: str, component: str) -> None:
    layout = shipped(game, component, BLED)
    found = sides(layout)
    for side, page in zip(found, pictures(layout, found, FONTS), strict=True):
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


def dots(apart: float, radius: float) -> tuple[Shape, ...]:
    places = product(range(round(50 / apart) + 1), range(round(70 / apart) + 1))
    return tuple(
        Path(ellipse_steps(apart * across - 3, apart * down - 3, radius, radius), DYED)
        for across, down in places
    )


PLAIN = face()
BLANK, OUTSIDE = "its bleed is blank", "the safe area of 3 mm,"
DARK, ALL = "#1d1a17", "on several sides"
FINDINGS: dict[str, tuple[Face, str]] = {
    "a good face": (face(box(SAFE, SAFE, WIDTH - 2 * SAFE, HEIGHT - 2 * SAFE, "#ffffff")), ""),
    "white all around": (face(box(5, 5, 5, 5), background=(out_to(BLEED, "#ffffff"),)), ""),
    "no background": (replace(PLAIN, shapes=(out_to(0), box(1, 1, 5, 5, "#ffffff"))), ""),
    "left": (face(background=(box(0, -3, WIDTH + 3, HEIGHT + 6),)), f"{BLANK} at the left edge"),
    "right": (face(background=(box(-3, -3, WIDTH + 3, HEIGHT + 6),)), f"{BLANK} at the right edge"),
    "top": (face(background=(box(-3, 0, WIDTH + 6, HEIGHT + 3),)), f"{BLANK} at the top edge"),
    "trim": (face(background=(out_to(0),)), f"{BLANK} {ALL}"),
    "too short": (face(background=(out_to(BLEED - 0.6),)), f"{BLANK} {ALL}"),
    "a picture with round corners": (
        face(background=(Path(rectangle_steps(-3, -3, WIDTH + 6, HEIGHT + 6, 5, 5), DYED),)), ""),
    "a tab": (face(background=(box(0, 18, 9, 8),)), f"{BLANK} at the top left"),
    "a ribbon": (face(background=(box(9, -3, 2, HEIGHT + 6), box(-3, 9, WIDTH + 6, 12))), ""),
    "dots": (face(background=dots(4.1, 0.8)), ""),
    "large dots": (face(background=dots(11.0, 4.0)), ""),
    "a chequerboard": (face(background=tuple(
        box(x + y % 2 * 5, y, 5, 5)
        for x, y in product(range(-3, 43, 10), range(-3, 63, 5)))), ""),
    "ruled paper": (face(background=tuple(box(-3, y, WIDTH + 6, 0.2) for y in range(-3, 64, 3))),
                    ""),
    "letters": (face(background=(Text(-2, 1.5, "All quills fly", FONTS.get("sans").key, 9, 44,
                                      "#8c2f39"),)), ""),
    "a fade": (face(background=tuple(
        box(-3, -1.6 + step / 5, WIDTH + 6, 0.21, tint("#8c2f39", step / 60))
        for step in range(60))), ""),
    "a pale band": (face(background=(box(-3, 0, WIDTH + 6, 9, "#f8f8f0"),)),
                    f"{BLANK} at the top edge"),
    "a sliver if the cut is off by 1.5 mm": (
        face(background=(out_to(BLEED), box(0.5, 0.5, WIDTH - 1, HEIGHT - 1, "#ffffff"))),
        f"{BLANK} {ALL}"),
    "words": (face(Text(1, 30, "Quill", FONTS.get("sans").key, 4, 9, "#ffffff")),
              f"{OUTSIDE} at the left edge"),
    "pale": (face(box(30, 1, 9, 9, "#94404a")), f"{OUTSIDE} at the top right"),
    "over the edge": (face(box(10, 50, 20, 13, DARK)), f"{OUTSIDE} at the bottom edge"),
    "over the edge without bleed": (replace(face(box(10, 50, 20, 13, DARK)), bleed=0.0),
                                    f"{OUTSIDE} at the bottom edge"),
    "frame": (face(Path(rectangle_steps(2, 2, 36, 56, 0, 0), Style(None, "#ffffff", 0.5))),
              f"{OUTSIDE} {ALL}"),
}  # fmt: skip


@pytest.mark.parametrize("what", FINDINGS)
def test_a_face_is_looked_at_dot_by_dot(what: str) -> None:
    one, said = FINDINGS[what]
    found = findings(one)
    assert any(one.endswith(said) for one in found) if said else found == []


UPWARDS = st.floats(188, 352).filter(lambda turn: 8 < turn % 90 < 82)
DASH = st.just(()) | st.tuples(st.floats(0.2, 6), st.floats(0.2, 6))
LINES = st.lists(st.tuples(UPWARDS, st.floats(0.1, 2.5), DASH), min_size=3, max_size=9)


@given(LINES, st.floats(-1, BLEED - 0.6), st.floats(7, WIDTH - 6))
@settings(max_examples=6, deadline=None)
def test_lines_over_the_cut_go_on_however_dashed_and_art_that_ends_there_does_not(
    lines: list[tuple[float, float, tuple[float, ...]]], beyond: float, wide: float
) -> None:
    x, y = WIDTH / 2, HEIGHT / 2
    drawn = tuple(
        Path(
            (("M", (x, y)), ("L", (x + 99 * cos(radians(turn)), y + 99 * sin(radians(turn))))),
            Style(None, "#000000", width, dash),
        )
        for turn, width, dash in lines
    )
    assert findings(*(face(background=(one,)) for one in drawn)) == []
    (found,) = findings(face(background=(box(3, 50, wide, 10 + beyond), *drawn)))
    assert found.startswith("piece: its bleed is blank at the bottom")


def test_every_face_with_art_at_the_cut_is_counted() -> None:
    near = [replace(face(box(30, 1, side, 9, DARK)), id=f"ship_{side}") for side in (5, 6, 7, 8)]
    (found,) = findings(*near, replace(near[0], id="ship_9"))
    assert found.startswith("ship_5, ship_9, ship_6 and 2 more: something other than background")


def test_round_and_tiled_faces_have_their_own_margins() -> None:
    disc = replace(face(), width=60.0, corner=30.0, safe=2.0)
    ground = Group((box(-3, -3, 66, 66),), background=True)
    ring = Path(ellipse_steps(30, 30, 27.5, 27.5), Style(None, "#ffffff", 0.3))
    assert findings(replace(disc, shapes=(ground, ring))) == []
    (found,) = findings(replace(disc, shapes=(ground, box(4, 4, 6, 6, "#1d1a17"))))
    assert found.endswith("outside the safe area of 2 mm, at the top left")
    ground = Group((box(-3, -3, 86, HEIGHT + 6),), background=True)
    window = Group((ground, box(36, 20, 3, 20, "#1d1a17")))
    left = replace(face(), shapes=(window,), tile=Tile(0, 0, 0.0, 0.0, 80.0, HEIGHT), corner=0.0)
    assert findings(left) == []
    (found,) = findings(replace(left, shapes=window.shapes, tile=None))
    assert found.endswith("at the right edge")


def test_blank_bleed_is_told_but_in_low_ink(errata: FilePath) -> None:
    edit(
        errata / "templates" / "card.svg",
        '<rect x="{{ -bleed }}" y="{{ -bleed }}" '
        'width="{{ w + 2 * bleed }}" height="{{ h + 2 * bleed }}" fill="#f3ead8"/>',
        '<background><rect width="{{ w }}" height="{{ h }}" fill="#f3ead8"/></background>',
    )
    data = errata.parent
    build = ("build", "--only", "deck", "--data", data, "--out", data / "out")
    cards = "deck: comma, letter, line and 1 more"
    wanted = f"{errata / 'print.yaml'}:2:3: {cards}: its bleed is blank on several sides"
    for words in (build, (*build, "--bleed"), ("check", "--data", data)):
        assert refused(*words).splitlines()[0] == wanted
    done(*build, "--bleed", "--low-ink")
