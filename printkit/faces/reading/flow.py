"""The ``<flow>`` of a template: its pages, and the paragraphs, figures and boxes that fill them."""

from __future__ import annotations

from typing import cast
from xml.etree import ElementTree

from msgspec import structs

from card_data.text import plural
from printkit.drawing.geometry import Rect
from printkit.errors import MarkupError
from printkit.faces.attributes import RENDERINGS, colour, mm, one_of, rect, role
from printkit.faces.elements import DEFAULTS, IN_ROW, TYPE, Context, check, inherit
from printkit.faces.reader import MarkupReader
from printkit.templating.xml import XML
from printkit.typography.flow import (
    Anchor,
    AnyBlock,
    Break,
    Figure,
    Flow,
    Furniture,
    Mark,
    NoteStyle,
    PageDesign,
    Panel,
    Paragraph,
    Row,
)

LEADING = "1.25"
BREAKS = ("", "page", "column")
ROW = frozenset((*TYPE, "shares", "rule", "before", "keep", "role"))
MOST_SHARES = 1000  # of a cell in the width of its row


def read_flow(reader: MarkupReader, element: XML, context: Context = DEFAULTS) -> Flow:
    """Return the ``<flow>`` of a page template: its pages, then its blocks."""
    inner = inherit(element, {**context, "text-rendering": RENDERINGS[0]})
    anchors = (part.get("anchor") for part in element.iter())
    reader.anchors = frozenset(anchor for anchor in anchors if anchor)
    reader.notes = element.find("notes") is not None
    try:
        flow = FlowReader(reader, element.get("line-height", LEADING)).read(element, inner)
    finally:
        reader.anchors, reader.notes = frozenset(), False
    if not all(design.frames for design in flow.designs) or not flow.designs:
        raise MarkupError("a flow needs at least one page, and each page at least one frame")
    return flow


class FlowReader:
    """Reads the content of a flow; ``leading`` is that of its paragraphs."""

    def __init__(self, reader: MarkupReader, leading: str) -> None:
        self.reader, self.leading = reader, leading
        self.designs: list[PageDesign] = []

    def read(self, flow: XML, context: Context) -> Flow:
        blocks: list[AnyBlock] = []
        notes = None
        for child in flow:
            try:
                if child.tag == "page":
                    self.designs.append(self.page(child, context))
                elif child.tag == "notes":
                    notes = self.notes(child, context)
                elif child.tag == "box":
                    blocks.append(self.box(child, context))
                else:
                    blocks.append(self.block(child, context))
            except MarkupError as error:
                self.reader.keep(error, child)
        return Flow(blocks, self.designs, notes)

    def notes(self, element: XML, context: Context) -> NoteStyle:
        """Return how the numbers of what is cited stand in the margin."""
        inner = inherit(element, context)
        setting = self.reader.setting(element, inner)
        return NoteStyle(self.reader.adder(inner), setting, mm(element, "gap", 1))

    def page(self, element: XML, context: Context) -> PageDesign:
        """Return one ``<page>``: its frames, its folio and running title, and its art."""
        inner = inherit(element, context)
        rects, furniture = [], []
        for part in list(element):
            if part.tag == "frame":
                check(part)
                rects.append(rect(part))
            elif part.tag in ("folio", "running-title"):
                furniture.append(self.furniture(part, inner))
            else:
                continue
            element.remove(part)
        return PageDesign(self.reader.shapes(element, inner), rects, tuple(furniture))

    def furniture(self, element: XML, context: Context) -> Furniture:
        inner = inherit(element, context)
        setting = self.reader.setting(element, inner)
        anchor = one_of(
            "text-anchor", inner.get("text-anchor", "start"), ("start", "middle", "end")
        )
        return Furniture(
            "folio" if element.tag == "folio" else "title",
            mm(element, "x", 0), mm(element, "y", 0),
            cast(Anchor, anchor), self.reader.adder(inner), setting,
        )  # fmt: skip

    def box(self, element: XML, context: Context) -> Panel:
        """Return one ``<box>``; the space above its first block is its padding."""
        inner = inherit(element, context)
        blocks: list[Paragraph | Figure | Row] = []
        for child in element:
            try:
                block = self.block(child, inner)
                if block.breaks:
                    raise MarkupError("break: only the box itself can begin a page or a column")
                blocks.append(block if blocks else structs.replace(block, before=0.0))
            except MarkupError as error:
                self.reader.keep(error, child)
        return Panel(
            tuple(blocks),
            colour("tint", element.get("tint")),
            mm(element, "pad", 3),
            colour("bar", element.get("bar")),
            round(mm(element, "least-pages", 0)),
            before=mm(element, "before", 0),
            span=self.spans(element),
            breaks=self.breaks(element),
            floats=one_of("floats", element.get("floats", "no"), ("no", "yes")) == "yes",
        )

    def block(self, element: XML, context: Context) -> Paragraph | Figure | Row:
        if element.tag == "figure":
            return self.figure(element, context)
        if element.tag == "row":
            return self.row(element, context)
        if element.tag != "p":
            check(element)
            raise MarkupError("is not allowed here: expected <p>, <figure>, <row> or <box>")
        return self.paragraph(element, context)

    def row(self, element: XML, context: Context) -> Row:
        """Return one ``<row>``; raise `MarkupError` unless each of its cells has a share."""
        inner = inherit(element, context, ROW)
        cells = [self.paragraph(cell, inner, IN_ROW) for cell in element if cell.tag == "p"]
        try:
            shares = [float(share) for share in element.get("shares", "").split()]
        except ValueError:
            shares = []
        if len(cells) != len(element) or not cells:
            raise MarkupError("expected cells, each a <p>")
        if len(shares) != len(cells) or not all(0 < share <= MOST_SHARES for share in shares):
            raise MarkupError(f"shares: expected {plural(len(cells), 'number')} above 0")
        return Row(
            tuple(cells),
            tuple(shares),
            colour("rule", element.get("rule")),
            before=mm(element, "before", 0),
            keep=element.get("keep") == "next",
            mark=self.mark(element),
        )

    def breaks(self, element: XML) -> Break:
        return cast(Break, one_of("break", element.get("break", ""), BREAKS))

    def spans(self, element: XML) -> bool:
        """Whether a block spans all columns."""
        return one_of("span", element.get("span", ""), ("", "all")) == "all"

    def mark(self, element: XML) -> Mark:
        says, anchor, title = (element.get(key, "") for key in ("says", "anchor", "title"))
        return Mark(role(element), says, anchor, title)

    def paragraph(
        self, element: XML, context: Context, known: frozenset[str] | None = None
    ) -> Paragraph:
        """Return one ``<p>``, which has attributes that are ``known`` where it stands."""
        reader = self.reader
        inner = inherit(element, context, known)
        setting = reader.setting(element, inner, self.leading)
        label, fill = element.get("label"), element.get("label-fill")
        disc = colour("disc", element.get("disc")) if label else None
        if fill or disc:
            fill = colour("label-fill", fill or "#ffffff")
        holder = ElementTree.Element("text")
        holder.text = label
        anchors = reader.anchors
        reader.anchors = frozenset()  # the label of a clause is what others link to
        words = reader.words(holder, {**inner, "font-weight": "bold"}) if label else []
        reader.anchors = anchors - {element.get("anchor", "")}
        try:
            text = reader.words(element, inner)
        finally:
            reader.anchors = anchors
        return Paragraph(
            text,
            words,
            setting,
            structs.replace(setting, align="left", fill=fill or setting.fill),
            mm(element, "indent", 0),
            disc,
            tuple(element.get("refers", "").split()),
            element.get("leader") == "yes",
            add=reader.adder(inner),
            before=mm(element, "before", 0),
            keep=element.get("keep") == "next",
            span=self.spans(element),
            breaks=self.breaks(element),
            mark=self.mark(element),
        )

    def figure(self, element: XML, context: Context) -> Figure:
        """Return one ``<figure>``; raise `MarkupError` if it is taller than a column."""
        inner = inherit(element, context)
        height = mm(element, "height")
        room = min((frame.height for page in self.designs for frame in page.frames), default=height)
        if height > room:
            raise MarkupError(
                f"height: found {height:g}, expected at most {room:g}, a column's height"
            )
        width = mm(element, "width") if "width" in element.attrib else None
        column = min((frame.width for page in self.designs for frame in page.frames), default=0)
        area = Rect(0, 0, column if width is None else width, height)
        return Figure(
            self.reader.shapes(element, inner, area),
            height,
            width,
            floats=True,
            before=mm(element, "before", 0),
            keep=element.get("keep") == "next",
            span=self.spans(element),
            breaks=self.breaks(element),
            mark=self.mark(element),
        )
