"""Pieces and sheets as pictures: their size, their corners, how many there are."""

from __future__ import annotations

import csv
import io
from itertools import combinations
from pathlib import Path
from unittest.mock import Mock
from xml.etree import ElementTree

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

import card_data
from card_data import DataError
from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.rewriting import inline_symbols
from printkit.drawing.shapes import Face, Text, Use
from printkit.drawing.shapes import Path as DrawnPath
from printkit.drawing.traversal import texts, walk
from printkit.exports.filled_sheets import GAP, Note, listed, painted, picture, stacked
from printkit.faces.filling_in import Fault, FormContents
from printkit.options import Options
from printkit.painting import paint
from printkit.painting import raster as rasters
from printkit.painting.paint import paint_sheets, single
from printkit.painting.raster import png_pages
from printkit.printing.contact import Section, contact
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import WINSTON, edit
from tests.printkit.commands import done, files, refused, run
from tests.printkit.pdf_pages import shipped
from tests.sweeps import sweep

BACK = (0x1F, 0x4E, 0x5F)  # the tiny game's backs, out to the bleed
COPIES = {"comma": 4, "letter": 3, "line": 2, "page": 1}  # its cards


def exported(errata: Path, *more: object, kind: str = "png") -> dict[str, bytes]:
    out = errata.parent / f"out{len(list(errata.parent.iterdir()))}"
    done(kind, "errata", *more, "--data", errata.parent, "--out", out)
    return files(out)


def opened(raw: bytes) -> Image.Image:
    return Image.open(io.BytesIO(raw))


def table(raw: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(raw.decode())))


@pytest.mark.parametrize(
    ("dpi", "trim"),
    sweep(
        [(100, (250, 350)), (300, (750, 1050)), (600, (1500, 2100))],
        [(100, (250, 350))],
    ),
)
def test_file_ends_at_the_cut_or_bleed(errata: Path, dpi: int, trim: tuple[int, int]) -> None:
    """A poker card is 2.5 x 3.5 inches; with bleed, 2 mm more on every side."""
    shared = ("deck", "--card", "comma", "--dpi", dpi)
    without = opened(exported(errata, *shared)["errata/deck/back.png"])
    bled = opened(exported(errata, *shared, "--bleed")["errata/deck/back.png"])
    assert without.size == trim
    assert bled.size == tuple(round((side / dpi * 25.4 + 4) / 25.4 * dpi) for side in trim)
    assert without.mode == bled.mode == "RGB"
    for image in (without, bled):
        assert image.getpixel((0, 0)) == BACK, "a corner that is not square"


def test_corners_are_cut_out(errata: Path) -> None:
    """3 mm at 100 dpi are 12 dots: transparent outside the quarter of a circle, ink inside."""
    raw = exported(errata, "--only", "deck", "--card", "comma", "--dpi", 100, "--corners")
    image = opened(raw["errata/deck/back.png"])
    assert image.mode == "RGBA"
    right, bottom = image.width - 1, image.height - 1
    for x, y in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
        assert image.getpixel((x, y))[3] == 0  # type: ignore[index]
        inside = (abs(x - 4), abs(y - 4))  # 4 dots in: 8 x 8 from the centre, which is 11.3 of 12
        assert image.getpixel(inside) == (*BACK, 255)
    assert image.getpixel((12, 0))[3] == image.getpixel((0, 12))[3] == 255  # type: ignore[index]


def test_index_counts_copies_or_has_each(errata: Path) -> None:
    found = exported(errata, "--only", "deck", "--dpi", 20)
    rows = table(found["errata/deck/index.csv"])
    assert {row["front"].removesuffix(".png"): int(row["copies"]) for row in rows} == COPIES
    assert {row["back"] for row in rows} == {"back.png"}
    assert {(row["width_mm"], row["height_mm"]) for row in rows} == {("63.5", "88.9")}
    named = {f"errata/deck/{row[side]}" for row in rows for side in ("front", "back")}
    assert named == set(found) - {"errata/deck/index.csv"}
    found = exported(errata, "--only", "deck", "--dpi", 20, "--each-copy")
    rows = table(found["errata/deck/index.csv"])
    assert (len(rows), {row["copies"] for row in rows}) == (sum(COPIES.values()), {"1"})
    commas = [found[f"errata/deck/comma ({copy}).png"] for copy in (1, 2, 3, 4)]
    assert len(set(commas)) == 1
    assert found["errata/deck/page.png"] not in commas
    assert len(found) == len(rows) + 2  # the back, and the index


def test_several_or_all_components_are_exported(errata: Path) -> None:
    found = exported(errata, "--only", "deck,rules", "--card", "comma", "--dpi", 20)
    assert set(found) == {"errata/deck/back.png", "errata/deck/comma.png"}
    assert "errata/deck/comma.png" in exported(errata, "--only", "deck", "--only", "rules")
    (errata / "rulebook.yaml").unlink()  # the clauses alone are set at once
    found = exported(errata, "--dpi", 20)
    assert {name.split("/")[1] for name in found} == {"deck", "rules"}
    assert "errata/rules/booklet.png" in found


@pytest.mark.parametrize(
    "words",
    [
        ("svg", WINSTON, "--card", "A1"), ("png", WINSTON, "--card", "A1", "--dpi", 20),
        ("tabletop", WINSTON, "--dpi", 20, "--for", "screentop"), ("die", WINSTON),
        ("tuckbox", WINSTON),
    ],
    ids=lambda words: words[0],
)  # fmt: skip
def test_all_commands_name_components_with_only(words: tuple[object, ...], tmp_path: Path) -> None:
    made = run(*words, "--only", "deck", "--out", tmp_path / "now")
    assert (made.exit_code, made.stderr) == (0, "")
    former = run(*words, "deck", "--out", tmp_path / "former")
    said = "Components are named with --only now: --only deck\n"
    assert (former.exit_code, former.stderr) == (0, said)
    assert files(tmp_path / "now") == files(tmp_path / "former")
    wrong = refused(*words, "--only", "dekc", "--out", tmp_path)
    assert "no component called 'dekc'; did you mean deck?" in wrong


def test_pages_are_drawn_one_at_a_time(fonts: Fonts, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck at 600 dpi is gigabytes; one card of it is a few megabytes."""
    layout = shipped("winstons_archive", "aid", Options())
    sheets = [paint.single(face) for face in layout.faces[:1]] * 3
    draw = Mock(side_effect=lambda page, dpi: Image.new("1", (1, 1)))
    monkeypatch.setattr(rasters, "raster", draw)
    pages = rasters.png_pages(paint.pdf_of(sheets, fonts, layout.symbols), 20)
    for count in (1, 2, 3):
        next(pages)
        assert draw.call_count == count


def test_a_contact_sheet_keeps_pieces_apart_and_names_them(fonts: Fonts) -> None:
    kinds = {"board": (258, 340, 1), "tokens": (13, 13, 9), "deck": (63, 88, 40)}
    sections = []
    for kind, (wide, high, count) in kinds.items():
        names = [f"{kind}_{at}" for at in range(count)]
        faces = [(Face(name, wide, high, (), bleed=2), name) for name in names]
        sections.append(Section(kind, faces))
    sheet = contact(sections, fonts)
    words = [shape for shape in walk(sheet.shapes) if isinstance(shape, Text)]
    named = [name for section in sections for _, name in section.faces]
    assert sorted(text.text for text in words) == sorted([*kinds, *named])
    lacking = contact([Section("", [(Face("a", 9, 9, ()), "語 1")])], fonts).shapes
    assert [shape.text for shape in walk(lacking) if isinstance(shape, Text)] == ["? 1"]
    boxes = [(p.x - 2, p.y - 2, p.x + p.face.width + 2, p.y + p.face.height + 2)
             for p in sheet.placements]  # fmt: skip
    boxes += [(text.x, text.y - text.size, text.x + text.width, text.y) for text in words]
    for one, other in combinations(boxes, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or (one[3] <= other[1] or other[3] <= one[1]), (one, other)
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= sheet.width
        assert 0 <= top < bottom <= sheet.height
    assert max(sheet.width, sheet.height) < 1.6 * min(sheet.width, sheet.height)


def test_contact_sheet_leaves_texts_out_and_has_no_endless_dots(errata: Path) -> None:
    found = exported(errata, "--contact", kind="svg")
    assert list(found) == ["errata/contact.svg"]
    text = found["errata/contact.svg"].decode()
    assert "comma × 4" in text
    assert "booklet" not in text
    edit(errata / "print.yaml", "size: poker", "size: 999 x 999")
    out = errata.parent / "out"
    for more in ((), ("--contact",)):
        shared = ("--only", "deck", "--dpi", 1200, "--data", errata.parent, "--out", out)
        assert "dots are too many for one picture" in refused("png", "errata", *shared, *more)
        assert not files(out)


GAMES = ["winstons_archive", "dice_archive", "nineteen_eighty_four"]
FIRST = FormContents([("players.0.name", "Ann"), ("level", "3"), ("board.left.1", "Ann")])


def dots(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("name", sweep(GAMES, ["winstons_archive", "dice_archive"]))
def test_sheets_are_drawn_as_they_are_printed(name: str, fonts: Fonts) -> None:
    game = card_data.load(name)
    component = {"dice_archive": "board", "winstons_archive": "pad"}.get(name, "sheet")
    layout = lay_out(game, component, Options(), Typesetter())
    face = layout.faces[0]
    alone = msgspec.structs.replace(face, shapes=tuple(inline_symbols(face.shapes, layout.symbols)))
    pdf = io.BytesIO()
    paint_sheets(layout, [single(face)], fonts, pdf, "")
    (printed,) = png_pages(pdf.getvalue(), 60)
    drawn = painted(single(alone), "", "png", 60, fonts)
    assert max(ImageStat.Stat(ImageChops.difference(dots(printed), dots(drawn))).mean) < 0.2
    assert not any(isinstance(shape, Use) for shape in walk(alone.shapes))


def test_pages_do_not_overlap_and_lie_on_the_paper(fonts: Fonts) -> None:
    sizes = [(50, 30, 0), (80, 20, 3), (10, 90, 0)]
    sheet = stacked([Face("a", wide, high, (), bleed=bleed) for wide, high, bleed in sizes])
    paper, *pages = sheet.placements
    assert (paper.face.width, paper.face.height) == (sheet.width, sheet.height)
    (ground,) = paper.face.shapes
    assert isinstance(ground, DrawnPath)
    assert ground.steps == rectangle_steps(0, 0, sheet.width, sheet.height, 0, 0)
    assert (paper.x, paper.y, sheet.width) == (0, 0, 80 + 2 * (GAP + 3))
    assert sheet.height == pytest.approx(30 + 20 + 90 + 4 * GAP + 3)
    assert [page.x for page in pages] == [(sheet.width - wide) / 2 for wide in (50, 80, 10)]
    assert [page.y for page in pages] == pytest.approx([GAP, 30 + 2 * GAP + 1.5, 50 + 3 * GAP + 3])
    bottom = 0.0
    for page in pages:
        face = page.face
        assert page.y - face.bleed > bottom
        assert page.x - face.bleed > 0
        assert page.x + face.width + face.bleed < sheet.width
        bottom = page.y + face.height + face.bleed
    assert bottom < sheet.height


def test_notes_are_listed_in_full_below_each_other(fonts: Fonts) -> None:
    notes = [Note(1, "WA-6.1", "word " * 100), Note(2, "WA-4.3", "\x1b<b>"), Note(0, "Dashed", "x")]
    face = listed(notes, 100, fonts)
    said = list(texts(face.shapes))
    assert "".join(text.text for text in said).count("word") == 100
    assert "?<b>" in " ".join(text.text for text in said)
    assert all(text.x + text.width <= 100 and 0 < text.y < face.height for text in said)
    assert [text.text for text in said if text.fill == "#ffffff"] == ["1", "2"]


def test_notes_list_what_has_no_field_and_forms_are_counted(fonts: Fonts) -> None:
    game = card_data.load("winstons_archive")
    entries = [("players.0.name", "Ann"), ("players.0.books.Y", "1"), ("players.0.books.Z", "2")]
    sheet = picture(game, FormContents([*entries, ("x", "1")]), [], Options(), Typesetter())
    said = " ".join(text.text for text in texts(sheet.placements[-1].face.shapes))
    assert "Not on the sheet: players.0.books Y: 1, Z: 2" in " ".join(said.split())
    assert "Not on the sheet: x: 1" in " ".join(said.split())
    game = card_data.load("winstons_archive")
    filling = FormContents(faults=[Fault(1, "nowhere")])
    sheet = picture(game, filling, [Note(1, "WA-1.5", "wrong")], Options(), Typesetter())
    assert [placed.face.id for placed in sheet.placements] == ["paper", "notes"]
    game = card_data.load("dice_archive")
    names = [(f"players.{player}.name", "Ann") for player in range(5)]
    sheet = picture(game, FormContents(names), [], Options(forms=5), Typesetter())
    forms = [placed.face.name for placed in sheet.placements[1:]]
    assert forms == ["form", "form-2", "form-3", "form-4", "form-5"]


def test_too_many_dots_are_refused(fonts: Fonts) -> None:
    with pytest.raises(DataError, match="--dpi: 11811 x 11811 dots are too many"):
        painted(stacked([Face("a", 240, 240, ())]), "", "png", 1200, fonts)


def test_a_game_without_fields_is_refused(errata: Path, fonts: Fonts) -> None:
    game = card_data.load(errata.name, errata.parent)
    with pytest.raises(DataError, match="errata: no sheet of this game has fields"):
        picture(game, FormContents(), [], Options(data=errata.parent), Typesetter())


def test_an_svg_needs_nothing_else(fonts: Fonts) -> None:
    game = card_data.load("dice_archive")
    svg = painted(picture(game, FIRST, [], Options(), Typesetter()), game.title, "svg", 0, fonts)
    every = [pair for element in ElementTree.fromstring(svg).iter() for pair in element.items()]
    targets = [value for key, value in every if key.endswith("href") or "url(" in value]
    assert targets
    assert all(target.startswith(("#", "url(#")) for target in targets)
