"""Tagged PDFs: tags for screen readers, links, and an outline of the titles.

Tagged content is marked in the pages as it is painted, and the structure tree is put into the
document's catalog at the end. What has no role, such as a page's art, crop marks and the ruler, is
an artifact, which is not read. reportlab knows pages, destinations and annotations; tags are
objects that we add to its document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any, TypeVar
from xml.sax.saxutils import escape

import msgspec
from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase.pdfdoc import LinkAnnotation, PDFDictionary, PDFObject, PDFStream, PDFString

from printkit.drawing.bounds import corners
from printkit.drawing.geometry import IDENTITY, box_around, multiply
from printkit.drawing.shapes import Face, Group, Path, Shade, Shape, Symbol, Text, Use, extent
from printkit.drawing.traversal import has_roles, texts, walk
from printkit.faces.tags import (
    HEADINGS,
    Element,
    Kid,
    LinkArea,
    MarkedContent,
    elements,
    nested,
    spaced,
    words_of,
)
from printkit.painting.pdf import LANGUAGE, UNIT, Meta, PdfPainter
from printkit.sheets.sheet import Placement, Sheet
from printkit.typography.fonts import Fonts

T = TypeVar("T")
KINDS = {"": "Div", "TOC": "TOCI"}  # roles that have other names in PDF
XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


class TaggedLink(LinkAnnotation):  # type: ignore[misc]
    """A link that is in the structure tree; the words beneath it are its only appearance."""

    permitted = (*LinkAnnotation.permitted, "StructParent")


class TaggedPainter(PdfPainter):
    """Paints sheets whose groups have roles; a face painted more than once is read once."""

    def __init__(
        self, file: IO[bytes], meta: Meta, fonts: Fonts, symbols: Mapping[str, Symbol]
    ) -> None:
        super().__init__(file, meta, fonts, symbols)
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        self.canvas.showOutline()
        self.artifact = Element("Artifact")
        self.owner = self.artifact  # whose shapes are painted now
        self.marked: Element | None = None  # whose content is marked now
        self.quiet = False  # in a form, or in a piece that is one element
        self.matrix = IDENTITY  # from mm where we paint to points on the page
        self.places: dict[str, str] = {}  # the component's anchors and the destinations there
        self.faces_read: dict[tuple[str, int, bool], dict[int, list[Kid]]] = {}
        self.top: list[Kid] = []  # what is read of the face that is painted now
        self.read: list[Kid] = []
        self.marks: list[int] = []  # how much content of each page is marked
        self.links: list[TaggedLink] = []
        self.destinations = 0

    # --- components and pages

    def paint(self, sheets: Sequence[Sheet]) -> None:
        """Paint every sheet, one page each; without titles there is a single outline entry."""
        titled = any(group.title for group in groups_in(sheets))
        self.component("" if titled else self.meta.outline, sheets)

    def component(self, title: str, sheets: Sequence[Sheet]) -> None:
        """Paint a component's sheets; its own titles nest in the outline entry ``title``."""
        anchors = dict.fromkeys(group.anchor for group in groups_in(sheets) if group.anchor)
        self.places = {anchor: self.new_destination() for anchor in anchors}
        self.faces_read = {}
        super().component(title, sheets)
        pages = (sorted(face.items()) for face in self.faces_read.values())
        read = nested([kid for face in pages for _, page in face for kid in page])
        self.outline(elements(read), 1 if title else 0)
        self.read += read

    def outline(self, found: Iterable[Element], level: int) -> None:
        """Outline entries for titles, each inside the last of a higher heading."""
        above: list[int] = []
        for element in found:
            if element.title:
                kind = element.kind
                rank = HEADINGS.index(kind) if kind in HEADINGS else len(HEADINGS)
                while above and above[-1] >= rank:
                    above.pop()
                self.canvas.addOutlineEntry(element.title, element.place, level + len(above))
                above.append(rank)

    def page(self, sheet: Sheet) -> None:
        self.marks.append(0)
        super().page(sheet)

    def content(self, sheet: Sheet) -> None:
        self.matrix = (UNIT, 0, 0, -UNIT, 0, sheet.height * UNIT)
        super().content(sheet)
        self.end_mark()

    def end_pieces(self) -> None:
        self.end_mark()
        super().end_pieces()

    def marked_piece(self, face: Face, known: str) -> Iterator[str]:
        """Yield the operators before a piece, whose parts have marks of their own, and after it."""
        yield from (f"/Piece <<{known}>> BDC", "EMC")

    def save(self) -> None:
        write_tags(self)
        super().save()

    # --- pieces and shapes

    def prepare(self, face: Face) -> None:
        """As for any face, except that one with roles is no form, since its content is marked."""
        if needs_tags([face]):
            self.prepare_symbols(face.shapes)
            self.faces[id(face)] = (face, "")
        else:
            super().prepare(face)

    def form(self, name: str, draw: Callable[[], None]) -> None:
        quiet, self.quiet = self.quiet, True
        super().form(name, draw)
        self.quiet = quiet

    def piece(self, placement: Placement) -> None:
        face, page = placement.face, self.matrix
        read = self.faces_read.setdefault((face.id, face.number, placement.back), {})
        self.matrix = multiply(placement.matrix, page)
        if face.page in read:
            self.whole(placement, self.artifact)
        elif needs_tags([face]):
            self.top = read[face.page] = []
            super().piece(placement)
        else:
            words = " ".join(words_of(face.shapes))
            box = self.box([Path(extent(face).steps)])
            picture = Element("Figure", words, box=box) if words else self.artifact
            read[face.page] = [picture] if words else []
            self.whole(placement, picture)
        self.matrix = page

    def whole(self, placement: Placement, element: Element) -> None:
        """Paint a piece as one element, or as an artifact."""
        self.owner = element
        self.mark()
        self.quiet = True
        super().piece(placement)
        self.quiet, self.owner = False, self.artifact
        self.end_mark()

    def face(self, face: Face) -> None:
        super().face(face)
        if not self.quiet:
            self.end_mark()

    def group(self, group: Group) -> None:
        if self.quiet:
            super().group(group)
            return
        owner, matrix = self.owner, self.matrix
        self.matrix = multiply(group.matrix, matrix)
        if group.role or group.anchor or group.title:
            self.begin(group)
            group = msgspec.structs.replace(group, shapes=spaced(group.shapes))
        veiled = group.opacity < 1 or group.mask
        if group.matrix == IDENTITY and group.clip is None and not veiled:
            self.shapes(group.shapes)
        else:
            super().group(group)
        self.owner, self.matrix = owner, matrix

    def begin(self, group: Group) -> None:
        """Make an element of ``group`` the owner of what is painted next."""
        if group.role == "Artifact":
            self.owner = self.artifact
            return
        kind = KINDS.get(group.role, group.role)
        made = Element(kind, group.says, group.title, goes_on=group.goes_on)
        if group.role == "Figure":
            made.box = self.box(group.shapes)
        if group.anchor or group.title:
            made.place = self.destination(group)
        (self.top if self.owner is self.artifact else self.owner.kids).append(made)
        self.owner = made

    def text(self, text: Text) -> None:
        owner = self.owner
        leads = text.link in self.places and not self.quiet and owner is not self.artifact
        if leads:
            self.owner = self.link(self.places[text.link])
        self.mark()
        super().text(text)
        if leads:
            self.area(text)
        self.owner = owner

    def path(self, path: Path) -> None:
        self.drawing(super().path, path)

    def shade(self, shade: Shade) -> None:
        self.drawing(super().shade, shade)

    def transparent(self, group: Group) -> None:
        """Words through which something shows are one figure, as no mark stands in a form."""
        owner, words = self.owner, " ".join(text.text for text in texts(group.shapes))
        if words and owner is not self.artifact and owner.kind != "Figure" and not self.quiet:
            self.owner = Element("Figure", words, box=self.box(group.shapes))
            owner.kids.append(self.owner)
        super().transparent(group)
        self.owner = owner

    def repeat(self, name: str) -> None:
        self.drawing(super().repeat, name)

    def drawing(self, draw: Callable[[T], None], what: T) -> None:
        """Draw a path, or a group's form: part of a figure, or else an artifact, such as a box
        around words."""
        owner = self.owner
        if owner.kind != "Figure":
            self.owner = self.artifact
        self.mark()
        draw(what)
        self.owner = owner

    def use(self, use: Use) -> None:
        """Draw a symbol: part of a figure; or among words a figure itself, read by its name."""
        owner = self.owner
        if owner.kind not in ("Figure", "Artifact") and not self.quiet:
            self.owner = Element("Figure", use.symbol.replace("_", " "), box=self.box([use]))
            owner.kids.append(self.owner)
        self.mark()
        super().use(use)
        self.owner = owner

    # --- marks, links and destinations

    def mark(self) -> None:
        """MarkedContent what is painted next as the owner's, unless it already is."""
        if self.quiet or self.marked is self.owner:
            return
        self.end_mark()
        if self.owner is self.artifact:
            self.canvas.addLiteral("/Artifact BMC")
        else:
            page, number = len(self.marks) - 1, self.marks[-1]
            self.canvas.addLiteral(f"/{self.owner.kind} <</MCID {number}>> BDC")
            self.owner.kids.append(MarkedContent(page, number))
            self.marks[-1] += 1
        self.marked = self.owner

    def end_mark(self) -> None:
        if self.marked is not None:
            self.canvas.addLiteral("EMC")
        self.marked = None

    def link(self, target: str) -> Element:
        """Return the link to ``target`` that continues from the words before, else a new one."""
        kids = self.owner.kids
        last = kids[-1] if kids else None
        if not isinstance(last, Element) or last.target != target:
            last = Element("Link", target=target)
            kids.append(last)
        return last

    def area(self, text: Text) -> None:
        """Make ``text``, a part of the owning link, a clickable area."""
        self.owner.kids.append(LinkArea(len(self.marks) - 1, len(self.links)))
        target = self.canvas._bookmarkReference(self.owner.target)
        box, says = self.box([text]), f"To {text.link}"
        self.links.append(TaggedLink(box, says, target, "[0 0 0]", F=4))
        self.canvas._addAnnotation(self.links[-1])

    def destination(self, group: Group) -> str:
        """Return the name of the destination that is the top of ``group``."""
        name = self.places.get(group.anchor) or self.new_destination()
        if name not in self.canvas._destinations or not self.canvas._destinations[name].page:
            self.canvas.bookmarkPage(name, "XYZ", top=self.box(group.shapes)[3])
        return name

    def new_destination(self) -> str:
        self.destinations += 1
        return f"place {self.destinations}"

    def box(self, shapes: Sequence[Shape]) -> tuple[float, float, float, float]:
        """Return the box around ``shapes`` on the page, in points: left, bottom, right, top."""
        return box_around([*corners(shapes, self.matrix)] or [(0.0, 0.0)])


def needs_tags(faces: Iterable[Face]) -> bool:
    """Whether faces need a tag for each part: more than their pictures has a role."""
    return has_roles(faces, besides=("Figure",))


def groups_in(sheets: Sequence[Sheet]) -> Iterator[Group]:
    faces = {id(one.face): one.face for sheet in sheets for one in sheet.placements}
    found = (shape for face in faces.values() for shape in walk(face.shapes))
    return (shape for shape in found if isinstance(shape, Group))


# --- the tree in the file


def write_tags(painter: TaggedPainter) -> None:
    """Put the structure tree and what it refers to into the painter's document."""
    document = painter.canvas._doc
    root = PDFDictionary({"Type": "/StructTreeRoot"})
    tree = document.Reference(root)
    writer = TagWriter(painter)
    root["K"] = RawObject(
        writer.element(Element("Document", kids=painter.read), writer.write_reference(tree))
    )
    numbered = [f"{number} {listed(parent)}" for number, parent in enumerate(writer.parents)]
    root["ParentTree"] = document.Reference(RawObject(f"<< /Nums [ {' '.join(numbered)} ] >>"))
    root["ParentTreeNextKey"] = len(writer.parents)
    for number, page in enumerate(document.Pages.pages):
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = number, "/S"
    document.Catalog.StructTreeRoot = root
    document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
    document.Catalog.Metadata = metadata(painter.meta.title)


def listed(parent: str | list[str]) -> str:
    return f"[ {' '.join(parent)} ]" if isinstance(parent, list) else parent


def metadata(title: str) -> PDFStream:
    """The title and the language again, as XMP, where programs other than viewers look for them."""
    packet = XMP.format(title=escape(title), language=LANGUAGE)
    return PDFStream(PDFDictionary({"Type": "/Metadata", "Subtype": "/XML"}), packet.encode())


class RawObject(PDFObject):  # type: ignore[misc]
    """A PDF object written as text: reportlab would take thousands of tags apart value by value."""

    def __init__(self, text: str = "") -> None:
        self.text = text

    def format(self, _: object) -> bytes:
        return self.text.encode("latin-1")


class TagWriter:
    """Turns elements into a document's objects.

    ``parents`` is the parent tree: the elements that own the content of each page, then each link.
    """

    def __init__(self, painter: TaggedPainter) -> None:
        self.document = painter.canvas._doc
        self.links = painter.links
        self.pages = [self.reference(page) for page in self.document.Pages.pages]
        self.parents: list[Any] = [["null"] * count for count in painter.marks]
        self.notes = 0

    def reference(self, made: PDFObject) -> str:
        """Return the reference to an object, as the file has it."""
        return self.write_reference(self.document.Reference(made))

    def write_reference(self, reference: Any) -> str:
        number, version = self.document.idToObjectNumberAndVersion[reference.name]
        return f"{number} {version} R"

    def element(self, element: Element, parent: str) -> str:
        """Return the reference to an element's object."""
        made = RawObject()
        own = self.reference(made)
        values = [f"/Type /StructElem /S /{element.kind} /P {parent}"]
        if element.says:
            values.append(f"/Alt {self.string(element.says)}")
        if element.box is not None:
            box = fp_str(*element.box)
            values.append(f"/A << /O /Layout /Placement /Block /BBox [ {box} ] >>")
        if element.kind == "TH":
            values.append("/A << /O /Table /Scope /Column >>")
        if element.kind == "Note":
            self.notes += 1
            values.append(f"/ID {self.string(f'note {self.notes}')}")
        kids = " ".join([self.kid(kid, own) for kid in element.kids])
        made.text = f"<< {' '.join(values)} /K [ {kids} ] >>"
        return own

    def string(self, text: str) -> str:
        raw: bytes = PDFString(text).format(self.document)
        return raw.decode("latin-1")

    def kid(self, kid: Kid, parent: str) -> str:
        if isinstance(kid, Element):
            return self.element(kid, parent)
        page = self.pages[kid.page]
        if isinstance(kid, MarkedContent):
            self.parents[kid.page][kid.number] = parent
            return f"<< /Type /MCR /Pg {page} /MCID {kid.number} >>"
        link = self.links[kid.number]
        link.otherkw["StructParent"] = len(self.parents)
        self.parents.append(parent)
        return f"<< /Type /OBJR /Pg {page} /Obj {self.reference(link)} >>"
