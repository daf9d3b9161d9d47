"""The shapes that pages are made of: in mm, y downwards, as frozen records.

Painters read these records and nothing else, so a PDF and an SVG of the same drawing look alike.
"""

from __future__ import annotations

import math
import re
from string import ascii_uppercase
from typing import Annotated, Literal, assert_never

import msgspec
from msgspec import Meta

from card_data.limits import MOST_SIDE_OF_PICTURE
from card_data.model import PieceShape
from printkit.drawing.geometry import IDENTITY, Matrix, Number, Step, hexagon_steps, rectangle_steps

CURRENT = "currentColor"  # in a symbol: the colour of its use
BLACK = "#000000"  # what `CURRENT` is outside a symbol
OUTLINED = ("round", "hex")  # shapes of pieces that are cut out along their outline
# In a drawing: ``#rrggbb``, or `CURRENT`.
Colour = Annotated[str, Meta(pattern="^(#[0-9a-f]{6}|currentColor)$")]
FILE_NAME = r"^[^./\\\x00-\x1f][^/\\\x00-\x1f]*$"  # files are called after faces
PLAIN, ODD = re.compile(r"[\w:.-]*", re.ASCII), re.compile(r"[^\w:.-]", re.ASCII)  # of identifiers
FieldKind = Literal["number", "text", "check", "grid", "next"]
Share = Annotated[float, Meta(ge=0, le=1)]
# What is kept, and called in a PDF, by its digest; so it can lead to no other file or name.
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Dots = Annotated[int, Meta(ge=1, le=MOST_SIDE_OF_PICTURE)]
LINEAR, RADIAL = 4, 6  # numbers that say where a gradient starts and ends


class Style(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """How a path is filled and stroked; lengths in mm, colours ``#rrggbb`` or `CURRENT`."""

    fill: Colour | None = BLACK
    stroke: Colour | None = None
    width: Number = 0.25
    dash: tuple[Number, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    even_odd: bool = False
    miter: Number = 0.0
    """How far sharp corners reach, in widths of the line; 0: as far as painters let them."""
    dash_offset: Number = 0.0
    """How far into its dashes a line begins."""


class Path(msgspec.Struct, frozen=True, gc=False, tag=True, array_like=True):
    steps: tuple[Step, ...]
    style: Style = Style()


class Text(msgspec.Struct, frozen=True, gc=False, tag=True, array_like=True):
    """One run of one font, its baseline starting at (x, y).

    ``font`` is a key of `printkit.typography.fonts.Fonts`, ``size`` the em in mm, ``width`` the
    advance in mm, ``word_space`` what justification adds to each space, in mm, ``letter_space``
    what is added to each character. ``link`` is the anchor that it links to.
    """

    x: Number
    y: Number
    text: str
    font: str
    size: Number
    width: Number
    fill: Colour = BLACK
    word_space: Number = 0.0
    link: str = ""
    letter_space: Number = 0.0


class Use(msgspec.Struct, frozen=True, gc=False, tag=True, array_like=True):
    """A symbol with its origin at (x, y), its view box ``side`` mm wide, in a colour.

    It is as high as its view box is for that width, unless it is stretched to a ``height``. A
    symbol without a view box is drawn at its own size.
    """

    symbol: str
    x: Number = 0.0
    y: Number = 0.0
    side: Number = 1.0
    colour: Colour = BLACK
    height: Number = 0.0

    def placing(self, symbol: Symbol) -> Matrix:
        """Return the matrix under which it draws the shapes of its symbol."""
        scale = self.side / symbol.size if symbol.size else 1.0
        down = self.height / symbol.height if self.height and symbol.height else scale
        return scale, 0.0, 0.0, down, self.x, self.y


class Group(msgspec.Struct, frozen=True, gc=False, tag=True, array_like=True):
    """Shapes under one transform and clip; the clip is in the group's own space.

    With an ``opacity`` below 1 what is behind it shows through it as a whole; what ``mask`` draws,
    in the group's own space, lets it show where it is white, and not where it is black or nothing.
    A ``role`` is one of `printkit.faces.tags.ROLES`, for screen readers; ``says`` is the alt
    text of a figure. Links lead to an ``anchor``; a ``title`` is an outline entry.
    A group ``goes_on`` with the one of its role before it: a paragraph that has been split.
    What is in a ``background`` may be cut off; everything else on a face keeps to its safe area.
    A ``piece`` is a picture of a piece of the game, clipped to the outline along which that is cut.
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
    piece: bool = False
    opacity: Share = 1.0
    mask: tuple[Shape, ...] = ()


class Image(msgspec.Struct, frozen=True, gc=False, tag=True, array_like=True):
    """A picture made of dots, in its box in mm; it is in a symbol, so that a file has it once.

    ``columns`` x ``rows`` dots, of sRGB or of grey. Their bytes are a JPEG, or, row by row from the
    top, three (one if it is grey) a dot, deflated by zlib. ``alpha`` has one byte a dot, deflated:
    255 where nothing shows through; empty if that is so everywhere. ``digest`` is that of both:
    where bytes are not at hand, they are empty, and kept under it. ``source`` is the digest of the
    file that it was made of, ``tone`` its mean colour on white paper.
    """

    x: Number
    y: Number
    width: Number
    height: Number
    columns: Dots
    rows: Dots
    coding: Literal["jpeg", "zlib"]
    digest: Digest
    dots: bytes = b""
    alpha: bytes = b""
    grey: bool = False
    clear: bool = False
    """Whether it has an alpha channel."""
    source: str = ""
    tone: Colour = BLACK


class Stop(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A colour of a gradient, ``at`` a place from 0, its start, to 1, its end."""

    at: Share
    colour: Colour
    opacity: Share = 1.0


class Shade(msgspec.Struct, frozen=True, gc=False, tag=True, array_like=True):
    """A gradient that fills its box, in mm, and no more of the group that clips it.

    Linear from a point to another, ``ends`` being x1, y1, x2, y2; or radial, these being the centre
    and the radius of where it starts and of where it ends: fx, fy, fr, cx, cy, r. They are in the
    space that ``matrix`` makes; before and after them the first and the last colour go on. The
    stops are in order, two at least.
    """

    x: Number
    y: Number
    width: Number
    height: Number
    ends: tuple[Number, ...]
    stops: tuple[Stop, ...]
    matrix: Matrix = IDENTITY

    @property
    def radial(self) -> bool:
        return len(self.ends) == RADIAL


class Field(msgspec.Struct, frozen=True, gc=False, tag=True, array_like=True):
    """Something a player fills in.

    ``name`` is the path of its value in the position file, ``label`` its name for people.
    ``value`` is what ticking a check box puts there; fields of other kinds have none but those of
    the kind next: there ``name`` is a list, and a mark makes the value its next entry. On paper and
    in a PDF such a place is no field, since nothing there says in which order marks were made.
    A grid is one text of ``rows`` lines of ``columns`` characters, one to a square: its squares
    divide the box evenly. ``choices`` are what a text is chosen from, if that is known. Fields are
    filled in by ``order``. The box is in mm.
    """

    name: str
    kind: FieldKind
    label: str
    x: Number
    y: Number
    width: Number
    height: Number
    value: str = ""
    order: int = 0
    columns: int = 0
    rows: int = 0
    choices: tuple[str, ...] = ()


# Everything that can be drawn. Whatever dispatches on it ends with `typing.assert_never`, so that
# forgetting a shape fails the type check.
Shape = Path | Text | Use | Group | Image | Shade | Field


class Symbol(msgspec.Struct, frozen=True, array_like=True):
    """Shapes drawn many times; ``size`` is the width of its view box, 0 for none.

    The view box is as high as it is wide unless it has a ``height``, as that of a picture may.
    ``weight`` is their number, including those of the symbols that it uses.
    """

    name: str
    shapes: tuple[Shape, ...]
    size: Number = 0.0
    weight: int = 1
    height: Number = 0.0

    @property
    def picture(self) -> Image | None:
        """The picture made of dots that is its only shape; None if it has others."""
        first = self.shapes[0] if len(self.shapes) == 1 else None
        return first if isinstance(first, Image) else None


class Tile(msgspec.Struct, frozen=True, array_like=True):
    """One tile of a face larger than a page: its column and row, counted from 0.

    The whole has its top left corner at (x, y) of the tile, and is ``width`` x ``height`` mm.
    """

    column: int
    row: int
    x: Number
    y: Number
    width: Number
    height: Number

    @property
    def name(self) -> str:
        return tile_name(self.column, self.row)


def tile_name(column: int, row: int) -> str:
    """Return the name of a tile: a letter for its row and a number for its column, such as A2."""
    return f"{ascii_uppercase[row]}{column + 1}"


class Face(msgspec.Struct, frozen=True, array_like=True):
    """One side of one piece: ``width`` x ``height`` mm at the trim, art out to ``bleed`` beyond.

    ``id`` is the ID of the row that it shows (of a face without a row, its template's name), and
    ``copies`` says how many are printed. ``number`` counts the forms of one template, each with
    fields of its own; ``page`` counts the pages of a text that runs over several. ``safe`` and
    ``corner`` (its radius) are in mm. ``back`` is the other side. A face that is only one ``tile``
    of a larger one shows what lies in its trim and bleed; the tiles count as pages. ``shape`` is
    the one in which the piece is cut out.
    """

    id: Annotated[str, Meta(pattern=FILE_NAME)]
    width: Number
    height: Number
    shapes: tuple[Shape, ...]
    copies: int = 1
    bleed: Number = 0.0
    safe: Number = 0.0
    corner: Number = 0.0
    back: Face | None = None
    number: int = 1
    page: int = 1
    tile: Tile | None = None
    shape: PieceShape = "rectangle"

    def depth(self, x: float, y: float) -> float:
        """How far inside the trim (for a tile, the whole's) a point lies; below 0 outside."""
        whole = self.tile or Tile(0, 0, 0.0, 0.0, self.width, self.height)
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


def identifier(name: str) -> str:
    """Return the name of a symbol as files may have it; that of a picture is a path.

    >>> identifier("deck:art/wild goose.svg")
    'deck:art~2fwild~20goose.svg'
    """
    return name if PLAIN.fullmatch(name) else ODD.sub(lambda one: f"~{ord(one[0]):x}", name)


def extent(face: Face) -> Path:
    """The visible extent of a face: out to its bleed, or its trim with the corners rounded."""
    return Path(outline(face, face.bleed))


def outline(face: Face, reach: float = 0.0, x: float = 0.0, y: float = 0.0) -> tuple[Step, ...]:
    """Return the edge of a face whose trim has its top left corner at (x, y), or ``reach`` mm
    outside it, where a rectangle's corners are not rounded, or inside it if that is negative."""
    box = x - reach, y - reach, face.width + 2 * reach, face.height + 2 * reach
    if face.shape == "hex":
        return hexagon_steps(x, y, face.width, face.height, reach)
    radius = 0.0 if reach > 0 else max(face.corner + reach, 0.0)
    if face.shape == "round":
        radius = box[2] / 2
    return rectangle_steps(*box, radius, radius)


def line(x1: float, y1: float, x2: float, y2: float, style: Style) -> Path:
    return Path((("M", (x1, y1)), ("L", (x2, y2))), style)


def coloured(shape: Shape, colour: str) -> Shape:
    """Return a shape of a symbol in the colour of the symbol's use; groups do not change."""
    if isinstance(shape, Path):
        style = shape.style
        if CURRENT not in (style.fill, style.stroke):
            return shape
        fill = colour if style.fill == CURRENT else style.fill
        stroke = colour if style.stroke == CURRENT else style.stroke
        return Path(shape.steps, msgspec.structs.replace(style, fill=fill, stroke=stroke))
    if isinstance(shape, Use):
        current = shape.colour == CURRENT
        return msgspec.structs.replace(shape, colour=colour) if current else shape
    if isinstance(shape, Text):
        current = shape.fill == CURRENT
        return msgspec.structs.replace(shape, fill=colour) if current else shape
    if isinstance(shape, Shade):
        if all(stop.colour != CURRENT for stop in shape.stops):
            return shape
        stops = tuple(
            msgspec.structs.replace(one, colour=colour) if one.colour == CURRENT else one
            for one in shape.stops
        )
        return msgspec.structs.replace(shape, stops=stops)
    if isinstance(shape, Group | Image | Field):
        return shape
    assert_never(shape)
