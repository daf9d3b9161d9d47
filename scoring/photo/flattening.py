"""Bends a homography to the paper of a photo, and flattens the sheet."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.photo.blanks import DOTS, Gray
from scoring.photo.registration import Hypothesis, level

Floats = NDArray[np.float64]

KNOT = 12  # dots between the knots of a field of shifts
KEPT = 1.25  # pixels of the photo to a dot, beyond which it is reduced
# mm of a window's side, mm searched around it, dots to a pixel in which it is looked for
COARSE, FINE = (12, 7.0, 2), (9, 1.6, 2)
GROWTHS = 10  # rounds of coarse windows at most
BESIDE = 30.0  # mm from what is known of the paper, within which more becomes known in a round
SETTLED = 1.0  # mm that no part of the field moves any more
AGREES, ASTRAY = 3.0, 4.0  # mm that a feature may be off the homography, and off the field
LAST = (1.6, 2), (1.0, 1), (0.8, 1)
ALIKE = 0.45  # correlation of a window and its place in the photo
UNDER = 0.4  # part of the contrast of what is printed that is seen under writing
TWIN = 0.92  # part of the best correlation that a place elsewhere must not reach
SURE = 0.5  # mm between where a window is and where the field has it
EASED = (3.0, 1.5, 0.8, 0.4)  # parts of the searched mm within which windows count, one by one
CALM = (0.0, 0.0, 1e-4, 1e-3, 3e-3)  # how far terms of each degree are held down
LOST = 2.5  # how much more a window counts that is alone than one that disagrees
BLOTCH, HARDLY = 15.0, 0.3  # mm around a window; the part of those there that agree
MOSTLY = 0.6  # of the windows around a cell that must agree
STRAINED = 0.15  # paper does not stretch: a field that does may have mistaken a row for the next
TORN, ASIDE = 0.19, 12  # how much more than beside it, as many knots away
NEAR = 18.0  # mm around a place whose windows bend it


class Windows(NamedTuple):
    """Windows of a blank by their middles and shifts in dots, whether each was seen at one place
    alone, and whether its own place is as good as any near it."""

    middles: Floats
    shifts: Floats
    seen: NDArray[np.bool_]
    agree: NDArray[np.bool_]

    def found(self) -> tuple[Floats, Floats]:
        """Return the middles and shifts of those that were seen."""
        return self.middles[self.seen], self.shifts[self.seen]


class Flattening:
    """The map from a blank's dots to a photo's pixels, and the sheet as it lies flat."""

    def __init__(self, photo: Gray, found: Hypothesis) -> None:
        self.found, self.blank = found, found.reference.blank
        self.scale, self.photo = reduced(photo, found)
        self.homography = np.diag([self.scale, self.scale, 1.0]) @ found.homography
        high, wide = self.blank.image.shape
        self.size = wide, high
        self.knots = np.stack(
            np.meshgrid(np.arange(0, wide + KNOT, KNOT), np.arange(0, high + KNOT, KNOT)), -1
        ).astype(np.float64)
        self.field = np.zeros_like(self.knots)
        nowhere, none = np.zeros((0, 2)), np.zeros(0, bool)
        self.left = Windows(nowhere, nowhere, none, none)

    def bend(self) -> None:
        """Lay a smooth field through the shifts of features and of coarse windows, from the
        features that agree outwards: rows and columns that look alike are told apart only by what
        is known beside them."""
        features, shifts = self.matched()
        known = features[np.linalg.norm(shifts, axis=1) < AGREES * DOTS]
        for _ in range(GROWTHS):
            self.left = self.windows(*COARSE)
            off = shifts - self.shifted(features)
            near = np.linalg.norm(off, axis=1) < ASTRAY * DOTS
            middles, moved = self.left.found()
            places, moved = np.r_[features[near], middles], np.r_[off[near], moved]
            beside = within(places, known, BESIDE)
            known = places[beside]
            step = polynomial(known, moved[beside], self.knots, 3, COARSE[1], self.size)
            self.field = self.field + step
            if np.abs(step).max() < SETTLED * DOTS:
                return

    def lie_as(self, other: Flattening) -> None:
        """Take the field of another sheet of the same size if this one fits it better: sheets that
        are nearly alike are then told apart by what is printed on them, not by how they lie."""
        own = self.scale, self.photo, self.homography, self.field, self.left
        least = self.share
        self.scale, self.photo = other.scale, other.photo
        self.homography, self.field = other.homography, other.field
        self.left = self.windows(*COARSE)
        if self.share < least:
            self.scale, self.photo, self.homography, self.field, self.left = own

    def smooth(self) -> None:
        """Lay it through those of small windows too."""
        side, reach, _ = FINE
        found = self.windows(*FINE).found()
        self.field = self.field + polynomial(*found, self.knots, 4, reach, self.size)
        for reach, coarse in LAST:
            near = self.windows(side, reach, coarse)
            self.field = self.field + local(near, self.knots, reach)
        self.straighten()
        self.left = self.windows(side, *LAST[-1])

    def straighten(self) -> None:
        """Have the homography be that of all the paper, not of the part that most features are on:
        the field is left with what is bent."""
        flat = self.knots.reshape(1, -1, 2)
        bent = flat + self.field.reshape(1, -1, 2)
        whole, _ = cv2.findHomography(flat, bent)
        back = cv2.perspectiveTransform(bent, np.linalg.inv(whole))
        self.homography = self.homography @ whole
        self.field = (back - flat).reshape(self.field.shape)

    @property
    def share(self) -> float:
        """The part of the windows that are where the field has them."""
        return float(self.left.agree.mean()) if len(self.left.agree) else 0.0

    @cached_property
    def fit(self) -> float:
        """How well the sheet is where the field has it: the share of the windows that are, less
        those around which hardly one is: what is hidden, or printed otherwise. At most 0 if the
        field is torn."""
        middles = self.left.middles
        near = np.linalg.norm(middles[:, None] - middles, axis=-1) < BLOTCH * DOTS
        alone = near @ self.left.agree.astype(float) / near.sum(1) < HARDLY
        found = self.share - LOST * float(alone.mean())
        return min(found, 0.0) if self.torn else found

    @property
    def torn(self) -> bool:
        """Whether somewhere the field stretches or shrinks as it does on neither side: paper that
        is curled does so little by little, but an earlier print may lack a strip."""
        for axis in (0, 1):
            stretch = np.moveaxis(np.diff(self.field, axis=axis) / KNOT, axis, 0)
            bump = stretch[ASIDE:-ASIDE] - (stretch[: -2 * ASIDE] + stretch[2 * ASIDE :]) / 2
            if np.abs(bump).max(initial=0) > TORN:
                return True
        return False

    def strain(self, x: float, y: float) -> float:
        """How much longer or more slanting the field makes what is around a place in mm."""
        row, column = round(y * DOTS / KNOT), round(x * DOTS / KNOT)
        part = self.field[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3]
        steps = (np.abs(np.diff(part, axis=axis)).max() for axis in (0, 1))
        return float(max(steps)) / KNOT

    @property
    def likeness(self) -> float:
        """How like its blank the sheet is: more than another's if it is the right one."""
        flat, image = level(self.flat(2), 2), self.found.reference.evenly_lit
        alike = np.corrcoef(flat.ravel(), image[::2, ::2].ravel())[0, 1]
        return self.share + float(alike)

    def agrees(self, x: float, y: float, near: float) -> bool:
        """Whether most windows within ``near`` mm of a place in mm are where they should be."""
        apart = np.linalg.norm(self.left.middles - np.array([x, y]) * DOTS, axis=1)
        around = self.left.agree[apart < near * DOTS]
        return self.strain(x, y) <= STRAINED and (len(around) == 0 or bool(around.mean() >= MOSTLY))

    def flat(self, coarse: int = 1) -> Gray:
        """Return every ``coarse``-th dot of the sheet in grey as it lies flat."""
        wide, high = self.size
        at = cv2.perspectiveTransform((self.knots + self.field).reshape(1, -1, 2), self.homography)
        at = at.reshape(self.knots.shape).astype(np.float32)
        # between knots the map is straight: dot x lies x / KNOT knots to the right
        xs, ys = np.meshgrid(
            np.arange(0, wide, coarse, dtype=np.float32) / KNOT,
            np.arange(0, high, coarse, dtype=np.float32) / KNOT,
        )
        dense = cv2.remap(at, xs, ys, cv2.INTER_LINEAR)
        return cv2.remap(self.photo, dense[..., 0], dense[..., 1], cv2.INTER_LINEAR)

    def matched(self) -> tuple[Floats, Floats]:
        """Return the places of the features that look alike, and how far off the homography those
        of the photo are, in dots."""
        there, seen = (points.astype(np.float64) for points in self.found.pairs)
        back = cv2.perspectiveTransform(seen[None], np.linalg.inv(self.found.homography))[0]
        return there, back - there

    def shifted(self, places: Floats) -> Floats:
        """Return the shifts that the field has at places in dots."""
        x, y = (places.T[:, None] / KNOT).astype(np.float32)
        found = cv2.remap(self.field.astype(np.float32), x, y, cv2.INTER_LINEAR)
        return np.asarray(found[0], np.float64)

    def windows(self, side: float, reach: float, coarse: int) -> Windows:
        """Look for windows of a ``side`` in mm within ``reach`` mm of their places."""
        far, near = round(reach * DOTS / coarse), SURE * DOTS / coarse
        even = level(self.flat(coarse), coarse)
        padded = cv2.copyMakeBorder(even, far, far, far, far, cv2.BORDER_REPLICATE)
        found = []
        for x, y, window in self.found.reference.windows(round(side * DOTS / 2 / coarse), coarse):
            half = len(window) // 2
            around = padded[y - half : y + half + 2 * far, x - half : x + half + 2 * far]
            found.append((x, y, *peak(around, window, far, near)))
        rows = np.array(found, float).reshape(-1, 6)
        return Windows(rows[:, :2] * coarse, rows[:, 2:4] * coarse, rows[:, 4] > 0, rows[:, 5] > 0)


def reduced(photo: Gray, found: Hypothesis) -> tuple[float, Gray]:
    """Return a photo reduced to about a pixel for each dot, and how much it is."""
    high, wide = found.reference.blank.image.shape
    grid = np.array([[(0, 0), (wide, 0), (wide, high), (0, high)]], np.float64)
    outline = cv2.perspectiveTransform(grid, found.homography)[0].astype(np.float32)
    times = float(np.sqrt(cv2.contourArea(outline) / (wide * high)))
    scale = min(1.0, KEPT / times)
    smaller = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return scale, smaller


def peak(around: Gray, window: Gray, far: int, near: float) -> tuple[float, float, bool, bool]:
    """Return the shift, of at most ``far`` either way, at which a window is most like what is
    around it, whether it is so there alone, and whether it agrees: it is hardly less alike within
    ``near`` of its own place, or what is printed is seen there under writing."""
    alike = cv2.matchTemplate(around, window, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(alike)
    reach = int(np.ceil(near))
    own = float(alike[far - reach : far + reach + 1, far - reach : far + reach + 1].max())
    agrees = own > max(ALIKE, 0.95 * best)
    if not agrees and own > 0.8 * best:
        high, wide = window.shape
        here = around[far : far + high, far : far + wide]
        agrees = own * float(here.std()) > UNDER * float(window.std())
    if best < ALIKE or not (0 < x < alike.shape[1] - 1 and 0 < y < alike.shape[0] - 1):
        return 0.0, 0.0, False, agrees
    top = alike[y - 1 : y + 2, x - 1 : x + 2].astype(np.float64)
    others = alike.copy()
    cv2.circle(others, (x, y), round(2 * near), (-1.0,), -1)
    alone = float(others.max()) < TWIN * best
    return highest(top[1]) + x - far, highest(top[:, 1]) + y - far, alone, agrees


def highest(three: Floats) -> float:
    """Return where a parabola through three values is highest, from the second."""
    left, middle, right = three
    bend = left - 2 * middle + right
    return float(0.5 * (left - right) / bend) if bend < 0 else 0.0


def terms(points: Floats, degree: int, size: tuple[int, int]) -> Floats:
    """Return the terms of a polynomial at points; both axes run from -1 to 1 over the sheet."""
    x, y = (points / (np.array(size) / 2) - 1).T
    powers = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]
    return np.stack([x**i * y**j for i, j in powers], 1)


def within(places: Floats, others: Floats, reach: float) -> NDArray[np.bool_]:
    """Return for each place whether one of the others is within ``reach`` mm."""
    if not len(others):
        return np.zeros(len(places), bool)
    apart = np.linalg.norm(places[:, None] - others, axis=-1)
    return np.asarray(apart.min(1) < reach * DOTS)


def polynomial(
    middles: Floats,
    shifts: Floats,
    knots: Floats,
    degree: int,
    reach: float,
    size: tuple[int, int],
) -> Floats:
    """Return a field of shifts through those of windows or features, of which ever fewer count."""
    while degree and len(middles) < (degree + 1) * (degree + 2):
        degree -= 1
    if not len(middles):
        return np.zeros_like(knots)
    rows = terms(middles, degree, size)
    weight = np.ones(len(middles))
    order = [i + j for i in range(degree + 1) for j in range(degree + 1 - i)]
    calm = np.diag([CALM[one] for one in order]) * len(middles)
    for part in EASED:
        sides = rows.T @ (rows * weight[:, None]) + calm, rows.T @ (shifts * weight[:, None])
        found = np.linalg.solve(*sides)
        off = np.linalg.norm(rows @ found - shifts, axis=1)
        weight = 1 / (1 + (off / (part * reach * DOTS * 0.5)) ** 2) ** 2
    return (terms(knots.reshape(-1, 2), degree, size) @ found).reshape(knots.shape)


def local(windows: Windows, knots: Floats, reach: float) -> Floats:
    """Return what windows near each knot say of its shift."""
    usable = windows.seen & (np.linalg.norm(windows.shifts, axis=1) < reach * DOTS)
    middles, shifts = windows.middles[usable], windows.shifts[usable]
    # a weight by how far windows are is that across times that down
    xs, ys = knots[0, :, 0], knots[:, 0, 1]
    across, down = (
        np.exp(-((places[:, None] - at) ** 2) / (2 * (NEAR / 2 * DOTS) ** 2))
        for places, at in ((xs, middles[:, 0]), (ys, middles[:, 1]))
    )
    weight = down @ across.T + 0.5
    return np.stack([(down * one) @ across.T / weight for one in shifts.T], -1)
