"""Stamps: on every piece with room for one, in its margin, and the same while it looks the same."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from copy import copy
from pathlib import Path as File
from typing import Any

import msgspec
import pypdfium2
import pytest

import card_data
from printkit.audit.match import Auditor
from printkit.drawing.areas import Area, crosses, flattened
from printkit.drawing.colour_vision import contrast
from printkit.drawing.rewriting import rewritten
from printkit.drawing.shapes import Face, Field, Group, Path, Style, Symbol, Text, Use
from printkit.drawing.traversal import texts, traverse
from printkit.exports.virtual_table import trimmed
from printkit.faces.stamping.appearance import Appearance
from printkit.faces.stamping.places import LEAST_DEPTH, SIZE
from printkit.faces.stamping.stamps import is_stamp, stamp_of, stamped, unstamped
from printkit.options import Options
from printkit.painting.paint import pdf_of, single
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import CAPITALS, Fonts
from tests.printed import painted_file
from tests.printkit.tools import FONTS, ROOT, shipped
from tests.sweeps import sweep

GAMES = card_data.names()
POINT = 25.4 / 72  # mm
CARD = Face("card", 63, 88, (), safe=3, corner=3)
WHITE = Style(fill="#ffffff")


def rectangle(x: float, y: float, wide: float, high: float, style: Style) -> Path:
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    steps = (("M", corners[0]), *(("L", corner) for corner in corners[1:]), ("Z", ()))
    return Path(steps, style)


def text_of(face: Face) -> Text:
    """The stamp drawn on a face, which comes last."""
    group = face.shapes[-1]
    assert isinstance(group, Group)
    assert is_stamp(group)
    (text,) = group.shapes
    assert isinstance(text, Text)
    return text


def one(face: Face, **given: Any) -> Face:
    (made,) = stamped([face], {}, FONTS, **given)
    return made


def layouts_of(game: str) -> Iterator[Layout]:
    for name in card_data.load(game).components:
        yield shipped(game, name, Options())


def boxes(page: Any, height: float) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """The characters on a page of a PDF and their boxes in mm, y downwards."""
    words = page.get_textpage()
    everything = words.get_text_range()
    for number in range(words.count_chars()):
        left, bottom, right, top = (side * POINT for side in words.get_charbox(number))
        yield everything[number : number + 1], (left, height - top, right, height - bottom)


@pytest.mark.sweep
@pytest.mark.parametrize("game", sweep(GAMES, ["dice_archive"]))
def test_the_stamps_in_files_are_small_in_the_margin_and_on_nothing(game: str) -> None:
    """As another reader of PDF files finds them."""
    seen = bare = 0
    for layout in layouts_of(game):
        faces = {face.name: face for face in layout.faces}
        for face in faces.values():
            if not face.stamp:
                bare += 1
                continue
            seen += 1
            flat = msgspec.structs.replace(face, back=None)
            with pypdfium2.PdfDocument(pdf_of(layout, [single(flat)], FONTS)) as document:
                page = document[0]
                found = list(boxes(page, face.height + 2 * face.bleed))
                assert face.stamp in page.get_textpage().get_text_range()
            text = text_of(face)
            area = text.x, text.y - CAPITALS * text.size, text.x + text.width, text.y
            own = [box for char, box in found if char in face.stamp and within(box, area)]
            assert len(own) == len(face.stamp), (layout.name, face.name)
            for left, top, right, bottom in own:
                assert bottom - top < SIZE * CAPITALS + 0.3
                corners = ((x, y) for x in (left, right) for y in (top, bottom))
                assert min(face.depth(*corner) for corner in corners) >= LEAST_DEPTH - 0.2
            others = [box for char, box in found if char.strip() and box not in own]
            assert not [box for box in others if overlaps(box, area)], (layout.name, face.name)
    assert seen > 5 * bare  # what has none is a token full of its sign


def within(box: tuple[float, ...], area: tuple[float, ...]) -> bool:
    return (
        box[0] > area[0] - 0.15
        and box[1] > area[1] - 0.15
        and box[2] < area[2] + 0.15
        and box[3] < area[3] + 0.3  # a Q reaches below the line
    )


def overlaps(box: tuple[float, ...], area: tuple[float, ...]) -> bool:
    wide = min(box[2], area[2]) - max(box[0], area[0])
    high = min(box[3], area[3]) - max(box[1], area[1])
    return wide > 0.05 and high > 0.05


@pytest.mark.parametrize("game", sweep(GAMES, ["winstons_archive"]))
def test_a_stamp_is_4_to_5_points_and_can_be_read_on_what_is_behind_it(game: str) -> None:
    for layout in layouts_of(game):
        for face in layout.faces:
            if face.stamp:
                text = text_of(face)
                assert 4 <= text.size / POINT <= 5
                assert contrast(text.fill, ground_of(face, text, layout)) >= 4.5


def ground_of(face: Face, text: Text, layout: Layout) -> str:
    """The colour of the last area that contains the middle of a text."""
    colour = "#ffffff"
    middle = text.x + text.width / 2, text.y - CAPITALS * text.size / 2
    box = (middle[0] - 0.01, middle[1] - 0.01, middle[0] + 0.01, middle[1] + 0.01)
    for visit in traverse(face.shapes, symbols=layout.symbols):
        shape = visit.shape
        if isinstance(shape, Path) and shape.style.fill:
            rings = [ring for ring, _ in flattened(shape.steps, visit.matrix)]
            if rings and Area(rings, shape.style.even_odd).contains(*middle):
                assert not any(crosses(ring, box, closed=True) for ring in rings)
                colour = shape.style.fill
    return colour


@pytest.mark.sweep
def test_every_kind_of_piece_has_a_stamp() -> None:
    kinds = {
        (layout.game.id, layout.name): any(face.stamp for face in layout.faces)
        for game in GAMES
        for layout in layouts_of(game)
    }
    assert [kind for kind, has_one in kinds.items() if not has_one] == []


def test_backs_bear_no_stamp_but_count() -> None:
    blank, drawn = Face("back", 63, 88, ()), Face("back", 63, 88, (rectangle(9, 9, 9, 9, WHITE),))
    faces = [msgspec.structs.replace(CARD, back=back) for back in (blank, drawn)]
    first, second = stamped(faces, {}, FONTS)
    assert first.stamp != second.stamp
    assert first.back is blank
    assert second.back is drawn


def test_an_edit_elsewhere_changes_no_other_stamp() -> None:
    other = Face("other", 63, 88, (rectangle(0, 80, 63, 8, Style(fill="#000000")),), corner=3)
    alone, beside = one(CARD), stamped([CARD, other], {}, FONTS)[0]
    assert (alone.stamp, alone.digest) == (beside.stamp, beside.digest)


@pytest.mark.parametrize(
    "changes",
    [
        {"width": 64},
        {"corner": 2},
        {"bleed": 1},
        {"shape": "hex"},
        {"shapes": (rectangle(20, 20, 0.01, 9, WHITE),)},
    ],
)
def test_whatever_shows_on_a_piece_is_in_its_stamp(changes: dict[str, Any]) -> None:
    assert one(msgspec.structs.replace(CARD, **changes)).stamp != one(CARD).stamp


def test_what_does_not_show_is_not_in_a_stamp() -> None:
    field = Field("a.b", "number", "A", 20, 20, 9, 9)
    mark = rectangle(20, 20, 9, 9, WHITE)
    looks = [
        (mark,),
        (Group((mark,), role="P", says="a square", anchor="there"), field),
        (msgspec.structs.replace(field, name="c.d"), Group((mark,), title="Square")),
    ]
    plain, *others = (one(msgspec.structs.replace(CARD, shapes=shapes)) for shapes in looks)
    assert others[0].stamp == others[1].stamp
    named = msgspec.structs.replace(CARD, id="other", number=3, copies=7, shapes=(mark,))
    assert one(named).stamp == plain.stamp


def test_forms_of_one_template_have_one_stamp() -> None:
    forms = shipped("dice_archive", "form", Options()).faces
    assert len({face.name for face in forms}) == len(forms) > 1
    assert len({face.stamp for face in forms}) == 1


def test_a_symbol_counts_by_what_it_draws_and_not_by_its_name() -> None:
    def digest(symbols: dict[str, Symbol], name: str) -> str:
        return Appearance(symbols, FONTS).digest(msgspec.structs.replace(CARD, shapes=(Use(name),)))

    inner, other = rectangle(0, 0, 1, 1, WHITE), rectangle(0, 0, 1, 2, WHITE)
    outer = Symbol("outer", (Use("inner"),))
    first = digest({"outer": outer, "inner": Symbol("inner", (inner,))}, "outer")
    second = digest({"outer": outer, "inner": Symbol("inner", (other,))}, "outer")
    renamed = Symbol("o", (Use("i"),))
    assert digest({"o": renamed, "i": Symbol("i", (inner,))}, "o") == first != second


@pytest.mark.sweep
def test_a_font_counts_by_its_file_where_it_is_used(tmp_path: File) -> None:
    layout = shipped("winstons_archive", "deck", Options())
    key = next(texts(layout.faces[0].shapes)).font
    before = {face.name: face.digest for face in layout.faces}
    again = {face.name: Appearance(layout.symbols, FONTS).digest(face) for face in layout.faces}
    assert again == before
    path = FONTS.by_key(key).path
    edited = tmp_path / path.name
    edited.write_bytes(path.read_bytes() + b"\0")
    fonts = Edited(path, edited)
    now = {face.name: Appearance(layout.symbols, fonts).digest(face) for face in layout.faces}
    stem = key.partition(".")[0]
    used = {
        face.name
        for face in layout.faces
        for side in (unstamped(face), face.back)
        if side is not None
        if any(text.font.partition(".")[0] == stem for text in texts(side.shapes))
    }
    assert {name for name in now if now[name] != before[name]} == used


class Edited(Fonts):
    """Fonts of which one file has been edited."""

    def __init__(self, was: File, now: File) -> None:
        super().__init__()
        self.was, self.now = was, now

    def by_key(self, key: str) -> Any:
        font = copy(super().by_key(key))
        if font.path == self.was:
            font.path = self.now
        return font


@pytest.mark.sweep
def test_stamps_are_the_same_in_any_process() -> None:
    code = (
        "import json, card_data\n"
        "from printkit.options import Options\n"
        "from printkit.sheets.layout import lay_out\n"
        "from printkit.sheets.typesetting import Typesetter\n"
        "made = lay_out(card_data.load('winstons_archive'), 'deck', Options(), Typesetter())\n"
        "print(json.dumps({face.name: face.digest for face in made.faces}))"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True, text=True, check=True, cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "HOME": "/nonexistent"},
        )  # fmt: skip
        deck = shipped("winstons_archive", "deck", Options())
        assert json.loads(done.stdout) == {face.name: face.digest for face in deck.faces}


def test_a_stamp_is_crockfords_base32_of_the_digest() -> None:
    assert stamp_of("fffff" + 27 * "0") == "ZZZZ"
    assert stamp_of("00001" + 27 * "f") == "0001"


def test_a_stamp_goes_where_nothing_lies() -> None:
    corner = rectangle(50, 84, 13, 4, Style(fill=None, stroke="#000000"))
    cross = rectangle(50, 86, 13, 9, Style(fill=None, stroke="#000000"))
    line = rectangle(-1, 86, 65, 0.2, Style(fill="#777777"))
    made = one(msgspec.structs.replace(CARD, shapes=(corner, cross)))
    assert text_of(made).x < 20
    assert text_of(made).y > 80
    made = one(msgspec.structs.replace(CARD, shapes=(line,)))
    assert text_of(made).y < 10  # at the head
    words = Text(0, 2, "x" * 100, "SourceSansPro-Regular", 3, 70)
    made = one(msgspec.structs.replace(CARD, shapes=(line, words)))
    assert not 85.7 < text_of(made).y < 87.5


def test_what_is_painted_over_is_not_in_the_way() -> None:
    line = rectangle(0, 86, 63, 0.5, Style(fill="#777777"))
    over = rectangle(0, 0, 63, 88, Style(fill="#202020"))
    text = text_of(one(msgspec.structs.replace(CARD, shapes=(line, over))))
    assert text.y == text_of(one(CARD)).y
    assert contrast(text.fill, "#202020") >= 4.5


def test_what_is_clipped_away_is_not_in_the_way() -> None:
    line = rectangle(0, 86, 63, 0.5, Style(fill="#777777"))
    away = Group((line,), clip=rectangle(0, 0, 63, 40, WHITE))
    assert text_of(one(msgspec.structs.replace(CARD, shapes=(away,)))).y > 86


def test_a_piece_full_of_its_drawing_has_no_stamp() -> None:
    stripes = tuple(rectangle(0, y, 12, 0.5, Style(fill="#777777")) for y in range(12))
    made = one(Face("token", 12, 12, stripes))
    assert made.stamp == ""
    assert made.shapes == stripes
    assert made.digest


def test_all_pieces_have_it_at_one_place_if_they_can() -> None:
    corner = rectangle(50, 86, 13, 9, Style(fill=None, stroke="#000000"))
    faces = stamped([CARD, msgspec.structs.replace(CARD, shapes=(corner,))], {}, FONTS)
    assert {text_of(face).y for face in faces} == {text_of(faces[0]).y}
    assert all(text_of(face).x < 20 for face in faces)


def test_a_round_piece_and_a_hex_have_it_inside_their_outline() -> None:
    for face in (Face("a", 25, 25, (), shape="round"), Face("b", 40, 35, (), shape="hex")):
        text = text_of(one(face))
        assert face.depth(text.x, text.y) >= LEAST_DEPTH
        assert face.depth(text.x + text.width, text.y) >= LEAST_DEPTH


def test_print_yaml_can_do_without(errata: File) -> None:
    file = errata / "print.yaml"
    file.write_text(
        file.read_text().replace("    title: Deck\n", "    title: Deck\n    stamp: false\n")
    )
    game = card_data.load("errata", errata.parent)
    deck, rules = (
        lay_out(game, name, Options(data=errata.parent), Typesetter()) for name in ("deck", "rules")
    )
    assert all(not face.stamp and face.digest for face in deck.faces)
    assert not [shape for face in deck.faces for shape in face.shapes if is_stamp(shape)]
    assert all(face.stamp for face in rules.faces)


@pytest.mark.parametrize("way", [{"low_ink": True}, {"large_print": True}])
def test_low_ink_and_large_print_have_the_stamps_of_the_plain_design(way: dict[str, Any]) -> None:
    plain = shipped("dice_archive", "aid", Options())
    made = shipped("dice_archive", "aid", Options(**way))
    for before, after in zip(plain.faces, made.faces, strict=True):
        assert (after.digest, after.stamp) == (before.digest, before.stamp)
        assert [text.text for text in texts(after.shapes)].count(after.stamp) == 1


def test_a_board_in_tiles_has_one_stamp() -> None:
    board = shipped("verse_and_variant", "spotlight", Options())
    assert len(board.parts) > 1
    text = text_of(board.faces[0])
    shown = [
        tile.name
        for tile in board.parts
        if tile.tile is not None
        if 0 <= text.x + tile.tile.x < tile.width and 0 <= text.y + tile.tile.y < tile.height
    ]
    assert len(shown) == 1


def test_the_audit_misses_a_stamp_that_is_wrong_or_not_inside(tmp_path: File) -> None:
    layout = shipped("winstons_archive", "aid", Options())
    file = tmp_path / "aid.pdf"

    def found(moved: float, text: str | None) -> list[str]:
        def change(shape: Any, _: Any) -> Any:
            if isinstance(shape, Text) and shape.text == layout.faces[0].stamp:
                return msgspec.structs.replace(shape, y=shape.y + moved, text=text or shape.text)
            return shape

        faces = [
            msgspec.structs.replace(face, shapes=rewritten(face.shapes, change))
            for face in layout.faces
        ]
        new = dict(zip(map(id, layout.faces), faces, strict=True))
        sheets = [
            sheet._replace(
                placements=tuple(
                    spot._replace(face=new.get(id(spot.face), spot.face))
                    for spot in sheet.placements
                )
            )
            for sheet in layout.sheets
        ]
        made = msgspec.structs.replace(layout, faces=faces, parts=faces, sheets=sheets)
        file.write_bytes(painted_file(made, Options(), FONTS))
        return Auditor()(file, [layout], Options(), "aid.pdf")

    assert found(0, None) == []
    assert "less than 1 mm inside the cut" in found(0.6, None)[0]
    assert "its text reads" in found(0, "0000")[0]


def test_pieces_for_a_virtual_table_have_no_stamps() -> None:
    layout = shipped("winstons_archive", "deck", Options())
    for before, after in zip(layout.faces, trimmed(layout).faces, strict=True):
        assert before.shapes[:-1] == after.shapes
        assert (before.digest, after.stamp) == (after.digest, "")
