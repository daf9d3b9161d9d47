"""The 120 cards of Verse & Variant on paper: indices, signs, timing bands, sizes of text."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageOps

import card_data
from card_data import DataError
from card_data.verse_and_variant.model import Data, Scriptorium, Tool, Witness
from printkit.drawing.geometry import Matrix
from printkit.drawing.shapes import Face, Shape, Symbol, Text, Use
from printkit.drawing.shapes import Path as Drawn
from printkit.drawing.traversal import traverse
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.painting.raster import png_pages
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fitting import POINT
from printkit.typography.fonts import Fonts
from tests.card_data.copies import copied, edit
from tests.printed import pieces
from tests.printkit.commands import BuildGame
from tests.printkit.pdf_pages import shipped

NAME = "verse_and_variant"
GAME = card_data.load(NAME)
DATA: Data = GAME.data
ROWS = (*DATA.witnesses, *DATA.tools)
FANNED = 12.0  # mm of a card that its neighbour in a held fan leaves in sight
WIDTH, HEIGHT = 63.0, 88.0
LEAST = 7.0  # points
SAFE = GAME.components["deck"].safe
BORDER = 2.5  # mm of white along the cut, at least, where there is no bleed
DPI = 50
LARGE = 20.0  # mm of a sign that a Witness yields, at least
BANDS = {"instant": "Instant", "anytime": "Instant or anytime", "delayed": "Delayed:"}
ICONS = {"instant": "instant", "anytime": "anytime", "delayed": "bell"}


@cache
def deck() -> Layout:
    return shipped(NAME, "deck", Options())


@cache
def face(name: str) -> Face:
    return {face.id: face for face in deck().faces}[name]


def placed(
    shapes: tuple[Shape, ...], symbols: Mapping[str, Symbol]
) -> Iterator[tuple[Shape, Matrix]]:
    """Every shape with its matrix, those of symbols too."""
    return ((visit.shape, visit.matrix) for visit in traverse(shapes, symbols=symbols))


def box(shape: Text | Use, matrix: Matrix) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a run of text or of a symbol with a view box, in mm."""
    width, top, bottom = (
        (shape.width, shape.y - shape.size, shape.y)
        if isinstance(shape, Text)
        else (shape.side, shape.y, shape.y + shape.side)
    )
    a, _, _, d, e, f = matrix
    xs = sorted((a * shape.x + e, a * (shape.x + width) + e))
    ys = sorted((d * top + f, d * bottom + f))
    return xs[0], ys[0], xs[1], ys[1]


def index_shapes(row: Witness | Tool) -> Iterator[tuple[Text | Use, Matrix]]:
    """Yield the shapes of the two indices of a card: the rank, and its sign."""
    sign = f"sign-{suit_of(row).feature}" if isinstance(row, Witness) else ICONS[row.timing]
    for shape, matrix in placed(face(row.id).shapes, deck().symbols):
        if isinstance(shape, Text) and shape.text == str(row.rank) and shape.size > 15 * POINT:
            yield shape, matrix
        elif isinstance(shape, Use) and shape.symbol == sign and shape.side < FANNED:
            left, _, right, _ = box(shape, matrix)
            in_corner = right <= FANNED or left >= WIDTH - FANNED  # not on the timing band
            yield from [(shape, matrix)] if in_corner else ()


def suit_of(row: Witness) -> Scriptorium:
    return next(suit for suit in DATA.suits if suit.id == row.suit)


def words(name: str) -> list[str]:
    """The runs of text of a face, in the order drawn."""
    found = placed(face(name).shapes, deck().symbols)
    return [shape.text for shape, _ in found if isinstance(shape, Text)]


@pytest.mark.sweep
@pytest.mark.clause("VV-1.1")
def test_every_card_is_printed_once_with_the_one_back(builds: BuildGame) -> None:
    assert len(ROWS) == 120
    assert pieces(builds(NAME)["deck"].file) == {
        **{f"Front {row.id}": 1 for row in ROWS},
        "Back back": 120,
    }


@pytest.mark.parametrize(("bleed", "many"), [(False, 9), (True, 8)])
def test_as_many_cards_lie_on_a_sheet_as_have_room(bleed: bool, many: int) -> None:
    """Nine on A4 without bleed, eight with 3 mm of it, and as many backs behind them."""
    layout = shipped(NAME, "deck", Options(bleed=bleed))
    full, last = divmod(len(ROWS), many)
    wanted = [many] * full + [last] * bool(last)
    for back in (False, True):
        sheets = [sheet for sheet in layout.sheets if sheet.back == back]
        assert [len(sheet.placements) for sheet in sheets] == wanted
    assert {face.bleed for face in layout.faces} == {3.0 if bleed else 0.0}


def test_without_bleed_every_card_has_a_white_border_for_scissors(fonts: Fonts) -> None:
    """Both sides, looked at: a card of each suit and timing, and their back."""
    names = {row.suit: row.id for row in DATA.witnesses} | {
        row.timing: row.id for row in DATA.tools
    }
    fronts = [face(name) for name in names.values()]
    back = fronts[0].back
    assert back is not None
    assert all(one.back is back for one in fronts)
    pdf = io.BytesIO()
    paint_sheets(deck(), [single(one) for one in (*fronts, back)], fonts, pdf, "")
    for png in png_pages(pdf.getvalue(), DPI):
        card = Image.open(io.BytesIO(png)).convert("L")
        inked = ImageOps.invert(card).getbbox()
        assert inked is not None
        left, top, right, bottom = inked
        ends = left, top, card.width - right, card.height - bottom
        assert all(BORDER <= end / DPI * 25.4 <= SAFE + 0.5 for end in ends)


@pytest.mark.clause("VV-1.1")
def test_the_back_is_the_same_upside_down() -> None:
    back = face(ROWS[0].id).back
    assert back is not None
    boxes = [
        (shape.text, box(shape, matrix))
        for shape, matrix in placed(back.shapes, deck().symbols)
        if isinstance(shape, Text)
    ]
    assert boxes
    assert {(text, round(left, 3), round(top, 3)) for text, (left, top, _, _) in boxes} == {
        (text, round(WIDTH - right, 3), round(HEIGHT - bottom, 3))
        for text, (_, _, right, bottom) in boxes
    }


@pytest.mark.clause("VV-1.1")
@pytest.mark.parametrize("rows", [DATA.witnesses, DATA.tools], ids=["Witnesses", "Tools"])
def test_rank_and_sign_show_whole_in_a_fan_and_no_text_is_below_seven_points(
    rows: Sequence[Witness | Tool],
) -> None:
    """Two indices, in opposite corners: each within the 12 mm that the next card leaves free."""
    for row in rows:
        found = list(index_shapes(row))
        assert len(found) == 4, row.id
        for shape, matrix in found:
            left, top, right, bottom = box(shape, matrix)
            if matrix[0] < 0:
                left, top, right, bottom = (
                    WIDTH - right, HEIGHT - bottom, WIDTH - left, HEIGHT - top,
                )  # fmt: skip
            assert SAFE <= left < right <= FANNED - 0.5, row.id  # clear of the cut
            assert 2 <= top < bottom <= 26, row.id
        assert sorted(matrix[0] < 0 for _, matrix in found) == [False, False, True, True]
        for one, _ in placed(face(row.id).shapes, deck().symbols):
            if isinstance(one, Text):
                assert one.size / POINT >= LEAST - 0.01, (row.id, one.text)


@pytest.mark.clause("VV-1.3")
def test_a_witness_shows_and_says_what_it_yields() -> None:
    """By large signs that do not overlap; in words, how many of each, and what Corruption costs."""
    titles: dict[str, str] = {suit.feature: suit.feature_title for suit in DATA.suits}
    titles |= {"lacuna": "Lacuna", "corruption": "Corruption"}
    for row in DATA.witnesses:
        signs = [one for one in face(row.id).shapes if isinstance(one, Use) and one.side >= LARGE]
        assert Counter(one.symbol for one in signs) == Counter(f"sign-{one}" for one in row.icons)
        discs = [(one.x + one.side / 2, one.y + one.side / 2, one.side) for one in signs]
        for n, (x, y, side) in enumerate(discs):
            assert FANNED + side / 2 < x < WIDTH - 2 - side / 2, "beside the strip, on the card"
            assert all(abs(complex(x - p, y - q)) >= side for p, q, _ in discs[:n])
        yields = Counter(titles[icon] for icon in row.icons)
        said = ", ".join([f"{many} × {one}" if many > 1 else one for one, many in yields.items()])
        if row.rank == 6:
            said += f": costs 2 {suit_of(row).feature_title}"
        assert suit_of(row).title in words(row.id)
        assert said in " ".join(words(row.id))


@pytest.mark.clause("VV-1.2")
def test_suits_differ_by_pattern_as_well_as_by_colour() -> None:
    patterns = {
        tuple(
            shape.steps
            for shape, _ in placed(deck().symbols[f"leaf-{suit.id}"].shapes, deck().symbols)
            if isinstance(shape, Drawn)
        )
        for suit in DATA.suits
    }
    assert len(patterns) == len(DATA.suits) == 5


def test_the_tools_of_a_rank_differ_by_their_large_sign() -> None:
    signs: dict[int, set[str]] = {}
    for row in DATA.tools:
        found = placed(face(row.id).shapes, deck().symbols)
        large = [one.symbol for one, _ in found if isinstance(one, Use) and 14 < one.side < 15]
        signs.setdefault(row.rank, set()).update(large)
        assert len(large) == 1, row.id
    assert {len(those) for those in signs.values()} == {5}


@pytest.mark.clause("VV-4.4")
def test_a_tool_says_when_it_acts() -> None:
    """Its band has the timing's own icon, 7 mm wide, and words; a delayed one names its trigger."""
    for row in DATA.tools:
        found = placed(face(row.id).shapes, deck().symbols)
        bands = [one.symbol for one, _ in found if isinstance(one, Use) and 7 <= one.side < 8]
        assert bands == [ICONS[row.timing]], row.id
        said = " ".join(words(row.id)).split()
        wanted = f"{BANDS[row.timing]} {row.trigger}".strip().replace("'", "’")
        assert wanted in " ".join(said)
        assert row.id in said


@pytest.mark.clause("VV-4.4")
def test_timings_differ_by_icon_and_colour() -> None:
    symbols = deck().symbols
    colours = {
        tuple(s.style.fill for s in symbols[f"index-{timing}"].shapes if isinstance(s, Drawn))
        for timing in BANDS
    }
    assert len(colours) == len(set(ICONS.values())) == len(BANDS)


@pytest.mark.parametrize(("new", "wrong"), [
    ("Every player " * 60 + "<icon name=\"lacuna\"", "does not fit"),
    ("One <icon name=\"lacunna\"", "lacunna"),
], ids=["a text too long", "a wrong icon"])  # fmt: skip
def test_a_text_that_cannot_be_printed_is_refused_at_its_row(
    tmp_path: Path, new: str, wrong: str
) -> None:
    edit(copied(NAME, tmp_path) / "tools.yaml", 'Every player gains one <icon name="lacuna"', new)
    with pytest.raises(DataError) as caught:
        lay_out(card_data.load(NAME, tmp_path), "deck", Options(data=tmp_path), Typesetter())
    for said in ("tools.yaml", "T-2c", wrong):
        assert said in str(caught.value)
