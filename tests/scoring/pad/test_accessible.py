"""Nothing on the pad's pages keeps out who hears them, or uses no pointer: by axe-core, which is
not part of the kit. PRINTKIT_AXE names its axe.min.js (docs/develop/contributing.md)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chromium import Page, browser, program
from tests.scoring.pad.served import DESK, PHONE, Served, Thumb, item
from tests.scoring.pad.test_evenings import EVENINGS, full
from tests.scoring.pad.tools import answers

AXE = os.environ.get("PRINTKIT_AXE", "")
if not (AXE and program()):
    pytest.skip("PRINTKIT_AXE names no axe.min.js", allow_module_level=True)

FOUND = """
axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations.map((one) =>
  [one.impact, one.help, ...one.nodes.map((node) => node.html.slice(0, 160))].join(": ")))
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("served"))
    try:
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("browser")) as page:
        yield page


def sound(page: Page, where: str) -> None:
    """Axe finds nothing wrong in the page as it is now."""
    page.ask(f"window.axe ? 0 : (() => {{ {Path(AXE).read_text('utf-8')} }})()")
    found = page.ask(FOUND)
    assert found == [], where


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_pages_that_are_no_table(served: Served, opened: Page, size: tuple[int, int]) -> None:
    page = opened.beside()
    thumb = Thumb(page, served.link, size)
    sound(page, "home")
    thumb.tap("Winston's Archive")
    sound(page, "who plays")
    page.press("Escape")
    thumb.begin("Winston's Archive", "Ann", "Bo")
    page.ask("location.hash = ''")
    page.until("!!document.querySelector('#under-way')")
    sound(page, "home with a table")
    page.ask("location.hash = 'history'")
    page.until("document.querySelector('h1').textContent === 'Evenings'")
    page.until("!!document.querySelector('.evenings')")
    sound(page, "evenings")


@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("game", EVENINGS)
def test_a_table_from_blank_to_its_score(
    served: Served, opened: Page, game: str, size: tuple[int, int]
) -> None:
    page = opened.beside()
    filled, _ = answers(EVENINGS[game])
    thumb = Thumb(page, served.link, size)
    names = [one.name for one in getattr(filled.position, "players", ())]
    thumb.begin(filled.game.title, *names)
    tabs = ["table", *map(str, range(min(1, len(names)))), "score"]
    for tab in tabs:
        thumb.turn(tab)
        sound(page, f"blank: {tab}")
    thumb.on("document.querySelector('.state')")
    sound(page, "what is open")
    page.press("Escape")
    if game == "winstons_archive":
        thumb.turn("0")
        thumb.number(f"{item('players.0.books.A')}.querySelector('input')", 99)
        thumb.settled()
        page.until("!!document.querySelector('.item.wrong')")
        sound(page, "a fault")
        thumb.on("document.querySelector('.state')")
        sound(page, "faults and fixes")
        thumb.on("document.querySelector('dialog .rule')")
        page.until("document.querySelectorAll('.clause p').length > 0")
        sound(page, "a clause")
        page.press("Escape")
        page.press("Escape")
    thumb.evening(full(EVENINGS[game]))
    thumb.turn("score")
    page.until("!!document.querySelector('.verdict')")
    sound(page, "the score")
    thumb.turn("table")
    if page.ask(
        "!![...document.querySelectorAll('button')].find((one) => one.textContent === 'Sheets')"
    ):
        thumb.tap("Sheets")
        for tab in tabs[:-1]:
            thumb.turn(tab)
            page.until("[...document.querySelectorAll('.paper img')].every((one) => one.complete)")
            sound(page, f"sheets: {tab}")
        thumb.tap("List")
