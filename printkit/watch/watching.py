"""``printkit watch``: files looked at, what changed drawn, pages told, until somebody stops it."""

from __future__ import annotations

import gc
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

import card_data
from card_data import DataError, Game, Problem
from card_data.game import folder_of, home
from card_data.loader import Parsed
from card_data.ports import listening_at
from card_data.wall import begin_again
from printkit.drawing.shapes import Image
from printkit.faces.origins import Origins
from printkit.options import Options
from printkit.sheets.layout import order_for
from printkit.sheets.settings import FILE, settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.templating.loader import TEMPLATES
from printkit.typography.fonts import Fonts
from printkit.watch.files import Files
from printkit.watch.places import places_of
from printkit.watch.scene import DroppedError, Painter, Part
from printkit.watch.server import HOST, Server

PORT = 8480  # the page's, if it is free: what a browser keeps for it then stays
PERIOD = 0.01  # seconds between two looks at the files, or `SHARE` times what one took
DRAWING = 0.05  # the same while something is drawn, which looking would hold up
SHARE = 4
STILL = 0.15  # seconds for which files must stay as they are before they are called wrong
PAUSE = 0.1  # seconds between two states of a page
FEW = 12  # edited rows that are drawn before all others
FONTS = (".ttf", ".otf", ".ttc", ".otc")


def watch(game: str, options: Options, port: int | None, opened: Callable[[str], None]) -> None:
    """Serve a page with a game, printed as ``options`` say, until interrupted; ``opened`` is called
    with its address.

    Raise `DataError` for an unknown game, and for a ``port`` that cannot be used.
    """
    watcher = Watcher(game, options)
    signal.signal(signal.SIGINT, watcher.stop)
    server = Server(listening_at(HOST, port, (PORT, 0)), watcher.painter.pictures)
    watcher.tell = server.tell
    server.begin()
    opened(server.address)
    gc.set_threshold(50_000, 20, 100)  # a full collection takes as long as drawing a card
    while not watcher.stopped:
        began = time.monotonic()
        watcher.work()
        time.sleep(max(PERIOD, SHARE * (time.monotonic() - began)) if watcher.idle else 0.0)


class Watcher:
    """A game, printed as ``options`` say and drawn whenever its files change; ``tell`` is called
    with each state of it, as JSON."""

    def __init__(self, name: str, options: Options) -> None:
        folder = folder_of(name, options.data)
        own = [] if options.data is None else [home(options.data) / FILE]
        shared = [TEMPLATES / folder.name, TEMPLATES / "common", TEMPLATES / "icons.svg"]
        self.files = Files([folder, *shared, *own])
        self.name, self.options = name, options
        self.fonts = Fonts()
        self.images: dict[str, Image] = {}  # as they are printed
        self.painter = Painter(self.fonts)
        self.tell: Callable[[bytes], None] = lambda state: None
        self.parts: dict[str, Part] = {}
        self.problems: tuple[Problem, ...] = ()  # of all of the game
        self.game: Game[Any] | None = None
        self.parsed: Parsed = {}
        self.changed: set[str] = {""}  # files, since the game was drawn
        self.since = self.looked = self.told = 0.0  # when files changed, were looked at, pages told
        self.idle = self.stopped = False

    def stop(self, *_: object) -> None:
        """End in peace: whoever presses Ctrl-C again meanwhile is not heard."""
        self.stopped = True

    def work(self) -> None:
        """Look at the files, and draw what is new."""
        begin_again()
        self.idle = not self.is_newer(0.0)
        if not self.idle:
            changed, self.changed = self.changed, set()
            try:
                self.draw(changed)
            except DroppedError:
                self.changed |= changed

    def is_newer(self, period: float = DRAWING) -> bool:
        """Whether there is something to draw, or to do before what is being drawn; the files are
        looked at if a ``period`` has passed."""
        now = time.monotonic()
        if now - self.looked >= period:
            if found := self.files.changed():
                self.changed |= found
                self.since = now
            self.looked = time.monotonic()
        return bool(self.changed) or self.stopped

    def settle(self) -> None:
        """Wait until the files have stayed as they are for a while: one that is half written is
        followed by the rest."""
        while (left := self.since + STILL - time.monotonic()) > 0:
            time.sleep(min(left, PERIOD))
            if self.is_newer():
                raise DroppedError

    def draw(self, changed: set[str]) -> None:
        """Read and draw the game, of which these files have changed, and tell pages; raise
        `DroppedError`."""
        if any(path.lower().endswith(FONTS) for path in changed):
            self.fonts = Fonts()
            self.painter.renew(self.fonts)
        try:
            self.draw_game()
            self.problems = ()
        except DataError as error:
            self.settle()
            self.problems = error.problems
        self.publish(busy=False)
        pieces = (piece for part in self.parts.values() for piece in part.pieces)
        shown = {side.picture for piece in pieces for side in (piece.front, piece.back) if side}
        for key in self.painter.pictures.keys() - shown:
            del self.painter.pictures[key]

    def draw_game(self) -> None:
        """Draw all components; raise `DataError` for what is wrong with the whole of the game."""
        options = self.options
        game = card_data.load(self.name, options.data, options.house, self.parsed)
        settings = settings_for(options)
        orders = [order_for(game, name, options, settings) for name in game.components]
        rows = edited(self.game, game)
        self.game = game
        self.parts = {name: self.parts.get(name) or Part(name) for name in game.components}
        typesetter, origins = Typesetter(self.fonts, self.images), Origins(game)
        origins.documents |= {name: document for name, (_, document) in self.parsed.items()}
        for order in orders:
            if (
                0
                < len(few := {row: order.counts[row] for row in rows if row in order.counts})
                <= FEW
            ):
                some = msgspec.structs.replace(order, counts=Counter(few))
                where = places_of(game, order.name, origins)
                self.parts[order.name].hasten(
                    game, some, typesetter, self.painter, where, self.is_newer
                )
                self.publish(busy=True)
        for order in orders:
            part = self.parts[order.name]
            part.title = game.components[order.name].title
            where = places_of(game, order.name, origins)
            part.look(game, order, typesetter, self.painter, where, self.is_newer, self.settle)
            self.problems = ()
            self.publish(busy=order is not orders[-1])

    def publish(self, *, busy: bool) -> None:
        """Tell all pages; not too often while there is more to come. ``broken``: all that they show
        is the last that was good."""
        if not busy or time.monotonic() - self.told > PAUSE:
            parts = self.parts.values()
            state = {
                "title": self.game.title if self.game is not None else "",
                "busy": busy,
                "broken": bool(self.problems),
                "problems": list(self.shown_problems()),
                "components": [
                    {"name": one.name, "title": one.title, "pieces": one.pieces} for one in parts
                ],
            }
            self.tell(msgspec.json.encode(state))
            self.told = time.monotonic()

    def shown_problems(self) -> Iterator[dict[str, Any]]:
        """All problems, each once for each piece that it is on."""
        parts = self.parts.values()
        rows = {piece.row: part.name for part in parts for piece in part.pieces}
        found = [(one, rows.get(one.item, ""), one.item) for one in self.problems]
        for part in parts:
            on = [(one, row) for row, those in part.faults.items() for one in those]
            found += [(one, part.name, row) for one, row in on]
        told = {(one.file, one.line) for one, _, _ in found}
        for part in parts:
            more = (one for one in part.problems if (one.file, one.line) not in told)
            found += [(one, part.name, "") for one in more]
        for one, component, row in dict.fromkeys(found):
            yield {**msgspec.structs.asdict(one), "component": component, "row": row}


def edited(before: Game[Any] | None, game: Game[Any]) -> set[str]:
    """The IDs of rows that are not as they were; none at first."""
    found: set[str] = set()
    for table in game.tables() if before is not None else ():
        old = getattr(before.data, table, ())  # type: ignore[union-attr]
        known = {row.id: msgspec.to_builtins(row) for row in old}
        found |= {
            row.id for row in game.rows(table) if known.get(row.id) != msgspec.to_builtins(row)
        }
    return found
