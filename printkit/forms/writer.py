"""Sheets as a PDF form: blank, or filled in with entries.

The steps of a field's name are the fields of the PDF, one inside the other. A check box has one
more, its value, and a grid a field of one character for each of its squares, such as ``r3c5``.
Where a field is printed more than once it has a widget at each place, and what is written into one
shows in all. Every widget has its appearance, so no viewer is asked to draw; a blank one draws
nothing, and the sheet looks as it is printed.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import IO, Any

from pikepdf import Array, Dictionary, Name, Object, Pdf, String
from reportlab.lib.rl_accel import fp_str

from card_data import DataError
from card_data.problems import quote
from printkit.drawing.geometry import Rect, box_under, scale_of
from printkit.faces.filling_in import (
    BLANK,
    INK,
    LARGEST,
    PAD,
    Entry,
    cross,
    handwriting_font,
    inset,
    is_wide,
    one_line,
)
from printkit.faces.source_locations import SourceMap
from printkit.forms.acroform import arrayed, opened, saved
from printkit.forms.field_boxes import PlacedField, placed_fields
from printkit.forms.font import embedded, shown
from printkit.options import Options
from printkit.painting.paint import paint_sheets
from printkit.painting.pdf import UNIT, fill, outline, pen
from printkit.sheets.layout import Layout, keywords
from printkit.typography.fonts import Font, Fonts

ON = "/Yes"  # the state of a check box with a mark
HAND, UPRIGHT = "/Hand", "/HandUpright"  # fonts in the resources of a form
PRINTED = 4  # flag of an annotation: it is printed with the page
# Flags of fields: their spelling is not checked; there are choices, and others can be typed too.
AS_WRITTEN, CHOICES, TYPED = 1 << 22, 1 << 17, 1 << 18
LEFT, CENTRE = 0, 1  # how a text field is aligned
NUMBER = "000"  # for which a number's box has room
SQUARE_PAD = 0.24  # of a square's height, between its edge and its character
TURNS = MappingProxyType(
    {90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
)  # by degrees counter-clockwise: matrices, without what moves


def form(
    layout: Layout, options: Options, fonts: Fonts, entries: Iterable[Entry] = (), more: str = ""
) -> tuple[bytes, list[Entry]]:
    """Return a component laid out as a form (`printkit.sheets.layout.form_layout`) as a PDF in
    which ``entries`` stand, and those of them that it has no field for.

    ``more`` is added to its keywords. Raise `DataError` for a field with a name that none in a PDF
    can have.
    """
    plain = io.BytesIO()
    keys = " ".join(filter(None, (keywords(layout, options), more)))
    paint_sheets(layout, layout.sheets, fonts, plain, keys, tagged=True)
    found = placed_fields(layout.sheets)
    try:
        tree = tree_of(found)
    except ValueError as error:
        raise DataError(SourceMap(layout.game).in_component(str(error), layout.name)) from None
    values, left_over = by_field(entries, found)
    with opened(plain.getvalue()) as document:
        FormWriter(document, fonts, values).write(tree)
        return saved(document), left_over


def paint_form(layout: Layout, options: Options, fonts: Fonts, stream: IO[bytes]) -> None:
    """Paint a form with nothing filled in."""
    stream.write(form(layout, options, fonts)[0])


def by_field(
    entries: Iterable[Entry], found: Iterable[PlacedField]
) -> tuple[dict[str, list[str]], list[Entry]]:
    """The distinct texts in each field of the PDF, and the entries for which there is none."""
    kinds = {".".join(place.field_box.steps): place.field_box.field.kind for place in found}
    grids = {place.field_box.field.name for place in found if place.field_box.field.kind == "grid"}
    values: dict[str, list[str]] = {}
    left_over = []
    for entry in entries:
        parts = [*squares(entry)] if entry[0] in grids else [entry]
        if kinds.get(box := ".".join(entry)) == "check":
            parts = [(box, entry[1])]
        if not all(name in kinds for name, _ in parts) or box in values:  # one mark a box
            left_over.append(entry)
        for name, text in parts:
            if text not in values.setdefault(name, []):
                values[name].append(text)
    return values, left_over


def squares(entry: Entry) -> Iterator[Entry]:
    """Yield a grid's squares with a character, by the names of their fields."""
    name, text = entry
    for row, chars in enumerate(text.split("\n"), 1):
        for column, char in enumerate(chars, 1):
            if char not in BLANK:
                yield f"{name}.r{row}c{column}", char


# --- fields inside one another


@dataclass
class FieldTree:
    """A field of a PDF: either others are in it by their steps, or it is printed at ``places``."""

    kids: dict[str, FieldTree] = field(default_factory=dict)
    places: list[PlacedField] = field(default_factory=list)


def tree_of(found: Iterable[PlacedField]) -> FieldTree:
    """The fields at these places; raise `ValueError` if their names cannot be those of fields."""
    root = FieldTree()
    for place in found:
        steps, node, name = place.field_box.steps, root, quote(".".join(place.field_box.steps))
        if not all(steps) or any("." in step for step in steps):
            raise ValueError(f"field {name}: found an empty part, or a value with a dot")
        for step in steps:
            if node.places:
                raise ValueError(f"field {name}: found another whose name is its beginning")
            node = node.kids.setdefault(step, FieldTree())
        if node.kids:
            raise ValueError(f"field {name}: found another whose name begins with it")
        node.places.append(place)
    return root


# --- the form in the file


class FormWriter:
    """Writes fields with their ``values``, their widgets and their tags into a tagged document."""

    def __init__(self, document: Pdf, fonts: Fonts, values: Mapping[str, list[str]]) -> None:
        self.document, self.fonts, self.values = document, fonts, values
        self.hand = fonts.get("display", italic=True)
        self.pages = [page.obj for page in document.pages]
        self.widgets: list[tuple[PlacedField, Any]] = []
        self.embedded: dict[str, Object] = {}  # fonts
        self.offered: dict[tuple[str, ...], Object] = {}
        self.boxes: dict[object, Object] = {}  # how check boxes of a size look, for all of them

    def write(self, tree: FieldTree) -> None:
        """Put all fields of the ``tree`` into the document, their widgets in tab order."""
        document = self.document
        fields = Array([self.field(*kid) for kid in tree.kids.items()])
        self.font(self.hand)
        document.Root.AcroForm = document.make_indirect(
            Dictionary(
                Fields=fields, DR=Dictionary(Font=Dictionary(self.embedded)), DA=String(pen_of(0))
            )
        )
        self.widgets.sort(key=lambda one: one[0].rank)
        shown: list[list[Any]] = [arrayed(page.get("/Annots")) for page in self.pages]
        for place, widget in self.widgets:
            shown[place.rank[0]].append(widget)
        for page, found in zip(self.pages, shown, strict=True):
            page.Annots = Array(found)
        self.tag()

    # --- fields and widgets

    def field(self, step: str, node: FieldTree) -> Any:
        """Return a field with all that is in it; one that is printed once is its own widget."""
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

    def describe(self, made: Any, place: PlacedField) -> None:
        """Say of a field what it is and what stands there, by the first place where it is
        printed."""
        field, text = place.field_box.field, self.text(place)
        made.TU = String(place.field_box.label)
        if field.kind == "check":
            made.FT = Name.Btn
            if text:
                made.V = Name(ON)
            return
        made.FT, made.Ff = Name.Tx, AS_WRITTEN
        if text:
            made.V = String(text)
        for one in (made, *made.get("/Kids", ())):  # MuPDF asks the widgets alone
            one.Q = LEFT if is_wide(field) else CENTRE
        if field.choices:
            made.FT, made.Ff = Name.Ch, AS_WRITTEN | CHOICES | TYPED
            made.Opt = self.options(field.choices)
        if field.kind == "grid":
            made.MaxLen = 1
        if field.kind != "text":
            made.DA = String(pen_of(self.size(place)))

    def text(self, place: PlacedField) -> str:
        """Return what stands at a place; empty if nothing does."""
        return ", ".join(self.values.get(".".join(place.field_box.steps), ()))

    def options(self, choices: tuple[str, ...]) -> Object:
        """Return the choices of a field, blank first; one array for all fields that have them."""
        if choices not in self.offered:
            made = Array([String(choice) for choice in ("", *choices)])
            self.offered[choices] = self.document.make_indirect(made)
        return self.offered[choices]

    def size(self, place: PlacedField) -> float:
        """Return the size of what is written at a place, in points, if it has room; about what
        `printkit.faces.filling_in` has."""
        box, kind = place.field_box.box, place.field_box.field.kind
        if kind == "text":
            return LARGEST * UNIT
        box = inset(box, PAD if kind == "number" else SQUARE_PAD * box.height)
        most = box.width / self.hand.width(NUMBER) if kind == "number" else LARGEST
        return min(LARGEST, 0.95 * box.height, most) * scale_of(place.field_box.matrix)

    def widget(self, place: PlacedField) -> Any:
        made = Dictionary(
            Type=Name.Annot, Subtype=Name.Widget, F=PRINTED, Rect=Array(place.rect),
            P=self.pages[place.rank[0]], Border=Array([0, 0, 0]),
        )  # fmt: skip
        text = self.text(place)
        if place.field_box.field.kind == "check":
            made.AP, made.AS = self.check_box(place), Name(ON) if text else Name.Off
        else:
            made.AP = Dictionary(N=self.written(place, text))
        if place.turn:
            made.MK = Dictionary(R=place.turn)
        self.widgets.append((place, self.document.make_indirect(made)))
        return self.widgets[-1][1]

    # --- appearances

    def check_box(self, place: PlacedField) -> Object:
        """Return how a check box looks in each of its states."""
        key = place.turn, place.size, round(scale_of(place.field_box.matrix), 3)
        if key not in self.boxes:
            off = self.drawn(place, b"q Q")
            on = self.drawn(place, mark(place.field_box.box, place.size))
            both = Dictionary(N=Dictionary({"/Off": off, ON: on}))
            self.boxes[key] = self.document.make_indirect(both)
        return self.boxes[key]

    def written(self, place: PlacedField, text: str) -> Object:
        """Return how a text at a place looks; each has a stream of its own, since there are
        programs that write into the one that is there."""
        if not text:
            return self.drawn(place, b"/Tx BMC EMC")
        field, (wide, high) = place.field_box.field, (side / UNIT for side in place.size)
        box = inset(Rect(0, 0, wide, high), SQUARE_PAD * high if field.kind == "grid" else PAD)
        align, font = "left" if is_wide(field) else "center", handwriting_font(text, self.fonts)
        name = self.font(font)
        content = "".join(
            f"{fill(run.fill)} BT {name} {fp_str(run.size * UNIT)} Tf "
            f"{fp_str(run.x * UNIT, (high - run.y) * UNIT)} Td "
            f"{shown(run.text, font, run.size * UNIT)} ET\n"
            for run in one_line(text, box, font, INK, align, self.size(place) / UNIT)
        )
        used = Dictionary(Font=Dictionary({name: self.embedded[name]}))
        return self.drawn(place, f"/Tx BMC\n{content}EMC\n".encode(), Resources=used)

    def font(self, font: Font) -> str:
        """Return the name of a font, which is embedded when it is first used."""
        name = HAND if font.key == self.hand.key else UPRIGHT
        if name not in self.embedded:
            self.embedded[name] = embedded(font, self.document)
        return name

    def drawn(self, place: PlacedField, content: bytes, **more: Any) -> Object:
        """Return a stream that draws a widget, with ``more`` in its dictionary."""
        box = Array([0, 0, *place.size])
        made = self.document.make_stream(content, Subtype=Name.Form, BBox=box, **more)
        if place.turn:
            matrix = TURNS[place.turn]
            left, bottom, _, _ = box_under((*matrix, 0.0, 0.0), (0.0, 0.0, *place.size))
            made.Matrix = Array([*matrix, -left, -bottom])
        return made

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
                    Alt=String(place.field_box.label),
                )
            )  # fmt: skip
            read[widget.P.objgen].append(element)
            widget.StructParent = key
            parents.extend([key, element])
            key += 1
        top.K = Array([kid for page in read.values() for kid in page])
        root.ParentTreeNextKey = key


def pen_of(size: float) -> str:
    """Return the operators that set a field's font at a size in points; 0: as large as fits."""
    return f"{HAND} {fp_str(size)} Tf {fill(INK)}"


def mark(box: Rect, size: tuple[float, float]) -> bytes:
    """Return the operators that draw a check box's cross as `printkit.faces.filling_in` does;
    ``box`` is in mm, ``size`` in points.

    They end a path first: Ghostscript clips by the one that pypdf leaves open in a text before.
    """
    (width, height), path = size, cross(Rect(0, 0, box.width, box.height))
    before, after = pen(path.style)
    scale = fp_str(width / box.width, 0, 0, -height / box.height, 0, height)
    return f"q n Q\n{scale} cm\n{before}{outline(path.steps)}\n{after}".encode()


def page_of(element: Any) -> Any:
    """Return the page on which an element of the structure tree begins."""
    while "/Pg" not in element:
        element = element.K[0]
    return element.Pg.objgen
