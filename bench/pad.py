"""How soon the score pad is on a phone, and how soon it reports a slip that is entered there.

``python -m bench.pad``: the first page and a table with nothing cached and the processor four times
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

from tests.chromium import PHONE, People, chromium
from tests.scoring.web.served import Served, Thumb

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
(one) => {
  window.changed = [];
  new MutationObserver(() => {
    const wrong = one.classList.contains('wrong');
    if (window.wrong !== wrong) requestAnimationFrame(() => window.changed.push(Date.now()));
    window.wrong = wrong;
  }).observe(one, {attributes: true, attributeFilter: ['class']});
  window.wrong = false;
}
"""
ENTERED = """
(input, value) => {
  input.value = value;
  const begun = Date.now();
  input.dispatchEvent(new Event('change'));
  return begun;
}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=200)
    parser.add_argument("--loads", type=int, default=9)
    words = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        served = Served(Path(folder))
        try:
            with chromium() as browser:
                people = People(browser)
                thumb = Thumb(people.page(PHONE), served.link)
                thumb.begin("Winston's Archive", "Ann", "Bo")
                first(people, "first page", served.link, words.loads)
                first(people, "table", f"{served.link}#table/{thumb.table}", words.loads)
                faults(people, served.link, thumb, words.entries)
        finally:
            served.stop()


def first(people: People, what: str, link: str, loads: int) -> None:
    found = []
    for _ in range(loads):
        page = people.page(PHONE)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.add_init_script(FIRST)
        page.goto(link)
        found.append(page.evaluate(LOADED))
        page.context.close()
    size, painted, ready = [statistics.median(one) for one in zip(*found, strict=True)]
    met = "met" if size < LARGEST and painted < SOONEST else "MISSED"
    print(f"{what:10} {size:6.1f} kB, first paint {painted:5.0f} ms, ready {ready:5.0f} ms "
          f"(target {LARGEST} kB, {SOONEST} ms to the first paint: {met})")  # fmt: skip


def faults(people: People, link: str, thumb: Thumb, entries: int) -> None:
    thumbs = [thumb, *(Thumb(people.page(PHONE), link) for _ in range(PHONES - 1))]
    for one in thumbs:
        one.join(thumb.table)
        one.turn(0)
        one.item(PLACE).evaluate(WATCHED)
    own, others = [], []
    for number in range(entries):
        begun = thumb.field(PLACE).evaluate(ENTERED, "1" if number % 2 else "99")
        changed = f"() => window.changed[{number}]"
        shown = [one.page.wait_for_function(changed).json_value() for one in thumbs]
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
