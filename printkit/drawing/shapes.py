"""What a page is made of: shapes in mm, y downwards, as frozen records.

Painters read these records and nothing else, so a PDF and an SVG of the same drawing look alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from string import ascii_uppercase
from typing import Literal, NamedTuple

import msgspec

from card_data.model import PieceShape

CURRENT = "currentColor"  # a symbol's shape drawn so takes the colour of its use
Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
# A step of a path: its letter (M, L, C or Z) and its points' coordinates in mm.
Step = tuple[str, tuple[float, ...]]
OUTLINED = ("round", "hex")  # shapes of pieces that are cut out along their outline
FieldKind = Literal["number", "text", "check", "grid"]


class Rect(NamedTuple):
    """A rectangle: its top left corner and its size, in mm."""

    x: float
    y: float
    width: float
    height: float


class Style(msgspec.Struct, frozen=True, gc=False):
    """How a path is filled and stroked; lengths in mm, colours ``#rrggbb`` or `CURRENT`."""

    fill: str | None = "#000000"
    stroke: str | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    even_odd: bool = False


class Path(msgspec.Struct, frozen=True, gc=False):
    steps: tuple[Step, ...]
    style: Style = Style()


class Text(msgspec.Struct, frozen=True, gc=False):
    """One run of one font, its baseline starting at (x, y).

    ``font`` is a key of `printkit.typography.fonts.Fonts`, ``size`` the em in mm, ``width`` the
    advance in mm, ``word_space`` what justifying adds to each space, in mm. ``link`` is the anchor
    that a click on it leads to.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    width: float
    fill: str = "#000000"
    word_space: float = 0.0
    link: str = ""


class Use(msgspec.Struct, frozen=True, gc=False):
    """A symbol with its origin at (x, y), its view box ``side`` mm wide, in a colour.

    A symbol without a view box is drawn at its own size.
    """

    symbol: str
    x: float = 0.0
    y: float = 0.0
    side: float = 1.0
    colour: str = "#000000"


class Group(msgspec.Struct, frozen=True, gc=False):
    """Shapes under one transform and clip; the clip is in the group's own space.

    A ``role`` is one of `printkit.faces.tags.ROLES`, for screen readers; ``says`` stands for what a
    figure shows. Links lead to an ``anchor``; a ``title`` is an outline entry.
    A group ``goes_on`` with the one of its role before it: a paragraph that has been parted.
    What is in a ``background`` may be cut off; all else of a face keeps to its safe area.
    """

    shapes: tuple[Shape, ...]
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    role: str = ""
    says: str = ""
    anchor: str = ""
    title: str = ""
    goes_on: bool = False
    background: bool = False


class Field(msgspec.Struct, frozen=True, gc=False):
    """Something a player fills in.

    ``name`` is the path of its place in the position file, ``label`` what a person calls it.
    ``value`` is what a mark in a check box puts at that place; fields of other kinds have none.
    A grid is one text of ``rows`` lines of ``columns`` characters, a character a square: its
    squares divide the box evenly. Fields are filled in by ``order``. The box is in mm.
    """

    name: str
    kind: FieldKind
    label: str
    x: float
    y: float
    width: float
    height: float
    value: str = ""
    order: int = 0
    columns: int = 0
    rows: int = 0


# Everything that can be drawn. Who dispatches on it ends with `typing.assert_never`, so that a
# shape forgotten anywhere does not pass the type check.
Shape = Path | Text | Use | Group | Field


class Symbol(msgspec.Struct, frozen=True):
    """Shapes drawn many times; ``size`` is the side of its square view box, 0 for none.

    ``weight`` is how many they are, those of the symbols that it uses included.
    """

    name: str
    shapes: tuple[Shape, ...]
    size: float = 0.0
    weight: int = 1


class Part(msgspec.Struct, frozen=True):
    """Which part of a face larger than a page: its column and row, counted from 0.

    The whole has its top left corner at (x, y) of the part, and is ``width`` x ``height`` mm.
    """

    column: int
    row: int
    x: float
    y: float
    width: float
    height: float

    @property
    def name(self) -> str:
        return part_name(self.column, self.row)


def part_name(column: int, row: int) -> str:
    """The name of a part: a letter for its row and a number for its column, such as A2."""
    return f"{ascii_uppercase[row]}{column + 1}"


class Face(msgspec.Struct, frozen=True):
    """One side of one piece: ``width`` x ``height`` mm at the trim, art out to ``bleed`` beyond.

    ``id`` is the ID of the row that it shows (of a face without a row, its template's name), and
    ``copies`` says how many are printed. ``number`` counts the forms of one template, each with
    fields of its own; ``page`` counts the pages of a text that runs over several. ``safe`` and
    ``corner`` (its radius) are in mm. ``back`` is the other side. A face that is but one ``part``
    of a larger one shows what lies in its trim and bleed; the parts count as pages. ``shape`` is
    how the piece is cut out.
    """

    id: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    copies: int = 1
    bleed: float = 0.0
    safe: float = 0.0
    corner: float = 0.0
    back: Face | None = None
    number: int = 1
    page: int = 1
    part: Part | None = None
    shape: PieceShape = "rectangle"

    def depth(self, x: float, y: float) -> float:
        """How far inside the trim a point lies, of the whole if this is a part; below 0 outside."""
        whole = self.part or Part(0, 0, 0.0, 0.0, self.width, self.height)
        wide, high = whole.width / 2, whole.height / 2
        across, down = abs(x - whole.x - wide), abs(y - whole.y - high)
        if self.shape == "round":
            return wide - math.hypot(across, down)
        if self.shape == "hex":
            long, short, along, aside = wide, high, across, down
            if wide < high:
                long, short, along, aside = high, wide, down, across
            slanted = (short * (long - along) - long / 2 * aside) / math.hypot(short, long / 2)
            return min(short - aside, slanted)
        return min(wide - across, high - down)

    @property
    def name(self) -> str:
        """The name of a file that shows this face: its ID, and its number and page above 1."""
        return "-".join([self.id, *(str(count) for count in (self.number, self.page) if count > 1)])


def extent(face: Face) -> Path:
    """What may be seen of a face: out to its bleed, or its trim with the corners rounded."""
    return Path(outline(face, face.bleed))


def outline(face: Face, reach: float = 0.0, x: float = 0.0, y: float = 0.0) -> tuple[Step, ...]:
    """The edge of a face whose trim has its top left corner at (x, y), or ``reach`` mm outside it,
    where a rectangle's corners are not rounded."""
    box = x - reach, y - reach, face.width + 2 * reach, face.height + 2 * reach
    if face.shape == "hex":
        return hexagon_steps(x, y, face.width, face.height, reach)
    radius = 0.0 if reach else face.corner
    if face.shape == "round":
        radius = box[2] / 2
    return rectangle_steps(*box, radius, radius)


def walk(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Every shape in the order drawn; a group, then what is in it."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from walk(shape.shapes)


def has_roles(faces: Iterable[Face]) -> bool:
    """Whether any face says what its shapes are, and not only that some are artifacts: groups with
    a role are among its own shapes."""
    said = (
        shape
        for face in faces
        if any(isinstance(shape, Group) and shape.role for shape in face.shapes)
        for shape in walk(face.shapes)
    )
    return any(isinstance(shape, Group) and shape.role not in ("", "Artifact") for shape in said)


def texts(shapes: Iterable[Shape]) -> Iterator[Text]:
    """Every run of text in ``shapes``, in the order drawn."""
    return (shape for shape in walk(shapes) if isinstance(shape, Text))


def fields(shapes: Iterable[Shape]) -> list[Field]:
    """Every field in ``shapes``, in the order in which they are filled in."""
    found = (shape for shape in walk(shapes) if isinstance(shape, Field))
    return sorted(found, key=lambda field: field.order)


def line(x1: float, y1: float, x2: float, y2: float, style: Style) -> Path:
    """A straight line."""
    return Path((("M", (x1, y1)), ("L", (x2, y2))), style)


KAPPA = 0.5522847498  # the control point's distance that makes a cubic a quarter of a circle


def rectangle_steps(
    x: float, y: float, width: float, height: float, rx: float, ry: float
) -> tuple[Step, ...]:
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    if rx <= 0 or ry <= 0:
        corners = ((x, y), (right, y), (right, bottom), (x, bottom))
        return (("M", corners[0]), *(("L", corner) for corner in corners[1:]), ("Z", ()))
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        ("M", (x + rx, y)),
        ("L", (right - rx, y)),
        ("C", (right - kx, y, right, y + ky, right, y + ry)),
        ("L", (right, bottom - ry)),
        ("C", (right, bottom - ky, right - kx, bottom, right - rx, bottom)),
        ("L", (x + rx, bottom)),
        ("C", (x + kx, bottom, x, bottom - ky, x, bottom - ry)),
        ("L", (x, y + ry)),
        ("C", (x, y + ky, x + kx, y, x + rx, y)),
        ("Z", ()),
    )


def ellipse_steps(cx: float, cy: float, rx: float, ry: float) -> tuple[Step, ...]:
    return rectangle_steps(cx - rx, cy - ry, 2 * rx, 2 * ry, rx, ry)


def hexagon_steps(
    x: float, y: float, width: float, height: float, reach: float = 0.0
) -> tuple[Step, ...]:
    """A hexagon that fills a box, flat at the top if that is wider than high, else on a corner; or
    the line ``reach`` mm outside it, without the tips that leave the box so far outside."""
    long, short = max(width, height) / 2, min(width, height) / 2
    slant = math.hypot(short, long / 2)
    tip = reach * (slant - short) / (long / 2)  # half the edge that cuts off a corner
    end = long / 2 + reach * (slant - long / 2) / short  # of the edge along the box
    half = [(long + reach, tip), (long + reach, -tip)] if reach else [(long, 0.0)]
    half += [(end, -short - reach), (-end, -short - reach)]
    around = [*half, *((-along, -aside) for along, aside in half)]
    # clockwise, as all outlines are
    around = [(aside, along) for along, aside in around] if width < height else around[::-1]
    middle = x + width / 2, y + height / 2
    first, *others = [(middle[0] + across, middle[1] + down) for across, down in around]
    return (("M", first), *(("L", corner) for corner in others), ("Z", ()))


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that applies ``first``, then ``then`` (PDF's and SVG's row order)."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def inverse(matrix: Matrix) -> Matrix | None:
    """The matrix that undoes another; None if that takes all points to one line."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    if abs(area) < 1e-9:
        return None
    p, q, r, s = d / area, -b / area, -c / area, a / area
    return p, q, r, s, -(e * p + f * r), -(e * q + f * s)


def transformed(matrix: Matrix, x: float, y: float) -> Point:
    """A point as a matrix takes it."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def box_around(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """The box around points: left, top, right, bottom."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
