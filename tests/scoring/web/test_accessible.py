"""Nothing on the pad's pages keeps out who hears them, or uses no pointer: by axe-core, which is
not part of the kit. PRINTKIT_AXE names its axe.min.js (docs/develop/contributing.md)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.chromium import DESK, PHONE, People
from tests.scoring.web.served import Keys, Served, Thumb
from tests.scoring.web.test_evenings import BOOKS, EVENINGS, full
from tests.scoring.web.tools import answers

AXE = os.environ.get("PRINTKIT_AXE", "")
FOUND = """
axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations.map((one) =>
  [one.impact, one.help, ...one.nodes.map((node) => node.html.slice(0, 160))].join(": ")))
"""
DRAWN = "() => [...document.querySelectorAll('.paper > img')].every((one) => one.complete)"
WHO = pytest.mark.parametrize(("who", "size"), [(Thumb, PHONE), (Keys, DESK)])

if not AXE:
    pytest.skip("PRINTKIT_AXE names no axe.min.js", allow_module_level=True)


def sound(page: Page, where: str) -> None:
    """Axe finds nothing wrong in the page as it is now."""
    if page.evaluate("!window.axe"):
        page.evaluate(Path(AXE).read_text("utf-8"))
    assert page.evaluate(FOUND) == [], where


@WHO
def test_pages_that_are_no_table(
    served: Served, people: People, who: type[Thumb], size: tuple[int, int]
) -> None:
    page = people.page(size)
    one = who(page, served.link)
    sound(page, "home")
    one.press("Winston's Archive")
    sound(page, "who plays")
    page.keyboard.press("Escape")
    one.begin("Winston's Archive", "Ann", "Bo")
    page.evaluate("location.hash = ''")
    expect(page.get_by_role("heading", name="Under way")).to_be_visible()
    sound(page, "home with a table")
    page.evaluate("location.hash = 'history'")
    expect(page.locator("h1")).to_have_text("Game log")
    expect(page.locator(".evenings")).to_be_attached()
    sound(page, "evenings")


@WHO
@pytest.mark.parametrize("game", EVENINGS)
def test_a_table_from_blank_to_its_score(
    served: Served, people: People, game: str, who: type[Thumb], size: tuple[int, int]
) -> None:
    page = people.page(size)
    filled, _ = answers(EVENINGS[game])
    one = who(page, served.link)
    names = [each.name for each in getattr(filled.position, "players", ())]
    one.begin(filled.game.title, *names)
    tabs = ["table", *map(str, range(min(1, len(names)))), "score"]
    for tab in tabs:
        one.turn(tab)
        sound(page, f"blank: {tab}")
    one.on(page.locator(".state"))
    sound(page, "what is open")
    page.keyboard.press("Escape")
    if game == "winstons_archive":
        one.turn(0)
        one.number(BOOKS, 99)
        expect(one.item(BOOKS)).to_contain_class("wrong")
        sound(page, "a fault")
        one.on(page.locator(".state"))
        sound(page, "faults and fixes")
        one.on(page.locator("dialog .rule").first)
        expect(page.locator(".clause p").first).to_be_visible()
        sound(page, "a clause")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    one.evening(full(EVENINGS[game]))
    one.turn("score")
    expect(page.locator(".verdict")).to_be_visible()
    sound(page, "the score")
    one.turn("table")
    if page.get_by_role("button", name="Sheets", exact=True).is_visible():
        one.press("Sheets")
        for tab in tabs[:-1]:
            one.turn(tab)
            page.wait_for_function(DRAWN)
            sound(page, f"sheets: {tab}")
