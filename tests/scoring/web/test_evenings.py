"""Whole evenings on a phone, by thumb and by keyboard, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.chromium import DESK, PHONE, SMALL, People
from tests.scoring.web.served import Keys, Served, Thumb
from tests.scoring.web.tools import GAMES, ONE_EACH, PAGES, POSITIONS, answers, at

EVENINGS = dict(zip(GAMES, ONE_EACH, strict=True))
BOOKS, OTHERS = "players.0.books.A", "players.0.books.B"


@pytest.fixture(autouse=True)
def expected(people: People) -> Iterator[None]:
    """Ignore messages of consoles about lost connections and entries that crossed."""
    yield
    people.said[:] = [one for one in people.said if not re.search(r"net::ERR_|\b409\b", one)]


def full(file: Path) -> dict[str, Any]:
    """The answers of a position, with a 0 for each that a file leaves out."""
    filled, wanted = answers(file)
    if filled.game.id == "winstons_archive":
        for seat in range(len(filled.position.players)):
            for book in "ABCDEF":
                wanted.setdefault(f"players.{seat}.books.{book}", 0)
    return wanted


@pytest.mark.parametrize(("who", "size"), [(Thumb, PHONE), (Thumb, SMALL), (Keys, DESK)])
@pytest.mark.parametrize("game", EVENINGS)
def test_an_evening(
    served: Served, people: People, game: str, who: type[Thumb], size: tuple[int, int]
) -> None:
    """From who plays to the score, kept in the history; every tap hits, or every control is reached
    with Tab, in order; and nothing is wider than the page."""
    filled, _ = answers(EVENINGS[game])
    one = who(people.page(size), served.link)
    one.begin(filled.game.title, *[each.name for each in getattr(filled.position, "players", ())])
    view = one.evening(full(EVENINGS[game]))
    assert (view["faults"], view["missing"]) == ([], 0)
    one.turn("score")
    verdict = view["outcome"]["verdict"]
    expect(one.page.locator(".verdict")).to_have_text(verdict)
    if view["outcome"]["final"]:
        one.press("Add to the game log")
        expect(one.page.locator(".share .hint")).to_have_text(re.compile("Added|already"))
        one.page.evaluate("location.hash = 'history'")
        expect(one.page.locator(".evenings")).to_contain_text(verdict)


def test_a_slip_is_told_mended_and_taken_back(served: Served, thumb: Thumb, people: People) -> None:
    """WA-4.2, WA-6.1: more books than there are; undone, redone by hand."""
    thumb.turn(0)
    thumb.number(BOOKS, 99)
    assert [one["item"] for one in thumb.settled()["faults"]] == [BOOKS]
    expect(thumb.item(BOOKS)).to_contain_class("wrong")
    expect(thumb.page.locator(".state")).to_have_text("1 fault")
    late = Thumb(people.page(PHONE), served.link)  # has never seen the totals
    late.join(thumb.table)
    totals = late.page.get_by_role("region", name="Totals")
    expect(totals).to_have_text("No totals while something is wrong")
    thumb.press("Undo")
    assert thumb.settled()["faults"] == []
    expect(totals).to_have_text(re.compile("^Ann"))
    assert at(thumb.settled()["position"], BOOKS) is None
    expect(thumb.field(BOOKS)).to_have_value("")
    thumb.number(BOOKS, 2)
    thumb.press("real books of set A: one more")
    assert at(thumb.settled()["position"], BOOKS) == 3


def test_an_open_answer_that_is_chosen_has_the_focus(served: Served, people: People) -> None:
    """And does not lose it to what opened the list of them; without a choice that has it again."""
    one = Keys(people.page(DESK), served.link)
    one.begin("Winston's Archive", "Ann", "Bo")
    asked = one.page.locator(".state")
    one.on(asked)
    one.page.keyboard.press("Escape")
    expect(asked).to_be_focused()
    one.on(asked)
    one.press("Ann: real books of set B", one.page.get_by_role("dialog"))
    one.page.wait_for_timeout(50)  # a dialog tells later that it is closed
    expect(one.item(OTHERS).get_by_role("button").first).to_be_focused()


def test_what_was_likely_meant_is_accepted_with_a_tap(thumb: Thumb) -> None:
    """WA-6.1: a digit too many; and the score is there."""
    page = thumb.page
    thumb.evening({**full(POSITIONS / "wa_two_players.yaml"), BOOKS: 22})
    state = page.locator(".state")
    state.tap()
    expect(page.get_by_role("dialog")).to_contain_text("Ann's books A: 2 in place of 22")
    thumb.press("Accept")
    assert at(thumb.settled()["position"], BOOKS) == 2
    expect(state).to_have_text("Score")
    state.tap()
    expect(page.locator(".verdict")).to_be_visible()


def test_two_phones_see_each_other_and_are_told_when_they_cross(
    served: Served, thumb: Thumb, people: People
) -> None:
    ann, bo = thumb, Thumb(people.page(SMALL), served.link)
    bo.join(ann.table)
    bo.turn(0)
    ann.turn(0)
    ann.number(PAGES, 8)
    expect(bo.field(PAGES)).to_have_value("8")
    # what one is typing is left alone by what another enters elsewhere
    bo.field(BOOKS).fill("2")
    ann.number(OTHERS, 1)
    expect(bo.field(OTHERS)).to_have_value("1")
    expect(bo.field(BOOKS)).to_have_value("2")
    bo.page.keyboard.press("ArrowUp")
    expect(ann.field(BOOKS)).to_have_value("3")
    # both on one field, while one of them has no connection
    bo.page.context.set_offline(True)
    bo.number(PAGES, 3, sent=False)
    ann.number(PAGES, 7)
    bo.page.context.set_offline(False)
    expect(bo.item(PAGES).locator(".crossed")).to_contain_text("just entered 7 here")
    assert at(bo.settled()["position"], PAGES) == 7
    bo.press("Use 3")
    expect(ann.field(PAGES)).to_have_value("3")
    assert at(bo.settled()["position"], PAGES) == 3
    expect(ann.item(PAGES).locator(".crossed")).to_have_count(0)
    # what somebody else has entered since is not taken back
    ann.press("Undo")
    position = ann.settled()["position"]
    assert at(position, OTHERS) is None
    assert at(position, PAGES) == 3
    expect(ann.page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_server_that_is_killed_and_started_again(tmp_path: Path, people: People) -> None:
    """Whatever a phone was shown as taken is still there; what it typed meanwhile is sent."""
    served = Served(tmp_path)
    try:
        thumb = Thumb(people.page(PHONE), served.link)
        thumb.begin("Winston's Archive", "Ann", "Bo")
        thumb.turn(0)
        thumb.number(PAGES, 8)
        served.kill()
        link = thumb.page.locator(".link")
        expect(link).to_contain_text("Not connected")
        thumb.number(BOOKS, 2, sent=False)
        expect(link).to_contain_text("1 entry to be sent")
        thumb.number(OTHERS, 1, sent=False)
        served.again()
        view = thumb.settled()
        assert at(view["position"], PAGES) == 8
        assert [at(view["position"], one) for one in (BOOKS, OTHERS)] == [2, 1]
        expect(link).to_be_empty()
        thumb.page.reload()
        thumb.plain()
        assert thumb.settled() == view
    finally:
        ended = served.stop()
    assert ended == (0, "")
