"""The printed sheets on a phone: tapped, written on and drawn on by finger, in a real browser."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.chromium import Page, browser, program
from tests.printkit.tools import ROOT

if not program():
    pytest.skip("there is no Chromium", allow_module_level=True)

KEY = "[...document.querySelectorAll('.keypad button')].find((one) => one.textContent === '%s')"
LONG = 100  # tenths of a second until a position has what was entered
TAPPED = 24  # px: the least side of what is tapped
SEATS = {
    "dice_archive": 2, "manuscript": 2, "nineteen_eighty_four": 0,
    "verse_and_variant": 3, "winstons_archive": 2,
}  # fmt: skip
SMALL = """
[...document.querySelectorAll(".paper button.field:not([hidden]):not(.small)")].map((one) => {
  const [box, reach] = [one.getBoundingClientRect(), getComputedStyle(one, "::after")];
  const sides = ["top", "bottom", "left", "right"].map((side) => -parseFloat(reach[side]));
  return [one.ariaLabel, box.height + sides[0] + sides[1], box.width + sides[2] + sides[3]];
}).filter(([, ...sides]) => Math.min(...sides) < %s).map(([label]) => label)
"""


class Serving:
    """``scoring serve`` in a process of its own, and a page of it in the browser."""

    def __init__(self, folder: Path, page: Page) -> None:
        home = {f"XDG_{one}_HOME": str(folder / one) for one in ("DATA", "CACHE", "CONFIG")}
        self.page = page
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "scoring", "serve"],
            cwd=ROOT, env={**os.environ, **home}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().split()[-1]
        self.table = ""

    def ask(self, path: str, body: object = None) -> Any:
        """What the server answers."""
        where = urlsplit(self.link)
        connection = http.client.HTTPConnection(where.netloc, timeout=60)
        headers = {"content-type": "application/json", "origin": f"http://{where.netloc}"}
        posted = None if body is None else json.dumps(body)
        connection.request("POST" if posted else "GET", f"{where.path}{path}", posted, headers)
        return json.loads(connection.getresponse().read())

    def open(self, game: str, names: Sequence[str], size: tuple[int, int] = (390, 844)) -> None:
        """Open a new table on a phone."""
        self.table = self.ask("tables", {"game": game, "players": names})["id"]
        self.page.open(f"{self.link}?{self.table}#table/{self.table}", *size)
        self.page.until("document.querySelector('#head h1')?.textContent.length > 1")

    def seat(self, number: int) -> None:
        """Turn to the sheets of a player, or of the table (-1)."""
        self.page.ask(f"document.querySelector('nav.tabs').children[{number + 1}].click()")
        self.page.until("document.querySelector('.paper img')?.complete")

    def has(self, path: str, value: object) -> None:
        """Wait until this stands at a place of the position that is served."""
        found: Any = None
        for _ in range(LONG):
            found = self.ask(f"tables/{self.table}")["view"]["position"]
            for step in path.split("."):
                found = found and found[int(step) if isinstance(found, list) else step]
            if found == value:
                return
            time.sleep(0.1)
        raise AssertionError(f"{path}: {found!r}, expected {value!r}")


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("serving")
    with browser(folder / "profile") as page:
        page.touchable()
        made = Serving(folder, page)
        try:
            yield made
        finally:
            made.process.terminate()
            made.process.wait()


def field(label: str) -> str:
    """The field whose label begins so."""
    return f"document.querySelector({json.dumps(f'.field[aria-label^={json.dumps(label)}]')})"


@pytest.mark.sweep
def test_dice_are_laid_and_tasks_marked_by_tapping(serving: Serving) -> None:
    """DA-6.1, DA-6.2."""
    page = serving.page
    serving.open("dice_archive", ["Ann", "Bo"])
    serving.seat(-1)
    page.tap(field("Owner of the die on 3, left table"))
    page.tap("document.querySelectorAll('.popover .choice')[1]")
    serving.has("board.left", {"3": "Bo"})
    page.tap(field("Owner of the die on 3, left table: Bo"))
    page.tap("document.querySelector('.popover .row button')")
    serving.has("board.left", {})
    serving.seat(0)
    for task in (4, 1, 2, 4):
        page.tap(field(f"Ann: task {task} on the left"))
    serving.has("players.0.tasks.left", [1, 2])
    assert page.ask(f"{field('Ann: task 1 on the left')}.getAttribute('aria-checked')") == "true"
    assert page.said == []


@pytest.mark.sweep
def test_numbers_are_typed_on_a_keypad_and_zero_is_an_answer(serving: Serving) -> None:
    """WA-6.1: a blank is dashed, a zero is written, and Next leads to the next field."""
    page = serving.page
    serving.open("winstons_archive", ["Ann", "Bo"])
    serving.seat(0)
    blank = f"{field('Ann: books of set A')}.classList.contains('unanswered')"
    assert page.ask(blank)
    page.tap(field("Ann: books of set A"))
    for key in ("0", "Next", "1", "2", "Next", "9", "9"):
        page.tap(KEY % key)
    assert page.ask("document.querySelector('.popover output').textContent") == "99"
    page.press("Escape")
    serving.has("players.0.books.A", 0)
    serving.has("players.0.stand_ins.A", 12)
    serving.has("players.0.books.B", 99)
    assert not page.ask(blank)
    page.until("document.querySelectorAll('.frame + .number-of-fault').length")
    assert page.ask(f"{field('Ann: books of set B')}.getAttribute('aria-invalid')") == "true"
    page.tap("[...document.querySelectorAll('.number-of-fault')].at(-1)")
    assert "99" in page.ask("document.querySelector('.popover .wrong').textContent")


@pytest.mark.sweep
def test_boxes_of_the_route_are_those_of_the_next_rounds(serving: Serving) -> None:
    """NE-3.5: only the last can be taken out by tapping it again."""
    page = serving.page
    serving.open("nineteen_eighty_four", [], (360, 640))
    serving.seat(-1)
    for box in (17, 31, 45, 45, 17):
        page.tap(field(f"Box {box}"))
    serving.has("rounds", [17, 31])
    assert page.ask(f"{field('Box 31')}.querySelector('.turn').textContent") == "2"
    assert page.ask("document.querySelector('.popover h2').textContent") == "Box 17"


@pytest.mark.sweep
def test_squares_are_drawn_with_a_finger(serving: Serving) -> None:
    """MS-5.3: a text gets the next letter; a stroke is entered whole, a tap rubs out."""
    page = serving.page
    serving.open("manuscript", ["Ann", "Bo"])
    serving.seat(0)
    square = "document.getElementById('players.0.left.{}.{}')".format
    asked = "document.querySelectorAll('.palette.asked').length"
    page.tap(square(8, 6))
    assert page.until(asked)
    page.tap("document.querySelector('.palette .add')")
    page.tap("document.querySelectorAll('.popover .choice')[1]")
    serving.has("players.0.legend", {"A": "sir_orfeo"})
    corners = [page.middle(square(*at)) for at in ((1, 1), (1, 4), (3, 4))]
    page.fingers(corners)
    rows = ["." * 12, ".AAAA.......", "....A.......", "....A.......", *["." * 12] * 14]
    serving.has("players.0.left", "\n".join(rows))
    page.tap(square(1, 1))
    rows[1] = "..AAA......."
    serving.has("players.0.left", "\n".join(rows))
    before = page.ask("document.querySelector('.desk').scrollLeft")
    (x, y), _, _ = corners
    page.fingers([(x + 90, y + 60), (x, y + 60)], [(x + 190, y + 60), (x + 100, y + 60)])
    assert page.ask("document.querySelector('.desk').scrollLeft") > before + 40
    page.ask("document.querySelector('#head .quiet:last-child').click()")
    serving.has("players.0.left", "\n".join([rows[0], ".AAAA.......", *rows[2:]]))
    touch = "getComputedStyle(document.querySelector('.squares')).touchAction"
    assert page.ask(touch) == "none"
    time.sleep(0.4)  # the browser takes what comes sooner for a part of the gesture before
    page.tap("document.querySelector('.palette .hand')")
    assert page.ask(touch) == "auto"  # without a pen one finger moves the sheet


@pytest.mark.sweep
def test_sheets_are_filled_in_by_keys(serving: Serving) -> None:
    """Arrows go to the next field, digits are typed there, letters are drawn."""
    page = serving.page
    serving.open("manuscript", ["Ann", "Bo"])
    serving.seat(0)
    page.ask(f"{field('Ann: points for Texts')}.focus()")
    for key in ("ArrowDown", "4", "1", "Escape", "ArrowUp"):
        page.press(key)
    serving.has("players.0.points.decorations", 41)
    assert page.ask("document.activeElement.ariaLabel").startswith("Ann: points for Texts")
    page.tap(field("Ann: text B"))  # too small: it comes nearer
    assert page.ask("document.querySelectorAll('.popover').length") == 0
    page.tap(field("Ann: text B"))
    page.tap("document.querySelectorAll('.popover .choice')[0]")
    serving.has("players.0.legend.B", "the_king_of_tars")
    page.ask("document.querySelector('.squares').focus()")
    for key in ("ArrowDown", "ArrowRight", "b", "ArrowRight", "b", "Delete"):
        page.press(key)
    serving.has("players.0.left", "\n".join(["." * 12, ".B..........", *["." * 12] * 16]))


@pytest.mark.sweep
@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
@pytest.mark.parametrize("game", SEATS)
def test_every_field_can_be_tapped_or_comes_nearer(
    game: str, size: tuple[int, int], serving: Serving
) -> None:
    page = serving.page
    serving.open(game, ["Ann", "Bo", "Cy"][: SEATS[game]], size)
    serving.seat(0 if SEATS[game] else -1)
    assert page.ask(SMALL % TAPPED) == []
    while page.ask("!document.querySelectorAll('.bar > button')[1].disabled"):
        page.ask("document.querySelectorAll('.bar > button')[1].click()")
    assert page.ask("document.querySelectorAll('.field.small:not([hidden])').length") == 0
    assert page.ask(SMALL % TAPPED) == []
    assert page.ask("document.documentElement.scrollWidth") == size[0]
    assert page.said == []
