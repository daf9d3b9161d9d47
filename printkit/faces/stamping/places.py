"""Where there is room for a stamp: in the margin of a face, where nothing else is drawn.

All lengths are mm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import Any, NamedTuple, assert_never

import msgspec

from printkit.drawing.areas import Area, Ring, crosses, flattened, overlap
from printkit.drawing.bounds import ASCENT, DESCENT
from printkit.drawing.colour_vision import contrast, lightness
from printkit.drawing.geometry import Box, box_under, corners_of, scale_of
from printkit.drawing.shapes import (
    Face,
    Field,
    Group,
    Image,
    Path,
    Shade,
    Symbol,
    Text,
    Use,
)
from printkit.drawing.traversal import Visit, traverse
from printkit.typography.fonts import CAPITALS, Fonts

MARK = "sans"  # the font of stamps
SIZE = 1.5  # the em: 4.25 pt
KEEP = 1.1  # from the cut, which may be a mm off
LEAST_DEPTH = 1.0  # what the corners of the letters keep from it in any case
CLEAR = 0.2  # between a stamp and anything else on the face
STEP, STEPS = 0.3, 12  # further inside, where the margin is taken, and how often
SHARE = 0.22  # of the shorter side of a piece: further inside it is in the way
ALONG = (0.5, 0.75, 0.25, 0.625, 0.375, 0.875, 0.125)  # of an edge, where its ends are taken
SEEN = 4.6  # the contrast of the quietest ink that can still be read
PAPER = "#ffffff"
LEVEL = re.compile(r"[A-PR-Za-fhik-or-xz0-9 +%&×–—.:!?’“”]*")  # words that no letter of hangs below


class Spot(NamedTuple):
    """Where a stamp may be: its baseline, and what ``share`` of it is left of ``x``."""

    x: float
    y: float
    share: float


class Place(NamedTuple):
    """Where a stamp's baseline starts on a face, and its ink."""

    x: float
    y: float
    ink: str


class Found(msgspec.Struct, array_like=True):
    """What is found of a face: its ``digest``, and of each spot that was ``tried`` the place that
    its stamp has there, if any."""

    digest: str = ""
    tried: dict[Spot, Place | None] = {}


@dataclass
class Inked:
    """A part of a drawing near the edge of a face: what is visited, and the box around it.

    ``fill`` is the colour of an area; without one it is what nothing may be printed on: words, an
    icon, a line ``reach`` mm to either side. A symbol's shapes are ``within`` the visit of its use.
    """

    visit: Visit
    box: Box
    fill: str | None = None
    reach: float = 0.0
    within: Visit | None = None

    @cached_property
    def rings(self) -> list[tuple[Ring, bool]]:
        """The points of a path; none of words and fields, whose whole box is taken."""
        shape = self.visit.shape
        return flattened(shape.steps, self.visit.matrix) if isinstance(shape, Path) else []

    @cached_property
    def area(self) -> Area:
        shape = self.visit.shape
        even_odd = isinstance(shape, Path) and shape.style.even_odd
        return Area([ring for ring, _ in self.rings], even_odd)

    @cached_property
    def clips(self) -> list[Area]:
        """What it is clipped to."""
        visits = (self.visit, self.within) if self.within else (self.visit,)
        return [clip for visit in visits for clip in clips_of(visit)]


def placed(
    faces: Sequence[Face], stamps: Sequence[str], found: Sequence[Found],
    symbols: Mapping[str, Symbol], fonts: Fonts, margin: float,
) -> list[Place | None]:  # fmt: skip
    """The place of the stamp on each face: for all faces the first that is free on each, else on
    each the first that is free there; None where none is. What is new is added to
    what was ``found`` of the faces before."""
    font, signs = fonts.get(MARK), Signs(symbols)
    borders = [
        Border(face, signs, font.width(stamp) * SIZE, margin, one.tried)
        for face, stamp, one in zip(faces, stamps, found, strict=True)
    ]
    for spot in borders[0].spots if borders else ():
        places = list(takewhile(bool, (border.place(spot) for border in borders)))
        if len(places) == len(borders):
            return places
    return [next(filter(None, map(border.place, border.spots)), None) for border in borders]


class Border:
    """The border of a face, where a stamp may be that is ``wide`` mm long; ``tried`` are the spots
    of which that is known."""

    def __init__(
        self, face: Face, signs: Signs, wide: float, margin: float,
        tried: dict[Spot, Place | None],
    ) -> None:  # fmt: skip
        self.face, self.signs, self.wide, self.margin = face, signs, wide, margin
        self.tried = tried

    @cached_property
    def spots(self) -> list[Spot]:
        """The places of a stamp, the best first: what is further out before what is further in, the
        foot before the head, the corners of an edge before what is between them."""
        face = self.face
        found: list[Spot] = []
        for step in range(STEPS):
            keep = KEEP + self.margin + step * STEP
            left = max(keep, face.corner)
            right = face.width - left
            across = [(right, 1.0), (left, 0.0)]
            across += [(left + share * (right - left), share) for share in ALONG]
            foot, head = face.height - keep, keep + CAPITALS * SIZE
            if head > self.margin + SHARE * min(face.width, face.height):
                break
            for y in (head,) if self.margin else (foot, head):
                found += [Spot(round(x, 2), round(y, 2), share) for x, share in across]
        return found

    def place(self, spot: Spot) -> Place | None:
        """A stamp at a spot; None if that is not free, or not inside the outline."""
        if spot not in self.tried:
            self.tried[spot] = self.place_at(spot)
        return self.tried[spot]

    def place_at(self, spot: Spot) -> Place | None:
        x = spot.x - spot.share * self.wide
        left, top, right, bottom = box = (x, spot.y - CAPITALS * SIZE, x + self.wide, spot.y)
        if min(self.face.depth(*corner) for corner in corners_of(box)) < LEAST_DEPTH:
            return None
        ground = self.ground((left - CLEAR, top - CLEAR, right + CLEAR, bottom + CLEAR))
        return None if ground is None else Place(round(x, 3), spot.y, ink_on(ground))

    @cached_property
    def inked(self) -> list[Inked]:
        """What is drawn in the border, in the order drawn."""
        deep = KEEP + self.margin + STEPS * STEP + SIZE
        inner = deep, deep, self.face.width - deep, self.face.height - deep
        found: list[Inked] = []
        for visit in traverse(self.face.shapes):
            if isinstance(visit.shape, Use):
                found += self.signs.drawn(visit.shape, visit, inner)
            else:
                found += inked(visit, inner)
        return found

    def ground(self, box: Box) -> str | None:
        """The one colour in a box; None if anything else is there."""
        ground: str | None = PAPER
        for one in self.inked:
            if overlap(one.box, box) and (covers := covering(one, box)) is not None:
                ground = one.fill if covers or one.fill == ground else None
        return ground


class Signs:
    """What ``symbols`` print: those that lie alike on several faces are gone through once."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        self.symbols = symbols
        self.known: dict[tuple[Any, ...], list[Inked]] = {}

    def drawn(self, use: Use, visit: Visit, inner: Box) -> Sequence[Inked]:
        """What a use of a symbol prints as it is visited, but for what lies in the ``inner`` box:
        nothing if all of it does."""
        box = use.x, use.y, use.x + use.side, use.y + (use.height or use.side)
        if self.symbols[use.symbol].size and lies_in(box_under(visit.matrix, box), inner):
            return ()
        clips = tuple((around.matrix, clip) for around, clip in clips_around(visit))
        key = use, visit.matrix, clips, inner
        if key not in self.known:
            every = traverse((use,), visit.matrix, self.symbols)
            self.known[key] = [ink for one in every for ink in inked(one, inner, visit)]
        return self.known[key]


def inked(visit: Visit, inner: Box, within: Visit | None = None) -> Iterator[Inked]:
    """What a shape prints where it is not clipped: an area, a line, or a box that is taken; nothing
    if it lies in the ``inner`` box.

    The box of a path is that of its control points, which is soon found and holds all of it.
    """
    shape, matrix = visit.shape, visit.matrix
    if isinstance(shape, Group | Use):
        return  # their content is visited
    if isinstance(shape, Path):
        across = [x for _, values in shape.steps for x in values[::2]]
        down = [y for _, values in shape.steps for y in values[1::2]]
        if not across:
            return
        box = box_under(matrix, (min(across), min(down), max(across), max(down)))
        if shape.style.fill is not None and not lies_in(box, inner):
            yield Inked(visit, box, shape.style.fill, within=within)
        if shape.style.stroke is not None:
            reach = shape.style.width * scale_of(matrix) / 2
            if not lies_in(wide := widened(box, reach), inner):
                yield Inked(visit, wide, reach=reach, within=within)
    elif isinstance(shape, Text):
        rise = ASCENT * shape.size
        drop = 0.0 if LEVEL.fullmatch(shape.text) else DESCENT * shape.size
        own = shape.x, shape.y - rise, shape.x + shape.width, shape.y + drop
        if not lies_in(box := box_under(matrix, own), inner):
            yield Inked(visit, box, within=within)
    elif isinstance(shape, Image | Shade | Field):
        own = shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        if not lies_in(box := box_under(matrix, own), inner):
            yield Inked(visit, box, within=within)
    else:
        assert_never(shape)


def clips_around(visit: Visit) -> Iterator[tuple[Visit, Path]]:
    """The groups around a shape that clip it, with what they clip it to."""
    for around in visit.around:
        if isinstance(around.shape, Group) and around.shape.clip is not None:
            yield around, around.shape.clip


def clips_of(visit: Visit) -> Iterator[Area]:
    """What a shape is clipped to."""
    for around, clip in clips_around(visit):
        if rings := [ring for ring, _ in flattened(clip.steps, around.matrix)]:
            yield Area(rings)


def covering(one: Inked, box: Box) -> bool | None:
    """Whether something covers a box evenly; None if it is not seen there at all."""
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    cut = False  # whether the edge of a clip runs through the box
    for clip in one.clips:
        edge = any(crosses(ring, box, closed=True) for ring in clip.rings)
        if not edge and not clip.contains(*middle):
            return None
        cut = cut or edge
    if one.fill is None:
        wide = widened(box, one.reach)
        path = isinstance(one.visit.shape, Path)
        met = not path or any(crosses(ring, wide, closed=shut) for ring, shut in one.rings)
        return False if met else None
    if any(crosses(ring, box, closed=True) for ring, _ in one.rings):
        return False
    return not cut if one.area.contains(*middle) else None


def widened(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by


def lies_in(inner: Box, outer: Box) -> bool:
    """Whether a box lies inside another."""
    above_left = inner[0] > outer[0] and inner[1] > outer[1]
    return above_left and inner[2] <= outer[2] and inner[3] <= outer[3]


@lru_cache(256)
def ink_on(ground: str) -> str:
    """The quietest ink that can be read on a ground: a grey, black or white."""
    greys = [f"#{level:02x}{level:02x}{level:02x}" for level in range(0, 256, 3)]
    quietest = greys[::-1] if lightness(ground) >= 50 else greys  # the ground's own side first
    readable = (ink for ink in quietest if contrast(ink, ground) >= SEEN)
    return next(readable, max("#000000", PAPER, key=lambda ink: contrast(ink, ground)))
