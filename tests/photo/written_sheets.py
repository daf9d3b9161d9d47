"""Sheets that people have written on, by seed, and what is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np

from scoring.photo.blanks import DOTS as BLANK_DOTS
from scoring.photo.blanks import Blank, Gray
from scoring.sheets.live import LiveField
from tests.photo.handwriting import DOTS, Box, Floats, Hand, Pen, Pixels, picked, some_hand

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Filled:
    """A written sheet in colour, with `DOTS` to a mm.

    ``truth`` is what is written in each field, by its index: "x" for a mark, digits, the rows of a
    grid as dots and letters with a line for each, "?" for a text; empty for nothing. ``tags`` are
    what is not plain in fields: an "erased" mark, a "stray" at the edge, a "faint" or an "overshot"
    mark, or that a stroke of another field has "touched" it.
    """

    blank: Blank
    hand: Hand
    image: Pixels
    truth: dict[int, str]
    tags: dict[int, str] = field(default_factory=dict)

    def draw(
        self,
        index: int,
        pen: Pen,
        strokes: list[Floats],
        rng: np.random.Generator,
        part: float = 1.0,
    ) -> None:
        """Draw strokes of a field; tag the others that they come into."""
        pen.draw(self.image, strokes, rng, part)
        points = np.vstack(strokes)[:, None]
        boxes = np.array([(one.x, one.y, one.width, one.height) for one in self.blank.sheet.fields])
        depth = boxes[:, 2:] / 2 - np.abs(points - boxes[:, :2] - boxes[:, 2:] / 2)
        for other in np.flatnonzero((depth.min(-1) + pen.width / 2 > 0.4).any(0)):
            if other != index:
                self.tags.setdefault(int(other), "touched")


def fill(
    blank: Blank,
    rng: np.random.Generator,
    *,
    full: bool | None = None,
    numbers: Mapping[str, int] | None = None,
    hand: Hand | None = None,
    astray: float = 0.06,
) -> Filled:
    """Write on a sheet: in all fields if ``full``, in none if it is False, in some by default.

    ``numbers`` are those to be written, by path; by default they are made up. ``astray`` is the
    part of the boxes for marks that are not plain, unless all or none are filled in.
    """
    hand = hand or some_hand(rng)
    share = {None: rng.uniform(0.15, 0.8), True: 1.0, False: 0.0}[full]
    filled = Filled(blank, hand, printed(blank.image, rng), {})
    for index, one in enumerate(blank.sheet.fields):
        written = rng.random() < share
        if one.kind == "number" and numbers is not None:
            filled.truth[index] = str(numbers[one.path]) if one.path in numbers else ""
        elif one.kind == "number":
            filled.truth[index] = some_number(one, rng) if written else ""
        elif one.kind == "grid":
            filled.truth[index] = some_letters(one, share, rng)
        elif one.kind == "text":
            filled.truth[index] = "?" if written else ""
        else:
            filled.truth[index] = "x" if written else ""
            if full is None and rng.random() < astray:
                go_astray(filled, index, rng)
        if filled.truth[index]:
            write(filled, index, rng)
    if full is None and rng.random() < 0.3:
        note(filled, rng)
    return filled


def note(filled: Filled, rng: np.random.Generator) -> None:
    """Write something where no field is, such as a sum."""
    sheet, hand = filled.blank.sheet, filled.hand
    wide, high = rng.uniform(8, 25), rng.uniform(4, 8)
    for x, y in rng.uniform(3, (sheet.width - wide - 3, sheet.height - high - 3), (30, 2)):
        if not any(
            x < one.x + one.width + 1 and one.x < x + wide + 1
            and y < one.y + one.height + 1 and one.y < y + high + 1
            for one in sheet.fields
        ):  # fmt: skip
            text = str(rng.integers(10, 1000))
            box = x, y, wide, high
            ways = hand.write(text, box, rng), hand.word(5, box, rng)
            return hand.pen.draw(filled.image, ways[int(rng.integers(2))], rng)
    return None


def write(filled: Filled, index: int, rng: np.random.Generator) -> None:
    """Write what is in a field."""
    hand = filled.hand
    one, text = filled.blank.sheet.fields[index], filled.truth[index]
    box = one.x, one.y, one.width, one.height
    if one.kind == "number":
        strokes = hand.write(text, box, rng)
    elif one.kind == "grid":
        for cell, letter in cells(one, text):
            if letter != ".":
                title = letter + picked(rng, CAPITALS)
                shade = hand.mark("hatch", cell, rng)
                ways = hand.write(letter, cell, rng), hand.write(title, cell, rng), shade
                hand.pen.draw(filled.image, ways[ord(letter) % 3], rng)
        return
    elif one.kind == "text" and one.width < 2.5 * one.height:
        initials = "".join(picked(rng, CAPITALS) for _ in range(rng.integers(1, 3)))
        strokes = hand.write(initials, box, rng)
    elif one.kind == "text":
        letters = int(rng.integers(3, 7 if one.width < 40 else 12))
        strokes = hand.word(letters, (one.x, one.y, min(one.width, letters * 4), one.height), rng)
    else:
        strokes = hand.mark(picked(rng, hand.marks), box, rng)
        if filled.tags.get(index) == "overshot":
            strokes = overshot(strokes, box, rng)
    part = max(0.5, 0.4 / hand.pen.cover) if filled.tags.get(index) == "faint" else 1.0
    filled.draw(index, hand.pen, strokes, rng, part)


def go_astray(filled: Filled, index: int, rng: np.random.Generator) -> None:
    """Make a mark overshoot or faint; where none is, leave a rubbed one or a stray stroke."""
    one, hand = filled.blank.sheet.fields[index], filled.hand
    tag = picked(rng, ("overshot", "faint") if filled.truth[index] else ("erased", "stray"))
    filled.tags[index] = tag
    box = one.x, one.y, one.width, one.height
    if tag == "erased":
        pen = hand.pen._replace(cover=1.0, ink=(90, 90, 90), width=hand.pen.width * 1.3)
        rubbed = hand.mark(picked(rng, hand.marks), box, rng)
        filled.draw(index, pen, rubbed, rng, rng.uniform(0.12, 0.28))
    elif tag == "stray":
        long = rng.uniform(0.6, 2.2)
        edge = np.array(picked_edge(box, rng))
        way = rng.normal(0, 1, 2)
        way *= long / 2 / np.hypot(*way)
        filled.draw(index, hand.pen, [np.array([edge - way, edge, edge + way])], rng)


def picked_edge(box: Box, rng: np.random.Generator) -> tuple[float, float]:
    """Return a point up to 0.5 mm outside a box."""
    left, top, width, height = box
    off, along = rng.uniform(0, 0.5), rng.random()
    return (
        (left + along * width, top - off),
        (left + along * width, top + height + off),
        (left - off, top + along * height),
        (left + width + off, top + along * height),
    )[int(rng.integers(4))]


def overshot(strokes: list[Floats], box: Box, rng: np.random.Generator) -> list[Floats]:
    """Return the strokes of a mark that ends up to 30 % of its box beyond it."""
    left, top, width, height = box
    middle = np.array([left + width / 2, top + height / 2])
    reach = max(float(np.abs((one - middle) / (width, height)).max()) for one in strokes)
    times = rng.uniform(0.55, 0.8) / reach
    longest = max(range(len(strokes)), key=lambda one: len(strokes[one]))
    return [
        (one - middle) * (times if at == longest or rng.random() < 0.4 else 1) + middle
        for at, one in enumerate(strokes)
    ]


def some_number(one: LiveField, rng: np.random.Generator) -> str:
    digits = int(rng.choice([1, 2, 3], p=[0.45, 0.4, 0.15])) if one.width > 1.3 * one.height else 1
    return str(rng.integers(10 ** (digits - 1) if digits > 1 else 0, 10**digits))


def some_letters(one: LiveField, share: float, rng: np.random.Generator) -> str:
    """Return the letters of texts: rectangles of squares."""
    grid = np.full((one.rows, one.columns), ".")
    if share == 1:
        grid[:] = [picked(rng, CAPITALS) for _ in range(one.columns)]
    for _ in range(round(share * 8) if share < 1 else 0):
        top, left = rng.integers(one.rows), rng.integers(one.columns)
        block = grid[top : top + rng.integers(1, 6), left : left + rng.integers(1, 6)]
        block[rng.random(block.shape) < 0.9] = picked(rng, CAPITALS)
    text = "\n".join("".join(row) for row in grid)
    return text if text.strip(".\n") else ""


def cells(one: LiveField, text: str) -> list[tuple[Box, str]]:
    """Return the square of each letter of a grid."""
    wide, high = one.width / one.columns, one.height / one.rows
    return [
        ((one.x + column * wide, one.y + row * high, wide, high), letter)
        for row, line in enumerate(text.split("\n"))
        for column, letter in enumerate(line)
    ]


def printed(image: Gray, rng: np.random.Generator) -> Pixels:
    """Return a sheet as a printer puts it on paper, in colour with `DOTS` to a mm."""
    image = cv2.resize(
        image, None, fx=DOTS / BLANK_DOTS, fy=DOTS / BLANK_DOTS, interpolation=cv2.INTER_CUBIC
    )
    if rng.random() < 0.4:  # a screen of dots instead of greys
        y, x = np.ogrid[: image.shape[0], : image.shape[1]]
        turns = 2 * np.pi * rng.uniform(2.6, 3.6) / DOTS
        screen = np.sin((x + y) * 0.707 * turns) * np.sin((x - y) * 0.707 * turns)
        image = np.clip((image - (127 + 111 * screen)) * 8 + 127, 0, 255).astype(np.uint8)
    toner = rng.uniform(5, 60)
    paper = rng.uniform(0.93, 1, 3) * (255 - toner) * (rng.uniform(0.94, 1), 1, 1)
    levels = np.arange(256)[:, None] / 255 * paper + toner
    return np.stack([cv2.LUT(image, one.astype(np.uint8)) for one in levels.T], -1)


def older(image: Gray, rng: np.random.Generator) -> Gray:
    """Return a blank sheet as an earlier edition had it: with a strip of 5 to 14 mm less."""
    high = len(image)
    strip = int(rng.uniform(5, 14) * BLANK_DOTS)
    top = int(rng.uniform(0.25, 0.7) * high)
    rest = np.full_like(image[:strip], 255)
    return np.concatenate([image[:top], image[top + strip :], rest])


class Page(NamedTuple):
    """A paper in colour with `DOTS` to a mm, and where each piece lies on it: from mm of the piece
    to mm of the paper, as a matrix of 2 x 3."""

    image: Pixels
    places: tuple[Floats, ...]

    def place(self, piece: int, points: Floats) -> Floats:
        """Return points (N, 2) in mm of a piece in mm of the paper."""
        matrix = self.places[piece]
        return points @ matrix[:, :2].T + matrix[:, 2]


def page(pieces: Sequence[Pixels], rng: np.random.Generator) -> Page:
    """Lay one piece or two, one below the other, on an uncut page; one alone may be cut out."""
    sizes = [(one.shape[1] / DOTS, one.shape[0] / DOTS) for one in pieces]
    wide, high = max(one[0] for one in sizes), sum(one[1] for one in sizes)
    small = high < 140  # two of them share a page
    if len(pieces) == 1 and (small or rng.random() < 0.6 or max(wide, high) > 278):
        paper = wide + rng.uniform(-2, 2), high + rng.uniform(-2, 2)  # cut a little askew
    else:
        paper = (210.0, 297.0) if wide <= 210 else (297.0, 210.0)
    white = pieces[0].reshape(-1, 3)[::97].max(0)
    image = np.full((round(paper[1] * DOTS), round(paper[0] * DOTS), 3), white, np.uint8)
    tilt = np.radians(rng.normal(0, 0.25))
    cos, sin = np.cos(tilt), np.sin(tilt)
    top = (paper[1] - high) / 2
    places = []
    for piece, (across, down) in zip(pieces, sizes, strict=True):
        at = (paper[0] - across) / 2, top
        matrix = np.array([(cos, -sin, at[0]), (sin, cos, at[1])])
        dots = matrix * (1, 1, DOTS)
        size = image.shape[1], image.shape[0]
        cv2.warpAffine(piece, dots, size, image, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
        places.append(matrix)
        top += down
    return Page(image, tuple(places))
