"""A site in a real browser: entered, judged and kept without a network."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

import card_data
import scoring
from card_data import DataError
from scoring.pad.entry import plain_json
from scoring.pad.table import Typed
from scoring.pad.view import view_of
from scoring.positions.positions import PositionReader, score
from scoring.site import browser
from scoring.site.folder import write
from tests import chromium
from tests.scoresheets import load, write_game
from tests.scoring.pad.tools import POSITIONS, at, table_of
from tests.scoring.test_asking_sheets import ALL_FIELDS, EVENING, KINDS

pytestmark = pytest.mark.skipif(chromium.program() is None, reason="Chromium is not here")
PHONE = 390, 844
READY = "document.getElementById('note')?.textContent === 'This page works without a network.'"
RENEWED = "navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)"
TRIED = """navigator.serviceWorker.getRegistration().then(async (one) => {
  const { installing, waiting } = await one.update();
  if (!installing) return waiting?.state;
  await new Promise((done) => installing.addEventListener("statechange", done));
  return installing.state;
})"""
ENTER = """(() => {
  const value = %s;
  const item = document.querySelector(`.item[data-path="%s"]`);
  const input = item.querySelector("input, select, textarea");
  const press = (at) => item.querySelector(`[data-at="${CSS.escape(String(at))}"]`).click();
  if (Array.isArray(value)) return value.length ? value.forEach(press) : press("none");
  if (!input) return press(value);
  input.value = value;
  input.dispatchEvent(new Event("change"));
})()"""


class Quiet(SimpleHTTPRequestHandler):
    """Gives out files, and says nothing of it."""

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(folder: Path, port: int = 0) -> Iterator[int]:
    """A web server that has a folder below ``/scores/``; its port."""
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


def again(page: chromium.Page, address: str) -> None:
    """Open a page anew."""
    page.call("Page.navigate", url="about:blank")
    page.until("location.href === 'about:blank'")
    page.open(address, *PHONE)


def begin(page: chromium.Page, names: list[str]) -> None:
    """Begin a table of the first game."""
    page.until("!!document.querySelector('.games .card')")
    page.ask("document.querySelector('.games .card').click()")
    for name in names:
        page.ask(f"document.querySelector('.seats input').value = {json.dumps(name)}")
        page.ask("[...document.querySelectorAll('.seats .row button')].at(-1).click()")
    page.ask("document.querySelector('.seats .main').click()")
    page.until("location.hash.startsWith('#table/') && !!document.querySelector('.tabs button')")


def tab(page: chromium.Page, name: str) -> None:
    page.ask(f"document.querySelector('[data-tab=\"{name}\"]').click()")


def in_list(page: chromium.Page) -> None:
    """Have all in the plain list."""
    page.until("!document.querySelector('.list').hidden")
    words = (
        "[...document.querySelectorAll('#head button')].find((one) => one.textContent === 'List')"
    )
    page.ask(f"{words}?.click()")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    tables = {"kinds": KINDS, "ports": [{"id": "north"}]}
    return write_game(tmp_path / "mine", ALL_FIELDS, tables)


def test_a_game_of_ones_own_is_scored_without_a_network(mine: Path, tmp_path: Path) -> None:
    filled = PositionReader(mine).read(EVENING)
    told = view_of(filled)
    write([load(mine)], tmp_path / "web" / "scores", mine, {})
    with chromium.browser(tmp_path / "profile") as page:
        with served(tmp_path / "web") as port:
            address = f"http://127.0.0.1:{port}/scores/"
            page.open(address, *PHONE)
            page.until(READY)
        again(page, address)
        begin(page, ["Ann", "Bo"])
        in_list(page)
        for item in told.items:
            value = at(plain_json(filled.position), item.path)
            if item.kind == "players" or value is None or item.sum:
                continue
            tab(page, "table" if item.seat is None else str(item.seat))
            page.ask(ENTER % (json.dumps(value), item.path))
        tab(page, "score")
        page.until("!!document.querySelector('.verdict')")
        result = score(filled).result
        assert result is not None
        assert page.ask("document.querySelector('.verdict').textContent") == result.verdict
        tab(page, "0")
        page.ask(ENTER % ("6", "players.0.gems.ruby"))
        page.until(
            "document.querySelector('.item.wrong .fault')?.textContent.includes('there are 5')"
        )
        page.ask("document.querySelector('.fault .rule').click()")
        page.until("document.querySelector('.clause')?.textContent.includes('A rule.')")
        again(page, address)  # what was entered is there again
        page.until("document.querySelector('.cards strong')?.textContent === 'Little'")
        page.ask("document.querySelector('.cards .card').click()")
        page.until("!!document.querySelector('.state.wrong')")
        page.open(f"{address}rules/little/index.html", *PHONE)
        assert page.ask("document.body.textContent.includes('A rule.')")
        assert page.said == []


@pytest.mark.sweep
def test_the_position_is_given_as_a_file(mine: Path, tmp_path: Path) -> None:
    write([load(mine)], tmp_path / "web", mine, {})
    with chromium.browser(tmp_path / "profile") as page, served(tmp_path / "web") as port:
        page.open(f"http://127.0.0.1:{port}/", *PHONE)
        begin(page, ["Ann", "Bo"])
        text = page.ask("""import("./connection.js").then(async ({ ask, positionFile }) => {
          const id = location.hash.split("/")[1];
          const { answer } = await ask(`tables/${id}`);
          return (await positionFile(id, answer.view.position)).text();
        })""")
        filled = PositionReader(mine).read(text)
        assert filled.made_for == load(mine).fingerprint
        assert [one.name for one in filled.position.players] == ["Ann", "Bo"]
        tab(page, "score")
        page.until("!!document.querySelector('.share button')")
        page.ask("document.querySelector('.share button').click()")
        page.until("document.querySelector('.share .hint').textContent.includes('downloads')")


@pytest.mark.sweep
def test_a_newer_site_takes_the_place_of_an_older_one(mine: Path, tmp_path: Path) -> None:
    """Whole or not at all: one of which a file is not as it was made is not taken."""
    web = tmp_path / "web"
    write([load(mine)], web, mine, {})
    with chromium.browser(tmp_path / "profile") as page, served(web) as port:
        address = f"http://127.0.0.1:{port}/"
        page.open(address, *PHONE)
        page.until(READY)
        page.open(address, *PHONE)
        page.until(READY)

        def newer(title: str, spoilt: str = "") -> None:
            file = mine / "little" / "game.yaml"
            head = yaml.safe_load(file.read_text("utf-8"))
            file.write_text(yaml.safe_dump({**head, "title": title}, sort_keys=False), "utf-8")
            write([load(mine)], web, mine, {})
            if spoilt:
                (web / spoilt).write_text("half of it", "utf-8")

        card = "document.querySelector('.games .card')?.textContent"
        newer("Larger", "site.json")
        again(page, address)
        page.until(READY)
        assert page.ask(TRIED) == "redundant"
        again(page, address)
        page.until(f"{card} === 'Little'")
        newer("Largest")
        again(page, address)
        page.until(f"{card} === 'Largest' || {RENEWED}")
        again(page, address)
        page.until(f"{card} === 'Largest'")


@pytest.mark.sweep
def test_the_shipped_games_are_judged_in_the_browser(tmp_path: Path) -> None:
    """By Python in the page, without a network, as by the server."""
    try:
        python = browser.python()
    except DataError as error:
        pytest.skip(str(error))
    table = table_of("winstons_archive", 2)
    wanted = plain_json(scoring.read(POSITIONS / "wa_two_players.yaml").position)
    write([card_data.load("winstons_archive")], tmp_path / "web", None, python)
    with chromium.browser(tmp_path / "profile") as page:
        with served(tmp_path / "web") as port:
            address = f"http://127.0.0.1:{port}/"
            page.open(address, *PHONE)
            page.until(READY)
        again(page, address)
        begin(page, ["Ann", "Bo"])
        in_list(page)
        for item in table.view.items:
            if item.kind != "number" or item.sum:
                continue
            value = at(wanted, item.path) or 0
            table.take([Typed(item.path, value)])
            tab(page, str(item.seat))
            page.ask(ENTER % (json.dumps(value), item.path))
        tab(page, "score")
        page.until("!!document.querySelector('.verdict')")
        view = page.ask("""import("./connection.js").then(async ({ ask }) => {
          const { answer } = await ask(`tables/${location.hash.split("/")[1]}`);
          return answer.view;
        })""")
        assert view == plain_json(table.view)
        page.until("document.querySelectorAll('.totals .total:not(.so-far)').length === 2")
        assert page.said == []


def test_what_is_entered_where_python_cannot_begin_is_not_waited_for(tmp_path: Path) -> None:
    broken = b"export const loadPyodide = async () => { throw new Error('out of memory'); };"
    python = {"pyodide.mjs": broken, browser.CODE: b"", browser.WHEEL: b""}
    write([card_data.load("winstons_archive")], tmp_path / "web", None, python)
    with served(tmp_path / "web") as port, chromium.browser(tmp_path / "profile") as page:
        page.open(f"http://127.0.0.1:{port}/", *PHONE)
        begin(page, ["Ann", "Bo"])
        tab(page, "0")
        in_list(page)
        page.ask(ENTER % (8, "players.0.manuscripts"))
        said = "document.querySelector('#head .link').textContent"
        page.until(f"{said} === 'Python has stopped, 1 entry to be sent'")
