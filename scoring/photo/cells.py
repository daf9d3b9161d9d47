"""Measures what is written in the fields of a flattened sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from scoring.photo.blanks import DOTS, Gray
from scoring.photo.flattening import Flattening
from scoring.photo.registration import level
from scoring.sheets.live import LiveField

Inks = MatLike

PAPER = 230.0  # the grey of white paper when it is lit evenly
SHIFT = 2  # dots that printed lines may be off their place
AROUND = 1.5  # mm around a field that its features look at
WITHIN = 0.5  # mm of a field along its edge, where lines are printed
SHARP = 6.0  # change of what is printed, from where its edges count
PARTS = 3  # of a cell's sides, for each of which its ink is a feature
BLURS = (0.6, 1.0, 1.5, 2.1, 2.8)  # dots, of which one is as blurred as the photo


class Cell(NamedTuple):
    """A field, or one row or square of its grid: its box in mm of the sheet."""

    field: LiveField
    row: int
    column: int
    x: float
    y: float
    width: float
    height: float


class Written(NamedTuple):
    """A sheet's picture beside that of its blank, both lit evenly, and as blurred.

    ``ink`` is how much darker each dot is than all that is printed near it, and ``edges`` how much
    the blank changes there. ``noise`` is how far most dots are off the blank's, ``left`` how much
    ink the edges of what is printed leave, ``pen`` that of the darkest strokes; ``blur`` is that of
    the photo in dots.
    """

    flat: Gray
    blank: Gray
    ink: Inks
    edges: Inks
    noise: float
    left: float
    pen: float
    blur: float


def written(found: Flattening) -> Written:
    flat = level(found.flat)
    blur, drawn = blurred_as(flat, level(found.blank.image))
    near = cv2.erode(drawn, np.ones((2 * SHIFT + 1, 2 * SHIFT + 1), np.uint8))
    black, white = tones(flat, drawn)
    expected = black + near.astype(np.float32) * (white - black) / PAPER
    ink = expected - flat
    off = black + drawn.astype(np.float32) * ((white - black) / PAPER) - flat
    noise = float(np.median(np.abs(off)))
    edges = np.abs(cv2.Laplacian(cv2.GaussianBlur(drawn, (0, 0), 1.0), cv2.CV_32F))
    fields = np.zeros(flat.shape, bool)
    for field in found.blank.sheet.fields:
        for cell in cells(field):
            fields[box(cell, flat, 0)] = True
    beside = ink[~fields & (edges > SHARP)]
    left = float(np.percentile(beside, 75)) if len(beside) else 0.0
    pen = float(np.percentile(ink[fields], 99.5))
    return Written(flat, drawn, ink, edges, noise, left, pen, blur)


def blurred_as(flat: Gray, drawn: Gray) -> tuple[float, Gray]:
    """Return the blur, in dots, with which a blank is most like the photo, and the blank so
    blurred."""
    tried = [(blur, cv2.GaussianBlur(drawn, (0, 0), blur)) for blur in BLURS]
    alike = [np.corrcoef(flat[::3, ::3].ravel(), one[::3, ::3].ravel())[0, 1] for _, one in tried]
    return tried[int(np.argmax(alike))]


def tones(flat: Gray, drawn: Gray) -> tuple[float, float]:
    """Return what black and what white paper are in the photo: as most of the dots have them."""
    dark, light = flat[drawn < 60], flat[drawn > 225]
    white = float(np.median(light)) if len(light) else PAPER
    return (float(np.median(dark)) if len(dark) > 500 else 40.0), white


def cells(field: LiveField) -> Iterator[Cell]:
    """Yield a field's cells: of a grid each square by rows, else the field."""
    if field.kind != "grid":
        yield Cell(field, 0, 0, field.x, field.y, field.width, field.height)
        return
    wide, high = field.width / field.columns, field.height / field.rows
    for row in range(field.rows):
        for column in range(field.columns):
            x, y = field.x + column * wide, field.y + row * high
            yield Cell(field, row + 1, column + 1, x, y, wide, high)


def box(cell: Cell, image: NDArray[np.generic], by: float) -> tuple[slice, slice]:
    """Return the dots of a cell, larger by ``by`` mm on each side."""
    top, bottom = (cell.y - by) * DOTS, (cell.y + cell.height + by) * DOTS
    left, right = (cell.x - by) * DOTS, (cell.x + cell.width + by) * DOTS
    high, wide = image.shape[:2]
    rows = slice(max(0, round(top)), max(1, min(high, round(bottom))))
    return rows, slice(max(0, round(left)), max(1, min(wide, round(right))))


def measures(sheet: Written, cell: Cell) -> NDArray[np.float32]:
    """Return the features by which a cell's mark is judged; each is about 0 to 1."""
    outer, shade = ink_in(sheet, cell, AROUND)
    inner, _ = ink_in(sheet, cell, -min(WITHIN, cell.width / 5), shade)
    threshold = max(18.0, 4 * sheet.noise)
    dark = (inner > threshold).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    high, wide = dark.shape
    extent, middle = 0.0, (0.5, 0.5)
    if count > 1:
        largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        _, _, across, down, _ = stats[largest]
        extent = max(across / wide, down / high)
    if dark.any():
        ys, xs = np.nonzero(dark)
        middle = float(xs.mean()) / wide, float(ys.mean()) / high
    total = float(outer.sum())
    patch = box(cell, sheet.flat, AROUND)
    return np.array(
        [
            inner.mean() / 60,
            dark.mean() * 2,
            np.percentile(inner, 90) / 120,
            np.percentile(inner, 98) / 150,
            np.sqrt(inner.mean() / 60),
            extent,
            abs(middle[0] - 0.5) * 2,
            abs(middle[1] - 0.5) * 2,
            float(inner.sum()) / total if total > 0 else 0.0,
            (total - float(inner.sum())) / max(1, outer.size - inner.size) / 40,
            correlation(sheet.flat[patch], sheet.blank[patch]),
            sheet.noise / 10,
            sheet.blur / 2,
            min(cell.width, cell.height) / 10,
            sheet.blank[box(cell, sheet.blank, 0)].mean() / PAPER,
            min(1.0, np.percentile(inner, 75) / 60),
            shade / 30,
            sheet.edges[box(cell, sheet.edges, 0)].mean() / 10,
            sheet.left / 30,
            sheet.pen / 150,
            *cv2.resize(inner, (PARTS, PARTS), interpolation=cv2.INTER_AREA).ravel() / 60,
        ],
        np.float32,
    )


def ink_in(sheet: Written, cell: Cell, by: float, shade: float | None = None) -> tuple[Inks, float]:
    """Return the ink in a cell, larger by ``by`` mm on each side, and the shade that lies on most
    of it, such as that of a fold, which is no ink."""
    patch = sheet.ink[box(cell, sheet.ink, by)]
    if shade is None:
        shade = max(0.0, float(np.percentile(patch, 25)))
    return np.maximum(patch - shade, 0), shade


def correlation(one: Gray, other: Gray) -> float:
    """Return how alike two patches are; 0 where nothing is printed."""
    if other.std() < 4 or one.std() < 1:
        return 0.0
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])
