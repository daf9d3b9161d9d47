"""Books drawn on a terminal and as pictures, square by square."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import card_data
from printkit.drawing.traversal import fields
from printkit.options import Options
from scoring.manuscript.display import TEXTS, TILE
from scoring.manuscript.position import Book, Points, Position
from scoring.positions.display import Highlights, Line, Span, as_written, draw_position
from scoring.positions.findings import Finding
from scoring.positions.positions import PositionFile
from scoring.sheets.fields import entries
from tests import golden_files
from tests.printkit.pdf_pages import shipped
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


@pytest.mark.clause("MS-1.2", "MS-5.2", "MS-5.3", "MS-5.4")
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
    signs = {TILE: "t", **dict(zip(TEXTS, "12345", strict=False))}
    small = painted(draw_position(position, narrow(), Highlights(faults)), signs)
    names: dict[str, str | None] = {"A": "lanval", "b": "Perceval, The Grail Knight", "C": None}
    pages = drawn_page("AAbbC1"), drawn_page("", "..........B1")
    whole = Position(players=(Book("Ann", names, *pages, {"1": "red_capital"}, ("harley_978",)),))
    touching = Highlights([Finding("MS-3.5", LEFT, "", squares=((1, 2), (2, 12)))])
    large = painted(draw_position(whole, GAME, touching), signs)
    said = {"two books": "\n".join(small), "a book on whole pages": "\n".join(large)}
    golden_files.check("manuscript_books", said)


@pytest.mark.clause("MS-5.4")
def test_a_picture_names_texts_by_their_titles_and_crosses_exemplars() -> None:
    """Whichever of ID and title the position has; other names stay as they are."""
    book = Book(
        "lanval", {"A": "lanval", "B": "PERCEVAL, the Grail Knight", "C": "nope", "D": None}, None,
        None, {"1": "red_capital"}, ("Harley 978", "codex_regius", "nope"),
    )  # fmt: skip
    written = as_written(Position(players=(book,)), GAME)
    filled = PositionFile(GAME, written)
    spread = shipped(GAME.id, "spread", Options(forms=1)).faces[0]
    printed = {(field.name, field.value) for field in fields(spread.shapes)}
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
