"""Finds blank sheets in a photo, and maps them onto it.

First features of a whole sheet are matched: a homography. Then windows of the sheet, flattened by
it, are looked for near their places, from where features agree outwards: a smooth field of shifts
bends the homography to curled and folded paper. The windows that are found where the field has them
tell a right fit from a wrong one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from scoring.photo.blanks import Blank, Gray

Floats = NDArray[np.float64]

SEARCHED = 1800  # pixels of the longer side of the picture in which sheets are looked for
IN_BLANK = 3000  # features
LOWE = 0.82  # the best match must be nearer than this part of the second best
ASTRAY = 8.0  # pixels that features may be off a homography, on paper that is not flat
LEAST = 30  # features that must agree
CORNERED = 8.0  # how far greys change in every direction: not in that of the only lines there are
MOST_PIECES = 8  # on a photo
SLANTED = 0.17  # of the area of a square with such sides, that a sheet seen slantwise has
SMALL = 60  # pixels of its shortest side in the reduced picture


@dataclass(frozen=True)
class Features:
    """Features of a picture: their places by x and y in its pixels, and how they look."""

    points: NDArray[np.float32]
    looks: NDArray[np.uint8]


def features(image: Gray, most: int, grain: float) -> Features:
    """Return the features of a picture in which what is finer than ``grain`` pixels is blurred."""
    image = cv2.GaussianBlur(image, (0, 0), grain)
    points, looks = cv2.ORB.create(most, fastThreshold=8).detectAndCompute(image, None)
    if looks is None:
        looks = np.zeros((0, 32), np.uint8)
    places = np.array([one.pt for one in points], np.float32).reshape(-1, 2)
    return Features(places, looks.astype(np.uint8))


class Reference:
    """A blank sheet with its features."""

    def __init__(self, blank: Blank) -> None:
        self.blank = blank
        self.known: dict[tuple[int, int], list[tuple[int, int, Gray]]] = {}

    @cached_property
    def features(self) -> Features:
        return features(self.blank.image, IN_BLANK, 1.2)

    @cached_property
    def evenly_lit(self) -> Gray:
        return level(cv2.GaussianBlur(self.blank.image, (0, 0), 1.0))

    def windows(self, half: int, coarse: int) -> list[tuple[int, int, Gray]]:
        """Return windows of twice ``half`` a side that are like none beside them, with their
        middles: all in every ``coarse``-th dot of the blank."""
        if (half, coarse) not in self.known:
            image = self.evenly_lit[::coarse, ::coarse]
            tried = [
                (x, y, image[y - half : y + half, x - half : x + half])
                for y in middles(half, image.shape[0])
                for x in middles(half, image.shape[1])
            ]
            self.known[half, coarse] = [one for one in tried if cornered(one[2])]
        return self.known[half, coarse]


class Hypothesis(NamedTuple):
    """A homography from a blank's dots to the photo's pixels, and how many features agree.

    ``pairs`` are the places of all features that look alike, in dots and in pixels. ``outline`` has
    the corners in the reduced picture.
    """

    reference: Reference
    homography: MatLike
    agreeing: int
    pairs: tuple[NDArray[np.float32], NDArray[np.float32]]
    outline: NDArray[np.float32]


class Search:
    """Looks for sheets in the grey picture of a photo, which is reduced for it, by at most so many
    of its features."""

    def __init__(self, photo: Gray, most: int) -> None:
        self.scale = min(1.0, SEARCHED / max(photo.shape))
        times = self.scale, self.scale
        reduced = cv2.resize(photo, None, None, *times, interpolation=cv2.INTER_AREA)
        self.features = features(reduced, most, 0.8)
        self.free = np.ones(len(self.features.points), bool)

    def best(self, references: Sequence[Reference]) -> list[Hypothesis]:
        """Return where each of the sheets may be among the features that are free; the likeliest
        first."""
        found = [one for reference in references if (one := self.fit(reference))]
        return sorted(found, key=lambda one: -one.agreeing)

    def fit(self, reference: Reference) -> Hypothesis | None:
        blank = reference.features
        here = np.flatnonzero(self.free)
        if len(here) < LEAST or len(blank.points) < LEAST:
            return None
        pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(blank.looks, self.features.looks[here], 2)
        good = [one for one, other in pairs if one.distance < LOWE * other.distance]
        if len(good) < LEAST:
            return None
        there = np.array([blank.points[one.queryIdx] for one in good])
        seen = np.array([self.features.points[here[one.trainIdx]] for one in good])
        found, inside = cv2.findHomography(
            there, seen, cv2.USAC_MAGSAC, ASTRAY, maxIters=4000, confidence=0.999
        )
        if found is None or (agreeing := int(inside.sum())) < LEAST:
            return None
        outline = cv2.perspectiveTransform(corners(reference.blank)[None], found)[0]
        if not plausible(outline):
            return None
        whole = np.diag([1 / self.scale, 1 / self.scale, 1.0]) @ found
        return Hypothesis(reference, whole, agreeing, (there, seen / self.scale), outline)

    def take(self, hypothesis: Hypothesis) -> None:
        """Leave the features within its outline to no other sheet."""
        for index in np.flatnonzero(self.free):
            point = tuple(map(float, self.features.points[index]))
            if cv2.pointPolygonTest(hypothesis.outline, point, False) >= 0:
                self.free[index] = False


def level(image: Gray, coarse: int = 1) -> Gray:
    """Return a picture of every ``coarse``-th dot as if it were lit evenly: white paper is 230."""
    small = cv2.resize(image, None, fx=coarse / 8, fy=coarse / 8, interpolation=cv2.INTER_AREA)
    paper = cv2.GaussianBlur(cv2.dilate(small, np.ones((7, 7), np.uint8)), (0, 0), 4)
    paper = cv2.resize(paper, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
    return cv2.divide(image, np.maximum(paper, 8), scale=230)


def cornered(window: Gray) -> bool:
    """Whether something on a window tells its place both across and down."""
    slopes = [slope.ravel() for slope in np.gradient(window.astype(np.float32))]
    return bool(np.linalg.eigvalsh(np.cov(slopes))[0] >= CORNERED)


def middles(half: int, length: int) -> list[int]:
    """Return the middles of windows along a side, which overlap by a quarter."""
    count = max(2, round(length / half * 0.65))
    return [int(one) for one in np.linspace(half, length - half, count)]


def corners(blank: Blank) -> NDArray[np.float32]:
    high, wide = blank.image.shape
    return np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)


def plausible(outline: NDArray[np.float32]) -> bool:
    """Whether four corners are those of a sheet seen from its front, not too slantwise."""
    if not cv2.isContourConvex(outline):
        return False
    area = cv2.contourArea(outline, oriented=True)
    sides = np.linalg.norm(outline - np.roll(outline, 1, 0), axis=1)
    return bool(area > SLANTED * sides.mean() ** 2 and sides.min() > SMALL)
