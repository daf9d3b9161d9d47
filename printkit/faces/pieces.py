"""The game's own pieces in a template: drawn by their own templates, with their own symbols."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from card_data.limits import LARGEST_SCALE, MOST_FORMS
from card_data.problems import clip, near
from printkit.budget import Budget
from printkit.drawing.bounds import seen
from printkit.drawing.paths import numbers
from printkit.drawing.shapes import (
    Face,
    Field,
    Group,
    Matrix,
    Path,
    Rect,
    Shape,
    Style,
    fields,
    outline,
    walk,
)
from printkit.errors import MarkupError, TextError
from printkit.faces.attributes import SMALLEST, WHOLE, length, mm, one_of
from printkit.faces.elements import CHARACTER, ELEMENT, Context, check
from printkit.faces.filled import Entry, Filling, cross, fill
from printkit.faces.reader import MarkupReader, Part
from printkit.faces.symbols import lent
from printkit.templating.xml import XML
from printkit.typography.fonts import Fonts

PAPER = Style(fill="#ffffff")  # which hides what lies below
EDGE = Style(fill=None, stroke="#a39c92", width=0.25)
POINT = 4  # steps of the budget that a point costs, to see whether it lies in a part
INSIDE = 1.0  # mm from a piece's corner, along both edges: where what stands in it is drawn


class Wanted(NamedTuple):
    """Which piece: a side of a face, of a form the one of this number, what its fields hold, and
    the details that bear a cross.

    Of a component with one face it need not be named.
    """

    component: str
    face: str
    side: str
    form: int = 1
    entries: tuple[Entry, ...] = ()
    crosses: tuple[str, ...] = ()


# Draws the face of a piece, and tells its details by their names; raises `MarkupError` if there is
# no such piece or it would draw itself, `DataError` with what is wrong in its own templates.
DrawFace = Callable[[Wanted], tuple[Face, Mapping[str, Part]]]


class Piece(NamedTuple):
    """One side of a piece as it is cut out; ``weight`` is what drawing it costs."""

    face: Face
    outline: Path
    weight: int
    details: Mapping[str, Part]

    def only(self, part: Part, budget: Budget) -> Piece:
        """What is seen of a part of it, as a piece of its own."""
        window = part.window
        every = walk(self.face.shapes)
        points = sum(len(one.steps) if isinstance(one, Path) else 1 for one in every)
        budget.spend(POINT * points)
        shapes = Group(tuple(seen(self.face.shapes, window)), (1, 0, 0, 1, -window.x, -window.y))
        face = msgspec.structs.replace(
            self.face, width=window.width, height=window.height, corner=part.corner,
            shape="rectangle",
        )  # fmt: skip
        return as_cut(face, (shapes,), {})


class Pieces:
    """The pieces that the templates of one component draw, each rendered once.

    They are paid from that component's budget.
    """

    def __init__(self, draw_face: DrawFace, fonts: Fonts, budget: Budget) -> None:
        self.draw_face, self.fonts, self.budget = draw_face, fonts, budget
        self.done: dict[Wanted, Piece] = {}
        self.parts: dict[tuple[Wanted, Part], Piece] = {}

    def read(self, reader: MarkupReader, element: XML, context: Context) -> Group:
        """A ``<piece>`` of the markup. What stands in it is drawn upright and above all around it,
        from its top left corner as it lies.

        Raise `MarkupError` if it cannot be drawn, `DataError` with what is wrong in its templates.
        """
        wanted = wanted_in(reader, element)
        drawn = self.drawn(wanted)
        if part := part_of(element, drawn):
            drawn = self.part(wanted, part, reader.budget)
        reader.budget.spend(drawn.weight)
        face = drawn.face
        width = length(element.get("width", f"{face.width}"), "width", SMALLEST)
        if width > LARGEST_SCALE * face.width:
            raise MarkupError(f"width: more than {LARGEST_SCALE:g} times its own")
        matrix = turned(
            mm(element, "x", 0), mm(element, "y", 0), width / face.width,
            mm(element, "turn", 0), (face.width, face.height),
        )  # fmt: skip
        reader.around.inside(matrix)
        reader.above(element, context, *top_left(matrix, face))
        return Group(face.shapes, matrix, drawn.outline)

    def drawn(self, wanted: Wanted) -> Piece:
        """A piece; raises what `DrawFace` does."""
        if wanted not in self.done:
            self.done[wanted] = self.piece(wanted)
        return self.done[wanted]

    def part(self, wanted: Wanted, part: Part, budget: Budget) -> Piece:
        """What is seen of a part of a piece; the same piece for the same part."""
        if (wanted, part) not in self.parts:
            self.parts[wanted, part] = self.drawn(wanted).only(part, budget)
        return self.parts[wanted, part]

    def piece(self, wanted: Wanted) -> Piece:
        face, details = self.draw_face(wanted)
        if wanted.entries:
            face = self.filled_in(face, wanted.entries)
        if wanted.crosses:
            face = self.crossed(face, [detail_of(face, details, one) for one in wanted.crosses])
        return as_cut(face, tuple(lent(face.shapes, wanted.component)), details)

    def filled_in(self, face: Face, entries: tuple[Entry, ...]) -> Face:
        """A face with entries in its fields; raise `MarkupError` if all of them are for others."""
        held: Counter[str] = Counter()
        for name, text in entries:
            held[name] += 1 + len(text)
        for field in fields(face.shapes):
            if field.name in held:
                drawn = held[field.name] + field.columns * field.rows
                self.budget.spend(CHARACTER * drawn)
        pages, _ = fill([face], Filling(entries), self.fonts)
        if not pages:
            number = f", number {face.number}" if face.number > 1 else ""
            raise TextError(f"there is nothing to write on the {face.id}{number}")
        return pages[0]

    def crossed(self, face: Face, parts: Sequence[Part]) -> Face:
        """A face with an X on each of some parts."""
        self.budget.spend(ELEMENT * len(parts))
        crosses = (cross(part.window) for part in parts)
        return msgspec.structs.replace(face, shapes=(*face.shapes, *crosses))


def wanted_in(reader: MarkupReader, element: XML) -> Wanted:
    """Which piece a ``<piece>`` is; its entries are taken out of it."""
    side = one_of("side", element.get("side", "front"), ("front", "back"))
    form = element.get("form", "1")
    if not WHOLE.fullmatch(form) or not 1 <= int(form) <= MOST_FORMS:
        raise MarkupError(f"form: found {form!r}, expected a whole number from 1 to {MOST_FORMS}")
    entries = [child for child in element if child.tag == "entry"]
    reader.budget.spend(ELEMENT * len(entries))
    for entry in entries:
        check(entry)
        if len(entry):
            raise MarkupError("an entry is text without markup")
        element.remove(entry)
    held = tuple([(entry.get("name", ""), entry.text or "") for entry in entries])
    names = element.get("component", ""), element.get("face", "")
    return Wanted(*names, side, int(form), held, tuple(element.get("crosses", "").split()))


def part_of(element: XML, drawn: Piece) -> Part | None:
    """The part that a ``<piece>`` shows alone: a detail or what its window says."""
    name, window = element.get("detail"), element.get("window")
    if name and window:
        raise MarkupError("a piece shows a detail or a window, not both")
    if name:
        return detail_of(drawn.face, drawn.details, name)
    return None if window is None else Part(window_in(window, drawn.face))


def detail_of(face: Face, details: Mapping[str, Part], name: str) -> Part:
    """The part of a face that its template calls ``name``."""
    if name not in details:
        raise TextError(f"no detail {name!r} of {face.id}{near(name, details)}")
    return details[name]


def window_in(text: str, face: Face) -> Rect:
    """``left top width height``, in mm of a face."""
    values = numbers(text)
    if len(values) == 4:
        left, top, width, height = values
        inside = left + width <= face.width and top + height <= face.height
        if min(left, top) >= 0 and min(width, height) >= SMALLEST and inside:
            return Rect(left, top, width, height)
    size = f"{face.width:g} x {face.height:g} mm"
    raise TextError(f"window: found {clip(text)}, expected left, top, width, height in its {size}")


def turned(x: float, y: float, scale: float, turn: float, size: tuple[float, float]) -> Matrix:
    """The matrix that puts a piece of a ``size`` at (x, y), scaled, and turned about its middle by
    ``turn`` degrees, clockwise."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    wide, high = scale * size[0] / 2, scale * size[1] / 2
    a, b = scale * cos, scale * sin
    return (a, b, -b, a, x + wide - wide * cos + high * sin, y + high - wide * sin - high * cos)


def top_left(matrix: Matrix, face: Face) -> tuple[float, float]:
    """The point `INSIDE` that corner of a face which lies at the top left under ``matrix``."""
    a, b, c, d, e, f = matrix
    inset = INSIDE / math.hypot(a, b)
    left, top, right, bottom = inset, inset, face.width - inset, face.height - inset
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    lying = [(a * x + c * y + e, b * x + d * y + f) for x, y in corners]
    return min(lying, key=lambda corner: round(corner[0] + corner[1], 3))


def as_cut(face: Face, shapes: tuple[Shape, ...], details: Mapping[str, Part]) -> Piece:
    """A face on its paper, without its bleed and without fields: no one fills in a picture."""
    steps = outline(face)
    shapes = (Path(steps, PAPER), *without_fields(shapes), Path(steps, EDGE))
    weight = sum(1 for _ in walk(shapes))
    drawn = msgspec.structs.replace(face, shapes=shapes, back=None)
    return Piece(drawn, Path(steps), weight, details)


def is_piece(group: Group) -> bool:
    """Whether a group is a piece as `as_cut` makes them: on its paper, and clipped to that."""
    return group.clip is not None and group.shapes[:1] == (Path(group.clip.steps, PAPER),)


def without_fields(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield msgspec.structs.replace(shape, shapes=tuple(without_fields(shape.shapes)))
        elif not isinstance(shape, Field):
            yield shape
