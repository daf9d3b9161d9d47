"""Sheets onto PDF pages, by reportlab.

The page's matrix is set once so that a unit is a millimetre and y runs downwards; the painter then
passes coordinates on as they are. Paths are written as PDF operators: a call to reportlab for every
step and every pen costs more than all the rest of painting. Each face is marked content
(``/Piece``) that carries its ID, number, page and side, by which it is found.
`printkit.painting.tagged` adds tags for screen readers.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import IO, Any, assert_never

import msgspec
from reportlab import rl_config
from reportlab.lib.colors import CMYKColorSep
from reportlab.lib.rl_accel import escapePDF, fp_str
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import (
    PDFCrossReferenceTable,
    PDFFile,
    PDFIndirectObject,
    PDFTrailer,
    count,
)
from reportlab.pdfgen.canvas import Canvas

from card_data import DataError, Problem
from card_data.limits import LATEST
from card_data.problems import quote
from printkit.drawing.colour import levels
from printkit.drawing.geometry import IDENTITY, Matrix, Step, multiply
from printkit.drawing.rewriting import without
from printkit.drawing.shapes import (
    CURRENT,
    Face,
    Field,
    Group,
    Image,
    Path,
    Shade,
    Shape,
    Style,
    Symbol,
    Text,
    Use,
    extent,
    identifier,
)
from printkit.drawing.traversal import walk
from printkit.faces.tags import words_of
from printkit.sheets.profiles import HAIRLINE
from printkit.sheets.sheet import Outlines, Placement, Sheet
from printkit.typography.fitting import POINT
from printkit.typography.fonts import Fonts

PDF_VERSION = (1, 7)  # PrintScaling is of 1.6
UNIT = 1 / POINT  # points in a millimetre
FAR = 2000  # mm: the bounding box of forms, larger than any sheet, so that it clips nothing
LARGE = 6  # shapes: a group with fewer is not worth a form
STEPS = {"M": "m", "L": "l", "C": "c"}
CAPS = {"butt": 0, "round": 1, "square": 2}
MITER = 10  # the limit with which a page begins
JOINS = {"miter": 0, "round": 1, "bevel": 2}
AROUND = "% around the pieces"  # a comment in a page's content
DATE = "SOURCE_DATE_EPOCH"
LANGUAGE = "en"  # of all texts of the kit


class Meta(msgspec.Struct, frozen=True):
    """The metadata of a PDF; ``keywords`` say how it was built."""

    title: str
    author: str
    subject: str
    keywords: str
    outline: str


def shares(colour: str) -> tuple[float, ...]:
    """Red, green and blue, from 0 to 1, of ``#rrggbb``."""
    return tuple([level / 255 for level in levels(colour)])


@cache
def rgb(colour: str) -> str:
    """Return the operands red, green and blue for ``#rrggbb``."""
    return f"{fp_str(*shares(colour))}"


@cache
def fill(colour: str) -> str:
    """Return the operator that sets the fill colour, of words and areas."""
    return f"{rgb(colour)} rg"


@cache
def fill_and_stroke(colour: str) -> str:
    """Return the operators that set both colours, for a symbol's shapes."""
    return f"{rgb(colour)} rg\n{rgb(colour)} RG\n"


@cache
def pen(style: Style) -> tuple[str, str]:
    """Return the operators that set a style's colours and lines, and the one that paints a path."""
    area = f"{fill(style.fill)}\n" if style.fill and style.fill != CURRENT else ""
    line = f"{rgb(style.stroke)} RG\n" if style.stroke and style.stroke != CURRENT else ""
    return lines(style, area, line)


def lines(style: Style, area: str, line: str) -> tuple[str, str]:
    """Return what `pen` returns, given the operators for the colours of the ``area`` and its
    ``line``."""
    rule = "*" if style.even_odd else ""
    if style.stroke is None:
        return area, "n" if style.fill is None else f"f{rule}"
    ends = f"{fp_str(style.width)} w\n{CAPS[style.cap]} J\n{JOINS[style.join]} j\n"
    dash = f"[{fp_str(*style.dash)}] {fp_str(style.dash_offset)} d\n"
    paint = "S" if style.fill is None else f"B{rule}"
    if style.miter:
        return f"{area}{line}{ends}{fp_str(style.miter)} M\n{dash}", f"{paint}\n{MITER} M"
    return f"{area}{line}{ends}{dash}", paint


def new_canvas(file: IO[bytes], **given: Any) -> Canvas:
    """Return a canvas whose bytes are the same each time, with what else is ``given`` to it.

    Its file bears the date that the environment says, if it says one; raise `DataError` if that is
    none.
    """
    date = os.environ.get(DATE, "").strip()
    digits = date.isascii() and date.isdecimal() and len(date) <= len(str(LATEST))
    if date and not (digits and int(date) <= LATEST):
        message = f"found {quote(date)}, expected seconds since 1970, from 0 to {LATEST}"
        raise DataError(Problem(message=message, file=DATE))
    canvas = Canvas(file, invariant=1, pageCompression=1, pdfVersion=PDF_VERSION, **given)
    canvas._doc.format = partial(write_objects, canvas._doc, file)
    return canvas


def write_objects(document: Any, file: IO[bytes]) -> bytes:
    """Write a document to a file, object by object, so that those of pictures need not be in memory
    together: what reportlab does, which joins them first. Nothing is left to write."""
    if entries := document.outline.mydestinations:  # reportlab 5.1.0 also counts each list of them
        document.outline.count = count(entries, document.outline.closedict)
    written = document.__accum__ = PDFFile(document._pdfVersion)
    file.write(b"".join(written.strings))
    written.write = file.write
    references = [document.Reference(one) for one in (document.Catalog, document.info)]
    ids: list[str] = []
    while (number := len(ids) + 1) in document.numberToId:  # formatting may add some
        name = document.numberToId[number]
        made = PDFIndirectObject(name, document.idToObject[name]).format(document)
        document.idToOffset[name] = written.add(made)
        ids.append(name)
    del document.__accum__
    table = PDFCrossReferenceTable()
    table.addsection(0, ids)
    start = written.add(table.format(document))
    root, info = references
    trailer = PDFTrailer(start, len(ids) + 1, Root=root, Info=info, ID=document.ID())
    written.add(trailer.format(document))
    return b""


class PdfPainter:
    """Paints sheets into one PDF; what is drawn more than once becomes a form: symbols, faces, and
    large groups, such as a piece that a rulebook shows again.

    ``words``, ``symbol_ink`` and ``pen`` write colours, and ``inks`` gives those of gradients, in
    RGB here; `printkit.printing.print_service` has others for CMYK.
    """

    def __init__(
        self, file: IO[bytes], meta: Meta, fonts: Fonts, symbols: Mapping[str, Symbol]
    ) -> None:
        rl_config.useA85 = 0  # which would encode compressed bytes in ASCII, a quarter longer
        body = fonts.get("sans")
        pdfmetrics.registerFont(body.ttf)  # a canvas starts with a font: an embedded one
        self.canvas = new_canvas(file, lang=LANGUAGE, initialFontName=body.key)
        self.canvas.setTitle(meta.title)
        self.canvas.setAuthor(meta.author)
        self.canvas.setSubject(meta.subject)
        self.canvas.setKeywords(meta.keywords)
        self.canvas.setCreator("printkit")
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.meta = meta
        self.fonts = fonts
        self.symbols = symbols
        self.prefix = ""  # of the names of forms
        self.prefixes: Counter[str] = Counter()
        self.registered = {body.key}
        self.forms: set[str] = set()
        self.faces: dict[int, tuple[Face, str]] = {}
        self.worded: dict[int, tuple[Face, bool]] = {}
        self.unlike: dict[tuple[str, int], list[Face]] = {}  # forms of one template
        self.groups: dict[int, tuple[tuple[Shape, ...], str]] = {}
        self.veils: dict[int, tuple[Group, str]] = {}
        self.shades: dict[Shade, str] = {}
        self.painted = self.on_page = 0
        self.in_symbol = False
        self.words: Callable[[str], str] = fill
        self.symbol_ink: Callable[[str], str] = fill_and_stroke
        self.pen: Callable[[Style], tuple[str, str]] = pen
        self.inks: Callable[[str], Sequence[float]] = shares
        self.space = "DeviceRGB"

    def paint(self, sheets: Sequence[Sheet]) -> None:
        """Paint every sheet, one page each, under the only outline entry."""
        self.component(self.meta.outline, sheets)

    def component(self, title: str, sheets: Sequence[Sheet]) -> None:
        """Paint a component's sheets, one page each, under an outline entry with its ``title``."""
        if title:
            self.outline_entry(title)
        for sheet in sheets:
            self.page(sheet)

    def outline_entry(self, title: str, level: int = 0) -> None:
        """Add an outline entry for the page painted next; level 1 nests in the last of level 0."""
        key = f"page {self.painted + 1}: {title}"
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(title, key, level)

    def begin_component(self, name: str, symbols: Mapping[str, Symbol]) -> None:
        """Draw what follows with these symbols, even if their names stood for others before.

        The names of forms begin with the component's and say nothing of what is before it: so it
        is drawn by the same bytes in a file of its own and in that of the whole game.
        """
        first = name.replace(" ", "_")
        self.prefixes[first] += 1
        again = self.prefixes[first]
        self.prefix = f"{first}." if again == 1 else f"{first}.{again}."
        self.symbols = symbols
        self.faces, self.unlike, self.groups = {}, {}, {}
        self.veils, self.shades = {}, {}

    def save(self) -> None:
        self.canvas.save()

    def page(self, sheet: Sheet) -> None:
        canvas = self.canvas
        width, height = (side * UNIT for side in sheet.page)
        canvas.setPageSize((width, height))
        if sheet.trim is not None:
            x, y, wide, high = (length * UNIT for length in sheet.trim)
            canvas.setTrimBox((x, height - y - high, x + wide, height - y))
            canvas.setBleedBox((0, 0, width, height))
        for placement in sheet.placements:
            self.prepare(placement.face)
        canvas.transform(UNIT, 0, 0, -UNIT, 0, height)
        if sheet.matrix != IDENTITY:
            canvas.transform(*sheet.matrix)
        self.content(sheet)
        canvas.showPage()
        self.painted += 1

    def content(self, sheet: Sheet) -> None:
        """A sheet's pieces, then the shapes around them."""
        self.on_page = 0
        for placement in sheet.placements:
            self.piece(placement)
        self.end_pieces()
        self.shapes(sheet.shapes)

    def end_pieces(self) -> None:
        """Say where the pieces of a page end, for `printkit.painting.joined`."""
        self.canvas.addLiteral(AROUND)

    def marked_piece(self, face: Face, known: str) -> Iterator[str]:
        """Yield the operators before a piece and after it: one with words has a number on its page,
        by which a tag can mean it."""
        if id(face) not in self.worded:
            self.worded[id(face)] = face, bool(" ".join(words_of(face.shapes)))
        if self.worded[id(face)][1]:
            yield from (f"/Piece <<{known} /MCID {self.on_page}>> BDC", "EMC")
            self.on_page += 1
        else:
            yield from (f"/Artifact BMC\n/Piece <<{known}>> BDC", "EMC\nEMC")

    def prepare(self, face: Face) -> None:
        """Make the forms that ``face`` needs: a form cannot begin inside a page's content."""
        if id(face) not in self.faces:
            self.prepare_symbols(face.shapes)
            alike = self.drawn_alike(face)
            name = self.faces[id(alike)][1] if alike else f"{self.prefix}face{len(self.faces)}"
            self.faces[id(face)] = face, name  # kept, so that its id stays its own
            if alike is None:
                return
        name = self.faces[id(face)][1]
        if name not in self.forms:
            self.form(name, lambda: self.face(face))

    def drawn_alike(self, face: Face) -> Face | None:
        """Return an earlier form of the same template that looks like this one, if there is one."""
        earlier = self.unlike.setdefault((face.id, face.page), [])
        for other in earlier:
            same = without(face.shapes, Field) == without(other.shapes, Field)
            if same and extent(face) == extent(other):
                return other
        earlier.append(face)
        return None

    def prepare_symbols(self, shapes: tuple[Shape, ...]) -> None:
        for shape in walk(shapes):
            if isinstance(shape, Use) and self.symbol_form(shape.symbol) not in self.forms:
                if self.symbols[shape.symbol].picture is None:
                    self.symbol(shape.symbol)
            elif isinstance(shape, Group) and len(shape.shapes) >= LARGE:
                self.prepare_group(shape.shapes)

    def prepare_group(self, shapes: tuple[Shape, ...]) -> None:
        """Make a form of a group's shapes the second time they occur."""
        key = id(shapes)  # which stays theirs, as they are kept
        if key not in self.groups:
            self.groups[key] = (shapes, f"{self.prefix}group{len(self.groups)}")
        elif (name := self.groups[key][1]) not in self.forms:
            self.form(name, lambda: self.shapes(shapes))

    def symbol(self, name: str) -> None:
        shapes = self.symbols[name].shapes
        self.prepare_symbols(shapes)
        self.in_symbol = True
        self.form(self.symbol_form(name), lambda: self.shapes(shapes))
        self.in_symbol = False

    def symbol_form(self, name: str) -> str:
        """Return the name of a symbol's form, which is none of a face or a group."""
        return f"{self.prefix}symbol.{identifier(name)}"

    def form(self, name: str, draw: Callable[[], None]) -> None:
        self.forms.add(name)
        self.canvas.beginForm(name, -FAR, -FAR, FAR, FAR)
        draw()
        self.canvas.endForm()

    def piece(self, placement: Placement) -> None:
        canvas, face = self.canvas, placement.face
        side = "Back" if placement.back else "Front"
        known = f"/Id ({_escaped(face.id)}) /Number {face.number} /Page {face.page} /Side /{side}"
        before, after = self.marked_piece(face, known)
        canvas.addLiteral(before)
        canvas.saveState()
        if placement.turned:
            canvas.transform(-1, 0, 0, -1, placement.x + face.width, placement.y + face.height)
        else:
            canvas.translate(placement.x, placement.y)
        name = self.faces[id(face)][1]
        if name in self.forms:
            canvas.doForm(name)
        else:
            self.face(face)
        canvas.restoreState()
        canvas.addLiteral(after)

    def face(self, face: Face) -> None:
        self.clip(extent(face))
        self.shapes(face.shapes)

    def shapes(self, shapes: tuple[Shape, ...]) -> None:
        for shape in shapes:
            if isinstance(shape, Text):
                self.text(shape)
            elif isinstance(shape, Path):
                self.path(shape)
            elif isinstance(shape, Use):
                self.use(shape)
            elif isinstance(shape, Group):
                self.group(shape)
            elif isinstance(shape, Image):
                self.image(shape)
            elif isinstance(shape, Shade):
                self.shade(shape)
            elif isinstance(shape, Field):
                pass  # drawn by the shapes around it
            else:
                assert_never(shape)

    def text(self, text: Text) -> None:
        if text.font not in self.registered:
            pdfmetrics.registerFont(self.fonts.by_key(text.font).ttf)
            self.registered.add(text.font)
        font, document = self.fonts.by_key(text.font), self.canvas._doc
        drawn, kerns = font.shaped(text.text)
        shown = [f"{self.words(text.fill)}\nBT 1 0 0 -1 {fp_str(text.x, text.y)} Tm"]
        if text.word_space:
            shown.append(f"{fp_str(text.word_space)} Tw")
        if text.letter_space:
            shown.append(f"{fp_str(text.letter_space)} Tc")
        for subset, codes in font.ttf.splitString(drawn, document):
            name = font.ttf.getSubsetInternalName(subset, document)
            string = kerned(codes, kerns) if any(kerns) else f"({escapePDF(codes)}) Tj"
            shown.append(f"{name} {fp_str(text.size)} Tf {string}")
            kerns = kerns[len(codes) :]
        shown += ["0 Tw"] * bool(text.word_space) + ["0 Tc"] * bool(text.letter_space) + ["ET"]
        self.canvas.addLiteral(" ".join(shown))

    def path(self, path: Path) -> None:
        style = path.style
        before, after = self.pen(style)
        drawn = f"{before}{outline(path.steps)}\n{after}"
        if self.in_symbol and {style.fill, style.stroke} - {None, CURRENT}:
            drawn = f"q\n{drawn}\nQ"  # what follows may need the colour of the symbol's use again
        self.canvas.addLiteral(drawn)

    def clip(self, path: Path) -> None:
        rule = "*" if path.style.even_odd else ""
        self.canvas.addLiteral(f"{outline(path.steps)} W{rule} n")

    def use(self, use: Use) -> None:
        symbol = self.symbols[use.symbol]
        placing = use.placing(symbol)
        ink = "" if use.colour == CURRENT else self.symbol_ink(use.colour)
        if symbol.picture is not None:
            self.image(symbol.picture, placing)
            return
        self.canvas.addLiteral(f"q\n{ink}{fp_str(*placing)} cm")
        self.canvas.doForm(self.symbol_form(use.symbol))
        self.canvas.addLiteral("Q")

    def image(self, image: Image, matrix: Matrix = IDENTITY) -> None:
        """Draw a picture made of dots, which the file has once."""
        from printkit.painting.images import name_of  # few games have pictures

        name = name_of(image)
        if not self.canvas._doc.hasForm(name):
            self.add_image(name, image)
        box = (image.width, 0, 0, -image.height, image.x, image.y + image.height)
        self.canvas.addLiteral(f"q\n{fp_str(*multiply(box, matrix))} cm")
        self.canvas.doForm(name)
        self.canvas.addLiteral("Q")

    def add_image(self, name: str, image: Image) -> None:
        from printkit.painting.images import add

        add(self.canvas._doc, name, image)

    def shade(self, shade: Shade) -> None:
        """Fill the box of a gradient."""
        from printkit.painting.transparency import shade_form  # which few need

        if shade not in self.shades:
            name = self.shades[shade] = f"{self.prefix}shade{len(self.shades)}"
            shade_form(self.canvas, name, shade, self.space, self.inks, FAR)
        self.canvas.doForm(self.shades[shade])

    def group(self, group: Group) -> None:
        self.canvas.addLiteral(f"q\n{fp_str(*group.matrix)} cm")
        if group.clip is not None:
            self.clip(group.clip)
        _, name = self.groups.get(id(group.shapes), (None, ""))
        if group.opacity < 1 or group.mask:
            self.transparent(group)
        elif name in self.forms:
            self.repeat(name)
        else:
            self.shapes(group.shapes)
        self.canvas.addLiteral("Q")

    def transparent(self, group: Group) -> None:
        """Draw the content of a group through which what is behind it shows."""
        from printkit.painting.transparency import make_group, transparency_form

        if id(group) not in self.veils:
            name = f"{self.prefix}veil{len(self.veils)}"
            self.veils[id(group)] = group, name
            mask = f"{name}.mask" if group.mask else ""
            self.prepare_symbols(group.mask)
            for form, shapes in ((f"{name}.shapes", group.shapes), (mask, group.mask)):
                if form:
                    self.form(form, partial(self.shapes, shapes))
                    make_group(self.canvas, form, self.space)
            transparency_form(self.canvas, name, f"{name}.shapes", group.opacity, mask, FAR)
        self.repeat(self.veils[id(group)][1])

    def repeat(self, name: str) -> None:
        """Draw the form that a group has become."""
        self.canvas.doForm(name)


def kerned(codes: bytes, kerns: Sequence[int]) -> str:
    """Return the operator that shows a string of glyph codes, each followed by its entry in
    ``kerns``, in thousandths of an em."""
    parts, start = [], 0
    for end, kern in enumerate(kerns[: len(codes)], 1):
        if kern:
            parts.append(f"({escapePDF(codes[start:end])}) {-kern}")
            start = end
    if start < len(codes):
        parts.append(f"({escapePDF(codes[start:])})")
    return f"[{' '.join(parts)}] TJ"


@lru_cache(128)  # crop marks and the ruler recur on every sheet
def outline(steps: tuple[Step, ...]) -> str:
    """Return the operators that construct a path, to be painted or to clip."""
    drawn = [f"{fp_str(*values)} {STEPS[letter]}" if values else "h" for letter, values in steps]
    return f"n {' '.join(drawn)}"


def stroke_contour(canvas: Canvas, edges: Outlines, spot: str) -> None:
    """Stroke the edges of pieces in the spot colour of this name, which says where to cut and is
    not printed: 100 % magenta on other devices."""
    canvas.setStrokeColor(CMYKColorSep(magenta=1, spotName=spot))
    canvas.setLineWidth(HAIRLINE)
    for steps in edges:
        canvas.addLiteral(f"{outline(steps)} S")


def _escaped(text: str) -> str:
    """Return ``text`` as the content of a PDF string: plain ASCII, parentheses escaped."""
    plain = text.encode("ascii", "backslashreplace").decode("ascii")
    return plain.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
