"""Several sizes in one component, backs by row, and boards and tiles with two sides."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

import card_data
from printkit.drawing.shapes import Face
from printkit.options import Options
from printkit.painting.paint import pdf_of
from printkit.sheets.layout import Layout, lay_out, render_job
from printkit.sheets.settings import sheet_settings
from printkit.sheets.sheet import Placement, Sheet
from printkit.sheets.typesetting import Typesetter
from tests.card_data.copies import edit, problems
from tests.printkit.commands import done, refused
from tests.printkit.pdf_pages import FONTS, UNIT, pictures, texts_of
from tests.printkit.sample_harbour_game import with_bits

SIZES = {"coin": (20, 20), "fox": (25, 25), "land": (35, 30), "chart": (300, 150)}


@pytest.fixture
def bits(errata: Path) -> Path:
    return with_bits(errata)


def made(bits: Path, command: str, *words: object) -> str:
    return done(command, "errata", "--data", bits.parent, *words)


def build(bits: Path, *words: object) -> str:
    return made(bits, "build", "--out", bits.parent / "out", *words)


def laid_out(game: Path, with_: Sequence[str] = (), **options: object) -> Layout:
    given = Options(data=game.parent, **options)  # type: ignore[arg-type]
    return lay_out(card_data.load(game.name, game.parent), "bits", given, Typesetter(), with_)


def test_each_size_has_own_sheets_and_backs(bits: Path) -> None:
    layout = laid_out(bits)
    sizes = [{(one.face.width, one.face.height) for one in s.placements} for s in layout.sheets]
    assert all(len(one) <= 1 for one in sizes)
    found = Counter(one.face.id for s in layout.sheets for one in s.placements if not one.back)
    assert found == {"coin": 7, "fox": 3, "hare": 1, "crow": 2, "land": 4, "chart": 2}  # 2 tiles
    by_id = {face.id: face for face in layout.faces}
    assert {name: (by_id[name].width, by_id[name].height) for name in SIZES} == SIZES
    shapes = [by_id[name].shape for name in ("coin", "fox", "land")]
    assert shapes == ["round", "rectangle", "hex"]
    backs = {face.id: face.back for face in laid_out(bits).faces}
    for name in ("coin", "land"):
        back = backs[name]
        assert back is not None
        assert (back.width, back.height) == SIZES[name]
    assert backs["coin"] != backs["land"]


def test_files_and_list_have_all_sizes(bits: Path) -> None:
    build(bits, "--only", "bits")
    texts = texts_of(bits.parent / "out" / "errata" / "bits.pdf")
    assert len(texts) == 10
    assert all(f"page {number} of 10" in text for number, text in enumerate(texts, 1))
    assert "20 x 20, 25 x 25, 35 x 30, 300 x 150" in made(bits, "list")
    made(bits, "die", "--only", "bits", "--out", bits.parent / "out")
    assert len(list((bits.parent / "out").rglob("bits-*.svg"))) == 4


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_lie_behind_their_fronts(bits: Path, flip: str) -> None:
    layout = laid_out(bits, flip=flip, bleed=True)
    for front, back in zip(layout.sheets[::2], layout.sheets[1::2], strict=True):
        sideways = (flip == "long") == (front.height >= front.width)
        behind = {place_behind(one, front, sideways=sideways) for one in front.placements}
        assert {place_of(one) for one in back.placements} == behind
        assert all(one.turned != sideways for one in back.placements)


def place_of(one: Placement) -> tuple[object, ...]:
    return round(one.x, 3), round(one.y, 3), one.face.width, one.face.height, one.face.shape


def place_behind(one: Placement, sheet: Sheet, *, sideways: bool) -> tuple[object, ...]:
    x = sheet.width - one.x - one.face.width if sideways else one.x
    y = one.y if sideways else sheet.height - one.y - one.face.height
    return round(x, 3), round(y, 3), one.face.width, one.face.height, one.face.shape


def joined(layout: Layout, sheets: list[Sheet]) -> Image.Image:
    """The tiles of a face laid on one another as they are joined, at a dot a mm."""
    file = paint(layout, sheets)
    board = Image.new("RGB", (300, 150), "white")
    for sheet, page in zip(sheets, pictures(file, 1 / UNIT), strict=True):
        (one,) = sheet.placements
        assert one.face.tile is not None
        x, y = round(one.x), round(one.y)
        part = page.crop((x, y, x + round(one.face.width), y + round(one.face.height)))
        board.paste(part, (round(-one.face.tile.x), round(-one.face.tile.y)))
    return board


def paint(layout: Layout, sheets: list[Sheet]) -> bytes:
    return pdf_of(sheets, FONTS, layout.symbols)


def test_the_back_of_a_board_in_tiles_is_whole_when_they_are_joined(bits: Path) -> None:
    strip = '<rect width="10" height="{{ h }}" fill="#ff0000"/></svg>'
    edit(bits / "templates" / "chart_back.svg", "</svg>", strip)
    layout = laid_out(bits)
    tiles = [s for s in layout.sheets if s.placements and s.placements[0].face.tile]
    board = joined(layout, [sheet for sheet in tiles if sheet.back])
    red = [board.getpixel((x, 100)) == (255, 0, 0) for x in range(300)]
    assert red[1:9] == [True] * 8
    assert not any(red[11:])
    last = tiles[-1].placements[0]  # the back of the right tile in front is the left one behind
    assert last.face.tile is not None
    assert last.face.tile.x == 0


def test_a_board_in_tiles_cannot_be_folded(bits: Path) -> None:
    line = edit(
        bits / "print.yaml", "{template: chart.svg, size: 300", "{template: chart.svg, size: 300"
    )
    said = refused("build", "errata", "--backs", "gutterfold", "--data", bits.parent)
    wrong = "faces no. 4, size: a 300 x 150 mm piece is printed in parts to join, which cannot be"
    assert re.search(rf"print\.yaml:{line}:.*{wrong}", said)


def test_pieces_are_folded_size_by_size(bits: Path) -> None:
    edit(bits / "print.yaml", ", back: chart_back.svg}", "}")
    edit(bits / "print.yaml", "    back: bit_back.svg\n", "")
    layout = laid_out(bits, backs="gutterfold")
    for sheet in layout.sheets:
        ids = Counter(one.face.id for one in sheet.placements if not one.back)
        backs = [one for one in sheet.placements if one.back]
        assert len(backs) == (ids.total() if "fox" in ids else 0)
    (units,) = (sheet for sheet in layout.sheets if any(one.back for one in sheet.placements))
    fronts = [one for one in units.placements if not one.back]
    mirrored = [{place_behind(one, units, sideways=way) for one in fronts} for way in (True, False)]
    assert {place_of(one) for one in units.placements if one.back} in mirrored


def test_pieces_without_backs_may_lie_among_others(bits: Path) -> None:
    edit(bits / "print.yaml", "    back: bit_back.svg\n", "    paper: paper\n")
    layout = laid_out(bits)
    assert len(layout.sheets) == 10
    coins, blank = layout.sheets[:2]
    assert len(coins.placements) == 7
    assert blank.back
    assert not blank.placements
    build(bits)


def sheet_with(layout: Layout, name: str) -> Sheet:
    (found,) = (s for s in layout.sheets if any(one.face.id == name for one in s.placements))
    return found


def test_backs_differ_by_row(bits: Path) -> None:
    layout = laid_out(bits)
    front, back = (sheet_with(layout, name) for name in ("fox", "fox_back"))
    assert [one.face.id for one in front.placements] == ["fox"] * 3 + ["hare"] + ["crow"] * 2
    (picture,) = pictures(paint(layout, [back]), 1 / UNIT)
    at = {one.face.id: (round(one.x) + 5, round(one.y) + 5) for one in back.placements}
    assert {name: picture.getpixel(spot) for name, spot in at.items()} == {
        "fox_back": (140, 47, 57), "hare_back": (47, 79, 140), "crow_back": (255, 255, 255),
    }  # fmt: skip


def test_an_unknown_faction_is_an_error_of_its_row(bits: Path) -> None:
    edit(bits / "units.yaml", "faction: blue", "faction: bleu")
    said = refused("check", "errata", "--data", bits.parent)
    assert "unit_back.svg:1" in said
    assert "faction_bleu.svg" in said
    assert "hare" in said


WRONG = {
    "size: 20 x 20, shape: round": ("size: 20 x 21, shape: round", "faces no. 1, size", "a square"),
    "size: 35 x 30": ("size: huge", "faces no. 3, size", "found 'huge', expected a name"),
    "size: 20 x 20,": ("size: 20 x 20, corner: 1,", "faces no. 1, corner", "no corners to round"),
    "size: 300 x 150,": ("size: page,", "faces no. 4, size", "only a whole component"),
    "    tiled: true\n": ("", "faces no. 4, size", "does not fit"),
}


@pytest.mark.parametrize("old", WRONG)
def test_a_wrong_size_is_told_at_its_face(bits: Path, old: str) -> None:
    new, field, message = WRONG[old]
    edit(bits / "print.yaml", old, new)
    text = (bits / "print.yaml").read_text("utf-8")
    line = text[: text.index(new or "chart.svg")].count("\n") + 1
    said = refused("check", "errata", "--data", bits.parent)
    assert re.search(rf"print\.yaml:{line}:.*{field}: .*{message}", said)


@pytest.mark.parametrize(
    ("component", "message"),
    [
        ("size: page\n    per_page: {1: page}", "forms have their sizes from per_page"),
        ("size: page", "the pieces of this component are whole pages"),
    ],
)
def test_forms_and_pages_have_one_size(bits: Path, component: str, message: str) -> None:
    edit(bits / "print.yaml", "size: 25 x 25\n", f"{component}\n")
    edit(bits / "print.yaml", "    bleed: 2\n    safe", "    safe")
    found = [one for one in problems(bits) if one.message.startswith(message)]
    places = [f"components.bits.faces no. {number}, size" for number in (1, 3, 4)]
    assert [one.field for one in found] == places


def with_chips(bits: Path, more: str) -> None:
    with (bits / "print.yaml").open("a", encoding="utf-8") as file:
        file.write(f"  chips:\n    title: Chips\n    bleed: 2\n{more}")
    coin = (bits / "templates" / "coin.svg").read_text("utf-8")
    (bits / "templates" / "chip.svg").write_text(coin, "utf-8")


def sharing_sheets(bits: Path, name: str, **options: object) -> list[str]:
    sheet = sheet_with(laid_out(bits, ["chips"], **options), name)
    return [one.face.id for one in sheet.placements]


def test_pieces_of_a_size_share_sheets_with_those_of_another_component(bits: Path) -> None:
    more = "    size: 20 x 20\n    paper: card\n    shape: round\n"
    with_chips(bits, f"{more}    faces:\n      - {{template: chip.svg, copies: 3}}\n")
    build(bits, "--share-sheets")
    assert not (bits.parent / "out" / "errata" / "chips.pdf").exists()
    assert sharing_sheets(bits, "chip", packed=True) == ["coin"] * 7 + ["chip"] * 3


def test_a_guest_lies_with_those_of_its_size(bits: Path) -> None:
    more = "    size: 35 x 30\n    shares: bits\n    shape: hex\n"
    with_chips(bits, f"{more}    faces:\n      - {{template: chip.svg}}\n")
    assert sharing_sheets(bits, "chip") == ["land"] * 4 + ["chip"]


def test_a_plotter_cuts_the_sizes_that_it_has_room_for(bits: Path) -> None:
    edit(bits / "print.yaml", "size: 300 x 150", "size: 180 x 260")
    build(bits, "--marks", "silhouette")
    layout = laid_out(bits, marks="silhouette")
    dots = [any(shape_is_square(shape) for shape in sheet.shapes) for sheet in layout.sheets]
    assert dots == [True, False] * 3 + [False] * 2  # fronts of coins, units, lands; not the chart


def shape_is_square(shape: object) -> bool:
    style = getattr(shape, "style", None)
    return style is not None and style.fill == "#000000" and style.stroke is None


def test_all_sizes_are_enlarged_alike(bits: Path) -> None:
    edit(bits / "print.yaml", "    tiled: true\n", "    large_print: 2\n")
    edit(bits / "print.yaml", "size: 300 x 150", "size: 120 x 100")
    faces = {face.id: face for face in laid_out(bits, large_print=True).faces}
    times = {name: faces[name].width / size for name, (size, _) in SIZES.items() if name != "chart"}
    assert len({round(one, 6) for one in times.values()}) == 1
    assert 1 < times["coin"] < 2
    assert faces["chart"].width == pytest.approx(120 * times["coin"])


def test_services_print_the_sizes_that_they_cut(bits: Path) -> None:
    said = build(bits, "--profile", "press", "--only", "bits")
    assert "18" in said
    assert "36" in said
    file = bits.parent / "out" / "errata" / "press" / "bits.pdf"
    trims = "36 pages of 20 x 20 mm, 25 x 25 mm, 35 x 30 mm and 1 more"
    assert f"nothing that a press would refuse ({trims};" in done(
        "audit", file, "--profile", "press"
    )
    how = ("--only", "bits", "--data", bits.parent)
    said = refused("build", "errata", "--profile", "mbprint", *how)
    assert "no component to build has a size that MB Print cuts" in said
    edit(bits / "print.yaml", "size: 25 x 25", "size: poker")
    assert "bits (20 x 20, 35 x 30, 300 x 150)" in build(bits, "--profile", "mbprint")


def test_a_virtual_table_has_pictures_of_each_size(bits: Path) -> None:
    out = bits.parent / "out"
    for program in ("simulator", "screentop"):
        to = ("--for", program, "--out", out / program)
        made(bits, "tabletop", "--only", "bits", "--dpi", "72", *to)
    lines = list(csv.DictReader((out / "screentop/errata/errata-bits.csv").open()))
    assert [(one["component"], one["name"]) for one in lines] == [
        ("bits-20x20", "coin"), ("bits-25x25", "fox"), ("bits-25x25", "hare"),
        ("bits-25x25", "crow"), ("bits-35x30", "land"), ("bits-300x150", "chart"),
    ]  # fmt: skip
    saved = json.loads((out / "simulator/errata/errata-bits.json").read_text())
    assert len(saved["ObjectStates"]) == 6
    with Image.open(out / "screentop/errata/bits-25x25-1-backs.png") as backs:
        place = int(lines[1]["place"]) - 1
        side = backs.width // int(lines[1]["columns"])
        row, column = divmod(place, int(lines[1]["columns"]))
        spot = column * side + 5, row * side + 5
        assert backs.convert("RGB").getpixel(spot) == (140, 47, 57)


def test_a_deck_of_two_sizes_has_unique_backs_on_the_table(bits: Path) -> None:
    edit(bits / "print.yaml", "size: 25 x 25", "size: 44 x 63")
    edit(bits / "print.yaml", "size: 20 x 20, shape: round", "size: 63 x 88")
    out = bits.parent / "out"
    made(bits, "tabletop", "--only", "bits", "--dpi", "72", "--out", out)
    saved = json.loads((out / "errata" / "errata-bits.json").read_text())
    decks = [one for one in saved["ObjectStates"] if one["Name"] == "DeckCustom"]
    unique = [[one["UniqueBack"] for one in deck["CustomDeck"].values()] for deck in decks]
    assert unique == [[False], [True]]


def test_only_what_has_changed_is_printed_again(bits: Path) -> None:
    made(bits, "snapshot", "--name", "first")
    edit(bits / "units.yaml", "The hare", "A hare")
    edit(bits / "templates" / "land.svg", "land", "hill")
    assert build(bits, "--changed").splitlines()[-1].split()[2] == "5"


def test_a_piece_of_another_size_is_shown_in_a_figure(bits: Path) -> None:
    edit(bits / "rulebook.yaml", "{component: deck, face: letter, x: 62, y: 2, width: 20}",
         "{component: bits, face: land, x: 62, y: 2, width: 20}")  # fmt: skip
    made(bits, "check")
    game = card_data.load("errata", bits.parent)
    job = render_job(game, "bits", Options(), sheet_settings())
    renderer = Typesetter(FONTS).renderer(game, job)
    faces: dict[str, Face] = {face.id: face for face in renderer.faces()}
    assert (faces["land"].width, faces["land"].height) == (35, 30)


SHOP = "title: Shop, colour: cmyk, bleed: 2, gang: {sheet: [200, 200], longest: 60}"


def test_small_pieces_of_each_size_are_ganged(bits: Path) -> None:
    (bits.parent / "profiles.yaml").write_text(f"shop: {{{SHOP}}}\n", "utf-8")
    how = ("--profile", "shop", "--only", "bits")
    assert build(bits, *how).splitlines()[-1].split()[3] == "36"
    edit(bits / "print.yaml", "size: 300 x 150", "size: 50 x 40")
    for name in ("chart.svg", "chart_back.svg"):
        edit(bits / "templates" / name, "64pt", "9pt")
    assert build(bits, *how).splitlines()[-1].split()[3] == "8"


def test_a_booklet_has_no_backs_of_faces(bits: Path) -> None:
    edit(bits / "print.yaml", "common/booklet.svg}", "common/booklet.svg, back: back.svg}")
    (found,) = problems(bits)
    assert found.message == "a booklet's pages have text on their backs"
