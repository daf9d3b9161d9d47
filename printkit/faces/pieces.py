"""The game's own pieces in a template: drawn by their own templates, with their own symbols."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from card_data.limits import LARGEST_SCALE, MOST_FORMS
from card_data.problems import did_you_mean, quote
from printkit.drawing.bounds import visible_shapes
from printkit.drawing.geometry import Box, Matrix, Rect, corners_of, transformed
from printkit.drawing.paths import numbers
from printkit.drawing.rewriting import without
from printkit.drawing.shapes import Face, Field, Group, Path, Shape, Style, outline
from printkit.drawing.traversal import texts
from printkit.errors import MarkupError, TextError
from printkit.faces.attributes import SMALLEST, WHOLE, length, mm, one_of
from printkit.faces.elements import Context, check
from printkit.faces.filling_in import Entry, FormContents, cross, fill
from printkit.faces.reader import Detail, MarkupReader
from printkit.faces.symbols import prefix_symbols
from printkit.templating.xml import XML
from printkit.typography.fonts import Fonts

PAPER = Style(fill="#ffffff")  # hides what lies below
EDGE = Style(fill=None, stroke="#a39c92", width=0.25)
INSIDE = 1.0  # mm from a piece's corner, along both edges: where its content is drawn


class PieceRequest(NamedTuple):
    """Which piece to draw: a side of a face, of a form the copy of this number, what its fields
    hold, and the details with a cross on them.

    The only face of a component need not be named.
    """

    component: str
    face: str
    side: str
    form: int = 1
    entries: tuple[Entry, ...] = ()
    crosses: tuple[str, ...] = ()


class BorrowedFace(NamedTuple):
    """A face drawn by another component's renderer, and its details by their names."""

    face: Face
    details: Mapping[str, Detail]


# Draws the face of a piece; raises `MarkupError` if there is no such piece or it contains itself,
# `DataError` with what is wrong in its own templates.
DrawFace = Callable[[PieceRequest], BorrowedFace]


class Piece(NamedTuple):
    """One side of a piece as it is cut out."""

    face: Face
    outline: Path
    details: Mapping[str, Detail]

    def crop(self, detail: Detail) -> Piece:
        """Return one detail of it, as a piece of its own."""
        window = detail.window
        right, bottom = window.x + window.width, window.y + window.height
        shown = visible_shapes(self.face.shapes, (window.x, window.y, right, bottom))
        shapes = Group(shown, (1, 0, 0, 1, -window.x, -window.y))
        face = msgspec.structs.replace(
            self.face, width=window.width, height=window.height, corner=detail.corner,
            shape="rectangle",
        )  # fmt: skip
        return as_cut(face, (shapes,), {})


class Pieces:
    """The pieces that the templates of one component draw, each rendered once."""

    def __init__(self, draw_face: DrawFace, fonts: Fonts) -> None:
        self.draw_face, self.fonts = draw_face, fonts
        self.done: dict[PieceRequest, Piece] = {}
        self.cropped: dict[tuple[PieceRequest, Detail], Piece] = {}

    def read(self, reader: MarkupReader, element: XML, context: Context) -> Group:
        """Return a ``<piece>`` of the markup. The content of the element is drawn upright and on
        top of everything around it, from its top left corner as it lies.

        Raise `MarkupError` if it cannot be drawn, `DataError` with what is wrong in its templates.
        """
        request = request_in(reader, element)
        detail = detail_shown(element, self.drawn(request))
        drawn = self.shown(request, detail)
        face = drawn.face
        width = length(element.get("width", f"{face.width}"), "width", SMALLEST)
        if width > LARGEST_SCALE * face.width:
            raise MarkupError(f"width: more than {LARGEST_SCALE:g} times its own")
        matrix = turned(
            mm(element, "x", 0), mm(element, "y", 0), width / face.width,
            mm(element, "turn", 0), (face.width, face.height),
        )  # fmt: skip
        reader.nesting.inside(matrix)
        reader.above(element, context, *top_left(matrix, face))
        return Group(face.shapes, matrix, drawn.outline, piece=True)

    def drawn(self, request: PieceRequest) -> Piece:
        """Return a piece; raises what `DrawFace` does."""
        if request not in self.done:
            self.done[request] = self.piece(request)
        return self.done[request]

    def shown(self, request: PieceRequest, detail: Detail | None) -> Piece:
        """Return a piece, or one detail of it; the same piece for the same detail."""
        if detail is None:
            return self.drawn(request)
        if (request, detail) not in self.cropped:
            drawn = self.drawn(request)
            self.cropped[request, detail] = drawn.crop(detail)
        return self.cropped[request, detail]

    def piece(self, request: PieceRequest) -> Piece:
        face, details = self.draw_face(request)
        if request.entries:
            face = self.filled_in(face, request.entries)
        if request.crosses:
            face = self.crossed(face, [detail_of(face, details, one) for one in request.crosses])
        return as_cut(face, prefix_symbols(face.shapes, request.component), details)

    def filled_in(self, face: Face, entries: tuple[Entry, ...]) -> Face:
        """A face with entries in its fields; raise `MarkupError` if it has none of these fields."""
        # of lists the crosses tell, since entries have no order
        pages, _ = fill([face], FormContents(entries), self.fonts, lists=False)
        if not pages:
            number = f", number {face.number}" if face.number > 1 else ""
            raise TextError(f"there is nothing to write on the {face.id}{number}")
        return pages[0]

    def crossed(self, face: Face, details: Sequence[Detail]) -> Face:
        """Return a face with an X on each of some details, open where text is in the middle."""
        crosses = [
            cross(box, 0.96, 0.57 if any(texts(visible_shapes(face.shapes, middle_of(box)))) else 0)
            for box, _ in details
        ]
        return msgspec.structs.replace(face, shapes=(*face.shapes, *crosses))


def middle_of(box: Rect) -> Box:
    """Return the middle ninth of a rectangle."""
    x, y, width, height = box
    return x + width / 3, y + height / 3, x + 2 * width / 3, y + 2 * height / 3


def request_in(reader: MarkupReader, element: XML) -> PieceRequest:
    """Return which piece a ``<piece>`` asks for; its entries are removed from the element."""
    side = one_of("side", element.get("side", "front"), ("front", "back"))
    form = element.get("form", "1")
    if not WHOLE.fullmatch(form) or not 1 <= int(form) <= MOST_FORMS:
        raise MarkupError(
            f"form: found {quote(form)}, expected a whole number from 1 to {MOST_FORMS}"
        )
    entries = [child for child in element if child.tag == "entry"]
    for entry in entries:
        check(entry)
        if len(entry):
            raise MarkupError("an entry is text without markup")
        element.remove(entry)
    held = tuple([(entry.get("name", ""), entry.text or "") for entry in entries])
    names = element.get("component", ""), element.get("face", "")
    return PieceRequest(*names, side, int(form), held, tuple(element.get("crosses", "").split()))


def detail_shown(element: XML, drawn: Piece) -> Detail | None:
    """Return the part that a ``<piece>`` shows alone: a named detail or its window."""
    name, window = element.get("detail"), element.get("window")
    if name and window:
        raise MarkupError("a piece shows a detail or a window, not both")
    if name:
        return detail_of(drawn.face, drawn.details, name)
    return None if window is None else Detail(window_in(window, drawn.face))


def detail_of(face: Face, details: Mapping[str, Detail], name: str) -> Detail:
    """Return the detail of a face that its template calls ``name``."""
    if name not in details:
        raise TextError(f"no detail {quote(name)} of {face.id}{did_you_mean(name, details)}")
    return details[name]


def window_in(text: str, face: Face) -> Rect:
    """Return the window of a face that ``left top width height`` names, in mm."""
    values = numbers(text)
    if len(values) == 4:
        left, top, width, height = values
        inside = left + width <= face.width and top + height <= face.height
        if min(left, top) >= 0 and min(width, height) >= SMALLEST and inside:
            return Rect(left, top, width, height)
    size = f"{face.width:g} x {face.height:g} mm"
    raise TextError(f"window: found {quote(text)}, expected left, top, width, height in its {size}")


def turned(x: float, y: float, scale: float, turn: float, size: tuple[float, float]) -> Matrix:
    """Return the matrix that puts a piece of a ``size`` at (x, y), scaled, and rotated about its
    centre by ``turn`` degrees, clockwise."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    wide, high = scale * size[0] / 2, scale * size[1] / 2
    a, b = scale * cos, scale * sin
    return (a, b, -b, a, x + wide - wide * cos + high * sin, y + high - wide * sin - high * cos)


def top_left(matrix: Matrix, face: Face) -> tuple[float, float]:
    """Return the point `INSIDE` the corner of a face that lies at the top left under ``matrix``."""
    inset = INSIDE / math.hypot(*matrix[:2])
    left, top, right, bottom = inset, inset, face.width - inset, face.height - inset
    lying = [transformed(matrix, *corner) for corner in corners_of((left, top, right, bottom))]
    return min(lying, key=lambda corner: round(corner[0] + corner[1], 3))


def as_cut(face: Face, shapes: tuple[Shape, ...], details: Mapping[str, Detail]) -> Piece:
    """Return a face on its paper, without bleed and without fields: nobody fills in a picture."""
    steps = outline(face)
    shapes = (Path(steps, PAPER), *without(shapes, Field), Path(steps, EDGE))
    drawn = msgspec.structs.replace(face, shapes=shapes, back=None)
    return Piece(drawn, Path(steps), details)
