"""The looks of the shipped faces: as the clauses require, on a grey printer, too."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Iterator, Mapping

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

import card_data
from printkit.drawing.geometry import Matrix, transformed
from printkit.drawing.shapes import Face, Shape, Symbol, Text
from printkit.drawing.shapes import Path as DrawnPath
from printkit.drawing.traversal import fields, traverse
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import WINSTON, edit
from tests.printkit.pdf_pages import pictures, squeezed
from tests.printkit.screen_reader import Document

DOTS = 4  # a mm
GAME = card_data.load(WINSTON)
BOOKS = {row.id: row for row in GAME.rows("books")}
SETS = {row.id: row for row in GAME.rows("sets")}


@pytest.fixture(scope="module")
def faces(layouts: dict[str, Layout]) -> dict[str, Face]:
    found = {face.id: face for face in layouts["deck"].faces}
    back = layouts["deck"].faces[0].back
    assert back is not None
    return found | {back.id: back}


@pytest.fixture(scope="module")
def images(
    layouts: dict[str, Layout], faces: dict[str, Face], fonts: Fonts
) -> dict[str, Image.Image]:
    pdf = io.BytesIO()
    paint_sheets(layouts["deck"], [single(face) for face in faces.values()], fonts, pdf, "")
    return dict(zip(faces, pictures(pdf.getvalue(), DOTS * 25.4 / 72), strict=True))


def part(image: Image.Image, left: float, top: float, right: float, bottom: float) -> Image.Image:
    box = tuple(round(one * DOTS) for one in (left, top, right, bottom))
    return image.crop(box)  # type: ignore[arg-type]


def placed(
    shapes: tuple[Shape, ...], symbols: Mapping[str, Symbol]
) -> Iterator[tuple[Shape, Matrix]]:
    return ((visit.shape, visit.matrix) for visit in traverse(shapes, symbols=symbols))


def runs(face: Face) -> list[tuple[float, float, Text]]:
    return [
        (*transformed(visit.matrix, visit.shape.x, visit.shape.y), visit.shape)
        for visit in traverse(face.shapes)
        if isinstance(visit.shape, Text)
    ]


@pytest.mark.clause("WA-1.2")
@pytest.mark.parametrize("name", BOOKS)
def test_a_book_shows_letter_and_size_at_its_top_left(faces: dict[str, Face], name: str) -> None:
    corner = [
        text
        for x, y, text in runs(faces[name])
        if x + text.width <= 20 and y <= 30 and x >= 3 and y - text.size >= 0
    ]
    letter = BOOKS[name].set  # type: ignore[attr-defined]
    assert [text.text for text in sorted(corner, key=lambda one: one.y)] == [
        letter,
        str(SETS[letter].size),  # type: ignore[attr-defined]
    ]
    assert min(text.size for text in corner) >= 5, "large enough to read across a table"


@pytest.mark.clause("WA-1.3")
@pytest.mark.parametrize("name", BOOKS)
def test_a_book_shows_its_place_on_the_shelf(
    layouts: dict[str, Layout], faces: dict[str, Face], images: dict[str, Image.Image], name: str
) -> None:
    """As many books stand on the shelf as the set has; the one of this place is the dark one, and
    its number is on it."""
    book = BOOKS[name]
    size, place = SETS[book.set].size, book.place  # type: ignore[attr-defined]
    symbols = layouts["deck"].symbols
    spans = sorted(
        {
            (round(min(xs), 2), round(max(xs), 2))
            for shape, (_, _, _, _, e, f) in placed(faces[name].shapes, symbols)
            if isinstance(shape, DrawnPath) and shape.style.fill is not None
            for xs in [[x + e for _, values in shape.steps for x in values[::2]]]
            for ys in [[y + f for _, values in shape.steps for y in values[1::2]]]
            if min(ys) > 62
            and 8 < max(ys) - min(ys) < 17
            and max(xs) - min(xs) < 9
            and min(xs) > 19
        }
    )
    assert len(spans) == size
    (number,) = [(x, text) for x, y, text in runs(faces[name]) if y > 60]
    left, right = spans[place - 1]
    assert number[1].text == str(place)
    assert left < number[0] < number[0] + number[1].width < right
    grey = images[name].convert("L")
    tones = [ImageStat.Stat(part(grey, a + 0.8, 70, b - 0.8, 73)).mean[0] for a, b in spans]
    assert min(tones) == tones[place - 1] < 170
    assert all(tone > 200 for at, tone in enumerate(tones, 1) if at != place)


@pytest.mark.clause("WA-1.2", "WA-1.3")
def test_no_two_books_look_alike(images: dict[str, Image.Image]) -> None:
    seen = {image.tobytes() for name, image in images.items() if name in BOOKS}
    assert len(seen) == 27


@pytest.mark.clause("WA-1.4")
@pytest.mark.parametrize("name", ["product_over_process", "open_secrets"])
def test_specials_are_purple_and_carry_an_x(
    faces: dict[str, Face], images: dict[str, Image.Image], name: str
) -> None:
    corner = [text.text for x, y, text in runs(faces[name]) if x <= 20 and y <= 30 and x < 18]
    assert "X" in corner
    head = part(images[name], 4, 4.5, 59, 20)
    red, green, blue = ImageStat.Stat(head).median
    assert blue > red > green
    assert blue - green > 60
    frame = [
        part(images[name], *box) for box in ((3, 30, 6, 80), (57, 30, 60, 80), (5, 82, 58, 85))
    ]
    for side in frame:
        means = ImageStat.Stat(side).mean
        assert means[2] > means[1] + 20
        assert means[0] > means[1] + 5


@pytest.mark.clause("WA-1.4")
def test_nothing_else_is_purple(images: dict[str, Image.Image]) -> None:
    for name, image in images.items():
        head = ImageStat.Stat(part(image, 4, 4.5, 59, 20)).mean
        purple = head[2] > head[1] + 40 and head[0] > head[1] + 10
        assert purple == (name in ("product_over_process", "open_secrets")), name


def binding(image: Image.Image) -> Image.Image:
    """Return what the cards of a set have in common, as a grey printer prints it: the lower spine
    and the cloth between the plates, softened, so that it is structure that counts."""
    grey = image.convert("L").filter(ImageFilter.GaussianBlur(1.5))
    made = Image.new("L", (63 * DOTS, 60 * DOTS))
    made.paste(part(grey, 3, 29, 60, 59), (0, 0))
    made.paste(part(grey, 3, 59, 18, 85), (0, 31 * DOTS))
    return made


def apart(one: Image.Image, other: Image.Image) -> float:
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


def test_kinds_and_sets_differ_without_colour(images: dict[str, Image.Image]) -> None:
    kinds: dict[str, list[Image.Image]] = {}
    for name, image in images.items():
        kind = name[0] if name in BOOKS or name[:2] in ("M0", "M1") else name
        kinds.setdefault(kind, []).append(binding(image))
    assert len(kinds) == 6 + 1 + 2 + 1
    within = max(
        apart(one, other)
        for letter in SETS
        for one, other in itertools.combinations(kinds[letter], 2)
    )
    between = {(a, b): apart(kinds[a][0], kinds[b][0]) for a, b in itertools.combinations(kinds, 2)}
    assert within < 3
    assert min(between.values()) > 5, min(between, key=lambda pair: between[pair])


def test_tones_of_kinds_differ(images: dict[str, Image.Image]) -> None:

    def tone(name: str, *box: float) -> float:
        return float(ImageStat.Stat(part(images[name].convert("L"), *box)).mean[0])

    for name in images:
        if name in BOOKS:
            assert tone(name, 4, 30, 16, 84) < 150 < tone(name, 24, 10, 56, 40)
        elif name[:2] in ("M0", "M1"):
            assert tone(name, 4, 4, 59, 16) > 190
            assert tone(name, 4, 36, 16, 84) > 170
        elif name != "back":
            assert tone(name, 18, 4, 59, 20) < 150


def test_the_back_is_the_same_upside_down(images: dict[str, Image.Image]) -> None:
    back = images["back"].convert("L")
    turned = back.transpose(Image.Transpose.ROTATE_180)
    off = sum(
        abs(a - b) for a, b in zip(back.tobytes(), turned.tobytes(), strict=True)
    ) / (back.width * back.height)  # fmt: skip
    assert off < 3


@pytest.mark.parametrize("name", ["A1", "D3", "F7", "M01", "open_secrets", "back"])
def test_there_is_a_white_border_inside_the_cut(images: dict[str, Image.Image], name: str) -> None:
    image = images[name].convert("L")
    for box in ((0, 0, 63, 2), (0, 86, 63, 88), (0, 0, 2, 88), (61, 0, 63, 88)):
        assert ImageStat.Stat(part(image, *box)).extrema[0][0] > 240


def test_the_booklet_holds_every_clause(built) -> None:  # type: ignore[no-untyped-def]
    with built["rules"].file.open("rb") as file:  # without what stands on every page
        text = squeezed("".join(one.words for one in Document(file).spoken()))
    chapters = [section for section in GAME.sections if not section.scorer]
    for clause in [clause for chapter in chapters for clause in chapter.clauses]:
        assert squeezed(clause.id) in text
        for said in (clause.text, clause.ruling, clause.house):
            for part in re.split(r"\(WA-[0-9.]+\)", said or ""):  # whose numbers are in the margin
                assert squeezed(part) in text, clause.id
        if clause.option:
            assert squeezed(GAME.options()[clause.option].text) in text, clause.option
    assert squeezed("Design, Art, Rulebook: Talen Lee") in text
    assert squeezed(GAME.head.credits.source) in text


def test_a_number_of_the_rules_changes_every_page_that_shows_it(mine, fonts: Fonts) -> None:  # type: ignore[no-untyped-def]
    edit(mine / "game.yaml", "pages_a_point: 5", "pages_a_point: 7")
    game = card_data.load(WINSTON, mine.parent)
    for name in ("aid", "pad", "rules"):
        layout = lay_out(game, name, Options(data=mine.parent), Typesetter())
        all_faces = [*layout.faces, *(face.back for face in layout.faces if face.back)]
        said = [squeezed("".join(text.text for _, _, text in runs(face))) for face in all_faces]
        text = "".join("".join(one) for one in said)
        numbers = [one for one in ("every7", "every5") if one in text]
        shown = {shape.text for face in all_faces for _, _, shape in runs(face)}
        assert "every5" not in numbers, name
        assert any("7" in one for one in shown), name


def test_the_fields_of_the_pad_are_paths_into_a_position(layouts: dict[str, Layout]) -> None:
    (pad,) = layouts["pad"].faces
    found = fields(pad.shapes)
    own = [
        "name",
        *(f"{group}.{letter}" for letter in SETS for group in ("books", "stand_ins")),
        "product_over_process", "open_secrets", "manuscripts",
        "points.books", "points.manuscripts", "points.reprimand", "out", "total",
    ]  # fmt: skip
    assert [field.name for field in found] == [
        f"players.{player}.{name}" for player in range(6) for name in own
    ]
    labels = {field.name: field.label for field in found}
    assert labels["players.1.books.A"] == "Player 2: books of set A"
    assert labels["players.1.stand_ins.A"] == "Player 2: stand-ins in set A"
    assert labels["players.0.open_secrets"] == "Player 1: Open Secrets"
    boxes = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in found]
    assert all(
        left > 0 and right < 190 and top > 0 and bottom < 125 for left, top, right, bottom in boxes
    )
    for a, b in itertools.combinations(boxes, 2):
        assert min(a[2], b[2]) <= max(a[0], b[0]) or min(a[3], b[3]) <= max(a[1], b[1])
    kinds = {".name": "text", ".out": "check"}
    for field in found:
        assert field.kind == kinds.get(field.name[len("players.0") :], "number")
