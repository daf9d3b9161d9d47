"""Whole evenings on a phone, by thumb and by keyboard, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import Page, browser, program
from tests.scoring.pad.served import DESK, PHONE, SMALL, Served, Thumb, item, labelled
from tests.scoring.pad.tools import FORMS, POSITIONS, answers, at

if not program():
    pytest.skip("there is no Chromium", allow_module_level=True)

EVENINGS = {
    "dice_archive": POSITIONS / "da_tiebreak.yaml",
    "manuscript": POSITIONS / "ms_two_players.yaml",
    "nineteen_eighty_four": FORMS / "nineteen_eighty_four.yaml",
    "verse_and_variant": POSITIONS / "vv_four_players.yaml",
    "winstons_archive": FORMS / "winstons_archive.yaml",
}
PAGES = "players.0.manuscripts"
CASES = [(game, size) for game in EVENINGS for size in (PHONE, SMALL)]
GONE = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
BACK = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("served"))
    try:
        yield made
    finally:
        ended = made.stop()
    assert ended == (0, "")


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("browser")) as page:
        yield page


@pytest.fixture
def page(opened: Page) -> Iterator[Page]:
    """A page of a phone of its own."""
    made = opened.beside()
    yield made
    made.leave()
    said = [one for one in made.said if "net::ERR_" not in one]  # of connections that were lost
    assert said == []


def full(file: Path) -> dict[str, Any]:
    """The answers of a position, with a 0 for each that a file leaves out."""
    filled, wanted = answers(file)
    if filled.game.id == "winstons_archive":
        for seat in range(len(filled.position.players)):
            for book in "ABCDEF":
                wanted.setdefault(f"players.{seat}.books.{book}", 0)
    return wanted


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "size"), CASES)
def test_an_evening_by_thumb(served: Served, page: Page, game: str, size: tuple[int, int]) -> None:
    """From who plays to the score, kept in the history; every tap hits, and nothing is wider than
    the page."""
    file = EVENINGS[game]
    filled, _ = answers(file)
    thumb = Thumb(page, served.link, size)
    names = [one.name for one in getattr(filled.position, "players", ())]
    thumb.begin(filled.game.title, *names)
    thumb.evening(full(file))
    view = thumb.settled()
    assert (view["faults"], view["missing"]) == ([], 0)
    thumb.turn("score")
    verdict = page.ask("document.querySelector('.verdict').textContent")
    assert verdict == view["outcome"]["verdict"]
    if view["outcome"]["final"]:
        thumb.tap("Keep in the history")
        page.until(
            "/Kept as|already/.test([...document.querySelectorAll('[role=status]')].map((one) =>"
            " one.textContent).join())"
        )
        page.ask("location.hash = 'history'")
        page.until("!!document.querySelector('.evenings')")
        assert verdict in page.ask("document.querySelector('.evenings').textContent")


def test_a_slip_is_told_mended_and_taken_back(served: Served, page: Page, opened: Page) -> None:
    """WA-4.2, WA-6.1: more books than there are; undone, redone by hand."""
    totals = "document.querySelector('.totals').textContent"
    thumb = Thumb(page, served.link)
    thumb.begin("Winston's Archive", "Ann", "Bo")
    thumb.turn("0")
    books = f"{item('players.0.books.A')}.querySelector('input')"
    thumb.number(books, 99)
    view = thumb.settled()
    assert [one["item"] for one in view["faults"]] == ["players.0.books.A"]
    page.until(f"{item('players.0.books.A')}.classList.contains('wrong')")
    assert page.ask("document.querySelector('.state').textContent") == "1 fault"
    late = Thumb(opened.beside(), served.link)  # has never seen the totals
    late.join(thumb.table)
    assert late.page.until(totals) == "No totals while something is wrong"
    thumb.tap("Undo")
    assert thumb.settled()["faults"] == []
    late.page.until(f"{totals}.startsWith('Ann')")
    late.page.leave()
    assert at(thumb.view["position"], "players.0.books.A") is None
    assert page.ask(f"{books}.value") == ""
    thumb.number(books, 2)
    thumb.tap("real books of set A: one more", item("players.0.books.A"))
    assert at(thumb.settled()["position"], "players.0.books.A") == 3


@pytest.mark.sweep
def test_what_was_likely_meant_is_accepted_with_a_tap(served: Served, page: Page) -> None:
    """WA-6.1: a digit too many; and the score is there."""
    file = POSITIONS / "wa_two_players.yaml"
    thumb = Thumb(page, served.link)
    thumb.begin("Winston's Archive", "Ann", "Bo")
    thumb.evening({**full(file), "players.0.books.A": 22})
    thumb.on("document.querySelector('.state')")
    page.until(f"!!{labelled('Accept')}")
    assert "Ann's books A: 2 in place of 22" in page.ask(
        "document.querySelector('dialog').textContent"
    )
    thumb.tap("Accept")
    view = thumb.settled()
    assert at(view["position"], "players.0.books.A") == 2
    assert page.until("document.querySelector('.state').textContent") == "Score"
    thumb.on("document.querySelector('.state')")
    page.until("!!document.querySelector('.verdict')")


@pytest.mark.sweep
def test_two_phones_see_each_other_and_are_told_when_they_cross(
    served: Served, page: Page, opened: Page
) -> None:
    ann = Thumb(page, served.link)
    ann.begin("Winston's Archive", "Ann", "Bo")
    other = opened.beside()
    bo = Thumb(other, served.link, SMALL)
    bo.join(ann.table)
    bo.turn("0")
    ann.turn("0")
    ann.enter_at(PAGES, 8)
    other.until(f"{item(PAGES)}.querySelector('input').value === '8'")
    # what one is typing is left alone by what another enters elsewhere
    field = f"{item('players.0.books.A')}.querySelector('input')"
    bo.on(field)
    other.write("2")
    ann.enter_at("players.0.books.B", 1)
    other.until(f"{item('players.0.books.B')}.querySelector('input').value === '1'")
    assert other.ask(f"{field}.value") == "2"
    other.press("ArrowUp")
    page.until(f"{field}.value === '3'")
    # both on one field, while one of them has no connection
    other.call("Network.enable")
    other.call("Network.emulateNetworkConditions", **GONE)
    other.until("navigator.onLine === false")
    bo.enter_at(PAGES, 3, sent=False)
    ann.enter_at(PAGES, 7)
    other.call("Network.emulateNetworkConditions", **BACK)
    other.until(f"!!{item(PAGES)}.querySelector('.crossed')")
    assert "just entered 7 here" in other.ask(f"{item(PAGES)}.textContent")
    assert at(bo.settled()["position"], PAGES) == 7
    bo.tap("Use 3", item(PAGES))
    page.until(f"{item(PAGES)}.querySelector('input').value === '3'")
    assert at(bo.settled()["position"], PAGES) == 3
    assert page.ask(f"{item(PAGES)}.querySelector('.crossed')") is None
    # what somebody else has entered since is not taken back
    ann.tap("Undo")
    position = ann.settled()["position"]
    assert at(position, "players.0.books.B") is None
    assert at(position, PAGES) == 3
    assert page.ask(f"{labelled('Undo')}.disabled")


@pytest.mark.sweep
def test_what_is_typed_without_a_connection_is_sent_later(served: Served, page: Page) -> None:
    thumb = Thumb(page, served.link)
    thumb.begin("Winston's Archive", "Ann", "Bo")
    thumb.turn("0")
    page.call("Network.enable")
    page.call("Network.emulateNetworkConditions", **GONE)
    thumb.enter_at(PAGES, 8, sent=False)
    page.until("/1 entry to be sent/.test(document.querySelector('.link').textContent)")
    thumb.enter_at("players.0.books.A", 2, sent=False)
    page.call("Network.emulateNetworkConditions", **BACK)
    view = thumb.settled()
    assert at(view["position"], PAGES) == 8
    assert at(view["position"], "players.0.books.A") == 2
    page.until("document.querySelector('.link').textContent === ''")
    page.call("Page.reload")
    thumb.plain()
    assert thumb.settled() == view


@pytest.mark.sweep
def test_a_server_that_is_killed_and_started_again(tmp_path: Path, page: Page) -> None:
    """Whatever a phone was shown as taken is still there; what it typed meanwhile is sent."""
    served = Served(tmp_path)
    try:
        thumb = Thumb(page, served.link)
        thumb.begin("Winston's Archive", "Ann", "Bo")
        thumb.turn("0")
        thumb.enter_at(PAGES, 8)
        served.kill()
        page.until("/Not connected/.test(document.querySelector('.link').textContent)")
        thumb.enter_at("players.0.books.A", 2, sent=False)
        served.again()
        view = thumb.settled()
        assert at(view["position"], PAGES) == 8
        assert at(view["position"], "players.0.books.A") == 2
        page.until("document.querySelector('.link').textContent === ''")
    finally:
        ended = served.stop()
    assert ended == (0, "")


@pytest.mark.sweep
@pytest.mark.parametrize("game", EVENINGS)
def test_an_evening_by_keyboard_alone(served: Served, page: Page, game: str) -> None:
    """Everything is reached with Tab, in order, and done with Enter, Space, arrows and letters."""
    file = EVENINGS[game]
    filled, _ = answers(file)
    names = [one.name for one in getattr(filled.position, "players", ())]
    page.open(served.link, *DESK)
    page.until("!!document.querySelector('.games')")
    keys = Keys(page)
    keys.to(filled.game.title)
    page.press("Enter")
    for name in names:
        page.until("document.activeElement?.closest('dialog') !== null")
        keys.write(name)
        page.press("Enter")
    if names:
        keys.to("Enter the score")
        page.press("Enter")
    page.until("!!document.querySelector('[data-tab]')")
    thumb = Thumb.at(page, DESK)
    if page.ask(f"!!{labelled('List')}"):
        keys.to("List")
        page.press("Enter")
    wanted, done = full(file), {"players"}
    while one := next((one for one in thumb.settled()["items"] if one["path"] not in done), None):
        done.add(one["path"])
        if one["path"] in wanted:
            keys.enter(one, thumb.meant(one, wanted[one["path"]]), thumb.view)
            thumb.settled()
    assert thumb.settled()["missing"] == 0
    keys.to_tab("score")
    assert (
        page.until("document.querySelector('.verdict')?.textContent")
        == thumb.view["outcome"]["verdict"]
    )


class Keys:
    """Somebody who has no pointer."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def here(self, script: str) -> Any:
        return self.page.ask(f"((one) => {script})(document.activeElement)")

    def until(self, script: str, most: int = 200) -> None:
        """Go on with Tab until the focus is somewhere."""
        for _ in range(most):
            if self.here(script):
                assert self.here("one.matches(':focus-visible')")
                return
            self.page.press("Tab")
        raise AssertionError(f"never reached: {script}")

    def to(self, words: str) -> None:
        self.until(
            f"one.checkVisibility() && (one.textContent.trim() === {json.dumps(words)}"
            f" || one.getAttribute('aria-label') === {json.dumps(words)})"
        )

    def to_tab(self, tab: str) -> None:
        self.until(f"one.dataset.tab === '{tab}'")
        self.page.press("Enter")

    def write(self, text: str) -> None:
        for letter in text:
            self.page.press(letter)

    def enter(self, one: Any, value: Any, view: Any) -> None:
        """Enter an item's answer."""
        self.to_tab("table" if one["seat"] is None else str(one["seat"]))
        inside = f"one.closest('[data-path=\"{one['path']}\"]')"
        if self.page.ask(f"{item(one['path'])}.closest('details')?.open === false"):
            self.until("one.matches('summary')")
            self.page.press("Enter")
        titles = dict(view["lists"].get(one["list"], ()))
        match one["kind"]:
            case "number":
                self.until(f"{inside} && one.matches('input')")
                self.write(str(value))
                self.page.press("Tab")
            case "flag":
                self.button(inside, "Yes" if value else "No")
            case "choice":
                self.choice(inside, str(value), titles)
            case "marks":
                for mark in value:
                    self.button(inside, titles[str(mark)])
                if not value:
                    self.button(inside, "none")
            case "page":
                self.until(f"{inside} && one.matches('textarea')")
                for letter in value.strip():
                    self.page.press("Enter" if letter == "\n" else letter)
                self.page.press("Tab")
            case "counts" | "picks" | "list":
                pairs = value.items() if isinstance(value, dict) else enumerate(value)
                for key, inner in pairs:
                    words = dict(one["keys"]).get(key, key)
                    label = (
                        f"{one['words']}, {key + 1}"
                        if one["kind"] == "list"
                        else f"{one['words']}: {words}"
                    )
                    self.until(f"{inside} && one.ariaLabel === {label!r}")
                    if one["kind"] == "counts":
                        self.write(str(inner))
                        self.page.press("Tab")
                    else:
                        self.choice(f"{inside} && one.ariaLabel === {label!r}", str(inner), titles)
                if not value and one["kind"] == "picks":
                    self.button(inside, "none")

    def button(self, inside: str, words: str) -> None:
        self.until(f"{inside} && one.textContent.trim() === {words!r}")
        self.page.press("Enter")

    def choice(self, inside: str, value: str, titles: dict[str, str]) -> None:
        self.until(f"{inside} && one.matches('select, [aria-pressed]')")
        if self.here("one.matches('select')"):
            for _ in range(100):
                if self.here("one.value") == value:
                    return
                self.page.press("ArrowDown")
            raise AssertionError(f"no such choice: {value}")
        self.button(inside, titles[value])
