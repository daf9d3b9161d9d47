"""Forms printed: what stands in their fields becomes part of the pages, and the fields are gone.

So a page looks the same in every program, and its words can still be read, searched and copied.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pikepdf import Array, Dictionary, Name, NumberTree, Object, Page, Pdf, Stream, String
from reportlab.lib.rl_accel import fp_str

from printkit.drawing.geometry import Matrix, box_under
from printkit.forms.acroform import OFF, Widget, Widgets, saved, text_of
from printkit.forms.filling import disarmed

INVISIBLE = 1 << 1 | 1 << 5  # flags of an annotation: hidden, not viewed


def flatten(pdf: bytes) -> bytes:
    """A form of ours as plain pages with what its fields say.

    Raise `FormError` if it cannot be read.
    """
    with disarmed(pdf) as form:
        tags, widgets = Tags(form), [*Widgets(form)]
        for number, page in enumerate(form.pages, 1):
            print_fields(page, [one for one in widgets if one.page == number], tags)
        tags.write()
        if "/AcroForm" in form.Root:
            del form.Root.AcroForm
        return saved(form)


def print_fields(page: Page, widgets: Iterable[Widget], tags: Tags) -> None:
    """Draw all fields of a page as they look, and take them out."""
    names: dict[tuple[int, int], Name] = {}
    drawn = []
    for widget in widgets:
        look = appearance(widget)
        if look is None:
            tags.drop(widget)
            continue
        if look.objgen not in names:
            names[look.objgen] = page.add_resource(look, Name.XObject)
        drawing = f"q {fp_str(*placing(widget, look))} cm {names[look.objgen]} Do Q\n"
        drawn.append(tags.tagged(widget, drawing, page))
    annotations: Any = page.obj.get("/Annots", ())
    page.obj.Annots = Array([one for one in annotations if one.get("/Subtype") != "/Widget"])
    if drawn:
        page.contents_add(b"q\n", prepend=True)
        page.contents_add("".join(["\nQ\n", *drawn]).encode())


def appearance(widget: Widget) -> Object | None:
    """What a field looks like now; None if it is empty, or not to be seen."""
    found: Any = widget.annotation.get("/AP", Dictionary()).get("/N")
    if isinstance(found, Dictionary) and not isinstance(found, Stream):
        found = found.get(f"/{widget.look or OFF}")
    seen = not int(widget.annotation.get("/F", 0)) & INVISIBLE
    return found if seen and isinstance(found, Stream) and value_of(widget) else None


def value_of(widget: Widget) -> str:
    """What a field says; empty if nothing, or a box without a mark."""
    look = widget.look if widget.node.kind == "Btn" else None
    said = text_of(widget.node.value) if look is None else look
    return "" if said == OFF else said


def placing(widget: Widget, look: Object) -> Matrix:
    """The matrix that brings an appearance to where its field is (ISO 32000-1, 12.5.5)."""
    own: Any = look.get("/Matrix", (1, 0, 0, 1, 0, 0))
    matrix: Any = tuple(map(float, own))
    left, bottom, right, top = box_under(matrix, tuple(map(float, look.BBox)))  # type: ignore[arg-type]
    rect = [float(side) for side in widget.annotation.Rect]
    x, y = min(rect[::2]), min(rect[1::2])
    wide = abs(rect[2] - rect[0]) / ((right - left) or 1)
    high = abs(rect[3] - rect[1]) / ((top - bottom) or 1)
    return wide, 0, 0, high, x - left * wide, y - bottom * high


class Tags:
    """The structure tree of a form, in which what a field says takes the place of the field; there
    is none in a file without tags."""

    def __init__(self, form: Pdf) -> None:
        tree: Any = form.Root.get("/StructTreeRoot", Dictionary()).get("/ParentTree")
        self.parents = NumberTree(tree) if isinstance(tree, Dictionary) else None
        self.dropped: list[Dictionary] = []

    def element(self, widget: Widget) -> Dictionary | None:
        """The element of a field, whose place in the tree is no longer that of an annotation."""
        key = widget.annotation.get("/StructParent")
        if self.parents is None or not isinstance(key, int) or key not in self.parents:
            return None
        found = self.parents[key]
        del self.parents[key]
        return found if isinstance(found, Dictionary) else None

    def drop(self, widget: Widget) -> None:
        """Take an empty field out of the tree."""
        element = self.element(widget)
        if element is not None:
            self.dropped.append(element)

    def tagged(self, widget: Widget, drawing: str, page: Page) -> str:
        """What draws a field, marked as the content of its element."""
        element, pages = self.element(widget), int(page.obj.get("/StructParents", -1))
        if element is None or self.parents is None or pages not in self.parents:
            return drawing
        marks: Any = self.parents[pages]
        number, mark = len(marks), widget.node.kind == "Btn"
        marks.append(element)
        label = widget.node.label or widget.node.name
        element.S = Name.Figure if mark else Name.P
        element.Alt = String(f"{label}: {'marked' if mark else value_of(widget)}")
        element.K = Array([Dictionary(Type=Name.MCR, Pg=page.obj, MCID=number)])
        if mark:
            box = Array(widget.annotation.Rect)
            element.A = Dictionary(O=Name.Layout, Placement=Name.Block, BBox=box)
        return f"{element.S} <</MCID {number}>> BDC\n{drawing}EMC\n"

    def write(self) -> None:
        """Have no element lead to what was taken out."""
        gone = {element.objgen for element in self.dropped}
        around = {element.P.objgen: element.P for element in self.dropped}
        for parent in around.values():
            kids = parent.K if isinstance(parent.K, Array) else [parent.K]
            parent.K = Array([kid for kid in kids if kid.objgen not in gone])
