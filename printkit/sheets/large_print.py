"""Large print: faces enlarged as far as print.yaml says and the paper has room.

Pieces that are cut out are scaled up. Where a page allows little enlargement, they are printed in
two tiles, to be joined. A booklet or another text over whole pages is typeset on pages smaller by
the same factor, and scaled up to the paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

import msgspec

from printkit.drawing.geometry import Matrix, multiply
from printkit.drawing.shapes import Face, Group, Shape
from printkit.sheets.grid import rooms
from printkit.sheets.settings import SheetSettings
from printkit.sheets.tiling import MARK_ROOM, OVERLAP

LEAST_GAIN = 1.25  # times the size: where one page allows less, a piece is printed in two tiles


def factor(
    size: tuple[float, float], most: float, sheet_size: tuple[float, float], settings: SheetSettings
) -> float:
    """How many times its ``size`` a piece is printed, at most ``most``; 1 if there is no room."""
    width, height = size
    one = two = 1.0
    for _, _, across, down in rooms(sheet_size, 0, settings):
        one = max(one, min(across / width, down / height))
    for _, _, across, down in rooms(sheet_size, 0, settings, beside=MARK_ROOM):
        two = max(
            two,
            min((2 * across - OVERLAP) / width, down / height),
            min(across / width, (2 * down - OVERLAP) / height),
        )
    largest = one if one >= min(LEAST_GAIN, most) else two
    return min(most, math.floor(largest * 100) / 100)


def larger(face: Face, times: float) -> Face:
    """Return one face, ``times`` as large; its bleed stays, as it allows for the error of a cut."""
    width, height = round(face.width * times, 6), round(face.height * times, 6)
    return msgspec.structs.replace(
        face,
        width=width,
        height=height,
        shapes=scaled(face.shapes, (times, 0.0, 0.0, times, 0.0, 0.0)),
        safe=face.safe * times,
        corner=face.corner * times,
    )


def scaled(shapes: Sequence[Shape], matrix: Matrix) -> tuple[Shape, ...]:
    """The shapes under a matrix; groups with a role, an anchor or a background stay top-level."""
    done: list[Shape] = []
    for marked, run in groupby(shapes, key=is_marked):
        if marked:
            done += [
                msgspec.structs.replace(group, matrix=multiply(group.matrix, matrix))
                for group in run
                if isinstance(group, Group)
            ]
        else:
            done.append(Group(tuple(run), matrix))
    return tuple(done)


def is_marked(shape: Shape) -> bool:
    return isinstance(shape, Group) and bool(shape.role or shape.anchor or shape.background)
