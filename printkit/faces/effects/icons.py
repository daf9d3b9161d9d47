"""Icons of a game's own: the SVG files in a folder of it, by their names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import islice
from pathlib import Path

from card_data import DataError
from card_data.limits import MOST_ICONS
from card_data.problems import in_utf_8, quote
from card_data.reading.documents import leads_out, on_disk, read_bytes
from printkit.art.extents import box_of, to_scale
from printkit.art.masks import recoloured
from printkit.art.svg.reader import read_art
from printkit.drawing.bounds import points
from printkit.drawing.geometry import box_under, rectangle_steps
from printkit.drawing.rewriting import rewritten
from printkit.drawing.shapes import BLACK, CURRENT, Group, Image, Shade, Shape, Text
from printkit.drawing.shapes import Path as Drawn
from printkit.drawing.traversal import Visit, traverse, walk
from printkit.errors import MarkupError, SourceLocation
from printkit.typography.fonts import Fonts

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
ENDING = ".svg"
CORNERS = 4


class OwnIcons:
    """The icons in a ``folder`` of a game, which lies in ``home``, each read when it is first used.

    Raise `MarkupError` for a folder that cannot be read, and for a file whose name is no icon's or
    that of one of those ``known``.
    """

    def __init__(self, home: Path, folder: str, known: Collection[str]) -> None:
        self.home, self.folder = home, on_disk(home / folder)
        try:
            if leads_out(self.folder, home) or not self.folder.is_dir():
                raise MarkupError(f"icons: no folder {quote(folder)} in that of the game")
            found = sorted(islice(self.folder.iterdir(), MOST_ICONS + 1))
        except OSError as error:
            raise MarkupError(f"icons: cannot be read: {error.strerror}") from None
        if len(found) > MOST_ICONS:
            raise MarkupError(f"icons: more than {MOST_ICONS:,} files in {quote(folder)}")
        self.files = {file.stem: file for file in found if file.suffix.lower() == ENDING}
        for name, file in self.files.items():
            if not NAME.fullmatch(name):
                message = "expected letters, digits, - and _ in the name of an icon"
                place = SourceLocation(in_utf_8(str(file)))
                raise MarkupError(f"found {quote(in_utf_8(name))}, {message}", place=place)
            if name in known:
                message = f"there is an icon {quote(name)} already: give the file another name"
                raise MarkupError(message, place=SourceLocation(str(file)))
        self.read_files: dict[str, bytes] = {}

    def raw(self, name: str) -> bytes:
        """Return what is in an icon's file; raise `MarkupError` if it cannot be read."""
        if name not in self.read_files:
            file = self.files[name]
            try:
                self.read_files[name] = read_bytes(file, str(file), self.home)
            except DataError as error:
                message = error.problems[0].message
                raise MarkupError(message, place=SourceLocation(str(file))) from None
        return self.read_files[name]

    def read(self, name: str, fonts: Fonts) -> tuple[tuple[Shape, ...], float]:
        """The shapes of an icon, in the middle of a square view box, and the side of that."""
        place = SourceLocation(str(self.files[name]))
        shapes, width, height = read_art(self.raw(name), place, fonts)
        if any(isinstance(shape, Text) for shape in walk(shapes)):
            raise MarkupError("an icon cannot contain text: convert it to paths", place=place)
        side = max(width, height)
        shapes = in_one_colour(without_backdrop(shapes, width, height))
        reach = box_of(shapes, lines=True)
        if reach is not None and (min(reach[:2]) < 0 or reach[2] > width or reach[3] > height):
            shapes = (Group(shapes, clip=Drawn(rectangle_steps(0, 0, width, height, 0, 0))),)
        if width != height:
            shapes = (Group(shapes, (1, 0, 0, 1, (side - width) / 2, (side - height) / 2)),)
        shapes, scale = to_scale(shapes, side, place)
        return shapes, scale * side


def without_backdrop(shapes: tuple[Shape, ...], width: float, height: float) -> tuple[Shape, ...]:
    """Return an icon without the square in another colour on which all of it lies, if there is one,
    as game-icons.net draws them."""
    visits = [one for one in traverse(shapes) if not isinstance(one.shape, Group)]
    if len(visits) < 2 or not is_backdrop(visits[0], width, height):
        return shapes
    square = visits[0].shape
    above = rewritten(shapes, lambda shape, _: None if shape is square else shape)
    under, inks = inks_of((square,)), inks_of(above)
    return above if inks is not None and len(inks) == 1 and inks != under else shapes


def is_backdrop(visit: Visit, width: float, height: float) -> bool:
    """Whether a shape is a rectangle that fills the view box."""
    shape = visit.shape
    if not isinstance(shape, Drawn) or shape.style.stroke is not None:
        return False
    corners = set(points(shape))
    if len(corners) != CORNERS or any(letter == "C" for letter, _ in shape.steps):
        return False
    xs, ys = ([point[axis] for point in corners] for axis in (0, 1))
    box = box_under(visit.matrix, (min(xs), min(ys), max(xs), max(ys)))
    least = max(width, height) / 100
    return all(
        abs(found - side) <= least for found, side in zip(box, (0, 0, width, height), strict=True)
    )


def in_one_colour(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return an icon that is in one colour in the colour of its use; one of several in its own."""
    inks = inks_of(shapes)
    return recoloured(shapes, lambda _: CURRENT) if inks is not None and len(inks) == 1 else shapes


def inks_of(shapes: Iterable[Shape]) -> set[str] | None:
    """The colours of shapes, that of their use as black; None for more than plain colours."""
    inks: set[str] = set()
    for shape in walk(shapes):
        if isinstance(shape, Shade | Image):
            return None
        if isinstance(shape, Drawn):
            inks |= {ink for ink in (shape.style.fill, shape.style.stroke) if ink is not None}
    return {BLACK if ink == CURRENT else ink for ink in inks}
