"""Large print: faces made larger, as far as print.yaml says and the paper has room.

What is cut out is drawn as it is and scaled up. Where a page has no room to make it larger by
much, it is printed in two parts, to be joined. A text that runs over whole pages is typeset on a
page that is smaller by as much, and scaled up to the paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

import msgspec

from printkit.drawing.geometry import Matrix, multiply
from printkit.drawing.shapes import Face, Group, Shape
from printkit.sheets.grid import room, ways
from printkit.sheets.settings import SheetSettings
from printkit.sheets.tiling import MARK_ROOM, OVERLAP

HARDLY = 1.25  # times the size: where one page gives less, a piece is printed in two parts


def factor(
    size: tuple[float, float], most: float, paper: tuple[float, float], settings: SheetSettings
) -> float:
    """How many times its ``size`` a piece is printed, at most ``most``; 1 if there is no room."""
    width, height = size
    one = two = 1.0
    for sheet, slug in ways(paper):
        across, down = room(sheet, slug, 0, settings)
        one = max(one, min(across / width, down / height))
        across, down = across - 2 * MARK_ROOM, down - 2 * MARK_ROOM
        two = max(
            two,
            min((2 * across - OVERLAP) / width, down / height),
            min(across / width, (2 * down - OVERLAP) / height),
        )
    largest = one if one >= min(HARDLY, most) else two
    return min(most, math.floor(largest * 100) / 100)


def enlarged(faces: Sequence[Face], times: float) -> list[Face]:
    """The faces and their backs, ``times`` as large; a back that several share stays one."""
    backs = {id(face.back): larger(face.back, times) for face in faces if face.back is not None}
    return [
        msgspec.structs.replace(larger(face, times), back=backs.get(id(face.back)))
        for face in faces
    ]


def larger(face: Face, times: float) -> Face:
    """One face, ``times`` as large; its bleed stays as wide as a cut may be off."""
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
    """The shapes under a matrix; groups that say what they are stay a face's own."""
    done: list[Shape] = []
    for says, run in groupby(shapes, key=says_something):
        if says:
            done += [
                msgspec.structs.replace(group, matrix=multiply(group.matrix, matrix))
                for group in run
                if isinstance(group, Group)
            ]
        else:
            done.append(Group(tuple(run), matrix))
    return tuple(done)


def says_something(shape: Shape) -> bool:
    return isinstance(shape, Group) and bool(shape.role or shape.anchor or shape.background)
