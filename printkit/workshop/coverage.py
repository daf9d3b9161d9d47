"""The ink coverage of pieces, measured on what is drawn.

The measure is the trade's area coverage: the share of the paper that ink covers. A 20 % tint covers
20 %, a solid yellow 100 %. Where inks overprint, the heaviest counts, since the dots of the others
lie on or between its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from card_data import Game
from printkit.drawing.shapes import Face
from printkit.exports.images import prepared
from printkit.options import Options
from printkit.painting.paint import pdf_of, single
from printkit.painting.raster import pages_of, raster
from printkit.printing.jobs import select_jobs, with_guests
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts

DPI = 240  # fine enough that no line of hatching is thinner than a dot: pdfium widens such lines


class Coverage(msgspec.Struct, frozen=True):
    """The ink coverage of a component's fronts and backs, from 0 to 1; None: no backs."""

    fronts: float
    backs: float | None


class ComponentCoverage(msgspec.Struct, frozen=True):
    """The ink coverage of a component in full and in low ink, and its number of pages."""

    component: str
    full: Coverage
    low: Coverage
    pages: int

    def cells(self) -> tuple[str, ...]:
        """A line of a table: component, fronts and backs in full and in low ink, pages."""
        shares = (self.full.fronts, self.low.fronts, self.full.backs, self.low.backs)
        shown = ("" if share is None else f"{100 * share:.1f}" for share in shares)
        return self.component, *shown, str(self.pages)


def game_coverage(game: Game[Any], options: Options) -> Iterator[ComponentCoverage]:
    """The ink coverage of each component; raise `DataError` with every problem of one."""
    typesetter = Typesetter()
    fonts = typesetter.fonts
    saving = msgspec.structs.replace(options, low_ink=True)
    settings = settings_for(options)
    for _, name, guests in with_guests(select_jobs([game.id], (), options, settings)):
        full = lay_out(game, name, options, typesetter, guests, settings)
        low = lay_out(game, name, saving, typesetter, guests, settings)
        pairs = zip((full, *full.guests), (low, *low.guests), strict=True)
        for one, other in pairs:
            pages = len(full.sheets)
            yield ComponentCoverage(one.name, coverage(one, fonts), coverage(other, fonts), pages)


def coverage(layout: Layout, fonts: Fonts) -> Coverage:
    """The ink coverage of a component's pieces as cut, all copies counted."""
    faces = list(prepared(layout.faces, bleed=False))
    backs = {face.back.name: face.back for face in faces if face.back is not None}
    shares = dict(face_coverage(layout, [*faces, *backs.values()], fonts))
    counts = [face.copies for face in faces]
    fronts = mean([shares[face.name] for face in faces], counts)
    if not backs:
        return Coverage(fronts, None)
    behind = [shares[face.back.name] for face in faces if face.back is not None]
    return Coverage(fronts, mean(behind, [face.copies for face in faces if face.back is not None]))


def face_coverage(
    layout: Layout, faces: Sequence[Face], fonts: Fonts
) -> Iterator[tuple[str, float]]:
    """The name of each face, and its ink coverage."""
    from PIL import ImageChops, ImageStat

    pdf = pdf_of(layout, [single(face) for face in faces], fonts)
    for face, page in zip(faces, pages_of(pdf), strict=True):
        red, green, blue = raster(page, DPI).convert("RGB").split()
        least = ImageChops.darker(ImageChops.darker(red, green), blue)
        yield face.name, 1 - ImageStat.Stat(least).mean[0] / 255


def mean(values: Sequence[float], weights: Sequence[int]) -> float:
    """The weighted mean of values."""
    total = sum(value * weight for value, weight in zip(values, weights, strict=True))
    return total / sum(weights)
