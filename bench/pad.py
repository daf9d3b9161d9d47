"""How soon the score pad is on a phone, and how soon a slip that is entered there is told.

``python -m bench.pad``: the first page and a table with nothing kept and the processor four times
slower, bytes as they are sent; then entries at a table that eight phones have open, of which every
other one breaks a clause: from the entry to the fault in the page it was entered in, and in the
last of the others.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.chromium import Page, browser
from tests.scoring.pad.served import PHONE, Served, Thumb, item

LARGEST, SOONEST, SOON = 150, 500, 100  # kB; ms to the first page; ms to a fault
SLOWER = 4  # the processor of a phone
PHONES = 8
PAUSE = 0.2  # seconds from one entry to the next: a quick thumb
PLACE = "players.0.books.A"
# Notes when something is first painted, and when there is something to tap.
FIRST = """
window.ready = new Promise((done) => new MutationObserver((_, watching) => {
  if (!document.querySelector('.games button, [data-path] button, .paper')) return;
  watching.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
}).observe(document, {subtree: true, childList: true}));
window.painted = new Promise((done) => new PerformanceObserver((list) => {
  for (const one of list.getEntriesByName('first-contentful-paint')) done(one.startTime);
}).observe({type: 'paint', buffered: true}));
"""
LOADED = """
Promise.all([window.ready, window.painted]).then(([ready, painted]) => {
  const kinds = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
  return [kinds.reduce((sum, one) => sum + one.transferSize, 0) / 1000, painted, ready];
})
"""
# Notes when the item is seen to be wrong, or sound again.
WATCHED = """
(() => {
  const one = %s;
  window.changed = [];
  new MutationObserver(() => {
    const wrong = one.classList.contains('wrong');
    if (window.wrong !== wrong) requestAnimationFrame(() => window.changed.push(Date.now()));
    window.wrong = wrong;
  }).observe(one, {attributes: true, attributeFilter: ['class']});
  window.wrong = false;
})()
"""
ENTERED = """
(() => {
  const input = %s.querySelector('input');
  input.value = '%s';
  const begun = Date.now();
  input.dispatchEvent(new Event('change'));
  return begun;
})()
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=200)
    parser.add_argument("--loads", type=int, default=9)
    words = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        served = Served(Path(folder))
        try:
            with browser(Path(folder) / "browser") as page:
                thumb = Thumb(page.beside(), served.link)
                thumb.begin("Winston's Archive", "Ann", "Bo")
                first(page, "first page", served.link, words.loads)
                first(page, "table", f"{served.link}#table/{thumb.table}", words.loads)
                faults(page, served.link, thumb, words.entries)
        finally:
            served.stop()


def first(page: Page, what: str, link: str, loads: int) -> None:
    """Report what a page takes that has nothing kept."""
    found = []
    for _ in range(loads):
        fresh = page.beside()
        fresh.call("Emulation.setCPUThrottlingRate", rate=SLOWER)
        fresh.call("Page.addScriptToEvaluateOnNewDocument", source=FIRST)
        fresh.open(link, *PHONE)
        found.append(fresh.ask(LOADED))
        fresh.leave()
    size, painted, ready = [statistics.median(one) for one in zip(*found, strict=True)]
    met = "met" if size < LARGEST and painted < SOONEST else "MISSED"
    print(f"{what:10} {size:6.1f} kB, first paint {painted:5.0f} ms, ready {ready:5.0f} ms "
          f"(target {LARGEST} kB, {SOONEST} ms to the first paint: {met})")  # fmt: skip


def faults(page: Page, link: str, thumb: Thumb, entries: int) -> None:
    """Report how soon faults are shown."""
    pages = [thumb.page]
    for _ in range(PHONES - 1):
        other = Thumb(page.beside(), link)
        other.join(thumb.table)
        pages.append(other.page)
    for one in pages:
        Thumb.at(one, PHONE).turn("0")
        one.until(f"!!{item(PLACE)}")
        one.ask(WATCHED % item(PLACE))
    own, others = [], []
    for number in range(entries):
        value = 1 if number % 2 else 99
        begun = pages[0].ask(ENTERED % (item(PLACE), value))
        shown: list[Any] = [one.until(f"window.changed[{number}]") for one in pages]
        own.append(shown[0] - begun)
        others.append(max(shown[1:]) - begun)
        time.sleep(PAUSE)
    for what, found in (("where it was entered", own), ("on the last of the others", others)):
        most = statistics.quantiles(found, n=20)[-1]
        met = "met" if most < SOON else "MISSED"
        print(f"entry to fault, {what:26} median {statistics.median(found):4.0f} ms, 95th "
              f"percentile {most:4.0f} ms of {entries} (target {SOON}: {met})")  # fmt: skip


if __name__ == "__main__":
    main()
