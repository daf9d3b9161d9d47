"""How soon `printkit watch` shows what was saved, beside the target.

One card of Verse & Variant's 120 is edited again and again. The time is from just before its file
is written until its new picture has come over the wire, by the clock; with Chromium, until a page
in it has decoded the picture and the next frame begins.
"""

from __future__ import annotations

import argparse
import http.client
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page

from bench.processes import ROOT
from printkit.tools.new_game import copy_game
from tests.chromium import chromium, program

GAME, COMPONENT, ROW = "verse_and_variant", "deck", "T-2a"
TARGET = 100  # ms
APART = 1.5  # seconds between two edits: nobody saves faster
QUERY = f"mode=one&component={COMPONENT}&piece={ROW}"
# Notes the time at which the picture of the piece that is looked at is on the screen.
NOTE = """
window.shown = {};
new MutationObserver(() => {
  const image = document.querySelector('.one img');
  if (!image || image.src in window.shown) return;
  const source = image.src;
  window.shown[source] = 0;
  image.decode().then(() => requestAnimationFrame(() => { window.shown[source] = Date.now(); }));
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['src']});
"""
LAST = "Object.entries(window.shown).pop() ?? ['', 0]"


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=20)
    parser.add_argument("--no-browser", action="store_true", help="measure over the wire alone")
    words = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        game = copy_game(GAME, Path(folder) / "mine")
        command = [sys.executable, "-m", "printkit", "watch", GAME, "--data", str(game.parent)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        address = process.stdout.readline().split()[1]
        try:
            report("over the wire", times(game, words.edits, wire(address)))
            if program() is not None and not words.no_browser:
                with chromium() as browser:
                    shown = screen(browser.new_page(), address)
                    report("in Chromium", times(game, words.edits, shown))
        finally:
            process.terminate()
            process.wait()


def report(what: str, found: list[float]) -> None:
    middle, most = statistics.median(found), max(found)
    met = "met" if middle < TARGET else "MISSED"
    print(f"save to picture, {what:14} median {middle:6.1f} ms, worst {most:6.1f} ms of "
          f"{len(found)} (target {TARGET}: {met})")  # fmt: skip


def times(game: Path, edits: int, shown: Iterator[float]) -> list[float]:
    """How many ms each edit takes until it is shown; ``shown`` gives the times at which pictures
    are."""
    file = game / "tools.yaml"
    text = file.read_text("utf-8")
    title = next(line for line in text.split(f"id: {ROW}", 1)[1].splitlines() if "title:" in line)
    next(shown)
    found: list[float] = []
    for number in range(edits):
        time.sleep(APART)
        begun = time.time()
        file.write_text(text.replace(title, f"{title} {number}", 1), "utf-8")
        found.append((next(shown) - begun) * 1000)
    file.write_text(text, "utf-8")
    return found


def wire(address: str) -> Iterator[float]:
    """The times at which a picture of the card, unlike the one before, has been fetched."""
    where = urlsplit(address)
    stream = get(where.netloc, f"{where.path}events")
    before, busy = "", True
    while line := stream.readline():
        if not line.startswith(b"data: "):
            continue
        state = json.loads(line.removeprefix(b"data: "))
        key = picture(state)
        if key != before and not (busy := busy and state["busy"]):
            get(where.netloc, f"{where.path}pictures/{key}").read()
            yield time.time()
            before = key


def get(host: str, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(host, timeout=120)
    connection.request("GET", path)
    return connection.getresponse()


def picture(state: dict[str, Any]) -> str:
    parts = [part for part in state["components"] if part["name"] == COMPONENT]
    pieces = [piece for part in parts for piece in part["pieces"] if piece["name"] == ROW]
    return str(pieces[0]["front"]["picture"]) if pieces else ""


def screen(page: Page, address: str) -> Iterator[float]:
    page.add_init_script(NOTE)
    page.goto(f"{address}#{QUERY}")
    page.locator(".one img[src]").wait_for()
    page.locator("body:not(.busy)").wait_for()
    before = ""
    while True:
        source, at = page.evaluate(LAST)
        if at and source != before:
            before = source
            yield at / 1000
        time.sleep(0.01)


if __name__ == "__main__":
    main()
