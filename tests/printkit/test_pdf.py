"""The PDF as other programs read it."""

from pathlib import Path
from typing import Any

import msgspec
import pikepdf
import pytest
from pypdf import PdfReader

import card_data
import printkit
from card_data.text import plural
from printkit.options import Printer, PrinterOffset
from tests.card_data.copies import TINY, WINSTON
from tests.printkit.commands import BuildGame
from tests.printkit.pdf_pages import UNIT, spots, straight_lines
from tests.printkit.test_sheets import PAPERS
from tests.sweeps import sweep

EXPECTED = {"deck": (54, 12), "aid": (6, 2), "pad": (2, 1), "rules": (7, 7)}
SET_UP = {"set_up": (1, 2)}  # on the sheets of the aids, in the same file
Builds = dict[str, printkit.BuildResult]


@pytest.fixture(params=EXPECTED)
def built_one(built: Builds, request: pytest.FixtureRequest) -> printkit.BuildResult:
    return built[request.param]


def test_pieces_and_pages(built: Builds) -> None:
    """Those of each component, and of the file that has them all after a cover and a preview."""
    pieces, pages = (sum(numbers) for numbers in zip(*EXPECTED.values(), strict=True))
    blank = 2  # behind the last page of the rules, and behind the pad
    expected = EXPECTED | SET_UP | {"": (pieces + 1, 2 + pages + blank)}
    assert {name: (one.pieces, one.pages) for name, one in built.items()} == expected
    for name, one in built.items():
        assert len(PdfReader(one.file).pages) == expected[name][1]


def test_metadata_and_outline(built: Builds, built_one: printkit.BuildResult) -> None:
    reader = PdfReader(built_one.file)
    game = card_data.load(WINSTON)
    assert reader.metadata is not None
    together = [one for one in built.values() if one.file == built_one.file]
    title = ", ".join(one.title for one in together)
    assert reader.metadata.title == f"{game.title}: {title}"
    assert reader.metadata.author == "Talen Lee"
    pieces = plural(sum(one.pieces for one in together), "piece")
    on_pages = f"{pieces} on {plural(built_one.pages, 'page')}"
    assert on_pages in str(reader.metadata.subject)
    language: Any = reader.root_object["/Lang"]
    assert language == "en"
    viewer: Any = reader.root_object["/ViewerPreferences"]
    assert viewer["/PrintScaling"] == "/None"
    outline: Any = reader.outline
    titles = [entry["/Title"] for entry in outline if not isinstance(entry, list)]
    if built_one.component == "rules":
        assert {"Set-up", "Scoring"} <= set(titles)
    else:
        assert titles == [title]


def test_a_strict_reader_accepts_version_and_outline(built_one: printkit.BuildResult) -> None:
    """pdfcpu 0.11 (validate -mode=strict) refuses PrintScaling before PDF 1.6, and an outline's
    Count other than that of its visible entries (ISO 32000-1, tables 150 and 152)."""
    with pikepdf.open(built_one.file) as pdf:
        assert pdf.pdf_version == "1.7"
        with pdf.open_outline() as outline:
            entries = [one for entry in outline.root for one in (entry, *entry.children)]
        assert pdf.Root.Outlines.Count == len(entries)


def fonts_of(resources: Any, seen: set[int]) -> list[Any]:
    found = []
    resources = resources.get_object()
    if "/Font" in resources:
        found += [font.get_object() for font in resources["/Font"].values()]
    for form in resources["/XObject"].values() if "/XObject" in resources else ():
        form = form.indirect_reference if not hasattr(form, "idnum") else form
        if form.idnum not in seen and "/Resources" in form.get_object():
            seen.add(form.idnum)
            found += fonts_of(form.get_object()["/Resources"], seen)
    return found


def test_fonts_are_embedded_and_subset(built_one: printkit.BuildResult) -> None:
    reader = PdfReader(built_one.file)
    seen: set[int] = set()
    fonts = [font for page in reader.pages for font in fonts_of(page["/Resources"], seen)]
    assert fonts
    for font in fonts:
        name = str(font["/BaseFont"])
        assert name[7] == "+", name  # a subset's tag, such as /AAAAAA+SourceSerifPro
        assert "Source" in name
        file = font["/FontDescriptor"]["/FontFile2"].get_object().get_data()
        assert 1000 < len(file) < 120_000
    assert b"Helvetica" not in built_one.file.read_bytes()


@pytest.mark.parametrize("options", [
    printkit.Options(bleed=True),
    printkit.Options(printer=Printer("inky", PrinterOffset(right=3.0))),
    printkit.Options(backs="gutterfold", booklet=True),
], ids=["bleed", "printer", "folded"])  # fmt: skip
def test_home_sheet_has_only_a_media_box(options: printkit.Options, tmp_path: Path) -> None:
    """CUPS takes a TrimBox for the page, and centres it on the paper."""
    options = msgspec.structs.replace(options, data=TINY)
    for one in printkit.build(["errata"], out=tmp_path, options=options):
        assert boxes_in(one.file) == {"/MediaBox"}


@pytest.mark.parametrize("game", sweep(card_data.names(), [WINSTON]))
def test_no_file_of_a_shipped_game_has_a_box_but_the_page(game: str, builds: BuildGame) -> None:
    for one in builds(game).values():
        assert boxes_in(one.file) == {"/MediaBox"}


def boxes_in(file: Path) -> set[str]:
    return {key for page in PdfReader(file).pages for key in page if key.endswith("Box")}


@pytest.mark.parametrize("paper", sweep(sorted(PAPERS), ["a4", "common"]))
def test_the_ruler_is_50_mm_long(paper: str, tmp_path: Path) -> None:
    options = printkit.Options(paper=paper, data=TINY)
    for one in printkit.build(["errata"], out=tmp_path, options=options):
        for page in PdfReader(one.file).pages:
            wide, tall = PAPERS[paper]
            size = [float(page.mediabox.width) / UNIT, float(page.mediabox.height) / UNIT]
            assert sorted(size) == pytest.approx(sorted((wide, tall)), abs=0.01)
            lines = straight_lines(page)
            longest = [
                (abs(x2 - x1) + abs(y2 - y1), x1, y1, x2, y2)
                for x1, y1, x2, y2 in lines
                if abs(abs(x2 - x1) + abs(y2 - y1) - 50) < 1e-3
            ]
            assert len(longest) == 1
            _, x1, y1, x2, y2 = longest[0]
            ticks = sum(
                min(x1, x2) - 1e-3 <= a <= max(x1, x2) + 1e-3
                and min(y1, y2) - 1e-3 <= b <= max(y1, y2) + 1e-3
                and 0.5 < abs(c - a) + abs(d - b) < 2
                for a, b, c, d in lines
            )
            assert ticks == 11


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_backs_in_the_file_lie_behind_their_fronts(flip: Any, paper: str, tmp_path: Path) -> None:
    """Nine fronts, then one: the places on both sides, when the paper is turned over."""
    options = printkit.Options(paper=paper, flip=flip, data=TINY)
    (made,) = printkit.build(["errata"], ["deck"], tmp_path, options=options)
    wide, high = 63.5, 88.9
    pages = PdfReader(made.file).pages
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        width, height = float(front.mediabox.width) / UNIT, float(front.mediabox.height) / UNIT
        about_vertical = (height >= width) == (flip == "long")
        expected = {
            (round(width - one.x - wide, 2) + 0.0, round(one.y, 2), one.up)
            if about_vertical
            else (round(one.x, 2), round(height - one.y - high, 2) + 0.0, not one.up)
            for one in spots(front, wide, high)
        }
        places = {(round(one.x, 2), round(one.y, 2), one.up) for one in spots(back, wide, high)}
        assert places == expected


def test_colours_are_plain_and_nothing_is_see_through(built_one: printkit.BuildResult) -> None:
    """Transparency prints differently on each printer."""
    with pikepdf.open(built_one.file) as pdf:
        for page in pdf.pages:
            used = {str(one.operator) for one in pikepdf.parse_content_stream(page)}
            assert "re" in used or "m" in used
            assert not used & {"gs", "sh"}
