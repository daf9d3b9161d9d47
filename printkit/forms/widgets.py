"""The fields of painted sheets as those of a PDF form: blank, and to be filled in by any program.

The steps of a field's name are the fields of the PDF, one inside the other. A check box has one
more, its value, and a grid a field of one character for each of its squares, such as ``r3c5``.
Where a field is printed more than once it has a widget at each place, and what is written into one
shows in all. A blank widget draws nothing, so the sheet looks as it is printed.
"""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, NamedTuple

from pikepdf import Array, Dictionary, Name, Object, Pdf, String

from card_data import DataError
from card_data.problems import clip
from printkit.drawing.geometry import Box, Matrix, Rect, box_under, inverse, multiply, scale_of
from printkit.drawing.shapes import Face, Field, Shape
from printkit.faces.filled import LARGEST, PAD, inset, is_wide, placed, square_of
from printkit.faces.filled import box_of as box_of_field
from printkit.faces.origins import Origins
from printkit.forms.acroform import arrayed, opened, saved, square_called
from printkit.forms.appearances import SQUARE_PAD, drawn, mark, pen_of, size_of
from printkit.forms.font import NAME, Hand
from printkit.options import Options
from printkit.painting.paint import paint_sheets
from printkit.painting.pdf import UNIT
from printkit.sheets.layout import Layout, keywords
from printkit.sheets.sheet import Sheet
from printkit.typography.fonts import Fonts

ON = "/Yes"  # the state of a check box with a mark
PRINTED = 4  # flag of an annotation: it is printed with the page
# Flags of fields: their spelling is not checked; there are choices, and others can be typed too.
AS_WRITTEN, CHOICES, TYPED = 1 << 22, 1 << 17, 1 << 18
LEFT, CENTRE = 0, 1  # how a text field is aligned
NUMBER = "000"  # for which a number's box has room


class Spot(NamedTuple):
    """Something to fill in on a face: a field, or one square of a grid.

    ``steps`` are those of its name in the PDF. ``box`` is in the field's own mm, from which
    ``matrix`` leads to those of the face.
    """

    steps: tuple[str, ...]
    label: str
    field: Field
    box: Rect
    matrix: Matrix


class Place(NamedTuple):
    """A spot as it lies on a page.

    ``matrix`` leads from its own mm to the page's points, in which ``rect`` is its left, bottom,
    right and top. ``rank`` is its place in the tab order: its page from 0, the piece there, the
    order in which fields are filled in, that in which they are drawn. ``shown`` is how much of it
    the page shows, in square mm.
    """

    spot: Spot
    matrix: Matrix
    rect: Box
    rank: tuple[int, int, int, int]
    shown: float

    @property
    def turn(self) -> int:
        """By how many degrees it is turned counter-clockwise: 0, 90, 180 or 270."""
        return round(math.degrees(math.atan2(self.matrix[1], self.matrix[0])) / 90) % 4 * 90

    @property
    def size(self) -> tuple[float, float]:
        """Its width and its height in points, before it was turned."""
        return size_of(self.rect, self.turn)


def add(pdf: bytes, layout: Layout, fonts: Fonts) -> bytes:
    """The sheets of a component as a form: ``pdf`` has them painted, one a page, and tagged.

    Raise `DataError` for a field with a name that none in a PDF can have.
    """
    found = places(layout.sheets)
    try:
        form = tree_of(found)
    except ValueError as error:
        raise DataError(Origins(layout.game).in_component(str(error), layout.name)) from None
    with opened(pdf) as document:
        FormWriter(document, Hand(fonts)).write(form)
        return saved(document)


def paint_blank(layout: Layout, options: Options, fonts: Fonts, stream: IO[bytes]) -> None:
    """Paint a form with nothing filled in."""
    stream.write(blank(layout, options, fonts))


def blank(layout: Layout, options: Options, fonts: Fonts) -> bytes:
    """A component that is laid out as a form (`printkit.sheets.layout.form_of`), as a PDF with
    nothing filled in; raise `DataError` as `add` does."""
    plain = io.BytesIO()
    keys = keywords(layout, options)
    paint_sheets(layout, layout.sheets, fonts, plain, keys, tagged=True)
    return add(plain.getvalue(), layout, fonts)


# --- where the fields lie


def spots(shapes: Iterable[Shape]) -> Iterator[Spot]:
    """Everything to fill in among ``shapes``, in the order drawn; the squares of a grid by rows."""
    for one, matrix in placed(shapes):
        steps = tuple(one.name.split("."))
        if one.kind == "next":
            continue
        if one.kind == "grid":
            for row in range(1, one.rows + 1):
                for column in range(1, one.columns + 1):
                    label = f"{one.label}, row {row}, column {column}"
                    box = square_of(one, row, column)
                    yield Spot((*steps, square_called(row, column)), label, one, box, matrix)
        else:
            value = (one.value,) if one.kind == "check" else ()
            yield Spot((*steps, *value), one.label, one, box_of_field(one), matrix)


def places(sheets: Sequence[Sheet]) -> list[Place]:
    """Every place on the sheets where something is filled in, in tab order.

    What lies on several tiles of a piece is filled in on the one that shows most of it, or on the
    last of those that show it all, which is laid on the others.
    """
    best: dict[tuple[object, ...], Place] = {}
    copies: Counter[tuple[object, ...]] = Counter()
    for page, sheet in enumerate(sheets):
        upwards = (UNIT, 0.0, 0.0, -UNIT, 0.0, sheet.page[1] * UNIT)
        to_page = multiply(sheet.matrix, upwards)
        for number, placement in enumerate(sheet.placements):
            face, matrix = placement.face, multiply(placement.matrix, to_page)
            side = face.id, face.number, placement.back
            copies[*side, face.page] += 1
            piece = *side, 0 if face.tile else face.page, copies[*side, face.page]
            for index, spot in enumerate(spots(face.shapes)):
                seen, area = visible(spot, face)
                before = best.get((*piece, index))
                if area > 0 and (before is None or area > before.shown - 1e-6):
                    rank = page, number, spot.field.order, index
                    best[*piece, index] = lying(seen, multiply(spot.matrix, matrix), rank, area)
    return sorted(best.values(), key=lambda place: place.rank)


def lying(spot: Spot, matrix: Matrix, rank: tuple[int, int, int, int], shown: float) -> Place:
    """A spot where ``matrix`` puts it on a page."""
    left, bottom, right, top = box_under(matrix, sides(spot.box))
    rect = round(left, 3), round(bottom, 3), round(right, 3), round(top, 3)
    return Place(spot, matrix, rect, rank, shown)


def sides(box: Rect) -> Box:
    return box.x, box.y, box.x + box.width, box.y + box.height


def visible(spot: Spot, face: Face) -> tuple[Spot, float]:
    """A spot with only the part of its box that the face shows, and the area of that."""
    left, top, right, bottom = whole = box_under(spot.matrix, sides(spot.box))
    edge = face.bleed
    left, right = max(left, -edge), min(right, face.width + edge)
    top, bottom = max(top, -edge), min(bottom, face.height + edge)
    back = inverse(spot.matrix)
    if back is None or left >= right or top >= bottom:
        return spot, 0.0
    if (left, top, right, bottom) != whole:
        x, y, far, low = box_under(back, (left, top, right, bottom))
        spot = spot._replace(box=Rect(x, y, far - x, low - y))
    return spot, (right - left) * (bottom - top)


# --- fields inside one another


@dataclass
class Node:
    """A field of a PDF: either others are in it by their steps, or it is printed at ``places``."""

    kids: dict[str, Node] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)


def tree_of(found: Iterable[Place]) -> Node:
    """The fields at these places; raise `ValueError` if their names cannot be those of fields."""
    root = Node()
    for place in found:
        steps, node, name = place.spot.steps, root, clip(".".join(place.spot.steps))
        if not all(steps) or any("." in step for step in steps):
            raise ValueError(f"field {name}: found an empty part, or a value with a dot")
        for step in steps:
            if node.places:
                raise ValueError(f"field {name}: found another whose name is its beginning")
            node = node.kids.setdefault(step, Node())
        if node.kids:
            raise ValueError(f"field {name}: found another whose name begins with it")
        node.places.append(place)
    return root


# --- the form in the file


class FormWriter:
    """Writes the fields of a form, their widgets and their tags into a tagged document."""

    def __init__(self, document: Pdf, hand: Hand) -> None:
        self.document = document
        self.pages = [page.obj for page in document.pages]
        self.hand = hand
        self.widgets: list[tuple[Place, Any]] = []
        self.offered: dict[tuple[str, ...], Object] = {}
        self.boxes: dict[object, Object] = {}  # how check boxes of a size look, for all of them

    def write(self, form: Node) -> None:
        """Put all fields of the ``form`` into the document, their widgets in tab order."""
        document = self.document
        fields = Array([self.field(*kid) for kid in form.kids.items()])
        font = Dictionary({NAME: self.hand.embedded(document)})
        document.Root.AcroForm = document.make_indirect(
            Dictionary(Fields=fields, DR=Dictionary(Font=font), DA=String(pen_of(0)))
        )
        self.widgets.sort(key=lambda one: one[0].rank)
        shown: list[list[Any]] = [arrayed(page.get("/Annots")) for page in self.pages]
        for place, widget in self.widgets:
            shown[place.rank[0]].append(widget)
        for page, found in zip(self.pages, shown, strict=True):
            page.Annots = Array(found)
        self.tag()

    # --- fields and widgets

    def field(self, step: str, node: Node) -> Any:
        """A field with all that is in it; one that is printed once is its own widget."""
        kids = [self.field(*kid) for kid in node.kids.items()]
        kids += [self.widget(place) for place in node.places]
        if len(node.places) == 1:
            made = kids[0]
        else:
            made = self.document.make_indirect(Dictionary(Kids=Array(kids)))
            for kid in kids:
                kid.Parent = made
        made.T = String(step)
        if node.places:
            self.describe(made, node.places[0])
        return made

    def describe(self, made: Any, place: Place) -> None:
        """Say of a field what it is, by the first place where it is printed."""
        field = place.spot.field
        made.TU = String(place.spot.label)
        if field.kind == "check":
            made.FT = Name.Btn
            return
        made.FT, made.Ff = Name.Tx, AS_WRITTEN
        for one in (made, *made.get("/Kids", ())):  # MuPDF asks the widgets alone
            one.Q = LEFT if is_wide(field) else CENTRE
        if field.choices:
            made.FT, made.Ff = Name.Ch, AS_WRITTEN | CHOICES | TYPED
            made.Opt = self.options(field.choices)
        if field.kind == "grid":
            made.MaxLen = 1
        if field.kind != "text":
            made.DA = String(pen_of(self.size(place)))

    def options(self, choices: tuple[str, ...]) -> Object:
        """What is offered for a field, to leave it blank first; one array for all that have it."""
        if choices not in self.offered:
            made = Array([String(choice) for choice in ("", *choices)])
            self.offered[choices] = self.document.make_indirect(made)
        return self.offered[choices]

    def size(self, place: Place) -> float:
        """The size of a number or a character, in points; about what `printkit.faces.filled` has.
        A text has none, so that programs fit it to its box."""
        box, number = place.spot.box, place.spot.field.kind == "number"
        box = inset(box, PAD if number else SQUARE_PAD * box.height)
        most = box.width / self.hand.width(NUMBER) if number else LARGEST
        return min(LARGEST, 0.95 * box.height, most) * scale_of(place.matrix)

    def widget(self, place: Place) -> Any:
        """The blank widget at a place."""
        made = Dictionary(
            Type=Name.Annot, Subtype=Name.Widget, F=PRINTED, Rect=Array(place.rect),
            P=self.pages[place.rank[0]], Border=Array([0, 0, 0]),
        )  # fmt: skip
        if place.spot.field.kind == "check":
            made.AP, made.AS = self.check_box(place), Name.Off
        else:
            made.AP = Dictionary(N=self.drawn(place, b"/Tx BMC EMC"))
        if place.turn:
            made.MK = Dictionary(R=place.turn)
        self.widgets.append((place, self.document.make_indirect(made)))
        return self.widgets[-1][1]

    def check_box(self, place: Place) -> Object:
        """How a check box looks in each of its states."""
        key = place.turn, place.size, round(scale_of(place.matrix), 3)
        if key not in self.boxes:
            off = self.drawn(place, b"q Q")
            on = self.drawn(place, mark(place.spot.box, place.size))
            both = Dictionary(N=Dictionary({"/Off": off, ON: on}))
            self.boxes[key] = self.document.make_indirect(both)
        return self.boxes[key]

    def drawn(self, place: Place, content: bytes) -> Object:
        """A stream that draws a widget."""
        return drawn(self.document, content, place.size, place.turn)

    # --- tags

    def tag(self) -> None:
        """Put each widget into the structure tree: after what is read of its page, in tab order."""
        document, root = self.document, self.document.Root.StructTreeRoot
        top, key = root.K, int(root.ParentTreeNextKey)
        parents: Any = root.ParentTree.Nums
        read: dict[Any, list[Any]] = {page.objgen: [] for page in self.pages}
        for kid in top.K:
            read[page_of(kid)].append(kid)
        for place, widget in self.widgets:
            part = Dictionary(Type=Name.OBJR, Obj=widget)
            element = document.make_indirect(
                Dictionary(
                    Type=Name.StructElem, S=Name.Form, P=top, Pg=widget.P, K=Array([part]),
                    Alt=String(place.spot.label),
                )
            )  # fmt: skip
            read[widget.P.objgen].append(element)
            widget.StructParent = key
            parents.extend([key, element])
            key += 1
        top.K = Array([kid for page in read.values() for kid in page])
        root.ParentTreeNextKey = key


def page_of(element: Any) -> Any:
    """The page on which an element of the structure tree begins."""
    while "/Pg" not in element:
        element = element.K[0]
    return element.Pg.objgen
