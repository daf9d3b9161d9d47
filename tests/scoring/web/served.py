"""``scoring serve`` in a process of its own, and a page of it in a browser: entered by a thumb
or by keys."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.printkit.commands import ROOT
from tests.scoring.web.tools import at

# What the phone keeps of a table, once everything is sent.
SETTLED = """
(key) => {
  const kept = localStorage[key];
  const { queue, news } = JSON.parse(kept ?? '{"queue": []}');
  return !queue.length && news && kept;
}
"""
FOCUSED = "(one) => [':focus', ':focus-visible'].map((where) => one.matches(where))"
MOST = 200  # times that a key is pressed


class Served:
    """The pad, served by a process of its own; what it keeps is in ``folder``."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder, self.words = folder, words
        self.start()

    def start(self) -> None:
        home = self.folder / "data"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "scoring", "serve", *self.words],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"XDG_DATA_HOME": str(home), "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert ": http" in line, (line, self.process.stderr and self.process.stderr.read())
        self.link = line.rpartition(": ")[2].strip()
        self.port = self.link.split("/")[2].rpartition(":")[2]

    def stop(self) -> tuple[int, str]:
        """End it as Ctrl-C does; its exit status, and what it said of errors."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=120)
        return self.process.returncode, said

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.communicate(timeout=120)

    def again(self) -> None:
        """Start it at the same port."""
        self.words = ("--port", self.port)
        self.start()


class Thumb:
    """Somebody who enters a score on a phone, through the plain list."""

    def __init__(self, page: Page, link: str) -> None:
        self.page = page
        page.goto(link)
        expect(page.locator(".games")).to_be_visible()

    # what keys do otherwise

    def on(self, control: Locator) -> None:
        """Tap a control."""
        control.tap()

    def write(self, field: Locator, value: object) -> None:
        """Write in a field, in place of what stands there, and leave it."""
        field.tap()
        field.fill(str(value).strip())
        field.blur()

    def choose(self, menu: Locator, value: object) -> None:
        """Choose from a menu, whose list a phone shows itself."""
        menu.select_option(value=str(value))

    # the pages

    def press(self, name: str, inside: Locator | None = None) -> None:
        """Press a button by its words."""
        self.on((inside or self.page).get_by_role("button", name=name, exact=True))

    def begin(self, title: str, *names: str) -> None:
        """Begin a table, in the plain list."""
        self.press(title)
        for name in names:
            self.write(self.page.get_by_label("A player's name"), name)
            self.press("Add")
        if names:
            self.press("Enter the score")
        self.page.wait_for_url(re.compile("#table/"))
        self.plain()

    def join(self, table: str) -> None:
        """Open a table that somebody else has begun."""
        self.page.evaluate(f"location.hash = 'table/{table}'")
        self.plain()

    def plain(self) -> None:
        """Turn to the plain list."""
        # Sheets are there once it is.
        self.page.locator(".body > .list:not([hidden])").wait_for(state="attached")
        if self.page.get_by_role("button", name="List", exact=True).is_visible():
            self.press("List")

    @property
    def table(self) -> str:
        """The name of the table that is open."""
        return self.page.url.rpartition("#table/")[2]

    def settled(self) -> Any:
        """Return the page's view of the table once everything is sent."""
        kept = self.page.wait_for_function(SETTLED, arg=f"pad:{self.table}").json_value()
        return json.loads(kept)["news"]["view"]

    def item(self, path: str) -> Locator:
        """An item of the list."""
        return self.page.locator(f'[data-path="{path}"]')

    def field(self, path: str) -> Locator:
        """Where an item is typed."""
        return self.item(path).get_by_role("textbox")

    def turn(self, tab: str | int) -> None:
        """Turn to a part of the pad: a seat, ``table`` or ``score``."""
        there = self.page.locator(f'[data-tab="{tab}"]')
        if there.get_attribute("aria-current") is None:
            self.on(there)
            expect(there).to_have_attribute("aria-current", "page")
        size, wide = self.page.evaluate(
            "[{width: innerWidth, height: innerHeight}, document.documentElement.scrollWidth]"
        )
        assert size == self.page.viewport_size, "the page is shown smaller"
        assert wide <= size["width"], "something is wider than the page"

    def number(self, path: str, value: int, *, sent: bool = True) -> None:
        """Enter a number of a seat that is turned to, until it is taken."""
        self.write(self.field(path), value)
        if sent:
            assert at(self.settled()["position"], path) == value

    def enter(self, item: Any, value: Any, titles: dict[str, str]) -> None:
        """Enter an item's answer, one of ``titles`` if it has a list."""
        self.turn("table" if item["seat"] is None else item["seat"])
        here = self.item(item["path"])
        here.wait_for(state="attached")
        if not here.is_visible():
            self.on(self.page.locator("summary"))
        match item["kind"]:
            case "number" | "page" | "text":
                self.write(here.get_by_role("textbox"), value)
            case "flag":
                self.press("Yes" if value else "No", here)
            case "choice" if here.get_by_role("combobox").count():
                self.choose(here.get_by_role("combobox"), value)
            case "choice":
                self.press(titles[str(value)], here)
            case "marks":
                for mark in value:
                    self.press(titles[str(mark)], here)
            case "counts":
                for label, inner in parts(item, value):
                    self.write(here.get_by_label(label, exact=True), inner)
            case "picks" | "list":
                for label, inner in parts(item, value):
                    self.choose(here.get_by_label(label, exact=True), inner)
        if not value and item["kind"] in ("marks", "picks"):
            self.press("none", here)

    def evening(self, wanted: dict[str, Any]) -> Any:
        """Enter a whole position, down the list, until nothing new is asked for; the view then."""
        done, view = {"players"}, self.settled()
        while item := next((one for one in view["items"] if one["path"] not in done), None):
            path = item["path"]
            done.add(path)
            if path in wanted:
                titles = dict(view["lists"].get(item["list"], ()))
                value = meant(wanted[path], titles)
                self.enter(item, value, titles)
                view = self.settled()
                found = at(view["position"], path)
                assert str(found).strip() == str(value).strip(), (path, found)
        return view


def meant(value: Any, titles: dict[str, str]) -> Any:
    """A value as the page sends it: not the title of a row, but the row."""
    rows = {title: row for row, title in titles.items()}
    return rows.get(value, value) if isinstance(value, str) else value


def parts(item: Any, value: Any) -> Iterator[tuple[str, Any]]:
    """The labels of an item's fields, each with what belongs there."""
    if item["kind"] == "list":
        return ((f"{item['words']}, {place}", one) for place, one in enumerate(value, 1))
    titles = dict(item["keys"])
    return ((f"{item['words']}: {titles[key]}", one) for key, one in value.items())


class Keys(Thumb):
    """Somebody who has no pointer: everything is reached with Tab."""

    def on(self, control: Locator) -> None:
        self.reach(control)
        self.page.keyboard.press("Enter")

    def write(self, field: Locator, value: object) -> None:
        self.reach(field)
        self.page.keyboard.type(str(value).strip())
        self.page.keyboard.press("Tab")

    def choose(self, menu: Locator, value: object) -> None:
        self.reach(menu)
        for _ in range(MOST):
            if menu.input_value() == str(value):
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no such choice: {value}")

    def reach(self, control: Locator) -> None:
        """Go on with Tab until the focus is there, and seen to be."""
        for _ in range(MOST):
            focused, seen = control.evaluate(FOCUSED)
            if focused:
                assert seen
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"never reached: {control}")
