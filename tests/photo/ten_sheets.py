"""Ten sheets written by ten people, each in a manner of their own; always the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

import card_data
from scoring.photo.blanks import blanks
from tests.photo.handwriting import DOTS, MARKS, Hand, Pen
from tests.photo.simulator import Photo, photograph
from tests.photo.written_sheets import Filled, Page, fill, page

SOFT = Pen((70, 68, 66), 0.5, 0.9, 0.7)
HARD = Pen((112, 108, 106), 0.32, 0.55, 0.5)
BLUE = Pen((150, 62, 34), 0.38, 0.95, 0.12)
BLACK = Pen((42, 38, 36), 0.34, 0.95, 0.1)
FELT = Pen((40, 40, 188), 0.8, 0.95, 0.05)


class Manner(NamedTuple):
    """Who writes on which sheet of a game, and the part of the marks that are not plain."""

    who: str
    game: str
    component: str
    hand: Hand
    astray: float = 0.03


TEN = (
    Manner(
        "careful, with a soft pencil", "nineteen_eighty_four", "sheet",
        Hand(SOFT, ("cross",), 0.7, 0.05, 0.5, 0, -0.05, 1),
    ),
    Manner(
        "faint, with a hard pencil", "dice_archive", "form",
        Hand(HARD, ("tick",), 0.6, 0.2, 0.8, 0.3, 0, 2),
    ),
    Manner(
        "round, with a ballpoint", "verse_and_variant", "pad",
        Hand(BLUE, ("circle", "tick"), 0.75, 0, 0.7, 0.3, 0.05, 3),
    ),
    Manner(
        "hasty: one line through a box", "nineteen_eighty_four", "sheet_ink_saving",
        Hand(BLACK, ("line",), 0.65, 0.35, 1.3, 1, 0.1, 4),
    ),
    Manner(
        "filling in, with a felt pen", "dice_archive", "form",
        Hand(FELT, ("filled", "scribble"), 0.8, 0, 1, 0, 0, 5),
    ),
    Manner(
        "old, with a trembling hand", "winstons_archive", "pad",
        Hand(SOFT, ("cross", "tick"), 0.75, 0.15, 2.2, 0, 0.1, 6),
    ),
    Manner(
        "a child, beyond the boxes", "nineteen_eighty_four", "sheet",
        Hand(FELT, ("cross", "scribble"), 0.95, -0.1, 1.8, 0, 0.2, 7), 0.15,
    ),
    Manner(
        "hatching, with a soft pencil", "manuscript", "spread",
        Hand(SOFT, ("hatch", "filled"), 0.6, 0.1, 1, 0.3, 0, 8),
    ),
    Manner(
        "left-handed, rubbing out much", "dice_archive", "form",
        Hand(SOFT, ("cross", "scribble"), 0.65, -0.3, 1.2, 0.3, 0.05, 9), 0.3,
    ),
    Manner(
        "small, and now this mark, now that", "verse_and_variant", "pad",
        Hand(BLACK, MARKS, 0.45, 0.25, 0.9, 1, -0.1, 10), 0.1,
    ),
)  # fmt: skip


def ten_sheets(megapixels: float = 8) -> Iterator[tuple[Manner, Filled, Page, Photo]]:
    """Yield who writes, the sheet, the paper that it is on, and a photo of that."""
    for seed, manner in enumerate(TEN):
        rng = np.random.default_rng(seed)
        sheets = blanks(card_data.load(manner.game))
        blank = next(one for one in sheets if one.sheet.component == manner.component)
        filled = fill(blank, rng, hand=manner.hand, astray=manner.astray)
        paper = page([filled.image], rng)
        yield manner, filled, paper, photograph(paper.image, DOTS, rng, megapixels=megapixels)
