"""Contact sheets: all faces of one or several components on one sheet, each with its name."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from printkit.drawing.rewriting import inlined
from printkit.drawing.shapes import Face, Group, Path, Shape, Style, Text, extent
from printkit.sheets.layout import Layout
from printkit.sheets.sheet import Placement, Sheet
from printkit.typography.fitting import as_printed
from printkit.typography.fonts import Fonts

FACTORS = (0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)  # of a square's side: the widths to try
GREY = "#333333"
EDGE = Style(fill=None, stroke="#b5b0a8", width=0.2)


class Measures(NamedTuple):
    """The ``gap`` between faces and around all of them, the type sizes of a face's ``name`` and of
    a ``heading``, and the heights of their lines; in mm."""

    gap: float = 4.0
    name: float = 2.6
    name_line: float = 4.0
    heading: float = 6.0
    heading_line: float = 10.0


FULL_SIZE = Measures()


class Section(NamedTuple):
    """A heading, empty for none, and faces with the caption below each."""

    heading: str
    faces: Sequence[tuple[Face, str]]


class Spot(NamedTuple):
    """A face with its name, and the left and top edge of its bleed."""

    face: Face
    name: str
    x: float
    y: float


class Block(NamedTuple):
    """A section laid out, measured from its own left and top edge."""

    heading: str
    spots: list[Spot]
    width: float
    height: float


def section_of(layout: Layout, faces: Sequence[Face], *, heading: bool) -> Section:
    """The fronts of a component with their numbers of copies, then all backs."""
    named = [(face, times(face.name, face.copies)) for face in faces]
    backs = {face.back.name: face.back for face in faces if face.back is not None}
    named += [(back, name) for name, back in backs.items()]
    drawn = [
        (msgspec.structs.replace(face, shapes=inlined(face.shapes, layout.symbols)), name)
        for face, name in named
    ]
    return Section(layout.component.title if heading else "", drawn)


def times(name: str, copies: int) -> str:
    return f"{name} × {copies}" if copies > 1 else name


def contact(sections: Sequence[Section], fonts: Fonts) -> Sheet:
    """All faces on one sheet, about as wide as high: each section together, and sections side by
    side where there is room."""
    gap = FULL_SIZE.gap
    cells = [
        cell(face, name, fonts, FULL_SIZE) for section in sections for face, name in section.faces
    ]
    area = sum((width + gap) * (height + gap) for width, height in cells)
    least = max(width for width, _ in cells)
    rooms = {max(least, math.sqrt(area) * factor) for factor in FACTORS}
    sheets = [sheet_of(sections, room, fonts, FULL_SIZE) for room in sorted(rooms)]
    return min(sheets, key=lambda sheet: max(sheet.width, sheet.height))


def sheet_of(sections: Sequence[Section], room: float, fonts: Fonts, by: Measures) -> Sheet:
    """Sections in shelves that are at most ``room`` mm wide."""
    gap = by.gap
    placed: list[Placement] = []
    shapes: list[Shape] = []
    x = y = gap
    deep = wide = 0.0
    for block in (block_of(section, room, fonts, by) for section in sections):
        if x > gap and x + block.width > gap + room + 1e-6:
            x, y, deep = gap, y + deep + gap, 0.0
        shapes.append(words(block.heading, x, y + by.heading, by.heading, fonts))
        for face, name, left, top in block.spots:
            place = Placement(face, x + left + face.bleed, y + top + face.bleed)
            placed.append(place)
            shapes.append(edge(place))
            if name:
                below = y + top + outer(face)[1] + by.name_line - 1
                shapes.append(words(name, x + left, below, by.name, fonts))
        wide = max(wide, x + block.width)
        x, deep = x + block.width + 2 * gap, max(deep, block.height)
    size = wide + gap, y + deep + gap
    return Sheet(*size, tuple(placed), tuple(shapes))


def block_of(section: Section, room: float, fonts: Fonts, by: Measures) -> Block:
    """A section's faces in rows that are at most ``room`` mm wide."""
    y = by.heading_line if section.heading else 0.0
    wide = fonts.get("sans").width(section.heading) * by.heading
    spots: list[Spot] = []
    for row, width, height in rows(section.faces, room, fonts, by):
        spots += [Spot(face, name, x, y) for x, face, name in row]
        wide, y = max(wide, width), y + height + by.gap
    return Block(section.heading, spots, wide, y - by.gap)


def rows(
    faces: Sequence[tuple[Face, str]], room: float, fonts: Fonts, by: Measures
) -> Iterator[tuple[list[tuple[float, Face, str]], float, float]]:
    """Rows of faces with the x of each; the width and the height of each row."""
    row: list[tuple[float, Face, str]] = []
    x = high = 0.0
    for face, name in faces:
        width, height = cell(face, name, fonts, by)
        if row and x + width > room + 1e-6:
            yield row, x - by.gap, high
            row, x, high = [], 0.0, 0.0
        row.append((x, face, name))
        x, high = x + width + by.gap, max(high, height)
    yield row, x - by.gap, high


def cell(face: Face, name: str, fonts: Fonts, by: Measures) -> tuple[float, float]:
    """The room that a face takes with its name below it, if it has one."""
    width, height = outer(face)
    return max(width, fonts.get("sans").width(name) * by.name), height + by.name_line


def outer(face: Face) -> tuple[float, float]:
    """A face's width and height with its bleed."""
    return face.width + 2 * face.bleed, face.height + 2 * face.bleed


def edge(place: Placement) -> Shape:
    """A line around a piece, so that a white one shows on the sheet."""
    return Group((Path(extent(place.face).steps, EDGE),), place.matrix)


def words(text: str, x: float, y: float, size: float, fonts: Fonts) -> Text:
    font, text = fonts.get("sans"), as_printed(text)
    return Text(x, y, text, font.key, size, font.width(text) * size, GREY)
