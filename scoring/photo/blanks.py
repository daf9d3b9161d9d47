"""The blank sheets of a game as they are printed: what photos are held against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike

from card_data import Game
from printkit.drawing.rewriting import inlined
from printkit.exports.filled_sheets import painted
from printkit.options import Options
from printkit.sheets.typesetting import Typesetter
from scoring.sheets.live import DrawnSheet, LiveSheet, drawn_sheets, face_sheet

Gray = MatLike  # by rows, from 0 (black) to 255

DPI = 152
DOTS = 6  # of a blank sheet's picture, in a mm
PAPERS = ("a4", "letter")  # of sheets as wide as their paper


class Blank(NamedTuple):
    """A sheet without entries.

    ``sheets`` are those that look like it, such as the form of each player: their fields have the
    same places. ``image`` is its picture in grey, by rows, with `DOTS` to a mm.
    """

    sheets: tuple[LiveSheet, ...]
    image: Gray

    @property
    def sheet(self) -> LiveSheet:
        return self.sheets[0]


def blanks(game: Game[Any], data: Path | None = None) -> list[Blank]:
    """Return the sheets of a game as they are printed usually, with little ink, and on both papers.

    ``data`` is the folder of edited games that the game came from, if any. Large print is the same
    sheet, enlarged. Raise `DataError` for faults of a template.
    """
    alike: dict[bytes, list[DrawnSheet]] = {}
    typesetter = Typesetter()
    for one in printings(game, data, typesetter):
        look = one.svg.encode()
        if one.sheet.fields not in [known.sheet.fields for known in alike.get(look, ())]:
            alike.setdefault(look, []).append(one)
    return [
        Blank(tuple([one.sheet for one in same]), drawn(same[0], typesetter))
        for same in alike.values()
    ]


def printings(game: Game[Any], data: Path | None, typesetter: Typesetter) -> Iterator[DrawnSheet]:
    for low_ink in (False, True):
        for paper in PAPERS:
            options = Options(data=data, paper=paper, low_ink=low_ink)
            yield from drawn_sheets(game, game.head.players.max, options, typesetter)


def drawn(one: DrawnSheet, typesetter: Typesetter) -> Gray:
    page = face_sheet(inlined(one.face, one.symbols))
    png = painted(page, one.sheet.title, "png", DPI, typesetter.fonts)
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    size = round(one.sheet.width * DOTS), round(one.sheet.height * DOTS)
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)
