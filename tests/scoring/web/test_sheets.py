"""The printed sheets on a phone: tapped, written on and drawn on by finger, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import copy
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import scoresheets
from tests.chromium import PHONE, SMALL, People
from tests.printkit.commands import ROOT
from tests.scoring.web.served import Served
from tests.scoring.web.tools import at

LONG = 100  # tenths of a second until a position has what was entered
STEPS = 6  # of a finger between two points
TAPPED = 24  # px: the least side of what is tapped
SEATS = {
    "dice_archive": 2, "manuscript": 2, "nineteen_eighty_four": 0,
    "verse_and_variant": 3, "winstons_archive": 2,
}  # fmt: skip
TOO_SMALL = """
[...document.querySelectorAll(".paper button.field:not([hidden]):not(.small)")].map((one) => {
  const [box, reach] = [one.getBoundingClientRect(), getComputedStyle(one, "::after")];
  const sides = ["top", "bottom", "left", "right"].map((side) => -parseFloat(reach[side]));
  return [one.ariaLabel, box.height + sides[0] + sides[1], box.width + sides[2] + sides[3]];
}).filter(([, ...sides]) => Math.min(...sides) < %s).map(([label]) => label)
"""
Point = tuple[float, float]


class Sheets:
    """Somebody who fills in the sheets of a new table on a phone."""

    def __init__(self, page: Page, link: str, game: str, *names: str, seat: str = "table") -> None:
        begun = {"game": game, "players": names}
        own = {"origin": link.removesuffix(urlsplit(link).path)}
        table = page.request.post(f"{link}tables", data=begun, headers=own).json()["id"]
        self.address = f"{link}tables/{table}"
        self.join(page, f"{link}#table/{table}", seat)

    def join(self, page: Page, table: str, seat: str) -> None:
        self.page = page
        page.goto(table)
        page.locator(f'[data-tab="{seat}"]').click()
        expect(page.locator(".paper > img")).to_have_js_property("complete", True)

    def field(self, label: str) -> Locator:
        """The field whose label begins so."""
        return self.page.locator(f".field[aria-label^={json.dumps(label)}]")

    def tap(self, *names: str) -> None:
        """Tap buttons of what is open, one after the other, by their words."""
        for name in names:
            self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).tap()

    def enter(self, *rounds: str) -> None:
        """Write digits on the keypad that is open, each in a field of its own; after four the rest
        of their rounds was not played."""
        for digits in rounds:
            for digit in digits:
                self.tap(digit, "Next")
            if len(digits) == 4:
                self.tap("The rest was not played")

    def has(self, path: str, value: object) -> None:
        """Wait until this stands at a place of the position that is served."""
        for _ in range(LONG):
            view = self.page.request.get(self.address).json()["view"]
            if (found := at(view["position"], path)) == value:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{path}: {found!r}, expected {value!r}")

    def fingers(self, *ways: Sequence[Point]) -> None:
        """Put a finger on the first point of each way, move all along, and lift them."""
        session = self.page.context.new_cdp_session(self.page)

        def touch(kind: str, points: Sequence[Point]) -> None:
            down = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": down})

        for number in range(len(ways)):
            touch("touchStart", [way[0] for way in ways[: number + 1]])
        for points in zip(*map(spread, ways), strict=True):
            touch("touchMove", points)
        touch("touchEnd", [])


def spread(way: Sequence[Point]) -> list[Point]:
    """The points on the way that a finger is seen at, without the first."""
    return [
        (x + (to_x - x) * step / STEPS, y + (to_y - y) * step / STEPS)
        for (x, y), (to_x, to_y) in pairwise(way)
        for step in range(1, STEPS + 1)
    ]


def middle(one: Locator) -> Point:
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def sides(one: Locator) -> Point:
    """Where an element begins and ends from the left."""
    box = one.bounding_box()
    assert box is not None
    return box["x"], box["x"] + box["width"]


def test_dice_are_laid_and_tasks_marked_by_tapping(served: Served, people: People) -> None:
    """DA-6.1, DA-6.2."""
    page = people.page(PHONE)
    sheets = Sheets(page, served.link, "dice_archive", "Ann", "Bo")
    owner = sheets.field("Owner of the die on 3, left table")
    owner.tap()
    sheets.tap("Bo")
    sheets.has("board.left", {"3": "Bo"})
    expect(owner).to_have_accessible_name(re.compile(": Bo"))
    owner.tap()
    page.locator(".popover .row button").tap()
    sheets.has("board.left", {})
    page.locator('[data-tab="0"]').tap()
    for task in (4, 1, 2, 4):
        sheets.field(f"Ann: task {task} on the left").tap()
    sheets.has("players.0.tasks.left", [1, 2])
    expect(sheets.field("Ann: task 1 on the left")).to_be_checked()


def test_numbers_are_typed_on_a_keypad_and_zero_is_an_answer(
    served: Served, people: People
) -> None:
    """WA-6.1: a blank is dashed, a zero is written, and Next leads to the next field."""
    page = people.page(PHONE)
    sheets = Sheets(page, served.link, "winstons_archive", "Ann", "Bo", seat="0")
    books = sheets.field("Ann: books of set A")
    expect(books).to_contain_class("unanswered")
    books.tap()
    sheets.tap("0", "Next", "1", "2", "Next", "9", "9")
    expect(page.locator(".popover output")).to_have_text("99")
    page.keyboard.press("Escape")
    sheets.has("players.0.books.A", 0)
    sheets.has("players.0.stand_ins.A", 12)
    sheets.has("players.0.books.B", 99)
    expect(books).not_to_contain_class("unanswered")
    expect(page.locator(".frame + .number-of-fault").first).to_be_visible()
    expect(sheets.field("Ann: books of set B")).to_have_attribute("aria-invalid", "true")
    page.locator(".number-of-fault").last.tap()
    expect(page.locator(".popover .wrong")).to_contain_text("99")


def test_boxes_of_the_route_are_those_of_the_next_rounds(served: Served, people: People) -> None:
    """NE-3.5: only the last can be taken out by tapping it again."""
    page = people.page(SMALL)
    sheets = Sheets(page, served.link, "nineteen_eighty_four")
    for box in (17, 31, 45, 45, 17):
        sheets.field(f"Box {box}").tap()
    sheets.has("rounds", [17, 31])
    expect(sheets.field("Box 31").locator(".turn")).to_have_text("2")
    expect(page.get_by_role("heading", name="Box 17")).to_be_visible()


def test_squares_are_drawn_with_a_finger(served: Served, people: People) -> None:
    """MS-5.3: a text gets the next letter; a stroke is entered whole, a tap rubs out."""
    page = people.page(PHONE)
    sheets = Sheets(page, served.link, "manuscript", "Ann", "Bo", seat="0")

    def square(row: int, column: int) -> Locator:
        return page.locator(f'[id="players.0.left.{row}.{column}"]')

    square(8, 6).tap()
    expect(page.locator(".palette")).to_contain_class("asked")
    page.locator(".palette .add").first.tap()
    page.locator(".popover .choice").nth(1).tap()
    sheets.has("players.0.legend", {"A": "sir_orfeo"})
    corners = [middle(square(*at)) for at in ((1, 1), (1, 4), (3, 4))]
    sheets.fingers(corners)
    rows = ["." * 12, ".AAAA.......", "....A.......", "....A.......", *["." * 12] * 14]
    sheets.has("players.0.left", "\n".join(rows))
    square(1, 1).tap()
    rows[1] = "..AAA......."
    sheets.has("players.0.left", "\n".join(rows))
    desk = page.locator(".desk")
    before = desk.evaluate("(one) => one.scrollLeft")
    (x, y), _, _ = corners
    sheets.fingers([(x + 90, y + 60), (x, y + 60)], [(x + 190, y + 60), (x + 100, y + 60)])
    assert desk.evaluate("(one) => one.scrollLeft") > before + 40
    page.wait_for_timeout(400)  # what comes sooner is a part of the gesture before
    page.get_by_role("button", name="Undo").tap()
    sheets.has("players.0.left", "\n".join([rows[0], ".AAAA.......", *rows[2:]]))
    squares = page.locator(".squares").first
    expect(squares).to_have_css("touch-action", "none")
    page.get_by_role("button", name="Move").tap()
    expect(squares).to_have_css("touch-action", "auto")  # without a pen one finger moves the sheet


def test_sheets_are_filled_in_by_keys(served: Served, people: People) -> None:
    """Arrows go to the next field, digits are typed there, letters are drawn."""
    page = people.page(PHONE)
    sheets = Sheets(page, served.link, "manuscript", "Ann", "Bo", seat="0")
    texts = sheets.field("Ann: points for Texts")
    texts.focus()
    for key in ("ArrowDown", "4", "1", "Escape", "ArrowUp"):
        page.keyboard.press(key)
    sheets.has("players.0.points.decorations", 41)
    expect(texts).to_be_focused()
    sheets.field("Ann: text B").tap()  # too small: it comes nearer
    expect(page.locator(".popover")).to_have_count(0)
    sheets.field("Ann: text B").tap()
    page.locator(".popover .choice").first.tap()
    sheets.has("players.0.legend.B", "the_king_of_tars")
    page.locator(".squares").first.focus()
    for key in ("ArrowDown", "ArrowRight", "b", "ArrowRight", "b", "Delete"):
        page.keyboard.press(key)
    sheets.has("players.0.left", "\n".join(["." * 12, ".B..........", *["." * 12] * 16]))


@pytest.mark.parametrize("size", [SMALL, PHONE])
@pytest.mark.parametrize("game", SEATS)
def test_every_field_can_be_tapped_or_comes_nearer(
    game: str, size: tuple[int, int], served: Served, people: People
) -> None:
    page = people.page(size)
    seats = SEATS[game]
    Sheets(page, served.link, game, *["Ann", "Bo", "Cy"][:seats], seat="0" if seats else "table")
    assert page.evaluate(TOO_SMALL % TAPPED) == []
    larger = page.get_by_role("button", name="Larger")
    while larger.is_enabled():
        larger.tap()
    expect(page.locator(".field.small:not([hidden])")).to_have_count(0)
    assert page.evaluate(TOO_SMALL % TAPPED) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_labels_of_rows_stay_in_sight_and_so_do_all_totals(served: Served, people: People) -> None:
    """WA-6.1: beside the column of the last of four players, the rest of whose books is 0."""
    page = people.page(PHONE)
    names = ("Maximilian", "Bo", "Charlotte", "Di")
    sheets = Sheets(page, served.link, "winstons_archive", *names, seat="3")
    books = sheets.field("Di: books of set B")
    (_, labels), (left, right) = sides(page.locator(".labels")), sides(page.locator(".desk"))
    assert page.locator(".desk").evaluate("(one) => one.scrollLeft") > 0
    assert left < labels <= sides(books)[0] < labels + 40 < right
    books.tap()
    sheets.tap("2", "The rest is 0")
    sheets.has("players.3.books", {"A": 0, "B": 2} | dict.fromkeys("CDEF", 0))
    sheets.has("players.3.stand_ins.A", None)
    beside = sides(page.locator(".state"))[0]
    assert all(sides(one)[1] <= beside for one in page.locator(".total").all())
    page.get_by_role("button", name="Undo", exact=True).tap()
    sheets.has("players.3.books", dict.fromkeys("ABCDEF") | {"B": 2})


def test_the_number_of_a_fault_covers_no_labels(served: Served, people: People) -> None:
    page = people.page(PHONE)
    sheets = Sheets(page, served.link, "winstons_archive", "Ann", "Bo", "Cy", "Di", seat="0")
    sheets.field("Ann: books of set B").tap()
    sheets.tap("9", "9", "Close")
    number, labels = page.locator(".number-of-fault"), page.locator(".labels")
    expect(number).to_be_visible()
    assert sides(labels)[1] <= sides(number)[0]
    page.locator(".desk").evaluate("(one) => one.scrollBy(60, 0)")
    on_top = "([x, y]) => document.elementFromPoint(x, y).closest('.labels') !== null"
    assert page.evaluate(on_top, middle(number))


def test_an_evening_of_a_ready_game_on_two_phones(tmp_path: Path, people: People) -> None:
    """Next leads to what is blank and is no sum; the rest of four deals' rounds was not played; a
    number is wrong, one is in the wrong column, and a page is loaded again in between."""
    served = Served(tmp_path, "--data", str(ROOT / "templates" / "examples"))
    try:
        ann = Sheets(people.page(PHONE), served.link, "tricks", "Ann", "Bo", "Cy", seat="0")
        cy = copy(ann)
        cy.join(people.page(PHONE), ann.page.url, "2")
        for who, name in ((ann, "Ann"), (cy, "Cy")):
            first = who.field(f"{name}: Bid: Round 1:")
            labels = sides(who.page.locator(".labels"))[1]
            assert labels < sides(first)[0] < labels + 80, "so that later columns are seen too"
            first.tap()
        cy.enter("1010", "0020")  # the third is a trick too many
        ann.enter("1013", "1023", "5")
        expect(ann.page.get_by_role("dialog")).to_have_accessible_name("Bo: Bid: Round 2")
        expect(ann.page.locator('[data-tab="1"]')).to_have_attribute("aria-current", "page")
        ann.tap("Close")
        ann.page.get_by_role("button", name="Undo", exact=True).tap()
        ann.page.reload()
        ann.field("Bo: Bid: Round 1:").tap()
        ann.enter("0102", "0201")
        state = ann.page.locator(".state")
        expect(state).to_have_text("1 fault")
        expect(ann.page.locator(".tabs .badge.wrong")).to_have_count(2)  # Ann and Cy took some
        wrong = cy.field("Cy: Tricks: Round 3")
        expect(wrong).to_have_attribute("aria-invalid", "true")
        wrong.tap()
        cy.tap("1", "Done")
        expect(state).to_have_text("Score")
        state.tap()
        expect(ann.page.locator(".verdict")).to_have_text("Ann wins with 35 points.")
        expect(ann.page.locator(".outcome")).to_contain_text("bids kept")
    finally:
        people.leave()
        assert served.stop() == (0, "")


def test_no_and_none_are_boxes_on_the_pad_of_a_game_of_ones_own(
    tmp_path: Path, people: People
) -> None:
    sheet = """
clause: LG-1.1
noted: {player: {home: {yes_no: true}, levels: {marks: true, min: 1, max: 3}}}
worth: [{part: levels, points: count(levels)}]
"""
    data = scoresheets.write_game(tmp_path / "games", sheet)
    pad = "pad: {title: Pad, size: pad, faces: [{template: common/pad.svg}]}"
    (data / "little" / "print.yaml").write_text(f"components: {{{pad}}}", "utf-8")
    served = Served(tmp_path, "--data", str(data))
    try:
        sheets = Sheets(people.page(PHONE), served.link, "little", "Ann", "Bo", seat="0")
        yes, no = sheets.field("Ann: home: yes"), sheets.field("Ann: home: no")
        none, second = sheets.field("Ann: levels: none"), sheets.field("Ann: levels: 2")
        for tapped, home in ((no, False), (yes, True), (yes, None), (no, False)):
            tapped.tap()
            sheets.has("players.0.home", home)
        expect(no).to_be_checked()
        for tapped, levels in ((none, []), (second, [2]), (second, None), (none, [])):
            tapped.tap()
            sheets.has("players.0.levels", levels)
        expect(none).to_be_checked()
    finally:
        people.leave()
        assert served.stop() == (0, "")
