"""Tagged PDFs: what is read aloud, in which order, where links lead and what the outline shows."""

import io
from pathlib import Path
from typing import Any

import msgspec
import pikepdf
import pytest

import card_data
import printkit
from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.shapes import Face, Group, Shape, Style, Text, Use
from printkit.drawing.shapes import Path as Drawn
from printkit.drawing.traversal import has_roles
from printkit.faces.tags import Element, MarkedContent, nested
from printkit.options import Options
from printkit.painting.paint import paint_sheets, painter_for
from printkit.painting.pdf import Meta
from printkit.painting.svg import SvgPainter
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.sheet import Placement, Sheet
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.printkit.pdf_pages import shipped
from tests.printkit.screen_reader import Document, Spoken, faults
from tests.rulebooks import rulebook
from tests.sweeps import sweep

GAMES = Path(__file__).parent.parent / "tiny_game"
FONTS = Fonts()
SIZE = 3.4  # mm
BOX = Drawn(rectangle_steps(20, 20, 40, 30, 0, 0), Style("#8c2f39"))


def words(x: float, y: float, text: str, link: str = "", family: str = "serif") -> Text:
    font = FONTS.get(family)
    return Text(x, y, text, font.key, SIZE, font.width(text) * SIZE, link=link)


def after(run: Text, text: str, link: str = "", family: str = "serif", gap: float = 0.25) -> Text:
    """A run in the same line, after a space of ``gap`` em that is not written."""
    return words(run.x + run.width + gap * SIZE, run.y, text, link, family)


def line(role: str, y: float, text: str, **more: Any) -> Group:
    return Group((words(20, y, text),), role=role, **more)


def clause(name: str, y: float, *runs: Text) -> Group:
    """A paragraph with its label, which is painted last, as it hangs beside the text."""
    return Group((*runs, Group((words(12, y, name),), role="Lbl")), role="P", anchor=name)


def pages() -> list[Face]:
    deal = words(30, 130, "Deal 3 cards; see")
    linked = after(deal, "ER-1.3", "ER-1.3", "sans")
    picture = Group(
        (BOX, words(22, 30, "A comma"), line("Caption", 58, "One of ten cards.")),
        role="Figure",
        says="A card with the words A comma.",
    )
    first: tuple[Shape, ...] = (
        BOX,
        words(20, 8, "Errata, page 1"),  # a running title: no role, so not read
        line("H1", 14, "Errata", title="Errata"),
        picture,
        line("H2", 70, "Your turn", title="Your turn"),
        Group((words(20, 76, "1"), words(24, 76, "Play a card.")), role="LI"),
        Group((words(24, 82, "Draw one,"), Group((words(20, 82, "2"),), role="Lbl")), role="LI"),
        line("Artifact", 120, "ornament"),
        line("H2", 124, "The clauses", title="The clauses"),
        clause("ER-1.1", 130, deal, linked, after(linked, "for the end.")),
        clause("ER-1.2", 140, words(30, 140, "In turn, play a card"), words(30, 144, "and draw")),
    )
    second: tuple[Shape, ...] = (
        Group((words(30, 20, "one from the pile."),), role="P", goes_on=True),
        clause("ER-1.3", 30, words(30, 30, "Whoever brings the sum to 12 wins.")),
        Group((Use("gavel", 30, 36, SIZE), words(35, 39, "A ruling.")), role="P"),
        Group((BOX, words(30, 60, "Shuffle well.")), role="Note"),
    )
    return [Face("booklet", 210, 297, first, safe=5), Face("booklet", 210, 297, second, page=2)]


@pytest.fixture(scope="module")
def layout() -> Layout:
    return lay_out(card_data.load("errata", GAMES), "rules", Options(data=GAMES), Typesetter())


def sheet_of(face: Face, *, turned: bool = False) -> Sheet:
    edge = words(20, 290, "print at 100 %")
    placement = Placement(face, 0, 0, turned)
    return Sheet(210, 297, (placement,), (edge,))


def painted(layout: Layout, sheets: list[Sheet]) -> io.BytesIO:
    faces = [sheet.placements[0].face for sheet in sheets]
    file = io.BytesIO()
    paint_sheets(msgspec.structs.replace(layout, faces=faces), sheets, FONTS, file, "")
    return file


@pytest.fixture(scope="module")
def made(layout: Layout) -> io.BytesIO:
    return painted(layout, [sheet_of(face) for face in pages()])


@pytest.fixture(scope="module")
def document(made: io.BytesIO) -> Document:
    return Document(made)


READ = [
    Spoken("H1", "Errata"),
    Spoken("Figure", "A card with the words A comma."),
    Spoken("Caption", "One of ten cards."),
    Spoken("H2", "Your turn"),
    Spoken("LBody", "1 Play a card."),
    Spoken("Lbl", "2"),
    Spoken("LBody", "Draw one,"),
    Spoken("H2", "The clauses"),
    Spoken("P", "ER-1.1 Deal 3 cards; see ER-1.3 for the end."),
    Spoken("P", "ER-1.2 In turn, play a card and draw one from the pile."),
    Spoken("P", "ER-1.3 Whoever brings the sum to 12 wins."),
    Spoken("P", "gavel A ruling."),
    Spoken("Note", "Shuffle well."),
]  # fmt: skip


def test_tagged_file_is_read_in_order(document: Document) -> None:
    """ISO 14289-1, 7.1, 7.2, 7.17; a paragraph split over two pages is one, labels come first."""
    assert document.spoken() == READ
    assert faults(document) == []
    assert document.root.Lang == "en"
    assert document.pdf.docinfo["/Title"] == "Errata: Rules"
    assert document.outline() == [(0, "Errata"), (1, "Your turn"), (1, "The clauses")]


def test_a_link_leads_to_the_clause_on_the_next_page(document: Document) -> None:
    """ISO 14289-1, 7.18.5; its area is that of its words, and nothing is drawn around it."""
    (link,) = document.pdf.pages[0].obj.Annots
    page, kind, _, top, _ = link.Dest
    assert document.numbers[page.objgen] == 1
    assert kind == "/XYZ"
    unit = 72 / 25.4
    assert (297 - 30) * unit < float(top) < (297 - 30 + SIZE) * unit
    left, bottom, right, above = (float(one) / unit for one in link.Rect)
    run = words(0, 0, "ER-1.3", family="sans")
    assert right - left == pytest.approx(run.width, abs=0.01)
    assert bottom < 297 - 130 < above < 297 - 130 + SIZE
    assert [int(one) for one in link.Border] == [0, 0, 0]


def test_the_same_shapes_give_the_same_bytes(layout: Layout, made: io.BytesIO) -> None:
    again = painted(layout, [sheet_of(face) for face in pages()])
    assert again.getvalue() == made.getvalue()


@pytest.mark.parametrize("printed", [[1, 0], [0, 1, 0, 1]], ids=["folded", "twice"])
def test_pages_are_read_once_and_in_their_order(printed: list[int], layout: Layout) -> None:
    """A booklet for folding begins with its last page, and prints some upside down."""
    turned = printed == [1, 0]
    sheets = [sheet_of(pages()[at], turned=turned and at == 0) for at in printed]
    document = Document(painted(layout, sheets))
    assert document.spoken() == READ
    assert faults(document) == []


def test_piece_without_roles_is_a_figure_of_its_words(layout: Layout) -> None:
    """In one file with a rulebook; its back, which has no words, is not read."""
    card, back = Face("comma", 63, 88, (BOX, words(9, 9, "A comma"))), Face("back", 63, 88, (BOX,))
    file = io.BytesIO()
    rules = pages()
    painter = painter_for(rules, file, Meta("Errata", "", "", "", ""), FONTS, layout.symbols)
    painter.component("Cards", [sheet_of(face) for face in (card, card, back)])
    painter.component("Rules", [sheet_of(face) for face in rules])
    painter.save()
    document = Document(file)
    assert document.spoken() == [Spoken("Figure", "A comma"), *READ]
    assert faults(document) == []
    assert document.outline()[:3] == [(0, "Cards"), (0, "Rules"), (1, "Errata")]


def element(kid: Any) -> Element | MarkedContent:
    """An element from its kind and what is in it, a ``+`` if it goes on; or numbered content."""
    if isinstance(kid, int):
        return MarkedContent(0, kid)
    kind, *kids = kid
    return Element(kind.rstrip("+"), kids=[*map(element, kids)], goes_on=kind.endswith("+"))


def shape_of(kid: Any) -> object:
    return (kid.kind, *map(shape_of, kid.kids)) if isinstance(kid, Element) else kid.number


@pytest.mark.parametrize(("kids", "expected"), [
    ([("P",), ("P", 1)], [("P", 1)]),
    ([("Figure", 1, ("Caption", 2), 3)], [("Figure", 1, 3), ("Caption", 2)]),
    ([("P", 1, ("Caption", 2))], [("P", 1, ("Caption", 2))]),
    ([("LI", 1), ("LI", 2), ("P", 3)],
     [("L", ("LI", ("LBody", 1)), ("LI", ("LBody", 2))), ("P", 3)]),
    ([("L", ("LI", 1, ("Lbl", 2)))], [("L", ("LI", ("Lbl", 2), ("LBody", 1)))]),
    ([("TOCI", 1)], [("TOC", ("TOCI", ("P", 1)))]),
    ([("TR", ("TH", 1), ("TH",)), ("TR", ("TD", 2))],
     [("Table", ("TR", ("TH", 1), ("TH",)), ("TR", ("TD", 2)))]),
    ([("TR", (kind, 1)) for kind in ("TH", "TD", "TH", "TD")],
     [("Table", ("TR", ("TH", 1)), ("TR", ("TD", 1)))] * 2),
    ([("P", 1), ("P+", 2)], [("P", 1, 2)]),
    ([("P", 1), ("Note", 2), ("P+", 3)], [("P", 1, 3), ("Note", 2)]),
    ([("P+", 1)], [("P", 1)]),
    ([1, ("P", 2)], [1, ("P", 2)]),
])  # fmt: skip
def test_elements_are_nested(kids: list[Any], expected: list[object]) -> None:
    assert [*map(shape_of, nested([*map(element, kids)]))] == expected


def read(layout: Layout, *shapes: Shape) -> Document:
    face = Face("booklet", 210, 297, (line("H1", 14, "Errata"), *shapes), safe=5)
    return Document(painted(layout, [sheet_of(face)]))


def test_symbol_among_words_is_a_figure(layout: Layout) -> None:
    """In art it is not read; nor is an element without shapes, as the rest of a list may be."""
    gavel = Use("gavel", 30, 36, SIZE)
    document = read(
        layout,
        Group((gavel,), role="Figure", says="a hammer"),
        Group((gavel, words(35, 39, "A ruling.")), role="P"),
        Group((gavel,), role="Artifact"),
        Group((), role="P"),
    )
    assert document.spoken() == [
        Spoken("H1", "Errata"), Spoken("Figure", "a hammer"), Spoken("P", "gavel A ruling."),
    ]  # fmt: skip
    assert len(objects(document.pdf, "/Figure")) == 2


def test_artifacts_alone_need_no_tags() -> None:
    """Such as a faint sign on a board: its words are no artifacts, so the file has no tags."""
    art = Group((words(10, 10, "faint"),), role="Artifact")
    (face,) = pages()[:1]
    assert not has_roles([msgspec.structs.replace(face, shapes=(art, words(10, 20, "board")))])
    inside = Group((line("P", 20, "a paragraph in a box"),))
    assert has_roles([msgspec.structs.replace(face, shapes=(art, inside))])


@pytest.mark.sweep
@pytest.mark.parametrize("game", sweep(card_data.names(), ["winstons_archive"]))
def test_rules_of_every_game_are_accessible(game: str) -> None:
    """ISO 14289-1; its clauses come in order, each one's name before its words."""
    data = card_data.load(game)
    laid_out = lay_out(data, "rules", Options(), Typesetter())
    file = io.BytesIO()
    paint_sheets(laid_out, laid_out.sheets, FONTS, file, "")
    document = Document(file)
    assert faults(document) == []
    spoken = document.spoken()
    assert spoken[0] == Spoken("H1", data.title.replace("'", "’"))
    named = [one.words.partition(" ")[0] for one in spoken]
    sections = [section for section in data.sections if not section.scorer]
    clauses = [clause.id for section in sections for clause in section.clauses]
    assert [name for name in named if name in data.clauses()] == clauses
    wanted = [section.title for section in sections]
    titles = [title for _, title in document.outline() if title in wanted]
    assert titles[-len(wanted) :] == wanted, "after the chapters of its rulebook"


def table() -> list[Group]:
    head = line("TH", 24, "Card"), line("TH", 24, "Value")
    first, second = (
        (line("TD", 30, "a comma"), line("TD", 30, "1")),
        (line("TD", 36, "a line"), Group((), role="TD")),
    )
    return [Group(row, role="TR") for row in (head, first, second)]


def test_a_table_is_read_as_rows_of_cells(layout: Layout) -> None:
    document = read(layout, *table(), line("P", 44, "End"))
    assert faults(document) == []
    cells = [("TH", "Card"), ("TH", "Value"), ("TD", "a comma"), ("TD", "1"), ("TD", "a line")]
    assert document.spoken() == [("H1", "Errata"), *cells, ("TD", ""), ("P", "End")]


@pytest.mark.sweep
def test_the_tables_of_a_rulebook_are_read_as_tables() -> None:
    layout = shipped("manuscript", "rules", Options())
    file = io.BytesIO()
    paint_sheets(layout, layout.sheets, FONTS, file, "")
    document = Document(file)
    tables = [node.made for node in document.nodes if node.kind == "Table"]
    heads = [tuple(document.said(cell).strip() for cell in made.K[0].K) for made in tables]
    book = rulebook("manuscript")
    blocks = [
        *(block for chapter in book.chapters for block in chapter.blocks),
        *(book.reference.blocks if book.reference else ()),
    ]
    assert heads == [block.table.head for block in blocks if block.table]


def test_shapes_without_roles_get_no_tags(layout: Layout) -> None:
    bare = Face("booklet", 210, 297, (BOX, Group((words(20, 20, "Errata"),))))
    file = painted(layout, [sheet_of(bare)]).getvalue()
    assert b"/StructTreeRoot" not in file
    assert b"/MarkInfo" not in file


PARENTS = "pdf.Root.StructTreeRoot.ParentTree.Nums[1]"


@pytest.mark.parametrize(("change", "fault"), [
    ("for cell in objects(pdf, '/TH'): cell.S = Name('/TD')", "7.5 a table has no heads"),
    ("del objects(pdf, '/TH')[0]['/A']", "7.5 a TH does not say"),
    ("objects(pdf, '/TR')[1].K.extend([objects(pdf, '/TD')[0]])", "7.2 the rows"),
    ("del next(one for one in objects(pdf, '/Figure') if '/Alt' in one)['/Alt']",
     "7.3 a figure has no alternative text"),
    (f"{PARENTS}[0] = {PARENTS}[1]", "7.1 content 0 of page 1 leads to another element"),
    ("objects(pdf, '/H2')[0].S = Name('/H3')", "7.4.2 H3 'Your turn '"),
    ("objects(pdf, '/L')[0].S = Name('/P')", "7.2 a LI is in a P"),
    ("pdf.pages[0].contents_add(b'0 0 9 9 re f')", "7.1 f paints what is neither"),
    ("del pdf.Root.Lang", "7.2 the file has no language"),
    ("del pdf.Root.Metadata", "7.1 the metadata have no title"),
])  # fmt: skip
def test_breach_of_pdf_ua_is_noticed(
    layout: Layout, made: io.BytesIO, change: str, fault: str
) -> None:
    """So that no fault above is silent because nobody looks."""
    file = made.getvalue()
    if fault.startswith(("7.5", "7.2 the rows")):
        face = Face("booklet", 210, 297, (line("H1", 14, "Errata"), *table()), safe=5)
        file = painted(layout, [sheet_of(face)]).getvalue()
    pdf: Any = pikepdf.open(io.BytesIO(file))
    exec(change, {"pdf": pdf, "objects": objects, "Name": pikepdf.Name})
    broken = io.BytesIO()
    pdf.save(broken)
    assert [one for one in faults(Document(broken)) if one.startswith(fault)]


def objects(pdf: Any, kind: str) -> list[Any]:
    dictionaries = (one for one in pdf.objects if isinstance(one, pikepdf.Dictionary))
    return [one for one in dictionaries if one.get("/S") == kind]


def test_a_cover_sheet_is_read_in_the_order_of_its_parts(errata: Path, tmp_path: Path) -> None:
    options = Options(data=errata.parent, one_file=True)
    (built,) = printkit.build(["errata"], out=tmp_path, options=options)
    document = Document(built.file)
    assert not faults(document)
    headings = [spoken.words for spoken in document.spoken() if spoken.kind in ("H1", "H2")]
    assert headings[:4] == [
        "Errata", "Card, both sides: pages 3–6", "Paper, one side: page 7", "Printing and cutting",
    ]  # fmt: skip


def test_an_svg_has_the_roles_that_browsers_know(layout: Layout) -> None:
    svg = SvgPainter(FONTS, layout.symbols).paint(sheet_of(pages()[0]), "a")
    assert '<g aria-level="2" role="heading">' in svg
    assert '<g role="img"><title>A card with the words A comma.</title>' in svg
    assert '<g aria-hidden="true">' in svg
