"""A site in a real browser: entered, judged and kept without a network."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page, expect

import card_data
import scoring
from card_data import DataError
from scoring.positions.positions import PositionReader, score
from scoring.site import browser
from scoring.site.folder import write
from scoring.web.entry import plain_json
from scoring.web.shared_position import EnteredChange
from tests.chromium import PHONE, People
from tests.scoresheets import load, stored
from tests.scoring.web.served import Thumb
from tests.scoring.web.tools import POSITIONS, answers_of, at, table_of

BROKEN = {
    "pyodide.mjs": b"export const loadPyodide = async () => { throw new Error('out of memory'); };",
    browser.CODE: b"",
    browser.WHEEL: b"",
}
OPENED = 20  # times until a newer site is there
TRIED = """async () => {
  const one = await navigator.serviceWorker.getRegistration();
  await one.update();
  while (one.installing) await new Promise((done) => setTimeout(done, 10));
  return one.waiting?.state ?? "refused";
}"""
VIEW = """import("./connection.js").then(async ({ ask }) => {
  const { answer } = await ask(`tables/${location.hash.split("/")[1]}`);
  return answer.view;
})"""

CLOSED_MEANWHILE = """import("./connection.js").then(async ({ ask }) => {
  const { id } = (await ask("tables", { game: "little", players: ["Ann", "Bo"] })).answer;
  const { getItem } = Storage.prototype;
  Storage.prototype.getItem = function (key) {  // read for a change, as another window closes it
    Storage.prototype.getItem = getItem;
    queueMicrotask(() => ask(`tables/${id}/close`, {}));
    return this.getItem(key);
  };
  const changes = [{ path: "players.0.name", value: "Cy", was: "Ann" }];
  const { status } = await ask(`tables/${id}/changes`, { changes });
  return [status, (await ask("home")).answer.tables.length];
})"""


class Quiet(SimpleHTTPRequestHandler):
    """Gives out files, and says nothing of it, nor when they were written: the second is the same
    of a file and of a newer one in its place."""

    def log_message(self, *_: Any) -> None:
        pass

    def send_header(self, keyword: str, value: str) -> None:
        if keyword != "Last-Modified":
            super().send_header(keyword, value)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a web server that has a folder."""
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


def ready(page: Page) -> None:
    """Wait until a page works without a network."""
    expect(page.locator("#note")).to_have_text("This page works without a network.")


def visited(page: Page, web: Path, below: str = "") -> str:
    """Visit a site once; its address, at which there is no server any more."""
    with served(web) as address:
        page.goto(address + below)
        ready(page)
    return address + below


@pytest.fixture
def python() -> dict[str, bytes]:
    """Python for a browser; skip where it cannot be had."""
    try:
        return browser.python()
    except DataError as error:
        pytest.skip(str(error))


def test_a_game_of_ones_own_is_scored_without_a_network(
    mine: Path, tmp_path: Path, people: People, python: dict[str, bytes]
) -> None:
    filled = PositionReader(mine).read(stored("every_field_position"))
    result = score(filled).result
    assert result is not None
    write([load(mine)], tmp_path / "web" / "scores", mine, python)
    page = people.page(PHONE)
    address = visited(page, tmp_path / "web", "scores/")
    thumb = Thumb(page, address)
    thumb.begin("Little", "Ann", "Bo")
    thumb.evening(answers_of(filled))
    thumb.turn("score")
    expect(page.locator(".verdict")).to_have_text(result.verdict)
    thumb.turn(0)
    thumb.number("players.0.gems.ruby", 6)
    expect(page.locator(".item.wrong .fault")).to_contain_text("there are 5")
    page.locator(".fault .rule").tap()
    expect(page.locator(".clause")).to_contain_text("A rule.")
    page.goto("about:blank")
    page.goto(address)  # what was entered is there again
    page.get_by_role("button", name="Little Ann, Bo").tap()
    expect(page.locator(".state")).to_contain_class("wrong")
    page.goto(f"{address}rules/little/index.html")
    expect(page.locator("body")).to_contain_text("A rule.")


def test_a_table_that_is_closed_while_a_change_is_judged_stays_closed(
    mine: Path, tmp_path: Path, people: People, python: dict[str, bytes]
) -> None:
    write([load(mine)], tmp_path / "web", mine, python)
    page = people.page(PHONE)
    with served(tmp_path / "web") as address:
        page.goto(address)
        assert page.evaluate(CLOSED_MEANWHILE) == [404, 0]


def test_the_position_is_given_as_a_file(mine: Path, tmp_path: Path, people: People) -> None:
    write([load(mine)], tmp_path / "web", mine, BROKEN)
    page = people.page(PHONE)
    with served(tmp_path / "web") as address:
        thumb = Thumb(page, address)
        thumb.begin("Little", "Ann", "Bo")
        thumb.turn("score")
        with page.expect_download() as given:
            page.locator(".share button").first.tap()
        filled = PositionReader(mine).read(given.value.path().read_text("utf-8"))
        assert filled.made_for == load(mine).fingerprint
        assert [one.name for one in filled.position.players] == ["Ann", "Bo"]
        expect(page.locator(".share .hint")).to_contain_text("downloads")


def test_a_newer_site_takes_the_place_of_an_older_one(
    mine: Path, tmp_path: Path, people: People
) -> None:
    """Whole or not at all: one of which a file is not as it was made is not taken."""
    web, page = tmp_path / "web", people.page(PHONE)
    card = page.locator(".games .card")

    def newer(title: str, spoilt: str = "") -> None:
        file = mine / "little" / "game.yaml"
        head = yaml.safe_load(file.read_text("utf-8"))
        file.write_text(yaml.safe_dump({**head, "title": title}, sort_keys=False), "utf-8")
        write([load(mine)], web, mine, BROKEN)
        if spoilt:
            (web / spoilt).write_text("half of it", "utf-8")

    newer("Little")
    with served(web) as address:
        page.goto(address)
        ready(page)
        newer("Larger", "site.json")
        assert page.evaluate(TRIED) == "refused"
        page.reload()
        expect(card).to_have_text("Little")
        newer("Largest")
        for _ in range(OPENED):
            page.wait_for_timeout(1500)  # so long after a page a browser looks for a newer one
            page.goto("about:blank")
            page.wait_for_timeout(500)  # until nobody is on the older site
            page.goto(address)
            if card.text_content() == "Largest":
                return
        raise AssertionError("the newer site is never taken")


def test_the_shipped_games_are_judged_in_the_browser(
    tmp_path: Path, people: People, python: dict[str, bytes]
) -> None:
    """By Python in the page, without a network, as by the server."""
    wanted = plain_json(scoring.read(POSITIONS / "wa_two_players.yaml").position)
    table = table_of("winstons_archive", 2)
    given = {
        item.path: at(wanted, item.path) or 0
        for item in table.view.items
        if item.kind == "number" and not item.sum
    }
    for path, value in given.items():
        table.take([EnteredChange(path, value)])
    write([card_data.load("winstons_archive")], tmp_path / "web", None, python)
    page = people.page(PHONE)
    thumb = Thumb(page, visited(page, tmp_path / "web"))
    thumb.begin("Winston's Archive", "Ann", "Bo")
    thumb.evening(given)
    assert page.evaluate(VIEW) == plain_json(table.view)
    thumb.turn("score")
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator(".totals .total:not(.so-far)")).to_have_count(2)


def test_what_is_entered_where_python_cannot_begin_stays(tmp_path: Path, people: People) -> None:
    write([card_data.load("winstons_archive")], tmp_path / "web", None, BROKEN)
    with served(tmp_path / "web") as address:
        thumb = Thumb(people.page(PHONE), address)
        thumb.begin("Winston's Archive", "Ann", "Bo")
        thumb.turn(0)
        thumb.number("players.0.manuscripts", 8, sent=False)
        expect(thumb.page.locator("#loading")).to_contain_text("cannot be loaded now")
        thumb.page.reload()
        expect(thumb.page.locator('[data-path="players.0.manuscripts"] input')).to_have_value("8")
    people.leave()  # who may have more to say of it
    assert {*people.said} <= {"out of memory"}
    people.said.clear()
