"""Photos of sheets on the pad: what is sent, what is refused, and what a phone makes of it."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import scoring
from card_data.limits import LARGEST_PHOTO
from scoring.photo.reading import PhotoSheet
from scoring.positions.positions import PositionFile
from scoring.web import access
from scoring.web import app as serving
from scoring.web.access import AccessControl as Pad
from scoring.web.app import app
from tests.chromium import DESK, PHONE, People
from tests.scoring.photographed import CROP, encoded, photographed, sheets_of
from tests.scoring.web.asgi import Answer, get, post
from tests.scoring.web.photographs import pad_served, read_as_it_is, ready
from tests.scoring.web.test_sheets import Sheets

DOUBTS = (
    "Player 1: task 2 on the left", "Player 1: task 4 on the left", "Player 1: task 3 on the right",
    "Player 2: task 5 in the middle", "Player 2: task 1 on the right",
)  # fmt: skip
ANSWERS = (
    ("Owner of the die on 1, left table", "Ann"), ("Owner of the die on 3, right table", "Bo"),
    ("Ann: task 2 on the left: is it marked?", "Yes"),
    ("Ann: task 4 on the left: is it marked?", "No"),
    ("Ann: task 3 on the right: is it marked?", "No"),
    ("Bo: task 5 in the middle: is it marked?", "Yes"),
    ("Bo: task 1 on the right: is it marked?", "No"),
)  # fmt: skip
TOP = "(one) => one.getBoundingClientRect().top"
BLURRED = "the photo is blurred: hold the phone still and take another"
NUMBERS = """
game: winstons_archive
players:
- {name: Ann, books: {A: 7, B: 5, C: 4}}
- {name: Bo, books: {A: 2}}
"""
LETTERS = """
game: manuscript
players:
- name: Ann
  legend: {L: lanval}
  left: LLLL........
- name: Bo
"""
EVENING = """
game: dice_archive
board: {left: {1: Ann}, middle: {}, right: {3: Bo}}
players:
- {name: Ann, tasks: {left: [1, 2], middle: [], right: [6]}}
- {name: Bo, tasks: {left: [3], middle: [5], right: []}}
"""


@pytest.fixture
def nothing_drawn_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Photos say what they are; sheets are drawn."""
    monkeypatch.setattr(serving, "photographed", read_as_it_is)
    monkeypatch.setattr(serving, "prepare_photos", ready)


def sent(pad: Pad, table: str, raw: bytes, **headers: str | None) -> Answer:
    kind = {"content-type": "application/octet-stream"}
    return post(pad, f"{table}/photo", None, chunks=[raw], headers={**kind, **headers})


def begun(pad: Pad, game: str = "dice_archive") -> str:
    found = post(pad, "/tables", {"game": game, "players": ["Ann", "Bo"]})
    return f"/tables/{found.json['id']}"


def evening() -> tuple[PositionFile, list[PhotoSheet]]:
    """A board and two forms with seven entries to confirm."""
    filled = scoring.read(EVENING)
    board, *forms, _ = sheets_of(filled.game, 2)
    return filled, photographed(filled, [board, *forms], DOUBTS)


def test_a_photo_is_answered_with_what_it_shows_and_enters_nothing(pad: Pad) -> None:
    table = begun(pad)
    before = get(pad, table).json
    assert before["photo"]
    found = sent(pad, table, encoded(evening()[1]))
    assert (found.status, found.headers["cache-control"]) == (200, "no-store")
    board, form, other = found.json["sheets"]
    assert (board["seats"], form["seats"]) == ([None], [0, 1])
    assert b64decode(form["entries"][0]["crop"]) == CROP
    boxes = [one for one in form["entries"] if one["path"] == "players.0.tasks.left"]
    assert [(one["mark"], one["found"], one["sure"]) for one in boxes[:3]] == [
        (1, "x", True), (2, "x", False), (3, "", True),
    ]  # fmt: skip
    assert found.json["rows"]["players.0.tasks.left"] == "marks"
    assert other["entries"][0]["path"] == "players.0.name"
    assert get(pad, table).json == before


def test_blank_sheets_are_drawn_while_the_photo_is_taken(pad: Pad) -> None:
    assert get(pad, f"{begun(pad)}/photo").json == {}
    assert get(pad, "/tables/00000000/photo").status == 404


def test_a_photo_that_cannot_be_read_says_what_to_do(pad: Pad) -> None:
    found = sent(pad, begun(pad), b"\xff\xd8\xff")
    assert (found.status, found.json["problems"]) == (422, [BLURRED])


def test_what_is_sent_as_a_photo_is_limited(
    pad: Pad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(pad)
    assert sent(pad, table, b"{}", **{"content-type": "application/json"}).status == 415
    assert sent(pad, table, b"x", **{"content-length": str(LARGEST_PHOTO + 1)}).status == 413
    assert sent(pad, table, b"x", origin="https://example.org").status == 403
    assert sent(pad, "/tables/00000000", b"x").status == 404
    whole = {"content-length": "9", "content-type": "application/octet-stream"}
    monkeypatch.setattr(access, "LARGEST_PHOTO", 4)  # what comes in spite of its length
    assert post(pad, f"{table}/photo", None, chunks=[b"abc", b"def"], headers=whole).status in (
        408,
        413,
    )
    monkeypatch.undo()
    assert {one.name for one in (tmp_path / "tables").iterdir()} == {"link", f"{table[8:]}.yaml"}


def test_without_opencv_the_page_has_no_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "find_spec", lambda _: None)
    pad = app(None, tmp_path / "tables")
    table = begun(pad)
    assert not get(pad, table).json["photo"]
    assert sent(pad, table, b"x").status == 404


# in a browser


@pytest.fixture
def link(tmp_path: Path) -> Iterator[str]:
    with pad_served(tmp_path / "tables") as made:
        yield made


def take(page: Page, raw: bytes) -> None:
    """Take a photo: a phone would begin its camera."""
    photo = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": raw}
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Take a photo").tap()
    chooser.value.set_files(photo)  # type: ignore[arg-type]


def test_sure_entries_appear_and_the_others_are_confirmed(link: str, people: People) -> None:
    """Three sheets with seven entries to confirm; undo takes all of them back."""
    _, sheets = evening()
    page = people.page(PHONE)
    own = Sheets(page, link, "dice_archive", "Ann", "Bo")
    top = page.locator(".body").evaluate(TOP)
    take(page, encoded(sheets))
    asked = page.get_by_role("dialog")
    expect(asked.get_by_role("heading")).to_have_text("Whose sheet is this?")
    own.tap("Ann", "Bo")
    own.has("players.0.tasks", {"left": None, "middle": [], "right": None})  # boxes are in doubt
    own.has("players.1.tasks", {"left": [3], "middle": None, "right": None})
    for label, answer in ANSWERS[:4]:
        expect(asked.get_by_role("heading")).to_have_text(label)
        expect(asked.get_by_role("img", name="The photo: ")).to_be_visible()
        own.tap(answer)
    own.tap("Later")
    expect(asked).to_have_count(0)
    own.has("board", {"left": {"1": "Ann"}, "middle": {}, "right": {"3": "Bo"}})
    own.has("players.0.tasks", {"left": [1, 2], "middle": [], "right": None})
    assert page.locator(".body").evaluate(TOP) == top
    page.get_by_role("button", name="3 to confirm").tap()
    for label, answer in ANSWERS[4:]:
        expect(asked.get_by_role("heading")).to_have_text(label)
        own.tap(answer)
    own.has("players.0.tasks", {"left": [1, 2], "middle": [], "right": [6]})
    own.has("players.1.tasks", {"left": [3], "middle": [5], "right": []})
    expect(page.get_by_role("button", name="to confirm")).to_be_hidden()
    page.get_by_role("button", name="Undo").tap()
    own.has("board", {"left": None, "middle": None, "right": None})
    own.has("players.1.tasks", {"left": None, "middle": None, "right": None})
    own.has("players.0.tasks", {"left": None, "middle": None, "right": None})
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_numbers_are_proposed_and_what_is_entered_is_compared(link: str, people: People) -> None:
    page = people.page(PHONE)
    own = Sheets(page, link, "winstons_archive", "Ann", "Bo", seat="0")
    own.field("Ann: books of set B").tap()
    own.tap("3", "Next", "Close")
    filled = scoring.read(NUMBERS)
    sheets = photographed(filled, sheets_of(filled.game, 2), ["Player 1: books of set A"])
    take(page, encoded(sheets))
    asked = page.get_by_role("dialog")
    expect(asked.get_by_role("heading")).to_have_text("Whose column is this?")
    own.tap("Ann", "Bo")
    expect(asked.locator("output")).to_have_text("7")
    own.tap("1", "2", "Next")
    expect(asked).to_contain_text("Entered 3, the photo shows 5.")
    own.has("players.0.books.A", 12)
    own.tap("Keep 3")
    own.has("players.0.books", {"A": 12, "B": 3, "C": 4, "D": None, "E": None, "F": None})
    page.get_by_role("button", name="Undo").tap()
    own.has("players.0.books.A", None)
    own.has("players.0.books.B", 3)


def test_columns_may_be_in_another_order_than_the_seats(link: str, people: People) -> None:
    page = people.page(PHONE)
    own = Sheets(page, link, "winstons_archive", "Ann", "Bo", seat="0")
    filled = scoring.read(NUMBERS)
    take(page, encoded(photographed(filled, sheets_of(filled.game, 2))))
    own.tap("Bo", "Ann")
    own.has("players.1.books.A", 7)
    own.has("players.0.books.A", 2)


def test_letters_are_typed_over_the_squares_that_are_written_in(link: str, people: People) -> None:
    page = people.page(PHONE)
    own = Sheets(page, link, "manuscript", "Ann", "Bo", seat="0")
    filled = scoring.read(LETTERS)
    spread, _ = photographed(filled, sheets_of(filled.game, 2))
    take(page, encoded([spread]))
    own.tap("Ann")
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("Ann: left page, row 1")
    page.keyboard.type("LLLL")
    expect(page.get_by_role("textbox", name="Ann: left page, row 1")).to_have_value("LLLL........")
    page.keyboard.press("Enter")
    page.get_by_role("searchbox").fill("lanval")
    page.keyboard.press("Enter")
    rows = "\n".join(["LLLL" + "." * 8] + ["." * 12] * 17)
    own.has("players.0.left", rows)
    own.has("players.0.legend", {"L": "lanval"})


def test_a_photo_that_cannot_be_read_is_taken_again_by_keys(link: str, people: People) -> None:
    page = people.page(DESK)
    own = Sheets(page, link, "winstons_archive", "Ann", "Bo", seat="0")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Take a photo").press("Enter")
    chooser.value.set_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"blurred"})
    asked = page.get_by_role("dialog", name="The photo was not read")
    expect(asked.get_by_role("alert")).to_have_text(BLURRED)
    people.said[:] = [one for one in people.said if not re.search(r"\b422\b", one)]
    filled = scoring.read(NUMBERS)
    sheets = photographed(
        filled, sheets_of(filled.game, 2), ["Player 1: books of set A", "Player 2: out"]
    )
    with page.expect_file_chooser() as chooser:
        asked.get_by_role("button", name="Take another").press("Enter")
    chooser.value.set_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": encoded(sheets)})
    for heading, keys in (
        ("Whose column is this?", ("ArrowDown", "Enter", "ArrowDown", "ArrowDown", "Enter")),
        ("Ann: books of set A", ("1", "0", "Enter")),
        ("Bo: out: is it marked?", ("Tab", "Enter")),
    ):
        expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text(heading)
        for key in keys:
            page.keyboard.press(key)
    own.has("players.0.books.A", 10)
    own.has("players.1.out", False)
