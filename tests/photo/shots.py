"""A photo of a written sheet of any game for each seed."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

import card_data
from scoring.photo.blanks import DOTS as BLANK_DOTS
from scoring.photo.blanks import blanks
from scoring.photo.flattening import KNOT, Flattening
from scoring.photo.registration import Reference
from tests.photo.handwriting import DOTS
from tests.photo.simulator import Manner, Photo, photograph
from tests.photo.written_sheets import Filled, Page, fill, page

FULL = (True, False, *[None] * 6)  # in an eighth of the sheets all is written, in an eighth nothing


class Shot(NamedTuple):
    """A photo of one written sheet."""

    game: str
    filled: Filled
    paper: Page
    photo: Photo

    def hides(self, x: float, y: float, width: float, height: float) -> bool:
        """Whether a thumb lies over a box in mm of the sheet."""
        corner = self.paper.place(0, np.array([[x, y]]))[0]
        return self.photo.hidden((*corner, width, height))

    def off(self, found: Flattening) -> float:
        """Return how far the worst field's middle is off its place in the photo, in mm."""
        fields = self.filled.blank.sheet.fields
        places = np.array([(one.x + one.width / 2, one.y + one.height / 2) for one in fields])
        knots = np.round(places * BLANK_DOTS / KNOT).astype(int)
        there = found.knots[knots[:, 1], knots[:, 0]] / BLANK_DOTS
        right = self.photo.to_photo(self.paper.place(0, there))
        near = self.photo.to_photo(self.paper.place(0, there + np.array([1, 0])))
        scale = np.linalg.norm(near - right, axis=1)
        bent = (found.knots + found.field)[knots[:, 1], knots[:, 0]]
        seen = cv2.perspectiveTransform(bent[None], found.homography)[0] / found.scale
        return float((np.linalg.norm(seen - right, axis=1) / scale).max())


@cache
def references(game: str) -> tuple[Reference, ...]:
    return tuple([Reference(one) for one in blanks(card_data.load(game))])


def shot(seed: int, manner: Manner, megapixels: float) -> Shot:
    rng = np.random.default_rng(seed)
    sheets = [(game, one.blank) for game in card_data.names() for one in references(game)]
    game, blank = sheets[seed % len(sheets)]
    filled = fill(blank, rng, full=FULL[rng.integers(len(FULL))])
    paper = page([filled.image], rng)
    return Shot(game, filled, paper, photograph(paper.image, DOTS, rng, manner, megapixels))
