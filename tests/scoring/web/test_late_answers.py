"""Answers that come late, that are not what was asked for, or that do not come: what pages show."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route, expect

from tests.chromium import PHONE, People
from tests.scoring.web.served import Served, Thumb

CLOSED = {"problems": ["there is no such table, or it is closed"]}


def failed(people: People, *words: str) -> None:
    """See that consoles have told of nothing but requests that failed, for these reasons."""
    assert people.said
    assert all(any(word in one for word in words) for one in people.said), people.said
    people.said.clear()


def test_why_a_table_cannot_be_set_up_is_told(served: Served, people: People) -> None:
    page = people.page(PHONE)
    thumb = Thumb(page, served.link)
    shown = page.get_by_role("dialog", name="The table could not be set up")
    page.route("**/tables", lambda route: route.abort())
    thumb.press("Winston: Nineteen Eighty-Four")
    expect(shown).to_contain_text("There is no connection to the score pad.")
    thumb.press("Close")
    page.route("**/tables", lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"))
    thumb.press("Winston: Nineteen Eighty-Four")
    expect(shown).to_contain_text("The server answered 502 and gave no reason.")
    failed(people, "ERR_FAILED", "502")


def test_a_table_that_is_not_closed_stays_in_sight(thumb: Thumb, people: People) -> None:
    page = thumb.page
    full = json.dumps({"problems": ["tables: cannot be removed: disk full"]})
    page.route("**/close", lambda route: route.fulfill(status=507, body=full))
    thumb.turn("score")
    thumb.press("Close this table")
    thumb.press("Close the table")
    expect(page.locator(".share .hint")).to_have_text("tables: cannot be removed: disk full")
    assert thumb.table
    failed(people, "507")


@pytest.mark.parametrize("asked", ["changes", "look"])
def test_a_table_that_was_left_says_nothing_more(
    served: Served, thumb: Thumb, people: People, asked: str
) -> None:
    """The answer comes once the first page is in sight again: the table was closed meanwhile."""
    page = thumb.page
    held: list[Route] = []
    address = f"{served.link}tables/{thumb.table}"
    path = f"{address}/changes" if asked == "changes" else address
    page.route(path, lambda route: held.append(route))
    if asked == "changes":
        thumb.turn(0)
        thumb.number("players.0.manuscripts", 8, sent=False)
    else:
        page.evaluate("dispatchEvent(new Event('online'))")
    while not held:
        page.wait_for_timeout(10)
    page.evaluate("location.hash = ''")
    games = page.locator(".games")
    expect(games).to_be_visible()
    with page.expect_response(address + "**"):
        held[0].fulfill(status=404, content_type="application/json", body=json.dumps(CLOSED))
    page.evaluate("new Promise((done) => setTimeout(done))")
    expect(games).to_be_visible()
    expect(page.locator("#main")).not_to_contain_text("This table is closed")
    failed(people, "404")
