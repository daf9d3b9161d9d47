"""Fill sheets in: draw entries into their fields, mark faults, frame what is not answered yet.

Fields are named by paths into a position, such as ``players.0.name``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from card_data.text import composed
from printkit.drawing.geometry import (
    IDENTITY,
    Matrix,
    Rect,
    Step,
    box_under,
    ellipse_steps,
    rectangle_steps,
)
from printkit.drawing.shapes import Face, Field, Group, Path, Shape, Style, Text
from printkit.drawing.traversal import traverse
from printkit.typography.fitting import POINT
from printkit.typography.fonts import CAPITALS, Font, Fonts, letters_of
from printkit.typography.own_fonts.scripts import IGNORABLE

Entry = tuple[str, str]  # a field's name, and the text or the marked value
Square = tuple[int, int]  # row and column, from 1

INK = "#1d2b63"  # blue-black, as from a fountain pen
RED = "#c4161c"
OPEN = Style(fill=None, stroke="#c77f0a", width=0.35, dash=(0.9, 0.7))
CROSS = Style(fill=None, stroke=INK, width=0.7, cap="round")
FRAME = Style(fill=None, stroke=RED, width=0.7, join="round", cap="round")
BORDER = Style(fill=None, stroke=INK, width=0.35, cap="square")
HATCH = Style(fill=None, stroke="#8a6210", width=0.2)
GOLD = "#f0cf6b"
LINES = "#ffffff"  # between squares of one text
# One for each letter of a grid, in order of appearance. Their greys are twelve levels of 256 apart.
TINTS = (
    "#fcefc5", "#78b3dd", "#d7edc8", "#df8169", "#dcceef", "#53ac8f", "#ebb8d1", "#dda878",
    "#96ced7", "#747cca",
)  # fmt: skip
LARGEST, SMALLEST = 16 * POINT, 4.5 * POINT  # mm: the type size of entries
WIDE = 4  # times its height: a text so wide begins at the left
PAD = 0.8  # mm between a box's edge and its entry
OUTSET = 0.8  # mm from a group of fields to the frame around it
BADGE = 2.0  # mm: the radius of the disc with a fault's number; less at a small box
UNMARKED = ("false", "-")  # entries that need no box: that nothing is marked at a place
BLANK = ". "  # the characters of an empty square
ELLIPSIS = "\u2026"


class Fault(NamedTuple):
    """A fault at the place ``name``, marked there with its ``number``.

    ``value`` selects one check box of this name; ``squares`` are those at fault in a grid.
    """

    number: int
    name: str
    value: str = ""
    squares: tuple[Square, ...] = ()


class Disc(NamedTuple):
    """The disc that bears a fault's number: its centre and its radius, in mm."""

    x: float
    y: float
    radius: float


class FormContents(NamedTuple):
    """The entries on sheets, the faults in them, and the names of places not answered yet."""

    entries: Sequence[Entry] = ()
    faults: Sequence[Fault] = ()
    missing: Sequence[str] = ()


def fill(
    faces: Sequence[Face], filling: FormContents, fonts: Fonts, *, lists: bool = True
) -> tuple[list[Face], list[Entry]]:
    """Return the faces filled in, and the entries for which none of them has a field.

    A fault is shown at the fields at or inside the path that it names, or else at those in the
    nearest group around it. A face that shows nothing new is left out. Without ``lists`` fields of
    the kind ``next`` stay as they are.
    """
    sheets = [
        [one for one in fields_on_face(face.shapes) if lists or one.field.kind != "next"]
        for face in faces
    ]
    marked = FieldContents.by_field(filling, [one.field for sheet in sheets for one in sheet])
    shown: set[object] = set()
    filled: list[Face] = []
    for face, sheet in zip(faces, sheets, strict=True):
        shows = {thing for one in sheet for thing in marked.shown(one.field)}
        if shows - shown:
            shapes = (*face.shapes, *written(sheet, marked, fonts), *framed(sheet, marked, fonts))
            filled.append(msgspec.structs.replace(face, shapes=shapes))
        shown |= shows
    left = [entry for entry in filling.entries if entry not in shown and entry[1] not in UNMARKED]
    return filled, left


class FieldOnFace(NamedTuple):
    """A field and the transform under which its face draws it."""

    field: Field
    matrix: Matrix

    @property
    def box(self) -> Rect:
        """The field's box on the face."""
        return self.on_face(box_of(self.field))

    def on_face(self, box: Rect) -> Rect:
        """Return the box on the face of a box in the field's own mm."""
        beside = box.x, box.y, box.x + box.width, box.y + box.height
        left, top, right, bottom = box_under(self.matrix, beside)
        return Rect(left, top, right - left, bottom - top)


def fields_on_face(shapes: Iterable[Shape]) -> Iterator[FieldOnFace]:
    """Yield every field in ``shapes``, in the order drawn."""
    for visit in traverse(shapes):
        if isinstance(visit.shape, Field):
            yield FieldOnFace(visit.shape, visit.matrix)


@dataclass(frozen=True)
class FieldContents:
    """The contents of a form, by the fields that show them."""

    texts: dict[str, list[str]]
    lists: dict[str, list[str]]  # the entries of lists
    faults: dict[Field, list[Fault]]
    missing: frozenset[Field]

    @classmethod
    def by_field(cls, filling: FormContents, fields: Sequence[Field]) -> FieldContents:
        """Sort the contents by ``fields``; faults of a list are shown at its entries alone."""
        texts: dict[str, list[str]] = {}
        lists: dict[str, list[str]] = {}
        for name, text in filling.entries:
            texts.setdefault(name, []).append(text)
            lists.setdefault(name.rpartition(".")[0], []).append(text)
        fields = [field for field in fields if field.kind != "next"]
        groups = {group for field in fields for group in (field.name, *groups_around(field.name))}
        faults: dict[Field, list[Fault]] = {}
        for fault in filling.faults:
            places = (place for place in (fault.name, *groups_around(fault.name)))
            place = next((place for place in places if place in groups), None)
            at = [field for field in fields if place is not None and lies_in(field, place)]
            one = [field for field in at if field.name == place and field.value == fault.value]
            for field in dict.fromkeys(one if fault.value and one else at):
                faults.setdefault(field, []).append(fault)
        missing = frozenset(
            field for field in fields for place in filling.missing if lies_in(field, place)
        )
        return cls(texts, lists, faults, missing)

    def text(self, field: Field) -> list[str]:
        """The entries in a field; of one that stands for a value, that value if it is entered."""
        texts = (self.lists if field.kind == "next" else self.texts).get(field.name, [])
        return [text for text in texts if not field.value or text == field.value]

    def shown(self, field: Field) -> Iterator[object]:
        """Yield what a field shows, each as a distinct value: entries, faults, that it is open."""
        yield from ((field.name, text) for text in self.text(field))
        yield from self.faults.get(field, ())
        if field in self.missing:
            yield field.name


def groups_around(name: str) -> Iterator[str]:
    """Yield the groups around a place, the innermost first."""
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def lies_in(field: Field, place: str) -> bool:
    """Whether a field is at a place or inside it."""
    return field.name == place or field.name.startswith(f"{place}.")


def written(sheet: Sequence[FieldOnFace], marked: FieldContents, fonts: Fonts) -> Iterator[Shape]:
    """Yield the entries in the fields of a face, each under the transform of its field."""
    for one in sheet:
        shapes: tuple[Shape, ...] = ()
        texts = marked.text(one.field)
        if texts:
            shapes = tuple(inside(one.field, ", ".join(dict.fromkeys(texts)), fonts))
        elif one.field in marked.missing:
            shapes = (frame(inset(box_of(one.field), PAD), OPEN),)
        yield from shapes if one.matrix == IDENTITY else (Group(shapes, one.matrix),)


def inside(field: Field, text: str, fonts: Fonts) -> Iterator[Shape]:
    if field.kind in ("check", "next"):
        yield cross(box_of(field))
    elif field.kind == "grid":
        yield from grid(field, text, fonts)
    else:
        box = inset(box_of(field), PAD)
        align = "left" if is_wide(field) else "center"
        yield from one_line(text, box, handwriting_font(text, fonts), INK, align)


def is_wide(field: Field) -> bool:
    """Whether a field is so wide a text that its entry begins at the left."""
    return field.kind == "text" and field.width > WIDE * field.height


def handwriting_font(text: str, fonts: Fonts) -> Font:
    """Return the font for an entry: the italic, or the upright one if only that has its letters,
    such as Greek and Cyrillic ones."""
    italic, upright = fonts.get("display", italic=True), fonts.get("display")
    return upright if len(upright.lacks(text)) < len(italic.lacks(text)) else italic


def one_line(
    text: str, box: Rect, font: Font, fill: str, align: str = "center", largest: float = LARGEST
) -> Iterator[Text]:
    """Set a text on one line, as large as fits into ``box``; a long one is truncated."""
    shown = writable(text, font)
    size = min(largest, 0.95 * box.height)
    if shown and font.width(shown) * size > box.width:
        least, fitting = min(size, SMALLEST), box.width / font.width(shown)
        size = max(least, fitting)
        if fitting < least:
            shown = cut(shown, box.width / least, font)
    width = font.width(shown) * size
    x = box.x if align == "left" else box.x + (box.width - width) / 2
    if shown:
        baseline = box.y + (box.height + CAPITALS * size) / 2
        yield Text(x, baseline, shown, font.key, size, width, fill)


def writable(text: str, font: Font) -> str:
    """Return ``text`` on one line, with a question mark for each character that cannot be drawn."""
    plain = re.sub(IGNORABLE, "", composed(" ".join(text.split())))
    lacks = set(font.lacks(plain))
    return "".join(["?" if char in lacks or not char.isprintable() else char for char in plain])


def cut(text: str, width: float, font: Font) -> str:
    """Return ``text`` if it is at most ``width`` ems wide, else its beginning and an ellipsis."""
    room = width - font.width(ELLIPSIS)
    used, kept = 0.0, ""
    for letter in letters_of(text):
        used += font.width(letter)
        if used <= room:
            kept += letter
        if used > width:
            return kept + ELLIPSIS if room >= 0 else ""
    return text


def cross(box: Rect, share: float = 0.64, gap: float = 0.0) -> Path:
    """Return an X of a ``share`` of the box, with a ``gap`` in its middle, a share of it too."""
    side = min(box.width, box.height) / 2
    x, y = box.x + box.width / 2, box.y + box.height / 2
    steps: list[Step] = []
    for across, down in ((-1, -1), (1, -1)):
        ends = [(x + by * across * side, y + by * down * side) for by in (share, gap, -gap, -share)]
        lines = (ends[:2], ends[2:]) if gap else (ends[::3],)
        steps += [step for start, end in lines for step in (("M", start), ("L", end))]
    return Path(tuple(steps), CROSS)


def grid(field: Field, text: str, fonts: Fonts) -> Iterator[Shape]:
    """A grid's squares: a tint for each letter, tiles in gold, lines around connected squares."""
    squares = {
        (row, column): char
        for row, chars in enumerate(text.split("\n")[: field.rows], 1)
        for column, char in enumerate(chars[: field.columns], 1)
        if char not in BLANK
    }
    places: dict[str, list[Rect]] = {}
    for place, char in squares.items():
        places.setdefault(char, []).append(square_of(field, *place))
    letters = {char: index for index, char in enumerate(filter(str.isalpha, places))}
    font, bold = fonts.get("sans"), fonts.get("sans", bold=True)
    for char, boxes in places.items():
        if char.isdecimal():
            yield path_of(boxes, Style(GOLD, LINES, 0.2))
            yield Path(tuple(step for box in boxes for step in hatching(box)), HATCH)
        elif char in letters:
            yield path_of(boxes, Style(TINTS[letters[char] % len(TINTS)], LINES, 0.2))
        for box in boxes:
            small = inset(box, 0.24 * box.height)
            yield from one_line(char, small, bold if char.isdecimal() else font, INK)
    yield borders(field, squares, BORDER)


def hatching(box: Rect) -> Iterator[Step]:
    """Three strokes from the bottom left to the top right."""
    x, y, wide, high = box
    for share in (0.5, 1.0, 1.5):
        low, rest = min(share, 1.0), max(share - 1.0, 0.0)
        yield ("M", (x + rest * wide, y + low * high))
        yield ("L", (x + low * wide, y + rest * high))


def borders(field: Field, squares: dict[Square, str], style: Style) -> Path:
    """Return the lines between squares with different contents."""
    steps: list[Step] = []
    for row in range(1, field.rows + 1):
        for column in range(1, field.columns + 1):
            here, box = squares.get((row, column)), square_of(field, row, column)
            right, bottom = box.x + box.width, box.y + box.height
            sides = (
                ((row - 1, column), (box.x, box.y), (right, box.y)),
                ((row, column - 1), (box.x, box.y), (box.x, bottom)),
                ((row + 1, column), (box.x, bottom), (right, bottom)),
                ((row, column + 1), (right, box.y), (right, bottom)),
            )
            for beside, start, end in sides:
                if here is not None and squares.get(beside) != here:
                    steps += [("M", start), ("L", end)]
    return Path(tuple(steps), style)


def framed(sheet: Sequence[FieldOnFace], marked: FieldContents, fonts: Fonts) -> Iterator[Shape]:
    """Draw the faults of a face: a red frame for each, then their numbers."""
    at: dict[Fault, list[FieldOnFace]] = {}
    for one in sheet:
        for fault in marked.faults.get(one.field, ()):
            at.setdefault(fault, []).append(one)
    numbered: list[tuple[int, Rect]] = []
    for fault, fields in at.items():
        boxes = [box for one in fields for box in cluster_corners(one, fault.squares)]
        if boxes:
            squares = dict.fromkeys(fault.squares, "")
            grids = (one for one in fields if one.field.kind == "grid")
            yield from (Group((borders(one.field, squares, FRAME),), one.matrix) for one in grids)
        else:
            boxes = [enlarged(around([one.box for one in fields]), OUTSET * (len(fields) > 1))]
            yield frame(boxes[0], FRAME)
        numbered += [(fault.number, box) for box in boxes]
    taken: list[Disc] = []
    for number, box in numbered:
        taken.append(free_disc(box, taken))
        yield from badge(number, taken[-1], fonts)


def cluster_corners(one: FieldOnFace, squares: Sequence[Square]) -> list[Rect]:
    """Return the boxes on the face of the first square of each cluster of ``squares`` in a grid."""
    field, known = one.field, set(squares)
    return [
        one.on_face(square_of(field, row, column))
        for row, column in sorted(known)
        if 1 <= row <= field.rows and 1 <= column <= field.columns
        if known.isdisjoint(((row, column - 1), *((row - 1, column + by) for by in (-1, 0, 1))))
    ]


def free_disc(box: Rect, taken: Sequence[Disc]) -> Disc:
    """Find room for a number at the top left corner of ``box``, beside the discs ``taken``."""
    radius = max(0.6 * BADGE, min(BADGE, 0.3 * box.height))
    x, y = max(box.x, radius), max(box.y, radius)
    while any(math.dist((x, y), disc[:2]) < radius + disc.radius for disc in taken):
        x += 2 * radius
    return Disc(x, y, radius)


def badge(number: int, disc: Disc, fonts: Fonts) -> Iterator[Shape]:
    """Yield a fault's number, white on a red disc."""
    x, y, radius = disc
    yield Path(ellipse_steps(x, y, radius, radius), Style(RED, "#ffffff", 0.3))
    box = Rect(x - 0.8 * radius, y - radius, 1.6 * radius, 2 * radius)
    yield from one_line(str(number), box, fonts.get("sans", bold=True), "#ffffff")


def box_of(field: Field) -> Rect:
    return Rect(field.x, field.y, field.width, field.height)


def square_of(field: Field, row: int, column: int) -> Rect:
    """Return one square of a grid; rows and columns count from 1."""
    wide, high = field.width / field.columns, field.height / field.rows
    return Rect(field.x + (column - 1) * wide, field.y + (row - 1) * high, wide, high)


def inset(box: Rect, by: float) -> Rect:
    """Return a box shrunk on every side, though never to nothing."""
    by = min(by, box.width / 4, box.height / 4)
    return Rect(box.x + by, box.y + by, box.width - 2 * by, box.height - 2 * by)


def enlarged(box: Rect, by: float) -> Rect:
    return Rect(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def around(boxes: Sequence[Rect]) -> Rect:
    """Return the box around all ``boxes``."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right = max(box.x + box.width for box in boxes)
    bottom = max(box.y + box.height for box in boxes)
    return Rect(x, y, right - x, bottom - y)


def frame(box: Rect, style: Style) -> Path:
    return Path(rectangle_steps(*box, 0.5, 0.5), style)


def path_of(boxes: Sequence[Rect], style: Style) -> Path:
    steps = (step for box in boxes for step in rectangle_steps(*box, 0, 0))
    return Path(tuple(steps), style)
