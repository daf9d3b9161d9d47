"""Papers and sizes of one's own; pre-cut card and labels, on which pieces lie in their places."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from pypdf import PdfReader

import card_data
import printkit
from printkit.drawing.geometry import Box, box_under
from printkit.drawing.shapes import Face, Group
from printkit.options import Flip, Options, Printer, PrinterOffset
from printkit.sheets.impose import Imposition, impose
from printkit.sheets.layout import fit_to_stock, lay_out
from printkit.sheets.settings import SheetSettings, Stock, sheet_settings
from printkit.sheets.sheet import Placement, Sheet
from printkit.sheets.typesetting import Typesetter
from tests.card_data.copies import TINY
from tests.printkit.commands import done, refused, run
from tests.printkit.pdf_pages import FONTS, UNIT, boxes, spots, words_of
from tests.sweeps import sweep


def settings_of(folder: Path, text: str) -> SheetSettings:
    folder.mkdir(exist_ok=True)
    (folder / "sheets.yaml").write_text(text, "utf-8")
    return sheet_settings(folder)


def test_names_are_added_and_replaced(tmp_path: Path) -> None:
    shipped = sheet_settings()
    found = settings_of(tmp_path, "papers: {a5: [148, 210], a4: [209, 296]}\nmargin: 4")
    assert (found.sheet_size("a5"), found.sheet_size("a4")) == ((148, 210), (209, 296))
    assert found.sheet_size("letter") == shipped.sheet_size("letter")
    assert (found.margin, found.gutter, found.sizes) == (4, shipped.gutter, shipped.sizes)
    assert sheet_settings() == shipped


def test_a_link_out_of_the_folder_is_refused(errata: Path, tmp_path: Path) -> None:
    (tmp_path / "sheets.yaml").write_text("margin: 4", "utf-8")
    own = errata.parent / "sheets.yaml"
    own.symlink_to(tmp_path / "sheets.yaml")
    said = refused("list", "--data", errata.parent)
    assert said.startswith(f"{own}: is a link that leads out of its folder\n")


def test_margin_and_gutter_may_be_nothing(tmp_path: Path) -> None:
    assert sheet_settings(tmp_path) == sheet_settings(), "without a file all is as shipped"
    found = settings_of(tmp_path, "margin: 0\ngutter: 0")
    assert (found.margin, found.gutter) == (0, 0)


@pytest.mark.sweep
def test_a_game_prints_on_a_paper_of_ones_own(errata: Path) -> None:
    data, out = errata.parent, errata.parent / "out"
    (data / "sheets.yaml").write_text("papers: {a5: [148, 210]}\nsizes: {poker: [60, 90]}\n")
    shared = ["--data", data, "--paper", "a5"]
    done("check", *shared)
    done("build", "errata", *shared, "--out", out)
    page = PdfReader(out / "errata" / "deck.pdf").pages[0]
    size = sorted((float(page.mediabox.width) / UNIT, float(page.mediabox.height) / UNIT))
    assert size == pytest.approx([148, 210], abs=0.01)
    assert ["a5", "148", "x", "210"] in map(
        str.split, run("list", "--data", data).stdout.splitlines()
    )


def test_an_unknown_paper_is_suggested_once(errata: Path) -> None:
    (errata.parent / "sheets.yaml").write_text("papers: {tabloid: [279.4, 431.8]}\n")
    said = refused("build", "--data", errata.parent, "--paper", "tabliod", "--out", errata)
    assert said.splitlines()[:-1] == ["--paper: no paper called 'tabliod'; did you mean tabloid?"]


def test_papers_that_printers_take_are_shipped() -> None:
    usual = {"a3": (297, 420), "a5": (148, 210), "legal": (215.9, 355.6), "tabloid": (279.4, 431.8)}
    for name, size in {**usual, "sra3": (320, 450)}.items():
        assert sheet_settings().sheet_size(name) == size


@pytest.mark.parametrize(
    ("paper", "size", "sheets"),
    [("a4", (210, 297), 1), ("a3", (297, 420), 1), ("a5", (200, 263), 4)],
)
def test_board_has_room_for_dice(paper: str, size: tuple[float, float], sheets: int) -> None:
    layout = lay_out(card_data.load("dice_archive"), "board", Options(paper=paper), Typesetter())
    (face,) = layout.faces
    assert ((face.width, face.height), len(layout.sheets)) == (size, sheets)


SETTINGS = sheet_settings()
LETTER = 215.9, 279.4
# Nothing about it is symmetrical, so that what is turned or mirrored the wrong way lies elsewhere.
UNEVEN = Stock(
    title="Uneven labels", paper="letter", columns=2, rows=3,
    size=(90.0, 64.0), first=(8.0, 12.0), step=(97.0, 70.0),
)  # fmt: skip


def places(stock: Stock) -> list[Box]:
    (wide, high), (left, top), (across, down) = stock.size, stock.first, stock.steps
    across_down = itertools.product(range(stock.rows), range(stock.columns))
    corners = [(left + column * across, top + row * down) for row, column in across_down]
    return [(x, y, x + wide, y + high) for x, y in corners]


def on_page(sheet: Sheet, one: Placement) -> Box:
    box = (one.x, one.y, one.x + one.face.width, one.y + one.face.height)
    found = box_under(sheet.matrix, box)
    return tuple(round(side, 3) for side in found)  # type: ignore[return-value]


def middle_of(box: Box) -> tuple[float, float]:
    return round((box[0] + box[2]) / 2, 3), round((box[1] + box[3]) / 2, 3)


def some(size: tuple[float, float], stock: Stock, flip: Flip, count: int = 7) -> list[Sheet]:
    faces = [Face(f"c{at}", *size, (), back=Face(f"b{at}", *size, ())) for at in range(count)]
    return impose(faces, Imposition("t", stock.paper, flip, stock=stock), SETTINGS, FONTS)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("size", [(90.0, 64.0), (63.5, 88.9), (30.0, 20.0)])
def test_pieces_lie_in_the_middle_of_places(size: tuple[float, float], flip: Flip) -> None:
    sheets = some(size, UNEVEN, flip)
    assert [len(sheet.placements) for sheet in sheets] == [6, 6, 1, 1]
    middles = [middle_of(place) for place in places(UNEVEN)]
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        assert front.page == back.page == LETTER, "upright, as it lies in the printer"
        for face, behind in zip(front.placements, back.placements, strict=True):
            assert face.face.back is behind.face
            left, top, right, bottom = box = on_page(front, face)
            assert middle_of(box) in middles
            mirrored = (LETTER[0] - right, top, LETTER[0] - left, bottom)
            if flip == "short":
                mirrored = (left, LETTER[1] - bottom, right, LETTER[1] - top)
            assert on_page(back, behind) == pytest.approx(mirrored, abs=0.01)
    assert len({middle_of(on_page(sheets[0], one)) for one in sheets[0].placements}) == 6


@pytest.mark.parametrize("name", sweep(SETTINGS.stock, ["avery_5371", "avery_c32010"]))
def test_the_places_of_a_shipped_stock_lie_on_its_paper(name: str, tmp_path: Path) -> None:
    stock = SETTINGS.stock[name]
    assert stock.source
    done("proof", "--stock", name, "--out", tmp_path)
    (page,) = PdfReader(tmp_path / f"proof-{name}.pdf").pages
    found = boxes(page)
    paper = SETTINGS.papers[stock.paper]
    for left, top, right, bottom in places(stock):
        expected = pytest.approx((left, top, right - left, bottom - top), abs=0.01)
        assert any(box == expected for box in found)
        assert 0 <= left < right <= paper[0]
        assert 0 <= top < bottom <= paper[1]
    assert [float(side) / UNIT for side in page.mediabox[2:]] == pytest.approx(paper, abs=0.01)


def test_nothing_is_drawn_beside_the_places_but_the_slug_where_there_is_room() -> None:
    for shape in ("round", "rectangle"):
        face = Face("c", 40.0, 40.0, (), shape=shape)
        stock = SETTINGS.stock["avery_4790"]
        (sheet,) = impose([face], Imposition("t", "a4", stock=stock), SETTINGS, FONTS)
        assert [type(drawn) for drawn in sheet.shapes] == [Group], "the slug alone"
    full = Stock(title="t", paper="a4", columns=1, rows=1, size=(208, 290), first=(1, 3))
    (sheet,) = impose([face], Imposition("t", "a4", stock=full), SETTINGS, FONTS)
    assert sheet.shapes == ()


def test_a_deck_is_printed_on_perforated_card(tmp_path: Path) -> None:
    asked = ("--only", "deck", "--stock", "poker_9", "--out", tmp_path)
    done("build", "errata", "--data", TINY, *asked)
    front, back, *_ = PdfReader(tmp_path / "errata" / "deck.pdf").pages
    found = [(round(one.x, 2), round(one.y, 2)) for one in spots(front, 63.5, 88.9)]
    assert found == [(left, top) for left, top, *_ in places(SETTINGS.stock["poker_9"])]
    assert len(spots(back, 63.5, 88.9)) == 9
    assert "Letter,9pokercards" in words_of(tmp_path / "errata" / "deck.pdf")


def test_art_runs_over_the_cut() -> None:
    for size, stock, bleed in (
        ((63.5, 88.9), "poker_9", 0.0),  # they touch
        ((63.0, 88.0), "poker_9", 0.25),
        ((63.5, 88.9), "avery_6081", (67.73 - 63.5) / 2),
        ((85.0, 54.0), "avery_c32015", 3.0),  # 6 mm from one to the next
    ):
        face = Face("c", *size, (), bleed=3.0, back=Face("b", *size, (), bleed=3.0))
        (made,) = fit_to_stock([face], SETTINGS.stock[stock], SETTINGS)
        assert made.back is not None
        assert (made.bleed, made.back.bleed) == pytest.approx((bleed, bleed))


def test_a_printer_s_faults_are_corrected_on_stock_too(tmp_path: Path) -> None:
    shifted = Printer("shifted", PrinterOffset(right=3.0))
    found = []
    for printer in (None, shifted):
        options = printkit.Options(data=TINY, stock="avery_6081", printer=printer)
        (made,) = printkit.build(["errata"], ["deck"], tmp_path, options=options)
        found.append(spots(PdfReader(made.file).pages[1], 88.9, 63.5)[0].x)
    assert found[1] - found[0] == pytest.approx(-3.0, abs=0.01)


OWN = "{title: Labels, paper: card, columns: 2, rows: 3, size: [80, 90], first: [10, 10]}"


def test_stock_of_one_s_own_is_named_like_that_of_the_kit(errata: Path, tmp_path: Path) -> None:
    (errata.parent / "sheets.yaml").write_text(
        f"papers: {{card: [200, 300]}}\nstock: {{labels: {OWN}}}\n", "utf-8"
    )
    options = printkit.Options(data=errata.parent, stock="labels")
    (made,) = printkit.build(["errata"], ["deck"], tmp_path, options=options)
    sides = [float(side) / UNIT for side in PdfReader(made.file).pages[0].mediabox[2:]]
    assert sides == pytest.approx([200, 300], abs=0.01)
