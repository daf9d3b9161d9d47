"""PDFs as a screen reader speaks them: read by qpdf, through pikepdf, and checked by PDF/UA.

`faults` has the conditions of ISO 14289-1 (PDF/UA-1) and of ISO 32000-1, 14.7 and 14.8, that a
program can test and that our pages can break; each message begins with the clause of PDF/UA.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

PAINTING = {"f", "f*", "F", "S", "s", "B", "B*", "b", "b*", "Tj", "TJ", "'", '"', "Do", "sh", "BI"}
GROUPING = {"Document", "Part", "Sect", "Div", "Caption", "TOC", "TOCI", "L", "LI", "Lbl", "LBody"}
CELLS = {"TH", "TD"}
TABLES = {"Table", "TR", *CELLS}
STANDARD = GROUPING | TABLES | {"H1", "H2", "H3", "P", "Note", "Link", "Span", "Figure", "Form"}
PARENTS = {"LI": {"L"}, "TOCI": {"TOC"}, "LBody": {"LI"}, "TR": {"Table"}} | {
    cell: {"TR"} for cell in CELLS
}
KIDS = {
    "L": {"L", "LI", "Caption"}, "LI": {"Lbl", "LBody"}, "TOC": {"TOC", "TOCI"}, "Table": {"TR"},
    "TR": CELLS,
}  # fmt: skip
SOFT_HYPHEN = "\u00ad"  # where a word is hyphenated, which is spoken whole
BFCHAR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
TITLE = re.compile(r"<dc:title>.*?<rdf:li[^>]*>(.*?)</rdf:li>", re.S)


class Spoken(NamedTuple):
    """The speech for one element: its kind, and its words or its alt text."""

    kind: str
    words: str


class Content(NamedTuple):
    """The content of a page: the words of each mark, and what is wrong with how it is marked."""

    words: dict[int, str]
    faults: list[str]


class Node(NamedTuple):
    """An element of the tree, what it is in, and its content: pages (from 0) and numbers there."""

    made: Any
    parent: Any
    marks: list[tuple[int, int]]
    areas: list[Any]

    @property
    def kind(self) -> str:
        return str(self.made.S)[1:]


class Document:
    def __init__(self, file: Path | Any) -> None:
        self.pdf: Any = pikepdf.open(file)
        self.root: Any = self.pdf.Root
        self.numbers = {page.obj.objgen: at for at, page in enumerate(self.pdf.pages)}
        self.contents = [content_of(page) for page in self.pdf.pages]
        self.nodes = list(self.walk(self.root.StructTreeRoot.K, self.root.StructTreeRoot))

    def walk(self, made: Any, parent: Any) -> Iterator[Node]:
        kids = list(made.K) if isinstance(made.get("/K"), pikepdf.Array) else []
        node = Node(made, parent, [], [])
        yield node
        for kid in kids:
            kind = str(kid.get("/Type"))
            if kind == "/MCR":
                node.marks.append((self.numbers[kid.Pg.objgen], int(kid.MCID)))
            elif kind == "/OBJR":
                node.areas.append(kid.Obj)
            else:
                yield from self.walk(kid, made)

    def said(self, made: Any) -> str:
        if "/Alt" in made:
            return f"{made.Alt} "
        words = ""
        for kid in made.K:
            kind = str(kid.get("/Type"))
            if kind == "/MCR":
                words += self.contents[self.numbers[kid.Pg.objgen]].words.get(int(kid.MCID), "")
            elif kind != "/OBJR":
                words += self.said(kid)
        return words

    def spoken(self) -> list[Spoken]:
        """Return the speech in reading order, each block or part of an entry once."""
        inner = {"Document", "L", "LI", "TOC", "TOCI", "Link", "Div", "Table", "TR"}
        blocks = {"P", "LBody", *CELLS}
        inline = {node.made.objgen for node in self.nodes if kind_of(node.parent) in blocks}
        return [
            Spoken(node.kind, self.said(node.made).replace(SOFT_HYPHEN, "").strip())
            for node in self.nodes
            if node.kind not in inner and node.made.objgen not in inline
        ]

    def outline(self) -> list[tuple[int, str]]:
        """The outline's titles, each with its level from 0."""

        def entries(items: Any, level: int) -> Iterator[tuple[int, str]]:
            for item in items:
                yield level, item.title
                yield from entries(item.children, level + 1)

        with self.pdf.open_outline() as outline:
            return list(entries(outline.root, 0))


def kind_of(made: Any) -> str:
    return str(made.get("/S", "/"))[1:]


def content_of(page: Any) -> Content:
    """A page's content: every mark's words, and what is neither tagged nor an artifact."""
    words: dict[int, str] = {}
    faults: list[str] = []
    around: list[int | str | None] = []  # a tag's number, "Artifact", or nothing of either
    decode: Callable[[bytes], str] = bytes.decode
    operations: Any = pikepdf.parse_content_stream(page)
    for operands, operator in operations:
        name = str(operator)
        if name in ("BDC", "BMC"):
            tag = str(operands[0])[1:]
            number = int(operands[1].get("/MCID", -1)) if name == "BDC" else -1
            here = number if number >= 0 else "Artifact" if tag == "Artifact" else None
            if here is not None and any(one is not None for one in around):
                faults.append(f"7.1 {tag} lies inside other marked content")
            if number in words:
                faults.append(f"7.1 the number {number} marks two contents")
            if number >= 0:
                words[number] = ""
            around.append(here)
        elif name == "EMC":
            around = around[:-1]
        elif name == "Tf":
            decode = decoder(page.Resources.Font[operands[0]])
        elif name in PAINTING:
            marked = [one for one in around if one is not None]
            if not marked:
                faults.append(f"7.1 {name} paints what is neither tagged nor an artifact")
            elif name in ("Tj", "TJ") and isinstance(marked[0], int):
                strings = operands[0] if name == "TJ" else operands
                texts = [bytes(one) for one in strings if isinstance(one, pikepdf.String)]
                words[marked[0]] += "".join(decode(one) for one in texts)
    if around:
        faults.append("7.1 marked content is not ended")
    return Content(words, faults)


def decoder(font: Any) -> Callable[[bytes], str]:
    """Return a decoder of a simple font's codes; a code without a character is ``\\ufffd``."""
    table: dict[int, str] = {}
    body = font.ToUnicode.read_bytes()
    for block in body.split(b"beginbfchar")[1:]:
        for code, text in BFCHAR.findall(block.partition(b"endbfchar")[0]):
            table[int(code, 16)] = bytes.fromhex(text.decode()).decode("utf-16-be")
    return lambda raw: "".join(table.get(code, "\ufffd") for code in raw)


def faults(document: Document) -> list[str]:
    """Every way in which a file breaks PDF/UA; empty if it keeps to it."""
    found = [f"7.1 {one}" for one in document.pdf.check_pdf_syntax()]
    for number, content in enumerate(document.contents, 1):
        found += [f"{fault} (page {number})" for fault in content.faults]
    for check in (head, tree, kinds, tables, headings, words, links, widgets, fonts):
        found += check(document)
    return found


def head(document: Document) -> Iterator[str]:
    """7.1 and 7.2: what the file says of itself."""
    root = document.root
    packet = root.Metadata.read_bytes().decode() if "/Metadata" in root else ""
    title = TITLE.search(packet)
    if not title or not title[1].strip():
        yield "7.1 the metadata have no title"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle", False):
        yield "7.1 the title is not shown in the window's bar"
    if not root.get("/MarkInfo", {}).get("/Marked", False):
        yield "6.2 the file does not say that it is tagged"
    if not re.fullmatch(r"[a-z]{2}(-[A-Z]{2})?", str(root.get("/Lang", ""))):
        yield "7.2 the file has no language"


def tree(document: Document) -> Iterator[str]:
    """7.1: all that is tagged is in the tree once, and can be found from the page."""
    nums = document.root.StructTreeRoot.ParentTree.Nums
    parents = {int(nums[at]): nums[at + 1] for at in range(0, len(nums), 2)}
    if list(parents) != sorted(parents):
        yield "7.1 the tree of parents is not in order"
    owners = Counter(mark for node in document.nodes for mark in node.marks)
    for number, page in enumerate(document.pdf.pages):
        tagged = {(number, mark) for mark in document.contents[number].words}
        for _, mark in sorted(tagged ^ {one for one in owners if one[0] == number}):
            yield f"7.1 content {mark} of page {number + 1} is in the page or in the tree alone"
        if page.obj.get("/Tabs") != "/S":
            yield f"7.18.3 the order of links on page {number + 1} is not that of the tree"
        if int(page.obj.get("/StructParents", -1)) not in parents:
            yield f"7.1 page {number + 1} is not in the tree of parents"
    for (number, mark), count in owners.items():
        if count > 1:
            yield f"7.1 content {mark} of page {number + 1} has {count} elements"
    for node in document.nodes:
        if node.made.P.objgen != node.parent.objgen:
            yield f"7.1 a {node.kind} says that it is in another element"
        for number, mark in node.marks:
            key = int(document.pdf.pages[number].obj.get("/StructParents", -1))
            if key in parents and parents[key][mark].objgen != node.made.objgen:
                yield f"7.1 content {mark} of page {number + 1} leads to another element"
        for area in node.areas:
            if parents[int(area.get("/StructParent", -1))].objgen != node.made.objgen:
                yield f"7.18.1 an area leads to another element than its {node.kind}"


def kinds(document: Document) -> Iterator[str]:
    """7.1, 7.2, 7.9: elements are of a standard kind, and inside those that they belong to."""
    notes = Counter(str(node.made.get("/ID", "")) for node in document.nodes if node.kind == "Note")
    for node in document.nodes:
        inside = kind_of(node.parent)
        if node.kind not in STANDARD:
            yield f"7.1 {node.kind} is no standard structure type"
        if inside not in PARENTS.get(node.kind, {inside}):
            yield f"7.2 a {node.kind} is in a {inside}"
        if node.kind not in KIDS.get(inside, {node.kind}):
            yield f"7.2 a {inside} has a {node.kind}"
        if node.kind in KIDS and node.marks:
            yield f"7.2 a {node.kind} has content of its own"
    for name, count in notes.items():
        if not name or count > 1:
            yield f"7.9 {count} notes have the ID {name!r}"


def tables(document: Document) -> Iterator[str]:
    """7.2, 7.5: rows of a table have as many cells, and its heads say what they are heads of."""
    for node in document.nodes:
        if node.kind == "Table":
            if len({len(row.K) for row in node.made.K}) != 1:
                yield "7.2 the rows of a table differ in length"
            if {kind_of(cell) for cell in node.made.K[0].K} != {"TH"}:
                yield "7.5 a table has no heads"
        if node.kind == "TH" and node.made.get("/A", {}).get("/Scope") != "/Column":
            yield "7.5 a TH does not say that it is the head of a column"


def headings(document: Document) -> Iterator[str]:
    """7.4.2: the first heading is H1, and none is more than one level below the one before it."""
    before = 0
    for node in document.nodes:
        if re.fullmatch("H[1-6]", node.kind):
            level = int(node.kind[1])
            if level > before + 1:
                yield f"7.4.2 {node.kind} {document.said(node.made)!r} skips a level"
            before = level


def words(document: Document) -> Iterator[str]:
    """7.2, 7.3: all content can be said, figures by an alternative text."""
    for node in document.nodes:
        said = document.said(node.made)
        if node.kind == "Figure" and not str(node.made.get("/Alt", "")).strip():
            yield "7.3 a figure has no alternative text"
        if node.kind == "Figure" and "/BBox" not in node.made.get("/A", {}):
            yield f"7.3 the figure {said[:40]!r} has no bounding box"
        if not said.strip() and node.kind not in CELLS:
            yield f"7.1 a {node.kind} says nothing"
        if "\ufffd" in said or any("\ue000" <= char <= "\uf8ff" for char in said):
            yield f"7.21.7 a character of {said[:40]!r} has no meaning"


def links(document: Document) -> Iterator[str]:
    """7.18: every link is in a Link, says where it leads, and leads to a page that is there."""
    areas = {area.objgen for node in document.nodes if node.kind == "Link" for area in node.areas}
    for number, page in enumerate(document.pdf.pages, 1):
        for link in page.obj.get("/Annots", []):
            if link.Subtype == "/Widget":
                continue
            if link.objgen not in areas:
                yield f"7.18.5 a link on page {number} is in no Link"
            if not str(link.get("/Contents", "")).strip():
                yield f"7.18.1 a link on page {number} does not say where it leads"
            target = link.get("/Dest")
            if target is None or target[0].objgen not in document.numbers:
                yield f"7.18.5 a link on page {number} leads nowhere"
            left, bottom, right, top = (float(one) for one in link.Rect)
            wide, high = (float(one) for one in page.mediabox[2:])
            if not (0 <= left < right <= wide and 0 <= bottom < top <= high):
                yield f"7.18.1 a link on page {number} lies outside the page"
    for node in document.nodes:
        if node.kind == "Link" and not node.areas:
            yield f"7.18.5 the words {document.said(node.made)!r} are a Link without an area"


def widgets(document: Document) -> Iterator[str]:
    """7.18: every field of a form is in a Form of its own, in the order of the page, and says what
    it is."""
    forms = [node.areas for node in document.nodes if node.kind == "Form"]
    tagged = [area.objgen for areas in forms for area in areas]
    shown: list[Any] = []
    for number, page in enumerate(document.pdf.pages, 1):
        for widget in page.obj.get("/Annots", []):
            if widget.Subtype != "/Widget":
                continue
            shown.append(widget.objgen)
            field = widget if "/T" in widget else widget.Parent
            if not str(field.get("/TU", "")).strip():
                yield f"7.18.1 a field on page {number} does not say what it is"
            left, bottom, right, top = (float(one) for one in widget.Rect)
            wide, high = (float(one) for one in page.mediabox[2:])
            if not (0 <= left < right <= wide and 0 <= bottom < top <= high):
                yield f"7.18.1 a field on page {number} lies outside the page"
    if any(len(areas) != 1 for areas in forms):
        yield "7.18.4 a Form has not one field"
    if shown != tagged:
        yield "7.18.4 the fields are not those of the tree, in its order"


def fonts(document: Document) -> Iterator[str]:
    """7.21: fonts are embedded, and say what their characters mean."""
    for page in document.pdf.pages:
        used: Mapping[str, Any] = page.obj.Resources.get("/Font", {})
        for name, font in used.items():
            if "/FontFile2" not in font.get("/FontDescriptor", {}):
                yield f"7.21.4 the font {name} is not embedded"
            if "/ToUnicode" not in font:
                yield f"7.21.7 the characters of {name} have no meaning"
    used = document.root.get("/AcroForm", {}).get("/DR", {}).get("/Font", {})
    for name, font in used.items():
        if "/FontFile2" not in font.DescendantFonts[0].FontDescriptor or "/ToUnicode" not in font:
            yield f"7.21 the font {name} of the form is not embedded, or has no meaning"
