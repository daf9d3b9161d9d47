"""Names as families have them, on the pages of a small phone, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.chromium import SMALL, People
from tests.scoring.web.served import Served, Thumb

LONG = "Maximiliane-Alexandra von Hohenstein"
FITS = """['[data-tab="0"]', '#foot strong'].map((one) => {
  const box = document.querySelector(one), seen = box.closest('.tabs, .totals');
  return box.getBoundingClientRect().right <= seen.getBoundingClientRect().right;
})"""


@pytest.fixture
def thumb(served: Served, people: People) -> Thumb:
    return Thumb(people.page(SMALL), served.link)


def test_a_name_that_gets_no_seat_is_not_lost(thumb: Thumb) -> None:
    dialog = thumb.page.get_by_role("dialog")
    box = dialog.get_by_label("A player's name")

    def add(name: str, left: str = "", fault: str = "") -> None:
        box.tap()
        box.fill(name)
        thumb.press("Add")
        expect(dialog.locator(".fault")).to_have_text(fault)
        assert box.input_value() == left

    thumb.press("Untitled Manuscript Game")
    add("Ann")
    add(" ANN ", " ANN ", "Ann has a seat already.")
    for name in ("Bo", "Cy", "Di"):
        add(name)
    add("Ed", "Ed", "Untitled Manuscript Game is for 2 to 4 players.")
    thumb.press("Enter the score")  # with a name that has no seat it does not begin
    seats = dialog.locator(".names li").evaluate_all("(all) => all.map((o) => o.firstChild.data)")
    assert seats == ["Ann", "Bo", "Cy", "Di"]


def test_a_long_name_leaves_totals_and_tabs_in_sight(thumb: Thumb) -> None:
    thumb.begin("Untitled Manuscript Game", LONG, "Bo")
    expect(thumb.page.locator("#foot strong").first).to_be_visible()
    assert thumb.page.evaluate(FITS) == [True, True]


def test_undo_of_a_name_leads_to_the_names(thumb: Thumb) -> None:
    thumb.begin("Untitled Manuscript Game", "Ann", "Bo")
    name = thumb.page.get_by_label("Player 2", exact=True)
    thumb.write(name, "Cy")
    thumb.press("Sheets")
    thumb.press("List")
    thumb.press("Undo")
    expect(name).to_have_value("Bo")
    expect(thumb.page.locator("[aria-current]")).to_have_text(re.compile("^Table"))
