"""Names as families have them, on the pages of a small phone, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import browser, program
from tests.scoring.pad.served import SMALL, Served, Thumb

if not program():
    pytest.skip("there is no Chromium", allow_module_level=True)

LONG = "Maximiliane-Alexandra von Hohenstein"
BOX = "document.querySelector('dialog input')"
SEATS = "[...document.querySelectorAll('dialog .names li')].map((one) => one.firstChild.data)"
FITS = """['[data-tab="0"]', '#foot strong'].map((one) => {
  const box = document.querySelector(one), seen = box.closest('.tabs, .totals');
  return box.getBoundingClientRect().right <= seen.getBoundingClientRect().right;
})"""


@pytest.fixture
def thumb(tmp_path: Path) -> Iterator[Thumb]:
    made = Served(tmp_path)
    try:
        with browser(tmp_path / "browser") as page:
            yield Thumb(page, made.link, SMALL)
    finally:
        made.stop()


def test_a_name_that_gets_no_seat_is_not_lost(thumb: Thumb) -> None:
    def add(name: str) -> Any:
        page.ask(f"{BOX}.value = ''")
        thumb.on(BOX)
        page.write(name)
        thumb.tap("Add", "document.querySelector('dialog')")
        return page.ask(f"[{BOX}.value, document.querySelector('dialog .fault').textContent]")

    page = thumb.page
    thumb.tap("Untitled Manuscript Game")
    assert add("Ann") == ["", ""]
    assert add(" Ann ") == [" Ann ", "Ann has a seat already."]
    assert [add(name) for name in ("Bo", "Cy", "Di")] == [["", ""]] * 3
    assert add("Ed") == ["Ed", "Untitled Manuscript Game is for 2 to 4 players."]
    thumb.tap("Enter the score")  # with a name that has no seat it does not begin
    assert page.ask(SEATS) == ["Ann", "Bo", "Cy", "Di"]


def test_a_long_name_leaves_totals_and_tabs_in_sight(thumb: Thumb) -> None:
    thumb.begin("Untitled Manuscript Game", LONG, "Bo")
    thumb.page.until("!!document.querySelector('#foot strong')")
    assert thumb.page.ask(FITS) == [True, True]
