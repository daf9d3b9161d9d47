"""A photo of a written sheet of any game for each seed."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

import card_data
from scoring.photo.blanks import blanks
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
