"""Contact sheets: all faces of one or several components on one sheet, each with its name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from printkit.drawing.rewriting import inlined
from printkit.drawing.shapes import Face, Group, Path, Shape, Style, Text, extent
from printkit.faces.filling_in import writable
from printkit.sheets.layout import Layout
from printkit.sheets.sheet import Placement, Sheet
from printkit.typography.fitting import as_printed
from printkit.typography.fonts import Fonts

FACTORS = (0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)  # of a square's side: the widths to try
GREY = "#333333"
EDGE = Style(fill=None, stroke="#b5b0a8", width=0.2)  # around a piece, as a white one has none
GAP = 4.0  # mm: between faces and around all of them
NAME, NAME_LINE = 2.6, 4.0  # mm: the type size of a face's name, and the height of its line
HEADING, HEADING_LINE = 6.0, 10.0  # mm


class Section(NamedTuple):
    """A heading, empty for none, and faces with the caption below each."""

    heading: str
    faces: Sequence[tuple[Face, str]]


def section_of(layout: Layout, faces: Sequence[Face], *, heading: bool) -> Section:
    named = [(face, times(face.name, face.copies)) for face in faces]
    backs = {face.back.name: face.back for face in faces if face.back is not None}
    named += [(back, name) for name, back in backs.items()]
    drawn = [(inlined(face, layout.symbols), name) for face, name in named]
    return Section(layout.component.title if heading else "", drawn)


def times(name: str, copies: int) -> str:
    return f"{name} × {copies}" if copies > 1 else name


def contact(sections: Sequence[Section], fonts: Fonts) -> Sheet:
    """All faces on one sheet, about as wide as high, each section below the one before."""
    cells = [cell(face, name, fonts) for section in sections for face, name in section.faces]
    area = sum((width + GAP) * (height + GAP) for width, height in cells)
    least = max(width for width, _ in cells)
    rooms = {max(least, math.sqrt(area) * factor) for factor in FACTORS}
    sheets = [sheet_of(sections, room, fonts) for room in sorted(rooms)]
    return min(sheets, key=lambda sheet: max(sheet.width, sheet.height))


def sheet_of(sections: Sequence[Section], room: float, fonts: Fonts) -> Sheet:
    placed: list[Placement] = []
    shapes: list[Shape] = []
    y, wide = GAP, 0.0
    for heading, faces in sections:
        if heading:
            shapes.append(title := words(heading, GAP, y + HEADING, HEADING, fonts))
            y, wide = y + HEADING_LINE, max(wide, 2 * GAP + title.width)
        x, high = GAP, 0.0
        for face, name in faces:
            width, height = cell(face, name, fonts)
            if x > GAP and x + width > GAP + room + 1e-6:
                x, y, high = GAP, y + high + GAP, 0.0
            placed.append(place := Placement(face, x + face.bleed, y + face.bleed))
            shapes.append(Group((Path(extent(face).steps, EDGE),), place.matrix))
            shapes.append(words(name, x, y + outer(face)[1] + NAME_LINE - 1, NAME, fonts))
            x, high = x + width + GAP, max(high, height)
            wide = max(wide, x)
        y += high + GAP
    return Sheet(wide, y, tuple(placed), tuple(shapes))


def cell(face: Face, name: str, fonts: Fonts) -> tuple[float, float]:
    width, height = outer(face)
    return max(width, words(name, 0, 0, NAME, fonts).width), height + NAME_LINE


def outer(face: Face) -> tuple[float, float]:
    return face.width + 2 * face.bleed, face.height + 2 * face.bleed


def words(text: str, x: float, y: float, size: float, fonts: Fonts) -> Text:
    font = fonts.get("sans")
    text = writable(as_printed(text), font)
    return Text(x, y, text, font.key, size, font.width(text) * size, GREY)
