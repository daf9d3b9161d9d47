"""Nineteen Eighty-Four on paper: the route read back square by square, spaces, tracks, fields."""

from __future__ import annotations

import io
import itertools
import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from pypdf import PageObject, PdfReader

import card_data
from printkit.drawing.shapes import Path as Path_
from printkit.drawing.shapes import Shape, Use
from printkit.drawing.traversal import fields, texts
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.settings import sheet_settings
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fitting import POINT
from tests.card_data.copies import copied, edit
from tests.printed import Outlined
from tests.printkit import pdf_pages
from tests.printkit.commands import BuildGame
from tests.printkit.pdf_pages import CLOSE, FONTS, UNIT, Box, boxes, coverage, drawn, shipped, spots
from tests.sweeps import sweep

NAME = "nineteen_eighty_four"
GAME = card_data.load(NAME)
DATA = GAME.data
ROUTE = DATA.boxes()
DICE = {die.id: die for die in DATA.dice}
SHEETS = list(itertools.product(("sheet", "sheet_ink_saving"), (1, 2)))
both = pytest.mark.parametrize(("name", "number"), sweep(SHEETS, [("sheet", 1)]))


@dataclass(frozen=True)
class Print(Outlined):
    """One sheet as printed alone: its paths and words, in mm from its own corner; its picture."""

    layout: Layout
    page: PageObject
    pdf: pypdfium2.PdfDocument
    text: pypdfium2.PdfTextPage
    high: float

    def words(self, left: float, top: float, width: float, height: float) -> list[str]:
        """The words inside a box of the page, as pdfium reads them."""
        high = self.high
        text = self.text.get_text_bounded(
            left * UNIT, high - (top + height) * UNIT, (left + width) * UNIT, high - top * UNIT
        )
        return str(text).split()


@cache
def printed(name: str, number: int) -> Print:
    """A sheet of the component of which ``number`` lie on a page, read back from its PDF."""
    layout = shipped(GAME.id, name, Options(per_page=number))
    pdf = io.BytesIO()
    paint_sheets(layout, [single(layout.faces[0])], FONTS, pdf, "")
    page = PdfReader(pdf).pages[0]
    document = pypdfium2.PdfDocument(pdf.getvalue())
    return Print(layout, page, document, document[0].get_textpage(), document[0].get_height())


@cache
def squares(name: str, number: int) -> dict[int, tuple[Box, list[str]]]:
    """By the number in it, every square of the route and what else is in it."""
    one = printed(name, number)
    sizes = Counter(round(w, 2) for _, _, w, h in one.found if abs(w - h) < CLOSE and w > 4)
    pitch = sizes.most_common(1)[0][0]
    places = {
        (round(x, 1), round(y, 1)): (x, y, w, h)
        for x, y, w, h in one.found
        if abs(w - pitch) < 0.02 and abs(h - pitch) < 0.02
    }
    read: dict[int, tuple[Box, list[str]]] = {}
    for place in places.values():
        first, *others = one.words(*place)
        assert int(first) not in read, f"{first} is printed twice"
        read[int(first)] = place, others
    return read


@pytest.mark.clause("NE-1.3", "NE-1.4")
@both
def test_the_route_is_printed_square_by_square(name: str, number: int) -> None:
    """Each square has its number, its zone's letter or its points, and shares an edge with the
    next; none overlaps or touches another."""
    one, read = printed(name, number), squares(name, number)
    assert sorted(read) == [box.number for box in ROUTE]
    (left, top, pitch, _), _ = read[1]
    assert pitch >= (4.9 if number == 2 else 7)
    first = DATA.facts()["golden_first"]
    for box in ROUTE:
        (x, y, *_), others = read[box.number]
        assert abs(x - left - (box.x - ROUTE[0].x) * pitch) < CLOSE
        assert abs(y - top - (box.y - ROUTE[0].y) * pitch) < CLOSE
        wanted = [DICE[box.zone].letter.upper()] if box.zone in DICE else []
        if box.part == "golden":
            wanted = [str(DATA.numbers.golden_country[box.number - first])]
        assert others == wanted, box.number
        discs = [
            at
            for at in one.found
            if abs(at[2] - 0.84 * pitch) < 0.02
            and abs(at[0] + at[2] / 2 - x - pitch / 2) < CLOSE
            and abs(at[1] + at[3] / 2 - y - pitch / 2) < CLOSE
        ]
        assert bool(discs) == (box.zone == "security"), box.number
    for a, b in itertools.combinations(sorted(read), 2):
        across, down = (abs(read[a][0][at] - read[b][0][at]) / pitch for at in (0, 1))
        if b == a + 1:
            assert abs(across + down - 1) < 0.05
        else:
            assert max(across, down) > 1.5 or (across > 0.95 and down > 0.95), (a, b)


@pytest.mark.clause("NE-1.4")
@pytest.mark.parametrize("number", sweep([1, 2], [1]))
def test_a_control_zone_has_the_colour_of_its_die(number: int) -> None:
    one, dots = printed("sheet", number), 6
    image = one.pdf[0].render(scale=dots / UNIT).to_pil().convert("RGB")
    for box in ROUTE:
        if box.zone in DICE:
            (x, y, pitch, _), _ = squares("sheet", number)[box.number]
            # in the middle of the frame's left side
            seen = image.getpixel(
                (round((x + 0.06 * pitch) * dots), round((y + 0.3 * pitch) * dots))
            )
            want = bytes.fromhex(DICE[box.zone].colour[1:])
            assert max(abs(a - b) for a, b in zip(seen, want, strict=True)) < 40, box.number


@pytest.mark.clause("NE-1.2", "NE-1.3")
@both
def test_a_die_lies_on_its_space_and_in_room_101(name: str, number: int) -> None:
    """Numbered in order, each with its place, its letter and what it does."""
    one = printed(name, number)
    spaces = []
    for path in one.paths:
        xs, ys = zip(*path, strict=True) if path else ((0.0,), (0.0,))
        if len(path) == 8 and max(xs) - min(xs) > 10:  # a frame: its outer corners, its inner ones
            inner = [max(side[4:]) - min(side[4:]) for side in (xs, ys)]
            spaces.append((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), min(inner)))
    assert len(spaces) == len(DATA.dice)
    for at, (die, (x, y, wide, tall, free)) in enumerate(zip(DATA.dice, spaces, strict=True), 1):
        assert free >= GAME.lengths["die"] - 0.2
        assert one.words(x, y, wide, tall) == [die.letter.upper()]
        head = 6 if number == 1 else 4.5
        assert one.words(x, y - head, wide, head) == [str(at), *die.place.split()]
        below = one.words(x - 0.2, y + tall, wide + 1, 12 if number == 1 else 8.4)
        assert below == f"{die.title} {die.text}".split()
    large = [place for place in one.found if min(place[2:]) >= GAME.lengths["die"]]
    assert any(one.words(*place) == ["minus"] for place in large)


@pytest.mark.parametrize("name", sweep(["sheet", "sheet_ink_saving"], ["sheet"]))
def test_a_sheet_has_a_page_of_its_own_and_can_be_read(name: str) -> None:
    """Squares of 7 mm and numbers of 7 pt, on any paper that is shipped."""
    layout = shipped(GAME.id, name, Options())
    assert len(layout.faces) == 1
    found = [box for box in printed(name, 1).found if abs(box[2] - box[3]) <= CLOSE]
    assert sum(box[2] >= 7 for box in found) >= len(ROUTE)
    numbers = {str(box.number) for box in ROUTE}
    sizes = [text.size / POINT for text in texts(layout.faces[0].shapes) if text.text in numbers]
    assert len(sizes) >= len(ROUTE)
    assert min(sizes) >= 7


def test_the_components_and_their_counts_and_levels_with_a_times_sign(builds: BuildGame) -> None:
    """Every piece is there, with its words."""
    built = builds(NAME)
    counts = {name: one.pieces for name, one in built.items()}
    assert counts.pop("rules") >= 1
    del counts[""]  # all of it in one file
    assert counts == {
        "sheet": 1, "sheet_ink_saving": 1, "aid": 1, "set_up": 1, "dice": len(DATA.dice),
    }  # fmt: skip
    for name in GAME.components:
        for page in pypdfium2.PdfDocument(built[name].file):
            said = page.get_textpage().get_text_range()
            assert not re.search(r"\bx[1-5]\b", said), name


@both
def test_the_tracks_show_their_points_in_order(name: str, number: int) -> None:
    """Numbers in the boxes of the route have 5 points at least, all else 6."""
    shown = [*texts(printed(name, number).layout.faces[0].shapes)]
    small = {str(box.number) for box in ROUTE} | {die.letter.upper() for die in DATA.dice}
    for text in shown:
        assert text.size / POINT >= (5 if text.text in small else 5.99), text.text
    joined = " ".join([text.text for text in shown])
    numbers, facts = DATA.numbers, DATA.facts()
    golden = range(facts["golden_first"], facts["golden_last"] + 1)
    rounds = range(numbers.rounds.suburbs, numbers.rounds.last + 1)
    for pairs in (
        zip(golden, numbers.golden_country, strict=True),
        zip([f"R{n}" for n in rounds], numbers.rounds_track, strict=True),
    ):
        assert f" {' '.join(map(str, itertools.chain(*pairs)))} " in joined
    marked = " ".join(map(str, numbers.big_brother.marked))
    assert f" none {numbers.big_brother.unmarked} {marked} " in joined
    assert f"R{numbers.rounds.suburbs} at {facts['with_suburbs']} only" in joined


@both
def test_boxes_of_the_big_brother_track_take_a_pencil(name: str, number: int) -> None:
    one = printed(name, number)
    shapes = one.layout.faces[0].shapes
    none = next(text for text in texts(shapes) if text.text == "none")
    write_in = next(field for field in fields(shapes) if field.name == "big_brother")
    row = [
        (x, width)
        for x, y, width, height in sorted(one.found)
        if y < none.y < y + height and height < 7 and none.x < x < write_in.x - CLOSE
    ]
    assert len(row) == len(DATA.numbers.big_brother.marked)
    assert all(width >= 4 for _, width in row)
    assert all(x + width < after for (x, width), (after, _) in itertools.pairwise(row))


@pytest.mark.clause("NE-2.1")
@both
def test_the_log_begins_with_the_first_round_of_each_level(name: str, number: int) -> None:
    """R0 with suburbs, which need all columns; else R1, and the last column, dashed, is over."""
    shapes = printed(name, number).layout.faces[0].shapes
    shown = " ".join(text.text for text in texts(shapes))
    rounds = DATA.numbers.rounds
    for suburbs, first in ((True, rounds.suburbs), (False, rounds.first)):
        levels = [f"×{level.multiplier}" for level in DATA.levels if level.suburbs == suburbs]
        heads = [f"R{n}" for n in range(first, rounds.last + 1)]
        assert f" {' '.join(levels + heads)} " in shown
    paths = [shape for shape in shapes if isinstance(shape, Path_)]
    for field in fields(shapes):
        if field.name.startswith("rounds."):
            start = ("M", (field.x, field.y))
            (dash,) = {path.style.dash for path in paths if path.steps[0] == start}
            assert bool(dash) == (field.name == f"rounds.{rounds.last}"), field.name


@pytest.mark.clause("NE-1.4")
@both
def test_arrow_heads_lead_from_part_to_part_and_clear_of_numbers(name: str, number: int) -> None:
    one, read = printed(name, number), squares(name, number)
    pitch = read[1][0][2]
    heads = [path for path in one.paths if len(path) == 3]
    for box, after in itertools.pairwise(ROUTE):
        (ax, ay, _, _), (bx, by, _, _) = read[box.number][0], read[after.number][0]
        x, y = (ax + bx + pitch) / 2, (ay + by + pitch) / 2
        near = [head for head in heads if all(abs(a - x) + abs(b - y) < pitch / 3 for a, b in head)]
        if box.part != after.part:
            assert len(near) == 1, (box.number, after.number)
        for head in near:
            reach = max(max(abs(a - x), abs(b - y)) for a, b in head)
            assert reach <= 0.17 * pitch, box.number


@pytest.mark.clause("NE-1.3")
@both
def test_levels_are_on_the_sheet_and_at_the_detour(name: str, number: int) -> None:
    """The straight way names the levels without the detour, beside its first box those with it."""
    one, read = printed(name, number), squares(name, number)
    facts = DATA.facts()
    (x, y, pitch, _), _ = read[facts["detour_leaves"]]
    (to_x, to_y, _, _), _ = read[facts["detour_rejoins"]]
    straight = [level.shown for level in DATA.levels if not level.detour]
    way = (min(x, to_x), min(y, to_y), abs(to_x - x) + pitch, abs(to_y - y) + pitch)
    words = one.words(*way)
    assert [word.strip(":") for word in words if word.startswith("×")] == straight
    assert f": on to {facts['detour_rejoins']}" in " ".join(words)
    (x, y, _, _), _ = read[facts["detour_first"]]
    around = one.words(x - pitch, y - pitch, 3 * pitch, 2 * pitch)
    detour = [level.shown for level in DATA.levels if level.detour]
    assert [word for word in around if word.startswith("×")] == detour


@both
def test_fields_are_named_by_position_paths_and_drawn_where_they_say(
    name: str, number: int
) -> None:
    layout = shipped(GAME.id, name, Options(per_page=number))
    page = pdf_pages.page_of(layout, FONTS)
    found, places = boxes(page), spots(page, layout.faces[0].width, layout.faces[0].height)
    rounds = range(len(DATA.numbers.rounds_track))
    wanted = [  # in the order of filling in
        *(("level", "check", f"{level.multiplier}") for level in DATA.levels),
        *((f"rounds.{index}", "number", "") for index in rounds),
        *((key, "number", "") for key in ("golden_country", "big_brother")),
        *((f"points.{key}", "number", "") for key in ("golden_country", "big_brother", "rounds")),
        *((key, "number", "") for key in ("subtotal", "total")),
    ]
    assert len(layout.faces) == len(places) == number
    for face, place in zip(layout.faces, places, strict=True):
        listed = fields(face.shapes)
        assert [(field.name, field.kind, field.value) for field in listed] == wanted
        labels = {field.name: field.label for field in listed}
        assert labels["rounds.0"] == "Round 1: box with the X"
        assert labels["golden_country"] == "Golden Country: boxes marked"
        assert labels["points.golden_country"] == "Golden Country: points"
        assert (labels["subtotal"], labels["total"]) == ("Subtotal", "Total")
        assert listed[0].label == f"Difficulty: {DATA.levels[0].shown}"
        for field in listed:
            assert min(field.width, field.height) >= 4, "room for a pencil"
            assert drawn(field, place.x, place.y, found), field.name
        for a, b in itertools.combinations(listed, 2):
            apart = abs(a.x + a.width / 2 - b.x - b.width / 2) >= (a.width + b.width) / 2 - 0.01
            assert (
                apart or abs(a.y + a.height / 2 - b.y - b.height / 2) >= (a.height + b.height) / 2
            )


@pytest.mark.parametrize("paper", ["a4", "letter"])
@both
def test_sheets_lie_inside_what_printers_reach(name: str, number: int, paper: str) -> None:
    layout = shipped(GAME.id, name, Options(paper=paper, per_page=number))
    (sheet,) = layout.sheets
    assert len(sheet.placements) == number
    margin = sheet_settings().margin
    for one in sheet.placements:
        assert margin <= one.x <= sheet.width - margin - one.face.width
        assert margin <= one.y <= sheet.height - margin - one.face.height


@pytest.mark.parametrize("number", sweep([1, 2], [1]))
def test_the_ink_saving_sheet_saves_ink(number: int) -> None:
    full = coverage(printed("sheet", number).layout, FONTS)
    saving = coverage(printed("sheet_ink_saving", number).layout, FONTS)
    assert saving < 0.6 * full, "most of what is left is words"


def test_edited_data_shows_on_the_sheet(tmp_path: Path) -> None:
    """A number, a zone and a title that just fits; a longer one is refused."""
    game = copied(NAME, tmp_path)
    golden = f"golden_country: [{', '.join(map(str, DATA.numbers.golden_country))}]"
    edit(game / "game.yaml", golden, golden.removesuffix("]")[:-2] + "77]")
    edit(game / "route.yaml", "boxes: 8, corner: red", "boxes: 8, corner: yellow")
    edit(game / "game.yaml", f'title: "{GAME.head.title}"', 'title: "Nineteen Eighty-Four"')

    def shown() -> list[str]:
        mine = card_data.load(NAME, game.parent)
        layout = lay_out(mine, "sheet", Options(data=game.parent), Typesetter())
        return [text.text for text in texts(layout.faces[0].shapes)]

    edited, before = (
        shown(),
        [text.text for text in texts(printed("sheet", 1).layout.faces[0].shapes)],
    )
    assert edited.count("77") == 2 + edited.count("76")  # on its box, on the track, and box 77
    assert edited.count("Y") == before.count("Y") + 1
    assert edited.count("R") == before.count("R") - 1
    assert "Nineteen Eighty-Four" in edited
    long = "Winston: " + "Down with " * 9
    edit(game / "game.yaml", 'title: "Nineteen Eighty-Four"', f'title: "{long}"')
    with pytest.raises(card_data.DataError, match="fit"):
        shown()


def test_every_face_of_a_die_bears_its_mark() -> None:
    """So that dice are told apart without colour; clear of the pips."""
    layout = shipped(GAME.id, "dice", Options())
    side = GAME.lengths["die"]
    for face in layout.faces:
        marks = [shape for shape in face.shapes if isinstance(shape, Use)]
        assert {mark.symbol for mark in marks} == {DICE[face.id].mark}
        outline = next(
            shape for shape in face.shapes if isinstance(shape, Path_) and len(shape.steps) == 13
        )
        left, top = outline.steps[0][1]
        cells = {(int((m.x - left) // side), int((m.y - top) // side)) for m in marks}
        assert cells == {(0, 0), (1, 0), (2, 0), (3, 0), (1, -1), (1, 1)}
        assert len(marks) == 6
        for mark in marks:
            one = (int((mark.x - left) // side), int((mark.y - top) // side)) == (1, -1)
            assert one == (mark.side > 7)
            if not one:  # small, in a corner, in another colour: nobody counts it as a pip
                assert 2 <= mark.side < 2 * 0.088 * side
                assert (mark.x - left) % side < 0.5
                assert (mark.y - top) % side < 0.5
                assert mark.colour != DICE[face.id].pips
            for pip in pips(face.shapes):
                away = [max(abs(a - b - mark.side / 2) - mark.side / 2, 0)
                        for a, b in zip(pip, (mark.x, mark.y), strict=True)]  # fmt: skip
                assert math.hypot(*away) > 0.088 * side + 0.8


def pips(shapes: tuple[Shape, ...]) -> list[tuple[float, float]]:
    found = []
    for shape in shapes:
        if isinstance(shape, Path_) and sum([step[0] == "C" for step in shape.steps]) == 4:
            xs, ys = zip(*[step[1][-2:] for step in shape.steps if step[1]], strict=True)
            found.append(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))
    return found


@pytest.mark.parametrize("number", sweep([1, 2], [1]))
def test_the_ink_saving_sheet_is_black_and_white(number: int) -> None:
    """Every ink of it is the warm black of the words or a tint of it."""
    image = printed("sheet_ink_saving", number).pdf[0].render(scale=2).to_pil().convert("RGB")
    assert all(max(pixel) - min(pixel) <= 24 for _, pixel in image.getcolors(1 << 20))
