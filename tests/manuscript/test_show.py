"""Books drawn on a terminal and as pictures, square by square."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import card_data
from printkit.drawing.shapes import Field
from printkit.drawing.traversal import walk
from printkit.exports.filled_sheets import sheets
from printkit.options import Options
from printkit.sheets.typesetting import Typesetter
from scoring.manuscript.display import TEXTS, TILE
from scoring.manuscript.position import Book, Points, Position
from scoring.positions.display import FAULT, Highlights, Line, Span, as_written, draw_position
from scoring.positions.findings import Finding
from scoring.positions.positions import PositionFile
from scoring.sheets.fields import entries
from tests import golden_files
from tests.scoring.screens import painted

GAME = card_data.load("manuscript")
PAGE = GAME.data.numbers.page
LEFT = ("players", "0", "left")


def drawn_page(*rows: str) -> str:
    """A page with these rows at its head, the others blank."""
    wide = [row.ljust(PAGE.columns, ".") for row in rows]
    return "\n".join([*wide, *["." * PAGE.columns] * (PAGE.rows - len(rows))])


def lines(*books: Book, findings: tuple[Finding, ...] = ()) -> list[Line]:
    return list(draw_position(Position(players=books), GAME, Highlights(findings)))


def plain(*books: Book, findings: tuple[Finding, ...] = ()) -> list[str]:
    return [
        "".join([span.text for span in line]).rstrip() for line in lines(*books, findings=findings)
    ]


def styles(shown: list[Line], text: str) -> set[str]:
    return {span.style for line in shown for span in line if span.text == text}


@pytest.mark.clause("MS-1.2")
def test_the_pages_lie_side_by_side_in_quadrants() -> None:
    shown = plain(Book("Ann", {}, drawn_page("A"), drawn_page("", "..........B1"), {}, ()))
    assert shown[0] == "Ann"
    assert shown[1].split() == ["left", "right"]
    assert shown[2].split() == [str(column) for column in range(1, PAGE.columns + 1, 2)] * 2
    rows = [line for line in shown if line.lstrip()[:1].isdecimal()][1 : PAGE.rows + 1]
    assert [int(row.split()[0]) for row in rows] == list(range(1, PAGE.rows + 1))
    assert rows[0].startswith("  1 A . . . . . | . . . . . .      1 . . .")
    assert rows[1].endswith("  2 . . . . . . | . . . . B 1")
    (rule,) = [index for index, line in enumerate(shown) if "-+-" in line]
    assert shown.index(rows[PAGE.rows // 2 - 1]) + 1 == rule
    assert max(map(len, shown)) < 80


@pytest.mark.clause("MS-5.4")
def test_each_text_has_a_colour_which_the_legend_shows() -> None:
    legend: dict[str, str | None] = {"A": "lanval", "b": "Perceval, The Grail Knight", "C": None}
    book = Book(
        "Ann", legend, drawn_page("AAbbC1"), drawn_page(), {"1": "red_capital"}, ("harley_978",)
    )
    shown = lines(book)
    by_letter = [styles(shown, f"{letter} ") for letter in "AbC"]
    assert [len(found) for found in by_letter] == [1, 1, 1]
    assert len(set.union(*by_letter)) == 3
    assert [styles(shown, f" {letter} ") for letter in "AbC"] == by_letter
    assert styles(shown, "1 ") > styles(shown, " 1 "), "the number of a column is 1 too"
    text = plain(book)
    (lanval,) = [line for line in text if line.startswith(" A  Lanval, the Fae-bound Knight: ")]
    assert lanval.endswith("incomplete: 2 of 12 squares, read as lines of 4 from row 1, column 1 "
                           "of the left page")  # fmt: skip
    assert " C  ?" in text
    assert " 1  Red Capital" in text
    assert text[-1] == "Exemplars   Harley 978"


@pytest.mark.clause("MS-5.3")
def test_squares_at_fault_are_marked() -> None:
    found = Finding("MS-3.5", LEFT, "they touch", squares=((1, 2), (2, 12)))
    book = Book("Ann", {}, drawn_page("AB"), drawn_page("AB"), {}, ())
    shown = lines(book, findings=(found,))
    assert styles(shown, "B!") == {FAULT}
    assert styles(shown, ".!") == {FAULT}
    assert styles(shown, "left!") == {FAULT}
    assert sum(span.text.endswith("!") for line in shown for span in line) == 3
    text = plain(book, findings=(found,))
    assert text[3].startswith("  1 A B!. .")
    assert text[4].startswith("  2 . . . . . . | . . . . . .!")


@pytest.mark.parametrize(
    "page",
    ["", "A", "\n" * 90, "A" * 90, "\x1b[31m", "\u6f22", "A\r\nB", "A\tB", drawn_page() + "\nA"],
)
def test_a_page_of_any_shape_can_be_shown(page: str) -> None:
    shown = plain(Book(None, None, page, None, None, None))
    rows = [line for line in shown if line[:3].strip().isdecimal()]
    assert len(rows) == PAGE.rows
    assert max(map(len, shown)) < 80


def test_what_is_not_answered_is_open() -> None:
    assert plain(Book())[0] == "?"
    assert plain(Book())[-3:] == ["legend: ?", "tiles: ?", "Exemplars   ?"]
    assert lines() == []
    assert list(draw_position(Position(ended=True), GAME, Highlights(()))) == [
        [Span("The game has ended.")]
    ]


def narrow() -> card_data.Game[Any]:
    """The game with pages of three rows of five squares."""
    page = msgspec.structs.replace(PAGE, columns=5, rows=3)
    numbers = msgspec.structs.replace(GAME.data.numbers, page=page)
    data = msgspec.structs.replace(GAME.data, numbers=numbers)
    return msgspec.structs.replace(GAME, data=data)


@pytest.mark.clause("MS-5.2", "MS-5.3", "MS-5.4")
def test_two_books_square_by_square_with_what_is_wrong_in_them() -> None:
    """Each text in its colour (1, 2, 3), tiles (t), open answers (o), faults (F), rules (d)."""
    legend: dict[str, str | None] = {"A": "lanval", "b": None, "Cc": "nope"}
    cubes = ("harley_978", None, "nope")
    box = Points(texts=3, luxury=None)
    left = "AbA1.\n.#...\n....A"
    ann = Book("Ann", legend, left, None, {"1": "red_capital"}, cubes, box, 7)
    bo = Book("Bo", None, "A....\n.....\n.....\n", "A", None, ())
    faults = [Finding("MS-5.1", ("players", *where), "") for where in (
        ("0", "legend", "Cc"), ("0", "exemplars", "2"), ("0", "points", "texts"), ("0", "total"),
        ("0", "tiles", "1"), ("1", "name"),
    )]  # fmt: skip
    faults.append(Finding("MS-5.3", LEFT, "", squares=((2, 2),)))
    faults.append(Finding("MS-5.3", ("players", "1", "right"), "", squares=((1, 1),)))
    position = Position(players=(ann, bo), ended=True)
    signs = {TILE: "t", **dict(zip(TEXTS, "123", strict=False))}
    lines = painted(draw_position(position, narrow(), Highlights(faults)), signs)
    golden_files.check("manuscript_books", {"two books": "\n".join(lines)})


@pytest.mark.clause("MS-5.4")
def test_a_picture_names_texts_by_their_titles_and_crosses_exemplars() -> None:
    """Whichever of ID and title the position has; other names stay as they are."""
    book = Book(
        "lanval", {"A": "lanval", "B": "PERCEVAL, the Grail Knight", "C": "nope", "D": None}, None,
        None, {"1": "red_capital"}, ("Harley 978", "codex_regius", "nope"),
    )  # fmt: skip
    written = as_written(Position(players=(book,)), GAME)
    filled = PositionFile(GAME, written)
    options = Options(forms=1)
    printed = {
        (shape.name, shape.value)
        for layout in sheets(GAME, options, Typesetter())
        for face in layout.faces
        for shape in walk(face.shapes)
        if isinstance(shape, Field)
    }
    without = [
        entry for entry in entries(filled) if entry not in printed and (entry[0], "") not in printed
    ]
    assert without == [("players.0.exemplars", "nope")]
    assert dict(entries(filled)) | {"players.0.exemplars": ""} == {
        "players.0.name": "lanval", "players.0.legend.A": "Lanval, the Fae-bound Knight",
        "players.0.legend.B": "Perceval, The Grail Knight", "players.0.legend.C": "nope",
        "players.0.tiles.1": "Red Capital", "players.0.exemplars": "",
    }  # fmt: skip
    assert as_written(Position(), GAME) == Position()
    assert as_written(Position(players=(Book(),)), GAME) == Position(players=(Book(),))


@pytest.mark.clause("MS-5.4")
def test_small_letters_become_capitals_that_are_free() -> None:
    """Since a spread has rows for capitals alone: their own if it is free, else another."""
    book = Book("Ann", {"A": "lanval", "a": "deor", "b": "yonec"}, "Aab.", "bbbB")
    written = as_written(Position(players=(book,)), GAME).players[0]
    assert (written.left, written.right) == ("ACD.", "DDDB")
    assert [*written.legend] == ["A", "C", "D"]
    full = Book("Ann", dict.fromkeys([*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "a"], "nope"), "a", "A")
    assert as_written(Position(players=(full,)), GAME).players == (full,)
