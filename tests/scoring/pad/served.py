"""``scoring serve`` in a process of its own, and a page of it in a browser: entered by a thumb."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.chromium import Page
from tests.printkit.tools import ROOT
from tests.scoring.pad.tools import at

PHONE, SMALL, DESK = (390, 844), (360, 640), (1280, 800)


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
        self.words = (*[one for one in self.words if one != "--port"][:0], "--port", self.port)
        self.start()


def item(path: str) -> str:
    """The element of an item."""
    return f"document.querySelector('[data-path={json.dumps(path)}]')"


def labelled(words: str, inside: str = "document") -> str:
    """The control in sight with these words."""
    return (
        f"[...{inside}.querySelectorAll('button, a, summary, select, input')].find((one) =>"
        f" one.checkVisibility() && (one.textContent.trim() === {json.dumps(words)}"
        f" || one.getAttribute('aria-label') === {json.dumps(words)}))"
    )


class Thumb:
    """Somebody who enters a score on a phone, through the plain list."""

    def __init__(self, page: Page, link: str, size: tuple[int, int] = PHONE) -> None:
        self.page, self.size = page, size
        page.touchable()
        still = [{"name": "prefers-reduced-motion", "value": "reduce"}]
        page.call("Emulation.setEmulatedMedia", features=still)
        page.open(link, *size)
        page.until("!!document.querySelector('.games')")

    def tap(self, words: str, inside: str = "document") -> None:
        """Tap a control by its words."""
        self.on(labelled(words, inside))

    def on(self, element: str) -> None:
        """Tap an element, until the page has heard of it."""
        self.page.ask(
            "window.heard = false; addEventListener('click', () => { window.heard = true; },"
            " {capture: true, once: true})"
        )
        self.page.tap(element)
        self.page.until("window.heard")

    def begin(self, title: str, *names: str) -> None:
        """Begin a table, in the plain list."""
        self.tap(title)
        for name in names:
            self.on("document.querySelector('dialog input')")
            self.page.write(name)
            self.tap("Add", "document.querySelector('dialog')")
        if names:
            self.tap("Enter the score")
        self.page.until("location.hash.startsWith('#table/')")
        self.page.until("!!document.querySelector('[data-path], .paper')")
        self.plain()

    @classmethod
    def at(cls, page: Page, size: tuple[int, int]) -> Thumb:
        """On a page that shows a table already."""
        made = cls.__new__(cls)
        made.page, made.size = page, size
        made.table = str(page.ask("location.hash")).removeprefix("#table/")
        return made

    def join(self, table: str) -> None:
        """Open a table that somebody else has begun."""
        self.page.ask(f"location.hash = 'table/{table}'")
        self.plain()

    def plain(self) -> None:
        """Turn to the plain list."""
        self.table = str(self.page.ask("location.hash")).removeprefix("#table/")
        self.page.until("!!document.querySelector('[data-tab]')")
        if self.page.ask(f"!!{labelled('List')}"):
            self.tap("List")

    @property
    def kept(self) -> str:
        """What the phone keeps of the table, as an expression in the page."""
        return f"JSON.parse(localStorage['pad:{self.table}'])"

    @property
    def view(self) -> Any:
        """What the page has of the table."""
        return self.page.ask(f"{self.kept}.news.view")

    def settled(self) -> Any:
        """The view once everything is sent and worked out."""
        self.page.until(f"(({{queue, news}}) => !queue.length && news?.view.settled)({self.kept})")
        return self.view

    def turn(self, tab: str) -> None:
        """Turn to a part of the pad: a seat, ``table`` or ``score``."""
        self.on(f"document.querySelector('[data-tab=\"{tab}\"]')")
        self.page.until(f"document.querySelector('[data-tab=\"{tab}\"][aria-current]') !== null")
        *size, wide = self.page.ask(
            "[innerWidth, innerHeight, document.documentElement.scrollWidth]"
        )
        assert tuple(size) == self.size, "the page is shown smaller"
        assert wide <= self.size[0], "something is wider than the page"

    def enter(self, one: Any, value: Any) -> None:
        """Enter an item's answer by taps; text and numbers by the keyboard of the phone."""
        page, here = self.page, item(one["path"])
        self.turn("table" if one["seat"] is None else str(one["seat"]))
        page.until(f"!!{here}")
        if page.ask(f"{here}.closest('details')?.open === false"):
            self.on(f"{here}.closest('details').querySelector('summary')")
        lists = {key: dict(pairs) for key, pairs in self.view["lists"].items()}
        titles = lists.get(one["list"], {})
        match one["kind"]:
            case "number":
                self.number(f"{here}.querySelector('input')", value)
            case "flag":
                self.tap("Yes" if value else "No", here)
            case "choice":
                self.choose(here, f"{here}.querySelector('select')", str(value), titles)
            case "marks":
                for mark in value:
                    self.tap(titles[str(mark)], here)
                if not value:
                    self.tap("none", here)
            case "counts" | "picks":
                for key, inner in value.items():
                    words = f"{one['words']}: {dict(one['keys'])[key]}"
                    if one["kind"] == "counts":
                        self.number(labelled(words, here), inner)
                    else:
                        self.choose(here, labelled(words, here), str(inner), titles)
                if not value and one["kind"] == "picks":
                    self.tap("none", here)
            case "list":
                for place, inner in enumerate(value):
                    self.choose(
                        here, labelled(f"{one['words']}, {place + 1}", here), str(inner), titles
                    )
            case "page" | "text":
                self.on(f"{here}.querySelector('textarea, input')")
                page.write(str(value))
                page.ask("document.activeElement.blur()")

    def enter_at(self, path: str, value: int, *, sent: bool = True) -> None:
        """Enter a number of a seat that is turned to, until it is taken."""
        self.number(f"{item(path)}.querySelector('input')", value)
        if sent:
            assert at(self.settled()["position"], path) == value

    def meant(self, one: Any, value: Any) -> Any:
        """A value as the page sends it: not the title of a row, but the row."""
        titles = {title: name for name, title in self.view["lists"].get(one["list"], ())}
        return titles.get(value, value) if isinstance(value, str) else value

    def number(self, field: str, value: int) -> None:
        self.on(field)
        self.page.write(str(value))
        self.page.ask("document.activeElement.blur()")

    def choose(self, here: str, menu: str, value: str, titles: dict[str, str]) -> None:
        """Choose from a menu, whose list a phone shows itself, or tap a button."""
        if self.page.ask(f"!!({menu})"):
            self.page.ask(
                f"(() => {{ const menu = {menu}; menu.focus(); menu.value = {json.dumps(value)};"
                " menu.dispatchEvent(new Event('change', {bubbles: true})); menu.blur(); })()"
            )
        else:
            self.tap(titles[value], here)

    def evening(self, wanted: dict[str, Any]) -> None:
        """Enter a whole position, down the list, until nothing new is asked for."""
        done = {"players"}
        while one := next(
            (one for one in self.settled()["items"] if one["path"] not in done), None
        ):
            done.add(one["path"])
            if one["path"] in wanted:
                value = self.meant(one, wanted[one["path"]])
                self.enter(one, value)
                found = at(self.settled()["position"], one["path"])
                assert str(found).strip() == str(value).strip(), (one["path"], found)
