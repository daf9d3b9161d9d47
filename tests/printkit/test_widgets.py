"""The fields of PDF forms: where they are, what they are called, how they look and are read out."""

import io
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pikepdf
import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops
from pypdf.generic import NameObject

from card_data import DataError
from printkit.drawing.shapes import Field
from printkit.drawing.traversal import fields
from printkit.faces.filling_in import FormContents, fill
from printkit.forms import writer
from printkit.forms.field_boxes import placed_fields
from printkit.forms.font import embedded, shown
from printkit.options import Options
from printkit.painting.paint import pdf_of
from printkit.sheets.layout import Layout
from printkit.sheets.sheet import Placement, upright
from printkit.sheets.tiling import OVERLAP, tiled
from tests.printkit.pdf_pages import FONTS, UNIT, Box, boxes, pictures, shipped
from tests.printkit.screen_reader import Document, faults
from tests.sweeps import sweep

EXACT = 0.01  # mm
HAND = FONTS.get("display", italic=True)
SHEETS = (
    ("dice_archive", "board"), ("dice_archive", "form"), ("dice_archive", "form_ink_saving"),
    ("dice_archive", "pad"), ("manuscript", "spread"), ("nineteen_eighty_four", "sheet"),
    ("nineteen_eighty_four", "sheet_ink_saving"), ("verse_and_variant", "pad"),
    ("winstons_archive", "pad"),
)  # fmt: skip
WAYS = (
    Options(), Options(paper="letter"), Options(low_ink=True),
    Options(large_print=True, paper="a3"),
)  # fmt: skip
CASES = [(*sheet, way) for sheet in SHEETS for way in WAYS]
ALWAYS = [("dice_archive", "form", WAYS[1]), ("winstons_archive", "pad", WAYS[0])]


class Form(NamedTuple):
    """A component's sheets, plain and as a form."""

    layout: Layout
    plain: bytes
    bytes: bytes
    pdf: Any  # the form, opened


class Leaf(NamedTuple):
    """A field of a PDF that has a value: its full name, and its widgets."""

    name: str
    made: Any
    widgets: list[Any]


def form_layout(layout: Layout) -> Form:
    form, _ = writer.form(layout, Options(), FONTS)
    plain = pdf_of(layout.sheets, FONTS, layout.symbols)
    return Form(layout, plain, form, pikepdf.open(io.BytesIO(form)))


@cache
def form(game: str, component: str, options: Options = WAYS[0]) -> Form:
    return form_layout(shipped(game, component, options))


def leaves(pdf: Any) -> list[Leaf]:
    def walk(made: Any, before: str) -> Iterator[Leaf]:
        name = f"{before}{made.T}"
        kids = list(made.get("/Kids", []))
        if kids and "/T" in kids[0]:
            for kid in kids:
                assert kid.Parent.objgen == made.objgen
                yield from walk(kid, f"{name}.")
        else:
            yield Leaf(name, made, kids or [made])

    return [leaf for made in pdf.Root.AcroForm.Fields for leaf in walk(made, "")]


def all_fields(layout: Layout) -> list[Field]:
    placements = [one for sheet in layout.sheets for one in sheet.placements]
    return [field for one in placements for field in fields(one.face.shapes)]


def names_of(field: Field) -> list[str]:
    """Return the names of a field in the form; a grid has many."""
    if field.kind == "grid":
        squares = [(r, c) for r in range(field.rows) for c in range(field.columns)]
        return [f"{field.name}.r{row + 1}c{column + 1}" for row, column in squares]
    return [f"{field.name}.{field.value}" if field.kind == "check" else field.name]


def named(leaf: Leaf) -> list[tuple[Any, str]]:
    return [(widget.objgen, leaf.name) for widget in leaf.widgets]


def millimetres(widget: Any) -> Box:
    left, bottom, right, top = (float(one) / UNIT for one in widget.Rect)
    return left, float(widget.P.MediaBox[3]) / UNIT - top, right - left, top - bottom


def off(box: Box, others: Sequence[Box]) -> float:
    """How far a box is from being one of ``others``, in mm."""
    return min(max(abs(a - b) for a, b in zip(box, one, strict=True)) for one in others)


def box_around(found: Sequence[Box]) -> Box:
    left, top = min(one[0] for one in found), min(one[1] for one in found)
    right, bottom = max(one[0] + one[2] for one in found), max(one[1] + one[3] for one in found)
    return left, top, right - left, bottom - top


def looks(pdf: bytes, scale: float) -> list[Image.Image]:
    with pypdfium2.PdfDocument(pdf) as document:
        document.init_forms()
        return [page.render(scale=scale).to_pil().convert("RGB") for page in document]


@pytest.mark.parametrize(("game", "component", "options"), sweep(CASES, ALWAYS))
def test_field_lies_on_its_printed_box(game: str, component: str, options: Options) -> None:
    made = form(game, component, options)
    printed = [boxes(page) for page in pypdf.PdfReader(io.BytesIO(made.plain)).pages]
    grids: dict[tuple[int, str], list[Box]] = {}
    for number, page in enumerate(made.pdf.pages):
        for widget in page.obj.Annots:
            assert widget.P.objgen == page.obj.objgen
            box, label = millimetres(widget), str(widget.get("/TU") or widget.Parent.TU)
            if "/MaxLen" in widget:
                grids.setdefault((number, label.partition(", row")[0]), []).append(box)
                continue
            left, top, width, height = box
            if component.startswith("form") and label.endswith("name"):
                box = (left, top + height, width, 0)  # written on a line
            assert off(box, printed[number]) <= EXACT, label
    for (number, label), squares in grids.items():
        assert off(box_around(squares), printed[number]) <= EXACT, label
        assert len({(round(box[2], 2), round(box[3], 2)) for box in squares}) == 1, label


def test_field_on_two_tiles_is_on_the_upper_one() -> None:
    layout = shipped("winstons_archive", "pad", Options())
    (face,) = layout.faces
    tiles = tiled([face], [(face.width - 60, face.height)])
    x = tiles[0].width - OVERLAP + 1
    field = Field("both", "number", "Both", x, 10, OVERLAP - 2, 5)
    face = msgspec.structs.replace(face, shapes=(field,))
    tiles = tiled([face], [(face.width - 60, face.height)])
    sheets = [layout.sheets[0]._replace(placements=(Placement(one, 5, 5),)) for one in tiles]
    (place,) = placed_fields(sheets)
    assert len(tiles) == 2
    assert place.rank[0] == 1


@pytest.mark.parametrize("turned", [False, True])
def test_fields_are_turned_with_their_piece_and_with_their_sheet(turned: bool) -> None:
    layout = shipped("winstons_archive", "pad", Options())
    (face,) = layout.faces
    placement = Placement(face, 10, 20, turned=turned)
    sheet = layout.sheets[0]._replace(width=300.0, height=200.0, placements=(placement,))
    sheet = sheet._replace(matrix=upright(sheet.width, sheet.height))
    made = form_layout(msgspec.structs.replace(layout, sheets=[sheet]))
    field = next(field for field in fields(face.shapes) if field.kind == "check")
    (leaf,) = [leaf for leaf in leaves(made.pdf) if leaf.name == names_of(field)[0]]
    (widget,) = leaf.widgets
    x, y = field.x + 10, field.y + 20
    if turned:
        x = 10 + face.width - field.x - field.width
        y = 20 + face.height - field.y - field.height
    # the sheet is turned clockwise: its left edge is the page's top
    across, down = sheet.height - y - field.height, x
    assert off(millimetres(widget), [(across, down, field.height, field.width)]) <= EXACT
    assert int(widget.MK.R) == (90 if turned else 270)
    matrix = [float(one) for one in widget.AP.N["/Yes"].Matrix]
    assert matrix[:4] == ([0, 1, -1, 0] if turned else [0, -1, 1, 0])
    assert looks(made.bytes, 1)[0].tobytes() == pictures(made.plain, 1)[0].tobytes()


@pytest.mark.parametrize(("game", "component"), sweep(SHEETS, [SHEETS[8]]))
def test_form_has_all_fields_in_order_of_play(game: str, component: str) -> None:
    """Each under its label, in the order of the tags too, in which a checker finds nothing."""
    made = form(game, component)
    order = [(name, field) for field in all_fields(made.layout) for name in names_of(field)]
    wanted, found = dict(order), leaves(made.pdf)
    assert sorted(leaf.name for leaf in found) == sorted(wanted)
    for leaf in found:
        field = wanted[leaf.name]
        kind = "/Btn" if field.kind == "check" else "/Ch" if field.choices else "/Tx"
        assert kind == leaf.made.FT
        assert str(leaf.made.TU).startswith(field.label)
        assert ("/MaxLen" in leaf.made) == (field.kind == "grid")
        assert "/V" not in leaf.made
        if kind != "/Ch":
            flags = int(leaf.made.get("/Ff", 0))
            assert not flags & (1 << 15 | 1 << 16 | 1 << 24), "a radio or a push button, a comb"
    names = {key: name for leaf in found for key, name in named(leaf)}
    pages = [page.obj for page in made.pdf.pages]
    inner = [names[one.objgen] for page in pages for one in page.Annots]
    assert inner == [name for name, _ in order]
    assert {str(page.Tabs) for page in pages} == {"/S"}
    document = Document(io.BytesIO(made.bytes))
    forms = [node for node in document.nodes if node.kind == "Form"]
    assert [names[area.objgen] for node in forms for area in node.areas] == inner
    assert faults(document) == []
    assert all(str(node.made.Alt) for node in forms)


def test_field_printed_twice_has_two_widgets() -> None:
    """Each of them says how it is aligned: MuPDF does not ask the field around it."""
    centre = 1
    for leaf in leaves(form("winstons_archive", "pad").pdf):
        assert [one.Parent.objgen for one in leaf.widgets] == 2 * [leaf.made.objgen]
        aligned = [widget.get("/Q") for widget in leaf.widgets]
        assert aligned == 2 * [None if leaf.made.FT == "/Btn" else centre]


def test_a_square_of_a_grid_is_a_field_of_one_character() -> None:
    grid = Field("left", "grid", "Left page", 10, 10, 15, 20, columns=3, rows=4)
    pdf = form_layout(page_with(grid)).pdf
    (made,) = [one for one in pdf.Root.AcroForm.Fields if one.T == "left"]
    assert [str(kid.T) for kid in made.Kids][:4] == ["r1c1", "r1c2", "r1c3", "r2c1"]
    last = made.Kids[-1]
    assert (last.T, last.TU, last.MaxLen) == ("r4c3", "Left page, row 4, column 3", 1)
    assert off(millimetres(last), [(10 + 10 + 10, 20 + 10 + 15, 5, 5)]) <= EXACT


def test_choices_are_offered_and_any_other_text_can_be_typed() -> None:
    field = Field("other", "text", "Other", 10, 10, 30, 5, choices=("Beowulf", "Sir Orfeo"))
    pdf = form_layout(page_with(field)).pdf
    (made,) = [one for one in pdf.Root.AcroForm.Fields if one.T == "other"]
    assert made.FT == "/Ch"
    assert [str(choice) for choice in made.Opt] == ["", "Beowulf", "Sir Orfeo"]
    combo, edited = 1 << 17, 1 << 18
    assert int(made.Ff) & (combo | edited) == combo | edited


def page_with(field: Field) -> Layout:
    layout = shipped("winstons_archive", "pad", Options())
    (face,) = layout.faces
    face = msgspec.structs.replace(face, shapes=(*face.shapes, field))
    sheet = layout.sheets[0]._replace(placements=(Placement(face, 10, 20),))
    return msgspec.structs.replace(layout, sheets=[sheet])


def test_form_has_no_scripts_and_own_appearances() -> None:
    raw = form("dice_archive", "form").pdf
    assert "/NeedAppearances" not in raw.Root.AcroForm
    for made in raw.objects:
        if isinstance(made, pikepdf.Dictionary):
            assert not {"/JS", "/AA", "/OpenAction"} & set(made.keys())


@pytest.mark.parametrize(("markup", "says"), [
    ({"name": "players.0.points.books.A"}, "found another whose name is its beginning"),
    ({"name": "players.0.points"}, "found another whose name begins with it"),
    ({"name": "players..name"}, "found an empty part, or a value with a dot"),
    ({"kind": "check", "value": "1.5"}, "found an empty part, or a value with a dot"),
])  # fmt: skip
def test_impossible_field_name_is_refused(markup: dict[str, Any], says: str) -> None:
    field = Field("other", "number", "Other", 10, 10, 5, 5)
    with pytest.raises(DataError) as caught:
        form_layout(page_with(msgspec.structs.replace(field, **markup)))
    assert says in str(caught.value)
    assert "print.yaml" in str(caught.value)


@pytest.mark.parametrize(("game", "component", "options"), sweep(CASES, ALWAYS[1:]))
def test_blank_form_looks_like_its_sheet(game: str, component: str, options: Options) -> None:
    made = form(game, component, options)
    for blank, plain in zip(looks(made.bytes, 1.5), pictures(made.plain, 1.5), strict=True):
        assert blank.tobytes() == plain.tobytes()


def test_a_marked_box_looks_as_if_it_were_filled_in_by_hand() -> None:
    made = form("dice_archive", "form")
    layout = made.layout
    entries = [(field.name, field.value) for field in all_fields(layout) if field.value]
    filled, left = fill(layout.faces, FormContents(entries), FONTS)
    assert not left
    by_number = {face.number: face for face in filled}
    sheets = []
    for sheet in layout.sheets:
        those = [one._replace(face=by_number[one.face.number]) for one in sheet.placements]
        sheets.append(sheet._replace(placements=tuple(those)))
    drawn, plain = pictures(pdf_of(sheets, FONTS, layout.symbols), 2), pictures(made.plain, 2)
    marked, _ = writer.form(layout, Options(), FONTS, entries)
    for clicked, written, blank in zip(looks(marked, 2), drawn, plain, strict=True):
        assert unlike(blank, written) > 0.003
        assert unlike(clicked, written) < 0.0005


def unlike(first: Image.Image, second: Image.Image) -> float:
    """The share of pixels that clearly differ."""
    apart = ImageChops.difference(first, second).convert("L").point(lambda level: level > 64)
    return sum(apart.histogram()[1:]) / (apart.width * apart.height)


def test_every_state_has_an_appearance_and_check_boxes_of_a_size_share_theirs() -> None:
    looks = [widget.AP.N for leaf in leaves(form("verse_and_variant", "pad").pdf)
             for widget in leaf.widgets]  # fmt: skip
    texts = [one for one in looks if isinstance(one, pikepdf.Stream)]
    boxes = [state for one in looks if one not in texts for state in (one["/Yes"], one["/Off"])]
    assert all(one.Subtype == "/Form" and one.read_bytes() for one in (*texts, *boxes))
    assert len({one.objgen for one in boxes}) == 2 * 3, "flat, the Spotlight, Eureka"
    assert len({one.objgen for one in texts}) == len(texts), "some programs write into them"


def test_a_number_is_written_as_large_as_its_box_has_room() -> None:
    found = {leaf.name: leaf.made for leaf in leaves(form("winstons_archive", "pad").pdf)}
    sizes = {name: float(str(made.DA).split()[1]) for name, made in found.items() if "/DA" in made}
    small, middle, large = (
        sizes[f"players.0.{name}"] for name in ("stand_ins.A", "books.A", "total")
    )
    assert 4 < small < middle < large <= max(sizes.values()) <= 16
    assert "players.0.name" not in sizes, "fitted to its box"


def test_other_programs_type_in_our_font() -> None:
    said = "Łucja–Ann’s"
    reader = pypdf.PdfReader(io.BytesIO(form("dice_archive", "board").bytes))
    other = pypdf.PdfWriter(clone_from=reader)
    entries = {"board.left.1": said, "board.left.2": "Bo"}
    other.update_page_form_field_values(other.pages[0], entries, auto_regenerate=False)
    for made, text in zip(other.pages[0]["/Annots"], entries.values(), strict=False):  # type: ignore[call-overload]
        look = made.get_object()["/AP"]["/N"]
        assert NameObject(writer.HAND) in look["/Resources"]["/Font"]
        assert shown(text, HAND, 1).lower() in look.get_data().decode().lower()


def test_the_same_sheets_give_the_same_bytes_and_few() -> None:
    made = form("winstons_archive", "pad")
    assert form_layout(made.layout).bytes == made.bytes
    widgets = sum(len(page.obj.Annots) for page in made.pdf.pages)
    assert len(made.bytes) - len(made.plain) < 35_000 + 250 * widgets


def test_words_in_the_font_can_be_read_back() -> None:
    said = "Łucja – Zoë’s “fi” 12 x\u0302"
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(400, 100))
    page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary({"/F": embedded(HAND, pdf)}))
    content = f"BT /F 18 Tf 10 40 Td {shown(said, HAND, 18)} ET"
    page.obj.Contents = pdf.make_stream(content.encode())
    saved = io.BytesIO()
    pdf.save(saved)
    assert pypdf.PdfReader(saved).pages[0].extract_text().strip() == said
