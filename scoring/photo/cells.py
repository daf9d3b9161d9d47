"""Measures what is written in the fields of a flattened sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
Flags = NDArray[np.bool_]

PAPER = 230.0  # the grey of white paper when it is lit evenly
SHIFT = 1  # dots that printed lines may be off their place
AROUND = 1.5  # mm around a field that its features look at
SHADED = 4.0  # mm around a field that tell its shade
WITHIN = 0.5  # mm of a field along its edge, where lines are printed
PARTS = 3  # of a cell's sides, for each of which its ink is a feature
LONG, THIN, WAYS = 24, 2, 8  # dots of a stroke, and in how many directions it is looked for
STRONG = 60.0  # grey levels: what is darker tells no more of a stroke
DARK = 0, 1, 2, 3  # features that tell how dark a cell is
COMPARED = 10, 50, 90  # percentiles of those among all cells of a sheet
GLARE, LEAST_SEEN = 4.0, 0.3  # mm around a dot whose print tells how it fades; how much at most
HIDING = 0.7  # of the paper's grey: printed darker, a cell may hide a mark
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

    ``ink`` is how much darker each dot is than all that is printed near it, made up for glare, and
    ``edges`` how much the blank changes there. ``contrast`` is that of the photo as a part of the
    blank's, ``noise`` how far most dots are off the blank's; ``blur`` is that of the photo in dots.
    """

    flat: Gray
    blank: Gray
    ink: Inks
    edges: Inks
    contrast: float
    noise: float
    blur: float


def written(found: Flattening) -> Written:
    flat = level(found.flat())
    blur, drawn = blurred_as(flat, level(found.blank.image))
    black, white = tones(flat, drawn)
    contrast = (white - black) / PAPER
    near = cv2.erode(drawn, np.ones((2 * SHIFT + 1, 2 * SHIFT + 1), np.uint8))
    off = black + drawn.astype(np.float32) * contrast - flat
    ink = (black + near.astype(np.float32) * contrast - flat) / faded(flat, drawn, contrast)
    edges = np.abs(cv2.Laplacian(cv2.GaussianBlur(drawn, (0, 0), 1.0), cv2.CV_32F))
    return Written(flat, drawn, ink, edges, contrast, float(np.median(np.abs(off))), blur)


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


def faded(flat: Gray, drawn: Gray, contrast: float) -> Inks:
    """Return the part of its contrast that what is printed around each dot has: less than 1 in
    glare, as what is written there."""
    dark, seen = PAPER - drawn.astype(np.float32), PAPER - flat.astype(np.float32)
    small = [
        cv2.resize(one, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
        for one in (dark * seen, dark * dark)
    ]
    both, own = (cv2.GaussianBlur(one, (0, 0), GLARE * DOTS / 8) for one in small)
    part = np.where(own > 50, both / np.maximum(own, 1) / contrast, 1).clip(LEAST_SEEN, 1)
    return cv2.resize(part, (flat.shape[1], flat.shape[0]), interpolation=cv2.INTER_LINEAR)


def hiding(sheet: Written, cell: Cell) -> bool:
    """Whether a cell is printed so dark that it may hide a mark."""
    return float(sheet.blank[interior(cell, sheet.blank)].mean()) < HIDING * PAPER


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


def interior(cell: Cell, image: NDArray[np.generic]) -> tuple[slice, slice]:
    """Return the dots of a cell without its edge."""
    return box(cell, image, -min(WITHIN, cell.width / 5))


def measures(sheet: Written, places: Sequence[Cell]) -> NDArray[np.float32]:
    """Return a row of the features by which its mark is judged for each of a sheet's cells; each is
    about 0 to 1. How dark the others are is one of them: of faint pencil or of noise."""
    own = np.stack([measured(sheet, one) for one in places])
    others = np.percentile(own[:, DARK], COMPARED, axis=0).ravel()
    return np.hstack([own, np.tile(others, (len(own), 1))]).astype(np.float32)


def measured(sheet: Written, cell: Cell) -> NDArray[np.float32]:
    """Return the features of a cell alone."""
    outer, shade = ink_in(sheet, cell, AROUND)
    inside = interior(cell, sheet.flat)
    inner = np.maximum(sheet.ink[inside] - shade, 0)
    total, most = float(outer.sum()), float(inner.sum())
    slope, alike = likeness(sheet.flat[inside], sheet.blank[inside])
    return np.array(
        [
            inner.mean() / 60,
            np.percentile(inner, 90) / 120,
            np.percentile(inner, 98) / 150,
            stroke(sheet.ink[inside] - shade) / 60,
            *extent(inner > max(18.0, 4 * sheet.noise)),
            most / total if total > 0 else 0.0,
            (total - most) / max(1, outer.size - inner.size) / 40,
            slope or sheet.contrast,
            alike,
            sheet.blank[inside].mean() / PAPER,
            sheet.edges[inside].mean() / 10,
            shade / 30,
            sheet.noise / 10,
            sheet.blur / 2,
            min(cell.width, cell.height) / 10,
            *cv2.resize(inner, (PARTS, PARTS), interpolation=cv2.INTER_AREA).ravel() / 60,
        ],
        np.float32,
    )


def extent(dark: Flags) -> tuple[float, float, float]:
    """Return how large the largest stroke is as a part of a cell, and how far what is dark lies off
    its middle, across and down."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark.astype(np.uint8), connectivity=8)
    if count == 1:
        return 0.0, 0.0, 0.0
    high, wide = dark.shape
    _, _, across, down, _ = stats[1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))]
    ys, xs = np.nonzero(dark)
    aside, below = abs(xs.mean() / wide - 0.5) * 2, abs(ys.mean() / high - 0.5) * 2
    return max(across / wide, down / high), float(aside), float(below)


def stroke(ink: Inks) -> float:
    """Return the ink of the darkest straight stroke: it tells faint pencil from grain."""
    high, wide = ink.shape
    ink = ink.clip(-STRONG, STRONG)
    found = 0.0
    for way in range(WAYS):
        turn = cv2.getRotationMatrix2D((wide / 2, high / 2), 180 * way / WAYS, 1.0)
        turned = cv2.warpAffine(ink, turn, (wide, high))
        long = max(1, min(LONG, wide // 2))
        found = max(found, float(cv2.blur(turned, (long, THIN)).max()))
    return found


def ink_in(sheet: Written, cell: Cell, by: float) -> tuple[Inks, float]:
    """Return the ink in a cell, larger by ``by`` mm on each side, and the shade that lies on most
    of what is around it, such as that of a fold, which is no ink."""
    shade = max(0.0, float(np.percentile(sheet.ink[box(cell, sheet.ink, SHADED)], 25)))
    return np.maximum(sheet.ink[box(cell, sheet.ink, by)] - shade, 0), shade


def likeness(flat: Gray, blank: Gray) -> tuple[float, float]:
    """Return how much a patch of the photo changes where the blank does, and how alike the two are;
    0 where hardly anything is printed."""
    if blank.std() < 4 or flat.std() < 1:
        return 0.0, 0.0
    alike = float(np.corrcoef(flat.ravel(), blank.ravel())[0, 1])
    return alike * float(flat.std() / blank.std()), alike
