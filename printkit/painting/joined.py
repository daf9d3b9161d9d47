"""Join painted files into one: copy their pages, with other shapes around the pieces, and merge
their tags and outlines into one tree each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path as File
from typing import Any, BinaryIO, NamedTuple

from pikepdf import Array, Dictionary, Name, Object, OutlineItem, Page, Pdf, Stream, String
from reportlab.pdfbase.pdfdoc import xObjectName

from printkit.drawing.bounds import corners
from printkit.drawing.geometry import box_around, multiply
from printkit.drawing.shapes import Path, extent
from printkit.faces.tags import words_of
from printkit.painting.images import PREFIX
from printkit.painting.pdf import AROUND, UNIT
from printkit.sheets.sheet import Sheet

AROUND_FORM = Name("/Around")
PICTURE = xObjectName(PREFIX)  # begins the name of one


class ComponentPages(NamedTuple):
    """The pages of one component in the joined file: their ``title``, the sheets that they show,
    and the ``painted`` file with their pieces, a page for each sheet, or for every second one where
    each has a blank one behind it; None where the pages are ready."""

    title: str
    sheets: Sequence[Sheet]
    painted: File | BinaryIO | None = None


def join(
    frame: BinaryIO, parts: Sequence[ComponentPages], stream: BinaryIO, *, pictures: bool = False
) -> None:
    """Write the pages of ``frame`` with the pieces that the ``parts``, in its order, have in files
    of their own: where these have a page, the frame has what is around the pieces there. Those
    that have ``pictures`` made of dots may share some."""
    with Pdf.open(frame) as pdf:
        joiner, start, outline = Joiner(pdf), 0, list[OutlineItem]()
        for part in parts:
            item = OutlineItem(part.title, start, "XYZ", top=float(pdf.pages[start].mediabox[3]))
            if part.painted is not None:
                item.children += joiner.take(part, part.painted, start)
            outline.append(item)
            start += len(part.sheets)
        joiner.finish()
        if pictures:
            share_pictures(pdf)
        with pdf.open_outline() as made:
            made.root[:] = outline
        pdf.save(stream, min_version=joiner.version, deterministic_id=True)


class Joiner:
    """Puts pages of other files in the places of pages of a ``pdf``, which has tags if any of the
    others has."""

    def __init__(self, pdf: Pdf) -> None:
        self.pdf = pdf
        self.version = pdf.pdf_version
        self.tags = pdf.Root.get("/StructTreeRoot")
        self.files: list[Pdf] = []
        if self.tags is not None:
            self.document = self.tags.K
            self.numbers: list[Any] = list(self.tags.ParentTree.Nums)
            self.next = int(self.tags.ParentTreeNextKey)

    def take(
        self, part: ComponentPages, painted: File | BinaryIO, start: int
    ) -> Iterable[OutlineItem]:
        """Put the pages of a part in their places from ``start`` on; what its outline has below its
        title."""
        source = Pdf.open(painted)
        self.files.append(source)  # whose streams are read when all is saved
        self.version = max(self.version, source.pdf_version)
        pages = len(source.pages)
        step = 2 if len(part.sheets) == 2 * pages else 1
        places = range(start, start + step * pages, step)
        for place, page in zip(places, source.pages, strict=True):
            around = self.pdf.pages[place].as_form_xobject()
            self.pdf.pages[place] = page
            surround(self.pdf, self.pdf.pages[place], around)
        tree = source.Root.get("/StructTreeRoot")
        if tree is not None:
            self.adopt(self.pdf.copy_foreign(tree), places)
        elif self.tags is not None:
            self.tag(part.sheets[: step * pages : step], places)
        with source.open_outline() as outline:
            items = list(outline.root)
        plain = [item.title for item in items] == [part.title]
        return () if plain else [*self.outlined(items, source, places)]

    def outlined(
        self, items: Iterable[OutlineItem], source: Pdf, places: Sequence[int]
    ) -> Iterator[OutlineItem]:
        """Entries of an outline that lead to the places where the pages now are."""
        at = {page.obj.objgen: place for page, place in zip(source.pages, places, strict=True)}
        for item in items:
            leads = item.destination
            assert isinstance(leads, Array)
            where = self.pdf.pages[at[leads[0].objgen]].obj
            made = OutlineItem(item.title, Array([where, *[*leads][1:]]))
            made.children += self.outlined(item.children, source, places)
            yield made

    def adopt(self, tree: Object, places: Sequence[int]) -> None:
        """Make the tags of pages in these places part of the document's."""
        document = tree.K
        for kid in document.K:
            kid.P = self.document
            self.document.K.append(kid)
        pairs = list(tree.ParentTree.Nums)
        for number, parent in zip(pairs[::2], pairs[1::2], strict=True):
            self.numbers += [int(number) + self.next, parent]
        for place in places:
            page = self.pdf.pages[place].obj
            for one in (page, *page.get("/Annots", ())):
                for key in ("/StructParents", "/StructParent"):
                    if key in one:
                        one[key] = int(one[key]) + self.next
        self.next += int(tree.ParentTreeNextKey)

    def tag(self, sheets: Sequence[Sheet], places: Sequence[int]) -> None:
        """Have each piece that has words be a figure, of all the places where it lies."""
        figures: dict[tuple[str, int, int, bool], Object] = {}
        for place, sheet in zip(places, sheets, strict=True):
            page = self.pdf.pages[place].obj
            owners: list[Object] = []
            for placement in sheet.placements:
                face = placement.face
                if not (words := " ".join(words_of(face.shapes))):
                    continue
                key = face.id, face.number, face.page, placement.back
                if key not in figures:
                    matrix = multiply(placement.matrix, (UNIT, 0, 0, -UNIT, 0, sheet.height * UNIT))
                    box = box_around([*corners([Path(extent(face).steps)], matrix)])
                    figures[key] = self.figure(words, box)
                mark = Dictionary(Type=Name.MCR, Pg=page, MCID=len(owners))
                figures[key].K.append(mark)
                owners.append(figures[key])
            page.StructParents, page.Tabs = self.next, Name.S
            self.numbers += [self.next, Array(owners)]
            self.next += 1

    def figure(self, words: str, box: tuple[float, float, float, float]) -> Object:
        """Return a new element of the document, of no content yet."""
        layout = Dictionary(O=Name.Layout, Placement=Name.Block, BBox=[round(x, 3) for x in box])
        made = self.pdf.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name.Figure, P=self.document, Alt=String(words),
                       A=layout, K=Array())
        )  # fmt: skip
        self.document.K.append(made)
        return made

    def finish(self) -> None:
        """Give the tags the numbers of all pages and links."""
        if self.tags is not None:
            self.tags.ParentTree.Nums = Array(self.numbers)
            self.tags.ParentTreeNextKey = self.next


def surround(pdf: Pdf, page: Page, around: Object) -> None:
    """Have a page show another form around its pieces."""
    content = page.obj.Contents.read_bytes().partition(AROUND.encode())[0]
    tail = b"/Artifact BMC\n%b Do\nEMC\n" % str(AROUND_FORM).encode()
    page.obj.Contents = pdf.make_stream(b"q\n%bQ\n%b" % (content, tail))
    resources = page.obj.Resources
    if "/XObject" not in resources:
        resources.XObject = Dictionary()
    resources.XObject[AROUND_FORM] = pdf.make_indirect(around)


def share_pictures(pdf: Pdf) -> None:
    """Have a picture that several files had be there once: it has the same name in each."""
    first: dict[str, Object] = {}
    for one in pdf.objects:
        if isinstance(one, Dictionary | Stream):
            shown = one.get("/Resources", Dictionary()).get("/XObject", Dictionary())
            for name in shown.keys():  # noqa: SIM118 - no mapping
                if PICTURE in name:
                    shown[name] = first.setdefault(name, shown[name])
