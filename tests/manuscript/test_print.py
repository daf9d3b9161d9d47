"""Untitled Manuscript Game on paper: cards, tiles and grids measured in the PDF; fields; edits."""

from __future__ import annotations

import io
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
import pypdfium2
import pytest
from pypdf import PageObject, PdfReader

import card_data
from card_data import DataError
from card_data.manuscript.model import Data, Text, Tile
from printkit.drawing.shapes import Path as Path_
from printkit.drawing.shapes import Use
from printkit.drawing.traversal import fields, texts, walk
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.settings import sheet_settings
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fitting import POINT
from tests.card_data.copies import copied, edit
from tests.printed import Outlined, pieces
from tests.printkit import pdf_pages
from tests.printkit.commands import BuildGame
from tests.printkit.pdf_pages import CLOSE, FONTS, UNIT, Box, boxes, drawn, shipped, squeezed
from tests.sweeps import amounts, sweep

NAME = "manuscript"
GAME = card_data.load(NAME)
DATA: Data = GAME.data
PAGE = DATA.numbers.page
SQUARE = GAME.lengths["square"]
CARD = (GAME.lengths["card_width"], GAME.lengths["card_height"])
PAPERS = ("a4", "letter", "common")
BY_SQUARES = sorted(DATA.texts, key=lambda text: text.squares)
SOME_TEXTS = {  # the shortest and the longest, in verse and in prose
    kind[at].id
    for kind in ([text for text in BY_SQUARES if bool(text.prose) == prose] for prose in (0, 1))
    for at in (0, -1)
}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
papers = pytest.mark.parametrize("paper", sweep(PAPERS, ["a4"]))


@dataclass(frozen=True)
class Print(Outlined):
    """A page of a PDF: its paths and its words, in mm from its top left corner."""

    page: PageObject
    text: pypdfium2.PdfTextPage
    high: float

    def words(self, left: float, top: float, width: float, height: float) -> str:
        """The words inside a box, as pdfium reads them, without white space."""
        high = self.high
        return squeezed(self.text.get_text_bounded(
            left * UNIT, high - (top + height) * UNIT, (left + width) * UNIT, high - top * UNIT,
        ))  # fmt: skip

    @property
    def rectangles(self) -> list[Box]:
        corners = (path for path in self.paths if len(path) == 4)
        return [
            (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
            for xs, ys in (zip(*path, strict=True) for path in corners)
            if len({round(x, 2) for x in xs}) == len({round(y, 2) for y in ys}) == 2
        ]

    @property
    def all_words(self) -> str:
        read = squeezed(self.text.get_text_range())
        return read.replace(pdf_pages.SOFT_HYPHEN, "-")


def printed(layout: Layout, *, faces: bool = False) -> list[Print]:
    """The sheets of a component, or its ``faces`` each on a page of its own, read from a PDF."""
    pdf = io.BytesIO()
    sheets = [single(face) for face in layout.faces] if faces else layout.sheets
    paint_sheets(layout, sheets, FONTS, pdf, "")
    document = pypdfium2.PdfDocument(pdf.getvalue())
    pages = zip(PdfReader(pdf).pages, document, strict=True)
    return [Print(page, read.get_textpage(), read.get_height()) for page, read in pages]


@cache
def cards(name: str) -> dict[str, Print]:
    """The fronts of a component's cards, by the IDs of their rows."""
    layout = shipped(GAME.id, name, Options())
    faces = [face.id for face in layout.faces]
    return dict(zip(faces, printed(layout, faces=True), strict=True))


@cache
def sheet(name: str, paper: str) -> Print:
    return printed(shipped(GAME.id, name, Options(paper=paper)))[0]


def size_of(text: Text) -> str:
    return f"P {text.prose}" if text.prose else f"{text.line_length} × {text.lines}"


@pytest.mark.clause("MS-1.1")
def test_the_components_and_their_counts(builds: BuildGame) -> None:
    """Every piece is there, with its words; every card once, with a back."""
    built = builds(NAME)
    counts = {name: one.pieces for name, one in built.items()}
    players = GAME.head.players.max
    assert counts.pop("rules") >= 1
    del counts[""]  # all of it in one file
    assert counts == {
        "texts": 61, "exemplars": 14, "tiles": 1, "spread": 4, "pad": DATA.numbers.pad, "shop": 2,
        "cubes": players * DATA.numbers.cubes, "quill": 1, "aid": players, "set_up": 1,
    }  # fmt: skip
    for name, back in (("texts", "text_back"), ("exemplars", "exemplar_back")):
        fronts = {f"Front {row.id}": 1 for row in GAME.rows(name)}
        assert pieces(built[name].file) == {**fronts, f"Back {back}": len(fronts)}


@pytest.mark.parametrize("paper", sweep(PAPERS, ["a4"]))
def test_every_piece_lies_inside_what_printers_reach(paper: str) -> None:
    margin = sheet_settings().margin - 1e-6
    for name in GAME.components:
        layout = shipped(GAME.id, name, Options(paper=paper))
        for one in layout.sheets:
            for piece in one.placements:
                if (piece.face.width, piece.face.height) != (one.width, one.height):
                    assert margin <= piece.x <= one.width - margin - piece.face.width, name
                    assert margin <= piece.y <= one.height - margin - piece.face.height, name


@pytest.mark.clause("MS-1.1")
def test_cubes_are_told_apart_in_grey_by_their_signs() -> None:
    layout = shipped(GAME.id, "cubes", Options())
    assert [face.copies for face in layout.faces] == [DATA.numbers.cubes] * GAME.head.players.max
    signs = [next(one.symbol for one in walk(face.shapes) if isinstance(one, Use))
             for face in layout.faces]  # fmt: skip
    assert len(set(signs)) == len(signs)


@pytest.mark.clause("MS-1.3")
def test_a_text_card_says_what_the_text_is() -> None:
    for text in DATA.texts:
        words = cards("texts")[text.id].all_words
        assert squeezed(text.title) in words
        assert squeezed(text.language) in words
        kind = "prose" if text.prose else f"{text.lines} lines of {text.line_length}"
        ending = f"{size_of(text)} {kind} {text.single} single {text.double} double"
        assert words.endswith(squeezed(ending)), text.id


@pytest.mark.clause("MS-1.3", "MS-3.1", "MS-3.2")
@pytest.mark.parametrize("names", amounts(sorted(SOME_TEXTS), [*DATA.text_by_id]))
def test_a_text_card_draws_exactly_the_squares_of_the_text(names: list[str]) -> None:
    for name in names:
        text = DATA.text_by_id[name]
        rows = rows_of_squares(cards("texts")[name])
        assert sum(map(len, rows)) == text.squares
        if text.prose:
            *whole, last = map(len, rows)
            assert len(set(whole)) == 1
            assert 0 < last < whole[0], "a short last line shows that it is prose"
        else:
            assert [len(row) for row in rows] == [text.line_length] * (text.lines or 0)
        assert len({row[0][0] for row in rows}) == 1, "left-aligned"


def rows_of_squares(card: Print) -> list[list[tuple[float, float, float]]]:
    """The squares drawn on a text card, row by row: their left and top edges and their side."""
    squares = [
        (round(x, 2), round(y, 2), round(w, 2))
        for x, y, w, h in card.found
        if abs(w - h) < 0.01 and 3 < w < 6.5
    ]
    side = Counter(one[2] for one in squares).most_common(1)[0][0]
    rows: dict[float, list[tuple[float, float, float]]] = {}
    for one in sorted(squares, key=lambda one: (one[1], one[0])):
        if one[2] == side:
            rows.setdefault(one[1], []).append(one)
    for row in rows.values():
        for (a, _, _), (b, _, _) in itertools.pairwise(row):
            assert abs(b - a - side) < 0.03
    return list(rows.values())


@pytest.mark.clause("MS-3.10")
def test_the_drawn_first_line_bears_the_title_as_a_scribe_writes_it() -> None:
    letters = DATA.numbers.letters_a_square
    for name in "lanval", "debate_between_saturn_and_solomon", "beowulf":
        text, card = DATA.text_by_id[name], cards("texts")[name]
        for at, (x, y, side) in enumerate(rows_of_squares(card)[0]):
            wanted = text.short[at * letters : (at + 1) * letters]
            assert card.words(x + 0.1, y, side - 0.2, side) == wanted


@pytest.mark.clause("MS-1.5")
def test_an_exemplar_card_says_what_it_takes_and_brings() -> None:
    for one in DATA.exemplars:
        tile, words = DATA.tile_of[one.id], cards("exemplars")[one.id].all_words
        texts = [DATA.text_by_id[name] for name in one.texts]
        for said in (
            one.title, *[text.title + size_of(text) for text in texts],
            f"{tile.title} {tile.columns} × {tile.rows}, {tile.points} points",
            f"any {one.minimum} texts {one.partial}",
        ):  # fmt: skip
            assert squeezed(said) in words, one.id
        assert words.endswith(squeezed(f"all {len(one.texts)} texts {one.full}"))


def test_no_text_is_below_seven_points() -> None:
    for name in "texts", "exemplars", "spread", "aid", "shop":
        for face in shipped(GAME.id, name, Options()).faces:
            for side in (face, face.back):
                least = 6.5 if side is face.back else 7  # of titles on backs
                for text in texts(side.shapes) if side else ():
                    assert text.size / POINT >= least - 0.01, (face.id, text.text)


def grid_lines(paper: str) -> list[tuple[list[float], list[float]]]:
    """Of each page of the spread, where its lines run: from the left, and from the top."""
    pages = []
    for path in sheet("spread", paper).paths:
        xs, ys = (sorted({round(point[at], 3) for point in path}) for at in (0, 1))
        if len(path) == 2 * (PAGE.columns - 1 + PAGE.rows - 1):
            pages.append((xs, ys))
    return pages


def tile_title(tile: Tile) -> str:
    """The title that a tile bears; a small one in a single row has room for its points only."""
    small = min(tile.columns, tile.rows) == 1 and max(tile.columns, tile.rows) <= 3
    return "" if small else squeezed(tile.title)


@cache
def cut_tiles(paper: str) -> dict[str, list[Box]]:
    """The cut lines of every tile, by its ID; it is known by its size and the words inside."""
    page = sheet("tiles", paper)
    found = {}
    for tile in DATA.tiles:
        sizes, points = {(tile.columns, tile.rows), (tile.rows, tile.columns)}, str(tile.points)
        found[tile.id] = [
            box
            for box in page.rectangles
            if any(abs(box[2] - a * SQUARE) < CLOSE and abs(box[3] - b * SQUARE) < CLOSE
                   for a, b in sizes)
            and page.words(*box) in (tile_title(tile) + points, points + tile_title(tile))
        ]  # fmt: skip
    return found


@pytest.mark.clause("MS-1.2", "MS-1.5", "MS-3.9")
@papers
def test_a_spread_is_two_pages_of_the_grid_on_whose_squares_tiles_lie_exactly(paper: str) -> None:
    """The cut lines of tiles against the lines of the grid, wherever they are laid."""
    pages = grid_lines(paper)
    assert (len(pages), SQUARE >= 7) == (2, True)
    for xs, ys in pages:
        for lines, count in ((xs, PAGE.columns), (ys, PAGE.rows)):
            assert len(lines) == count + 1
            for a, b in itertools.pairwise(lines):
                assert abs(b - a - SQUARE) < 0.01
    for tile in DATA.tiles:
        _, _, wide, high = cut_tiles(paper)[tile.id][0]
        turned = abs(wide - tile.columns * SQUARE) > CLOSE
        columns, rows = (tile.rows, tile.columns) if turned else (tile.columns, tile.rows)
        for xs, ys in pages:
            for lines, length, count in ((xs, wide, columns), (ys, high, rows)):
                for start, end in zip(lines, lines[count:], strict=False):
                    assert abs(end - start - length) < CLOSE


@pytest.mark.clause("MS-1.2")
def test_lines_at_half_height_and_half_width_are_darker() -> None:
    shapes = shipped(GAME.id, "spread", Options()).faces[0].shapes
    pages = [field for field in fields(shapes) if field.kind == "grid"]
    lines = [shape for shape in walk(shapes) if isinstance(shape, Path_)]
    for page in pages:
        middle = page.x + page.width / 2, page.y + page.height / 2
        (half,) = [one for one in lines if one.steps[0] == ("M", (middle[0], page.y))]
        assert half.steps == (
            ("M", (middle[0], page.y)), ("L", (middle[0], page.y + page.height)),
            ("M", (page.x, middle[1])), ("L", (page.x + page.width, middle[1])),
        )  # fmt: skip
        grid = [one for one in lines if one.steps[0] == ("M", (page.x + SQUARE, page.y))]
        assert [half.style.width > 2 * one.style.width for one in grid] == [True]
        assert half.style.stroke is not None
        assert all(half.style.stroke < (one.style.stroke or "") for one in grid), "darker"


@pytest.mark.clause("MS-1.1", "MS-1.5")
@papers
def test_every_tile_is_there_twice_with_its_points_and_cut_out_by_straight_cuts(paper: str) -> None:
    """In rows of one height, apart from one another, clear of the paper's edge."""
    page, tiles = sheet("tiles", paper), cut_tiles(paper)
    assert {tile: len(boxes) for tile, boxes in tiles.items()} == {
        tile.id: 2 for tile in DATA.tiles
    }
    assert "Thesecondsetisspare." in page.all_words
    width, height = sheet_settings().sheet_size(paper)
    every = itertools.chain.from_iterable(tiles.values())
    for (x, y, w, h), other in itertools.combinations(every, 2):
        assert 5 <= x <= width - 5 - w
        assert 5 <= y <= height - 5 - h
        same_row = abs(y - other[1]) < CLOSE and abs(h - other[3]) < CLOSE
        assert same_row or y + h < other[1] or other[1] + other[3] < y
        if same_row:
            assert x + w + 2 < other[0] or other[0] + other[2] + 2 < x


def test_the_gold_of_every_tile_runs_over_its_cuts_with_bleed() -> None:
    """3 mm on all four sides, and no line where it is cut: marks beside the corners show where."""
    layout = shipped(GAME.id, "tiles", Options(bleed=True))
    pdf = io.BytesIO()
    paint_sheets(layout, layout.sheets, FONTS, pdf, "")
    (page,) = pypdfium2.PdfDocument(pdf.getvalue())
    dots = 6  # a millimetre
    picture = page.render(scale=dots / UNIT).to_pil().convert("RGB")
    for name, ((x, y, w, h), _) in cut_tiles("a4").items():
        places = itertools.chain.from_iterable(
            ((x + out, y + h / 2), (x + w - out, y + h / 2), (x + w / 2, y + out),
             (x + w / 2, y + h - out)) for out in (0.5, 0, -1, -2.8)
        )  # fmt: skip
        seen = {picture.getpixel((round(px * dots), round(py * dots))) for px, py in places}
        assert len(seen) == 1, name
        assert (255, 255, 255) not in seen, name


@pytest.mark.clause("MS-1.2")
@papers
def test_the_spread_has_room_for_the_active_text_and_a_scoring_box(paper: str) -> None:
    page = sheet("spread", paper)
    places = [box for box in page.found if box[2] >= CARD[0] - 0.01 and abs(box[3] - CARD[1]) < 1]
    assert any("Activetext" in page.words(*box) for box in places)
    luxury = DATA.numbers.luxury
    pairs = "".join(f"{count}{points}" for count, points in enumerate(luxury.points))
    said = page.all_words
    order = [said.index(word) for word in ("Texts", "Decorations", "Exemplars", "Luxury", "Total")]
    assert order == sorted(order)
    assert pairs in said


def named(player: int) -> Iterator[tuple[str, str, str]]:
    """Every field of a player's spread: name, kind and value."""
    yield f"players.{player}.name", "text", ""
    yield f"players.{player}.left", "grid", ""
    yield f"players.{player}.right", "grid", ""
    yield from ((f"players.{player}.legend.{letter}", "text", "") for letter in LETTERS)
    yield from ((f"players.{player}.tiles.{digit}", "text", "") for digit in range(10))
    yield from ((f"players.{player}.exemplars", "check", one.id) for one in DATA.exemplars)
    for part in ("texts", "decorations", "exemplars", "luxury"):
        yield f"players.{player}.points.{part}", "number", ""
    yield f"players.{player}.total", "number", ""
    if player == 0:
        yield "ended", "check", "true"


@pytest.mark.clause("MS-5.4")
@pytest.mark.parametrize("forms", sweep([1, 4], [4]))
def test_fields_cover_every_answer_and_are_drawn_where_they_say(forms: int) -> None:
    layout = shipped(GAME.id, "spread", Options(forms=forms))
    assert len(layout.sheets) == forms
    for player, (face, page) in enumerate(zip(layout.faces, printed(layout), strict=True)):
        listed = fields(face.shapes)
        assert [(one.name, one.kind, one.value) for one in listed] == [*named(player)]
        labels = {one.name: one.label for one in listed}
        assert labels[f"players.{player}.name"] == f"Player {player + 1}: name"
        assert labels[f"players.{player}.left"] == f"Player {player + 1}: left page"
        assert labels[f"players.{player}.legend.A"] == f"Player {player + 1}: text A"
        assert labels[f"players.{player}.tiles.9"] == f"Player {player + 1}: tile 9"
        (place,) = layout.sheets[player].placements
        for one in listed:
            assert min(one.width, one.height) >= 4, "room for a pencil"
            assert drawn(one, place.x, place.y, page.found), one.name
            if one.kind == "grid":
                assert (one.columns, one.rows) == (PAGE.columns, PAGE.rows)
        for a, b in itertools.combinations(listed, 2):
            apart = abs(a.x + a.width / 2 - b.x - b.width / 2) >= (a.width + b.width) / 2 - 0.01
            below = abs(a.y + a.height / 2 - b.y - b.height / 2) >= (a.height + b.height) / 2 - 0.01
            assert apart or below, (a.name, b.name)


def test_letters_and_digits_stand_before_their_lines() -> None:
    layout = shipped(GAME.id, "spread", Options())
    (place,), page = layout.sheets[0].placements, sheet("spread", "a4")
    for one in fields(layout.faces[0].shapes):
        if ".legend." in one.name or ".tiles." in one.name:
            before = page.words(place.x + one.x - 5, place.y + one.y, 5, one.height)
            assert before == one.name.rpartition(".")[2]
            rows = DATA.texts if ".legend." in one.name else DATA.tiles
            assert one.choices == tuple(row.title for row in rows)


@pytest.mark.clause("MS-1.1")
def test_the_stack_is_the_same_sheet_without_fields() -> None:
    pad, form = (shipped(GAME.id, name, Options()) for name in ("pad", "spread"))
    assert not fields(pad.faces[0].shapes)
    assert pad.pieces == DATA.numbers.pad
    grids = [one for one in fields(form.faces[0].shapes) if one.kind == "grid"]
    (place,) = pad.sheets[0].placements
    found = boxes(pdf_pages.page_of(pad, FONTS))
    assert all(drawn(one, place.x, place.y, found) for one in grids)


@pytest.mark.clause("MS-1.6", "MS-2.2")
def test_the_shop_costs_by_place_from_the_draw_pile_to_the_discard_pile() -> None:
    """Each place says what it costs and shows as many cubes."""
    page, costs = sheet("shop", "a4"), DATA.numbers.shop.costs
    strips = shipped(GAME.id, "shop", Options()).sheets[0].placements
    column = strips[0].face.width / 4
    assert column >= CARD[0]
    places = [(one.x + n * column, one.y, one.face.height) for one in strips for n in range(4)]
    seen = [page.words(x, y, column, height) for x, y, height in places]
    assert seen[0].startswith("Drawpile")
    assert seen[len(costs) + 1].startswith("Theshop."), "the reminder, beside the cards"
    assert seen[-1].startswith("Discardpile")
    for cost, words in zip(costs, seen[1:], strict=False):
        assert words.startswith(str(cost))
        assert ("round’send" in words) == (cost == DATA.numbers.shop.discarded_at), words
    tops = [box for box in page.found if abs(box[2] - 8.7) < 0.05 and abs(box[3] - 5) < 0.05]
    shown = [
        sum(left < x < left + column and top < y < top + height for x, y, _, _ in tops)
        for left, top, height in places
    ]
    assert tuple(shown[1 : 1 + len(costs)]) == costs


@pytest.mark.clause("MS-2.4", "MS-4.4")
def test_the_aids_show_copying_and_luxury() -> None:
    layout = shipped(GAME.id, "aid", Options())
    back = layout.faces[0].back
    assert back is not None
    front, reverse = (
        " ".join(text.text for text in texts(side.shapes)) for side in (layout.faces[0], back)
    )
    numbers = DATA.numbers
    cubes = " ".join(str(count + 1) for count in range(len(numbers.copy)))
    assert f"cubes {cubes} squares {' '.join(map(str, numbers.copy))}" in front
    points = numbers.luxury.points
    pairs = " ".join(map(str, range(len(points))))
    assert f"pairs {pairs} points {' '.join(map(str, points))}" in reverse


def test_the_words_of_the_aids_can_be_read(builds: BuildGame) -> None:
    words = squeezed("".join(
        page.get_textpage().get_text_range()
        for page in pypdfium2.PdfDocument(builds(NAME)["aid"].file)
    ))  # fmt: skip
    for row in DATA.aids:
        plain = row.text.replace("<b>", "").replace("</b>", "")
        assert words.count(squeezed(plain)) == GAME.head.players.max, row.id


def test_edited_data_shows_on_paper(tmp_path: Path) -> None:
    """Numbers on the sheets, a text on its card and on exemplars, a tile by its cut lines."""
    game = copied(NAME, tmp_path)
    edit(game / "game.yaml", "points: [0, 2, 5, 12, 20]", "points: [0, 3, 6, 13, 77]")
    edit(game / "game.yaml", "copy: [1, 4, 8, 12, 18, 28]", "copy: [1, 4, 8, 12, 18, 99]")
    edit(game / "game.yaml", "costs: [3, 2, 2, 1, 1]", "costs: [6, 2, 2, 1, 1]")
    old = "line_length: 4, lines: 3, single: 2, double: 4}\n  - {id: bisclavret"
    edit(game / "texts.yaml", old, old.replace("lines: 3", "lines: 7"))
    edit(game / "tiles.yaml", "columns: 4, rows: 5", "columns: 6, rows: 7")
    mine = card_data.load(NAME, game.parent)

    def laid(component: str) -> tuple[Layout, list[str]]:
        layout = lay_out(mine, component, Options(data=game.parent), Typesetter())
        sides = [side for face in layout.faces for side in (face, face.back) if side]
        return layout, [text.text for side in sides for text in texts(side.shapes)]

    assert "77" in laid("spread")[1]
    assert {"77", "99"} <= {*laid("aid")[1]}
    assert ("6" in (shop := laid("shop")[1]), "3" in shop) == (True, False)
    assert " ".join(laid("exemplars")[1]).count("4 × 7") == 3, "Lanval, Tars twice"
    layout = laid("texts")[0]
    (lanval,) = [face for face in layout.faces if face.id == "lanval"]
    pdf = io.BytesIO()
    paint_sheets(layout, [single(lanval)], FONTS, pdf, "")
    found = boxes(PdfReader(pdf).pages[0])
    sides = Counter(round(w, 2) for _, _, w, h in found if abs(w - h) < 0.01 and 3 < w < 6.5)
    assert sides.most_common(1)[0][1] == 28
    wanted = (6 * SQUARE, 7 * SQUARE)
    assert any(abs(w - wanted[0]) < CLOSE and abs(h - wanted[1]) < CLOSE
               for _, _, w, h in boxes(pdf_pages.page_of(laid("tiles")[0], FONTS)))  # fmt: skip


def test_a_page_with_room_for_one_set_of_tiles_has_no_spare_ones() -> None:
    (face,) = lay_out(GAME, "tiles", Options(paper="a5"), Typesetter()).faces
    said = " ".join([text.text for text in texts(face.shapes)])
    assert ("spare" in said, said.count("Painted Miracle")) == (False, 1)


def test_more_tiles_than_a_page_has_room_for_are_refused() -> None:
    large = [msgspec.structs.replace(tile, columns=9, rows=7) for tile in DATA.tiles]
    data = msgspec.structs.replace(DATA, tiles=tuple(large))
    with pytest.raises(DataError, match="no room for the 9 x 7 squares of portrait_of_a_singer"):
        lay_out(msgspec.structs.replace(GAME, data=data), "tiles", Options(), Typesetter())
