"""The rules as a booklet: pages of half the paper, two to a side, to print, fold and staple."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import pypdfium2
import pytest
from pypdf import PdfReader

import card_data
import printkit
from printkit.drawing.shapes import Face, Group
from printkit.drawing.shapes import Path as Drawn
from printkit.drawing.traversal import texts
from printkit.sheets.booklets import impose_booklets, saddle_stitch
from printkit.sheets.impose import FOLD, Imposition
from printkit.sheets.layout import lay_out
from printkit.sheets.settings import sheet_settings
from printkit.sheets.sheet import Sheet
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import ERRATA, WINSTON, edit
from tests.printkit.commands import done, files, refused
from tests.printkit.pdf_pages import UNIT, spots, squeezed, words_of
from tests.printkit.test_sheets import PAPERS

SETTINGS = sheet_settings()
T = TypeVar("T")

# A side's left and right page; sheets from the outermost in, the outside before the inside.
ORDERS = {
    4: [(4, 1), (2, 3)], 6: [(0, 1), (2, 0), (6, 3), (4, 5)], 8: [(8, 1), (2, 7), (6, 3), (4, 5)],
    13: [(0, 1), (2, 0), (0, 3), (4, 13), (12, 5), (6, 11), (10, 7), (8, 9)],
}  # fmt: skip


def some_sheets(pages: int, paper: str = "a4", flip: Any = "short", copies: int = 1) -> list[Sheet]:
    size = max(PAPERS[paper]) / 2, min(PAPERS[paper])
    text = [Face("rules", *size, (), copies=copies, page=page + 1) for page in range(pages)]
    return impose_booklets(text, Imposition("A Title · Rules", paper, flip), SETTINGS, Fonts())


def halves(sheet: Sheet) -> tuple[int, int]:
    found = {one.x < 1: one.face.page for one in sheet.placements}
    return found.get(True, 0), found.get(False, 0)


def leaves(sides: Sequence[tuple[T, T]]) -> list[T]:
    """The halves of sheets that lie in one another, as somebody turns the leaves."""
    first: list[T] = []
    last: list[T] = []
    for outside, inside in zip(sides[::2], sides[1::2], strict=True):
        first += [outside[1], inside[0]]
        last = [inside[1], outside[0], *last]
    return first + last


def test_pages_lie_in_the_order_for_saddle_stitching() -> None:
    """A folded booklet is read through: each page once and in order; then fewer than 4 blanks."""
    for pages, order in ORDERS.items():
        assert [side for leaf in saddle_stitch(pages) for side in leaf] == order
        assert [halves(sheet) for sheet in some_sheets(pages)] == order
    assert [halves(sheet) for sheet in some_sheets(6, copies=2)] == ORDERS[6] * 2
    for pages in range(1, 30):
        read = leaves([side for leaf in saddle_stitch(pages) for side in leaf])
        assert read[:pages] == list(range(1, pages + 1))
        assert set(read[pages:]) <= {0}
        assert len(read) % 4 == 0
        assert len(read) - pages < 4


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_is_half_the_paper(paper: str) -> None:
    """Upright, its long side is the paper's short one: nothing is scaled, nothing is left over."""
    wide, high = max(PAPERS[paper]), min(PAPERS[paper])
    for sheet in some_sheets(4, paper):
        assert (sheet.width, sheet.height) == (wide, high)
        places = sorted((one.x, one.y, one.face.width, one.face.height) for one in sheet.placements)
        assert places == [(0, 0, wide / 2, high), (wide / 2, 0, wide / 2, high)]


@pytest.mark.parametrize("flip", ["long", "short"])
def test_insides_meet_the_outsides_head_to_head(flip: str) -> None:
    """A sheet on its side that is flipped on its short edge keeps its head up; flipped on its long
    edge it does not, so the inside is turned, and its pages with it change places."""
    for outside, inside in zip(*[iter(some_sheets(8, flip=flip))] * 2, strict=True):
        left, right = halves(outside)
        assert not any(one.turned for one in outside.placements)
        assert {one.turned for one in inside.placements} == {flip == "long"}
        behind_left, behind_right = halves(inside) if flip == "long" else halves(inside)[::-1]
        assert behind_right == right + 1, "the back of a leaf in the front half"
        assert behind_left == left - 1, "and of one in the other half"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_fold_is_marked_in_the_middle_outside_the_text(paper: str, flip: str) -> None:
    """At both ends, no nearer than 2 mm to the slug with its ruler. Every other side is a back,
    which a printer with an offset shifts."""
    sheets = some_sheets(4, paper, flip)
    assert [sheet.back for sheet in sheets] == [False, True]
    for sheet in sheets:
        (turned,) = [shape for shape in sheet.shapes if isinstance(shape, Group)]
        marks = [one for one in turned.shapes if isinstance(one, Drawn) and one.style == FOLD]
        points = [point for mark in marks for _, point in mark.steps]
        assert {x for x, _ in points} == {sheet.width / 2}
        top, high, low, foot = (y for _, y in points)
        assert top == 0
        assert high <= 10, "where the safe area of a booklet's pages begins"
        assert low >= sheet.height - 13
        assert foot < sheet.height - 5 - 3


@pytest.mark.parametrize(("pages", "sheets"), [(4, 1), (5, 2), (9, 3)])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_caption_names_sheet_side_and_instructions(pages: int, sheets: int, flip: str) -> None:
    captions = [
        next(text.text for text in texts(sheet.shapes) if "Rules" in text.text)
        for sheet in some_sheets(pages, flip=flip)
    ]
    assert len(captions) == 2 * sheets
    to_do = f"print duplex, flip on the {flip} edge; fold"
    to_do += "; two staples in the fold" if sheets > 1 else ""
    for at, caption in enumerate(captions):
        number = f"sheet {at // 2 + 1} of {sheets}" if sheets > 1 else "one sheet"
        side = "inside" if at % 2 else "outside"
        assert f"A Title · Rules · {number}, {side} · {to_do} ·" in f"{caption} ·"


@pytest.fixture(scope="module")
def pages() -> list[Face]:
    options = printkit.Options(booklet=True)
    return lay_out(card_data.load(WINSTON), "rules", options, Typesetter()).faces


@pytest.fixture(scope="module")
def booklet(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = {}
    for flip in ("long", "short"):
        out = tmp_path_factory.mktemp(flip)
        options = printkit.Options(booklet=True, flip=flip)
        (built,) = printkit.build([WINSTON], ["rules"], out, options=options)
        made[flip] = built.file
    return made


def words_of_halves(file: Path) -> list[tuple[str, str]]:
    """Return the words that pdfium reads in the left and in the right half of each side."""
    found = []
    with pypdfium2.PdfDocument(file) as document:
        for page in document:
            (width, height), text = page.get_size(), page.get_textpage()
            left, right = (
                squeezed(text.get_text_bounded(x, 0, x + width / 2, height)) for x in (0, width / 2)
            )
            found.append((left, right))
    return found


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_text_is_read_in_order(flip: str, booklet: dict[str, Path], pages: list[Face]) -> None:
    """Every line stands on the page on which a reader of the folded sheets comes to it."""
    sides = words_of_halves(booklet[flip])
    if flip == "long":  # turned about, the halves of an inside change places
        sides[1::2] = [(right, left) for left, right in sides[1::2]]
    read = leaves(sides)
    assert len(pages) > 8
    for face, there in zip(pages, read, strict=False):
        # pdfium has a character of its own for a hyphen at the end of a line
        lines = [squeezed(line.text).rstrip("-\u00ad") for line in texts(face.shapes)]
        assert [line for line in lines if line not in there] == []
    assert not any("WA-" in blank for blank in read[len(pages) :])


def test_slug_gives_instructions(booklet: dict[str, Path], pages: list[Face]) -> None:
    sheets = math.ceil(len(pages) / 4)
    for flip, file in booklet.items():
        words = words_of(file)
        for number in range(2 * sheets):
            side = "inside" if number % 2 else "outside"
            assert words.count(f"sheet{number // 2 + 1}of{sheets},{side}·printduplex") == 1
        to_do = f"print duplex, flip on the {flip} edge; fold; two staples in the fold"
        assert words.count(squeezed(to_do)) == 2 * sheets


def test_one_sheet_needs_no_staples(errata: Path, tmp_path: Path) -> None:
    options = printkit.Options(data=errata, booklet=True)
    (built,) = printkit.build(["errata"], ["rules"], tmp_path, options=options)
    words = words_of(built.file)
    assert words.count("onesheet,") == 2
    assert "staple" not in words


@pytest.mark.sweep
def test_type_is_set_anew_and_not_scaled(booklet: dict[str, Path], tmp_path: Path) -> None:
    assert_not_scaled(booklet["long"], "a4")
    shared = ("--booklet", "--only", "rules", "--out", tmp_path)
    done("build", WINSTON, *shared, "--paper", "letter")
    assert_not_scaled(tmp_path / WINSTON / "rules.pdf", "letter")


def assert_not_scaled(file: Path, paper: str) -> None:
    """Type is as large as on whole pages, on pages of half the paper."""
    wide, high = max(PAPERS[paper]), min(PAPERS[paper])
    for page in PdfReader(file).pages:
        size = float(page.mediabox.width) / UNIT, float(page.mediabox.height) / UNIT
        assert size == pytest.approx((wide, high), abs=0.01)
        for spot in spots(page, wide / 2, high):
            assert spot.y == pytest.approx(0, abs=0.01)
            assert min(spot.x, abs(spot.x - wide / 2)) == pytest.approx(0, abs=0.01)


def test_only_booklets_are_folded(errata: Path, tmp_path: Path) -> None:
    (errata / "rulebook.yaml").unlink()  # the clauses alone are set at once
    plain, folded = tmp_path / "plain", tmp_path / "folded"
    for out, options in ((plain, ()), (folded, ("--booklet",))):
        words = ("build", "--data", errata, *options, "--out", out)
        done(*words)
    before, after = files(plain), files(folded)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {f"{ERRATA}/rules.pdf", f"{ERRATA}/{ERRATA}.pdf"}
    assert set(before) == {*changed, f"{ERRATA}/deck.pdf"}


def test_a_game_without_a_booklet_and_sharing_its_sheets_are_refused(errata: Path) -> None:
    options = ("--booklet", "--data", errata.parent, "--out", errata.parent / "out")
    edit(errata / "print.yaml", "    corner: 3", "    shares: rules\n    corner: 3")
    assert "the pieces there are whole sheets" in refused("build", *options)
    edit(errata / "print.yaml", "    shares: rules\n", "")
    edit(errata / "print.yaml", "    booklet: true\n", "")
    said = refused("build", *options)
    assert said.startswith("--booklet: no component to build is meant as a booklet")
