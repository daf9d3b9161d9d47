"""``printkit watch``: re-render a game when its files change, visible components first, until
interrupted."""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

import card_data
from card_data import DataError, Game, Problem
from card_data.game import folder_of, home
from card_data.loader import Parsed
from card_data.program.ports import listening_at
from card_data.program.sandbox import restart_clock
from printkit.faces.source_locations import SourceMap
from printkit.options import Options
from printkit.sheets.layout import render_job
from printkit.sheets.settings import FILE, settings_for
from printkit.templating.loader import TEMPLATES
from printkit.watch.files import Files
from printkit.watch.locations import locations_of
from printkit.watch.page_state import PageState, Painter
from printkit.watch.requests import check_options, menus, options_of_query
from printkit.watch.server import HOST, OpenPages, Server

PORT = 8480  # the page's, if it is free: what a browser keeps for it then stays
PERIOD = 0.01  # seconds between two looks at the files, or `SHARE` times what one took
DRAWING = 0.05  # the same while something is drawn, which looking holds up
SHARE = 4
STILL = 0.15  # seconds for which files must stay as they are before they are called wrong
PAUSE = 0.1  # seconds between two states of a page
FEW = 12  # edited rows that are drawn before all others
FONTS = (".ttf", ".otf", ".ttc", ".otc")


class DroppedError(BaseException):
    """There is something newer to draw; no ``except Exception`` holds it back."""


def watch(game: str, options: Options, port: int | None, opened: Callable[[str], None]) -> None:
    """Serve a page with a game until interrupted; ``opened`` is called with its address.

    Raise `DataError` for an unknown game, and for a ``port`` that cannot be used.
    """
    watcher = Watcher(game, options, OpenPages())
    signal.signal(signal.SIGINT, watcher.stop)
    server = Server(listening_at(HOST, port, (PORT, 0)), watcher.pages, watcher.painter.pictures)
    server.begin()
    opened(server.address)
    gc.set_threshold(50_000, 20, 100)  # a full collection takes as long as drawing a card
    with regularly(watcher.look_up):
        while not watcher.stopped:
            began = time.monotonic()
            watcher.work()
            time.sleep(max(PERIOD, SHARE * (time.monotonic() - began)) if watcher.idle else 0.0)


@contextmanager
def regularly(act: Callable[..., None]) -> Iterator[None]:
    """Do something every `DRAWING` seconds, in the midst of all else, where the system can."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGALRM, act)
    signal.setitimer(signal.ITIMER_REAL, DRAWING, DRAWING)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)


class Watcher:
    """Renders a game, in each way that ``pages`` request, whenever its files change. ``options``
    say where the game is, and its house rules."""

    def __init__(self, name: str, options: Options, pages: OpenPages) -> None:
        folder = folder_of(name, options.data)
        own = [] if options.data is None else [home(options.data) / FILE]
        shared = [TEMPLATES / folder.name, TEMPLATES / "common", TEMPLATES / "icons.svg"]
        self.files = Files([folder, *shared, *own])
        self.name, self.options, self.pages = name, options, pages
        self.painter = Painter()
        self.states: dict[Options, PageState] = {}
        self.asked: list[str] = []  # queries of the pages that are drawn for
        self.problems: tuple[Problem, ...] = ()  # of all of the game
        self.game: Game[Any] | None = None
        self.parsed: Parsed = {}
        self.changed: set[str] = {""}  # files, since the game was read
        self.edited: set[str] = set()  # rows, since all was drawn
        self.since = self.told = 0.0  # when files changed, when pages were told
        self.idle = self.stopped = self.drawing = False

    def stop(self, *_: object) -> None:
        """Stop at the next chance, and ignore another Ctrl-C until then."""
        self.stopped = True

    def work(self) -> None:
        """Poll the files, and draw what is new, unless no page is open."""
        restart_clock()
        self.idle = not self.is_newer() or not self.pages.queries()
        if not self.idle:
            try:
                self.draw()
            except DroppedError:
                self.drawing = False

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Do something that must not be dropped midway."""
        before, self.drawing = self.drawing, False
        yield
        self.drawing = before

    def look_up(self, *_: object) -> None:
        """Drop what is being drawn if there is something newer; called by a timer's signal."""
        if self.drawing and self.is_newer(self.asked):
            raise DroppedError

    def is_newer(self, known: Sequence[str] = ()) -> bool:
        """Check whether there is something to draw, or something to do before drawing what pages
        with the ``known`` queries request."""
        with self.undisturbed():
            if found := self.files.changed():
                self.changed |= found
                self.since = time.monotonic()
            told = {*known, *self.pages.states}
            return bool(self.changed) or self.stopped or not told.issuperset(self.pages.queries())

    def settle(self, problems: Sequence[Problem], known: Sequence[Problem]) -> None:
        """Wait until the files have stayed as they are for a while before showing new problems: a
        half-written file is followed by the rest."""
        while set(problems) - set(known) and (left := self.since + STILL - time.monotonic()) > 0:
            time.sleep(min(left, PERIOD))
            self.is_newer()
            if self.changed or self.stopped:
                raise DroppedError

    def draw(self) -> None:
        """Draw the game in each way that is requested, edited rows first, and tell the pages; raise
        `DroppedError`."""
        self.asked = self.pages.queries()
        wanted = [options_of_query(query, self.options) for query in self.asked]
        self.states = {
            options: self.states.get(options) or PageState(options, self.painter)
            for options, _ in wanted
        }
        if self.changed:
            self.read()
        self.drawing = True
        if self.game is not None and not self.problems:
            for options, state in self.states.items():
                self.draw_state(self.game, state, {name for one, name in wanted if one == options})
        self.drawing = False
        self.edited.clear()
        self.publish(busy=False)
        shown = {key for state in self.states.values() for key in state.shown()}
        for key in self.painter.pictures.keys() - shown:
            del self.painter.pictures[key]

    def read(self) -> None:
        """Read the game again."""
        changed, self.changed = self.changed, set()
        if any(path.lower().endswith(FONTS) for path in changed):
            self.painter.renew()
        for state in self.states.values():
            state.files_changed()
        try:
            game = card_data.load(self.name, self.options.data, self.options.house, self.parsed)
        except DataError as error:
            self.settle(error.problems, self.problems)
            self.problems = error.problems
        else:
            self.edited |= edited(self.game, game)
            self.game, self.problems = game, ()

    def draw_state(self, game: Game[Any], state: PageState, looked_at: set[str]) -> None:
        """Draw a game in one way, and the sheets of the components that pages look at."""
        try:
            settings = settings_for(state.options)
            state.menus = [*menus(state.options, game, settings)]
            check_options(state.options, game)
            state.select_components(game)
            parts = [part for part in state.parts.values() if not part.fresh]
            jobs = [render_job(game, part.name, state.options, settings) for part in parts]
        except DataError as error:
            self.settle(error.problems, state.problems)
            state.problems = error.problems
            return
        state.problems = ()
        source_map = SourceMap(game)
        source_map.documents |= {name: document for name, (_, document) in self.parsed.items()}
        for job in jobs:
            rows = [row for row in job.counts if row in self.edited]
            if 0 < len(rows) <= FEW:
                state.render_first(game, job, rows)
                self.told = 0.0
                self.publish(busy=True)
                time.sleep(PAUSE)  # let pages fetch it
        for job in jobs:
            looked = state.render(game, job)
            self.settle(looked.problems, state.parts[job.name].looked.problems)
            state.show_component(game, job, looked, locations_of(game, job.name, source_map))
            self.publish(busy=True)
        for name in looked_at & state.parts.keys():
            state.show_sheets(game, name, settings)
            self.publish(busy=True)

    def publish(self, *, busy: bool) -> None:
        """Tell all pages; while ``busy``, only every `PAUSE` seconds."""
        if busy and time.monotonic() - self.told < PAUSE:
            return
        with self.undisturbed():
            title = self.game.title if self.game is not None else ""
            for query in self.asked:
                options, sheets = options_of_query(query, self.options)
                state = self.states[options].page_data(self.problems, sheets)
                self.pages.tell(query, msgspec.json.encode({"title": title, "busy": busy, **state}))
            self.told = time.monotonic()


def edited(before: Game[Any] | None, game: Game[Any]) -> set[str]:
    """Return the IDs of rows that have changed; none when the game is first read."""
    found: set[str] = set()
    for table in game.tables() if before is not None else ():
        old = getattr(before.data, table, ())  # type: ignore[union-attr]
        known = {row.id: msgspec.to_builtins(row) for row in old}
        found |= {
            row.id for row in game.rows(table) if known.get(row.id) != msgspec.to_builtins(row)
        }
    return found
