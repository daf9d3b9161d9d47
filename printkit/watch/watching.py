"""``printkit watch``: files looked at, what changed drawn, pages told, until somebody stops it."""

from __future__ import annotations

import gc
import math
import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import chain
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from pathlib import Path
from secrets import token_urlsafe

import msgspec

from card_data.game import folder_of, home
from card_data.ports import listening_at
from printkit.options import Options
from printkit.sheets.settings import FILE
from printkit.templating.loader import TEMPLATES
from printkit.watch.files import Files
from printkit.watch.looking import DroppedError
from printkit.watch.server import HOST, FromServer, Opened, Pictures, Told, serve
from printkit.watch.session import Seconds, Session
from printkit.watch.state import State
from printkit.watch.views import view_of

PORT = 8480  # the page's, if it is free: what a browser keeps for it then stays
PERIOD = 0.01  # seconds between two looks at the files
DRAWING = 0.05  # the same while something is drawn, which looking would hold up
SHARE = 4  # times as long as looking took, in a folder of thousands of files, nobody looks again
PATIENCE = 5.0  # seconds in which the server ends
QUIET = 0.5  # seconds without work after which there is time to tidy up
REST = 1.0  # the same while no page is open
PAGE = ("index.html", "watch.css", "watch.js", "show.js")


def watch(game: str, options: Options, port: int | None, opened: Callable[[str], None]) -> None:
    """Serve a page with a game, from the folder and with the house options that ``options`` name,
    until interrupted; ``opened`` is called with its address.

    Raise `DataError` for an unknown game, and for a ``port`` that cannot be used.
    """
    folder = folder_of(game, options.data)
    files = Files(watched(folder, options.data))
    listening = listening_at(HOST, port, (PORT, 0))
    word = token_urlsafe(12)
    context = starting()
    line, other = context.Pipe()
    copied = [line] if context.get_start_method() == "fork" else []
    server = context.Process(  # type: ignore[attr-defined]
        target=serve, args=(listening, other, word, page_files(), copied), daemon=True
    )
    server.start()
    address = f"http://{HOST}:{listening.getsockname()[1]}/{word}/"
    other.close()
    listening.close()
    stop, stopped = context.Pipe(duplex=False)
    watcher = Watcher(line, stop, files, game, options)
    signal.signal(signal.SIGINT, lambda *_: interrupted(stopped))
    try:
        opened(address)
        watcher.run()
    finally:
        line.close()
        server.join(PATIENCE)
        server.kill()


def starting() -> BaseContext:
    """How the server is started: as a copy of this process where that is safe, which is quick."""
    forks = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    alone = threading.active_count() == 1
    return multiprocessing.get_context("fork" if forks and alone else "spawn")


def interrupted(stopped: Connection) -> None:
    """End in peace: whoever presses Ctrl-C again meanwhile is not heard. Nothing is raised: that
    would be lost where Python lets no exception through, as while a process is forked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stopped.send_bytes(b"")


def watched(folder: Path, data: Path | None) -> list[Path]:
    """What a game is drawn from: its folder, the templates it shares, the sizes of sheets."""
    own = [] if data is None else [home(data) / FILE]
    shared = [TEMPLATES / folder.name, TEMPLATES / "common", TEMPLATES / "icons.svg"]
    return [folder, *shared, *own]


def page_files() -> dict[str, bytes]:
    """The files of the page by their names."""
    return {name: (TEMPLATES / "watch" / name).read_bytes() for name in PAGE}


class Watcher:
    """Looks at ``files``, has a `Session` draw, and tells the server's pages by ``line``, until
    something comes by ``stop``."""

    def __init__(
        self, line: Connection, stop: Connection, files: Files, game: str, options: Options
    ) -> None:
        self.line, self.stop, self.files, self.data = line, stop, files, options.data
        self.session = Session(game, options.data, self.tell, options.house, self.is_newer)
        self.changed: set[str] = set()  # files, since the work was begun
        self.sent: set[str] = set()  # keys of the pictures that the server has
        self.next_look = 0.0
        self.worked = math.inf  # when there was last something to do; after that, infinity

    def run(self) -> None:
        """Go on until interrupted, or until the server ends."""
        gc.set_threshold(50_000, 20, 100)  # a full collection takes as long as drawing a card
        work: Iterator[Seconds] = iter(())
        while True:
            try:
                seconds = next(work, None)
            except DroppedError:
                seconds = 0.0
            if seconds is None:
                self.tidy()
                seconds = self.period
            else:
                self.worked = time.monotonic()
            heard = wait([self.line, self.stop], min(seconds, self.period))
            if self.stop in heard:
                return
            again = self.line in heard
            if again:
                try:
                    self.listen()
                except (EOFError, ConnectionError):
                    return
            self.changed |= self.look(self.period)
            if self.changed:
                self.session.changed(self.changed)
                self.changed, again = set(), True
            if again:
                work = self.session.drawing()

    def is_newer(self) -> bool:
        """Whether there is something to do before what is being drawn."""
        self.changed |= self.look(DRAWING)
        return bool(self.changed) or self.line.poll() or self.stop.poll()

    def tidy(self) -> None:
        """Once there has been nothing to do for a while, look for garbage and set aside what is
        none: no collection looks through it in the middle of work, nor does that of a copy of this
        process, which would have to copy all of it."""
        if time.monotonic() - self.worked > QUIET:
            self.worked = math.inf
            gc.unfreeze()
            gc.collect()
            gc.freeze()

    @property
    def period(self) -> float:
        return PERIOD if self.session.views else REST

    def look(self, period: float) -> set[str]:
        """The files that have changed, if a ``period`` has passed since the last look."""
        now = time.monotonic()
        if now < self.next_look:
            return set()
        changed = self.files.changed()
        self.next_look = now + max(period, SHARE * (time.monotonic() - now))
        return changed

    def listen(self) -> None:
        """Take all that the server says; raise `EOFError` when it has ended."""
        while self.line.poll():
            told = msgspec.msgpack.decode(self.line.recv_bytes(), type=FromServer)
            if isinstance(told, Opened):
                self.session.views[told.page] = view_of(told.query, self.data)
            else:
                self.session.views.pop(told.page, None)

    def tell(self, page: int, state: State) -> None:
        """Tell a page its state, after the pictures in it."""
        scenes = self.session.scenes.values()
        keys = set(chain.from_iterable(scene.pictures() for scene in scenes))
        new, self.session.painter.new = self.session.painter.new, {}
        gone = (self.sent | new.keys()) - keys
        self.sent = (self.sent | new.keys()) & keys
        self.send(Pictures({key: raw for key, raw in new.items() if key in keys}, sorted(gone)))
        self.send(Told(page, msgspec.json.encode(state)))

    def send(self, told: Pictures | Told) -> None:
        self.line.send_bytes(msgspec.msgpack.encode(told))
