"""Reads the digits of a number that is written in a box."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.photo.blanks import DOTS
from scoring.photo.cells import Cell, Inks, Written, ink_in
from scoring.photo.model import Floats, Network

SIDE, GLYPH = 28, 20  # dots of a digit's picture, and of the longer side of the digit in it
BESIDE = 0.8  # mm outside the box that a digit may reach
DIRECTIONS, PLACES = 8, 6  # of gradients; of a grid's side at which they are summed up
AT = np.linspace(3, SIDE - 4, PLACES).round().astype(int)
SPECK, SHORT = 0.16, 0.45  # of the height of the tallest part: a speck, and what is no digit
LEAST = 1.2  # mm that a digit is high
LEAST_AREA = 6  # dots of a part of one
STROKE = 13  # dots: what is wider is a shade
FRAME = 0.45  # mm on both sides of a box's edge
FAINT = 0.75  # of the darkest ink: on the frame, what is lighter is the frame
NARROW, BROAD = 0.3, 1.15  # times as wide as high: digits that touch are cut into such parts
LEAST_WIDE = 3  # dots of such a part
UNUSUAL = 0.6  # how much less likely each next number of digits is
WITHIN = 0.7  # mm of a box along its edge in which no digit has its middle
MOST = 4  # digits of a number


def number(sheet: Written, cell: Cell, network: Network) -> list[list[Floats]]:
    """Return for each shape in a cell, from the left, the ways in which it may be digits, the
    likeliest first: for each of them the likelihoods of 0 to 9 of its digits, by rows."""
    return [ways(shape, network) for shape in shapes(strokes(sheet, cell), sheet.noise)]


def ways(shape: Inks, network: Network) -> list[Floats]:
    found = [network(np.stack([*map(gradients, cut(shape, one))])) for one in counts(shape)]
    # as many digits as fit and can be told best: of the worst of them, the likelihood
    worst = [UNUSUAL**rank * float(one.max(axis=1).min()) for rank, one in enumerate(found)]
    return [found[at] for at in np.argsort(worst)[::-1]]


def strokes(sheet: Written, cell: Cell) -> Inks:
    """Return the ink in and around a box without shades and without its frame."""
    ink = ink_in(sheet, cell, BESIDE)[0].astype(np.float32)
    ink = ink - cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((STROKE, STROKE), np.uint8))
    inner, outer = (round((BESIDE + by) * DOTS) for by in (FRAME, -FRAME))
    frame = np.ones(ink.shape, bool)
    frame[inner:-inner, inner:-inner] = False
    frame[:outer], frame[-outer:], frame[:, :outer], frame[:, -outer:] = (False,) * 4
    ink[frame & (ink < FAINT * np.percentile(ink, 99))] = 0
    return ink


def shapes(ink: Inks, noise: float) -> list[Inks]:
    """Return the pictures of digits, or of some that touch, in a patch of ink, from the left."""
    strong = float(np.percentile(ink, 99))
    dark = (ink > max(16.0, 4 * noise, 0.3 * strong)).astype(np.uint8)
    count, parts, stats, middles = cv2.connectedComponentsWithStats(dark, connectivity=8)
    kept = [one for one in range(1, count) if is_stroke(stats[one], middles[one], dark.shape)]
    tallest = max([0, *[stats[one, cv2.CC_STAT_HEIGHT] for one in kept]])
    if tallest < LEAST * DOTS:
        return []
    spans: list[tuple[int, int, list[int]]] = []
    for index in sorted(kept, key=lambda one: stats[one, cv2.CC_STAT_LEFT]):
        left, _, across, down, _ = stats[index]
        right = left + across
        if max(down, across) < SPECK * tallest:
            continue
        if spans and overlap(spans[-1][:2], (left, right)) > 0.4:
            begun, ended, inside = spans[-1]
            spans[-1] = begun, max(ended, right), [*inside, index]
        else:
            spans.append((left, right, [index]))
    found = [trimmed(np.where(np.isin(parts, inside), ink, 0)) for _, _, inside in spans]
    return [one for one in found if one.shape[0] >= SHORT * tallest]


def is_stroke(stats: NDArray[np.int32], middle: Floats, shape: tuple[int, ...]) -> bool:
    """Whether a part is one of a digit: not a speck, and not a neighbour's at the patch's edge."""
    edge = (BESIDE + WITHIN) * DOTS
    high, wide = shape
    x, y = middle
    inside = edge < x < wide - edge and edge < y < high - edge
    return bool(stats[cv2.CC_STAT_AREA] >= LEAST_AREA and inside)


def counts(shape: Inks) -> list[int]:
    """Return how many digits a shape may be, the likeliest first."""
    high, wide = shape.shape
    least, most = max(LEAST_WIDE, NARROW * high), BROAD * high
    fits = [one for one in range(2, MOST + 1) if least <= wide / one <= most]
    usual = wide / (0.65 * high)
    one = [1] if wide <= high or not fits else []
    return sorted([*one, *fits] if wide > 0.75 * high else [1], key=lambda one: abs(one - usual))


def cut(shape: Inks, count: int) -> list[Inks]:
    """Return the parts of a shape as so many digits, cut where there is least ink."""
    wide = shape.shape[1]
    columns = shape.sum(0)
    cuts = [0]
    for index in range(1, count):
        middle, reach = index * wide / count, wide / count / 3
        first, last = round(middle - reach), round(middle + reach) + 1
        cuts.append(first + int(np.argmin(columns[first:last])))
    return [trimmed(shape[:, begin:end]) for begin, end in pairwise([*cuts, wide])]


def overlap(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Return the part of the narrower of two spans that lies in both."""
    both = min(one[1], other[1]) - max(one[0], other[0])
    return both / max(1, min(one[1] - one[0], other[1] - other[0]))


def trimmed(patch: Inks) -> Inks:
    ys, xs = np.nonzero(patch > 0)
    if not len(ys):
        return patch
    return patch[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def gradients(patch: Inks) -> NDArray[np.float32]:
    """Return the features of a digit: its gradients when its middle is that of a picture."""
    high, wide = patch.shape
    scale = GLYPH / max(high, wide)
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = cv2.resize(patch, size, interpolation=way)
    small = np.clip(small * (255 / max(1.0, float(np.percentile(small, 97)))), 0, 255)
    weight = small.sum() or 1.0
    x = round(SIDE / 2 - float((small.sum(0) * np.arange(size[0])).sum() / weight))
    y = round(SIDE / 2 - float((small.sum(1) * np.arange(size[1])).sum() / weight))
    x, y = (min(max(at, 0), SIDE - long) for at, long in ((x, size[0]), (y, size[1])))
    image = np.zeros((SIDE, SIDE), np.uint8)
    image[y : y + size[1], x : x + size[0]] = small.astype(np.uint8)
    return directions(image.astype(np.float32))


def directions(image: Inks) -> NDArray[np.float32]:
    """Return how strong the gradients of each direction are near the places of a coarse grid."""
    across, down = (cv2.Sobel(image, cv2.CV_32F, *order, ksize=3) for order in ((1, 0), (0, 1)))
    strong, way = cv2.cartToPolar(across, down)
    turn = (way % np.pi) * (DIRECTIONS / np.pi)
    maps = []
    for index in range(DIRECTIONS):
        off = np.abs(turn - index)
        part = strong * np.clip(1 - np.minimum(off, DIRECTIONS - off), 0, 1)
        maps.append(cv2.GaussianBlur(part, (0, 0), SIDE / PLACES / 2)[AT][:, AT])
    found = np.stack(maps).ravel()
    found /= np.linalg.norm(found) + 1e-6
    return np.sqrt(found)  # type: ignore[no-any-return]
