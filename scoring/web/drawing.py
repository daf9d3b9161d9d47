"""Draws pictures in a process of its own, so that no page waits for another's.

Arguments and results are plain values, which can be sent between processes.
"""

from __future__ import annotations

import asyncio
import io
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any, TypeVar, TypeVarTuple

from card_data.choices import HouseRules
from card_data.problems import DataError, Problem
from card_data.program.folders import cache_folder
from card_data.program.sandbox import OverLimitError, apply_limits, restart_clock
from scoring.positions.positions import PositionFile, PositionReader

Given = TypeVarTuple("Given")
R = TypeVar("R")
FAILED = (BrokenProcessPool, TimeoutError)  # failures that are no fault of what was drawn
PATIENCE = 120.0  # seconds for a drawing; the largest takes three
DPI = 150


class DrawingProcess:
    """A process for drawings, one after the other, which starts with the first.

    It has imported ``modules`` before it is limited.
    """

    def __init__(self, *modules: str) -> None:
        self.modules = modules
        self.pool: ProcessPoolExecutor | None = None
        self.lifeline: Connection | None = None  # the process ends when it does

    async def draw(self, work: Callable[[*Given], R], *given: *Given) -> R:
        """Return the result of ``work``, or raise its error.

        Raises one of `FAILED` if it takes too long or the process has died; the next drawing then
        starts a new process.
        """
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            other, self.lifeline = context.Pipe(duplex=False)
            begin = partial(start_worker, other, *self.modules)
            self.pool = ProcessPoolExecutor(1, context, initializer=begin)
        pool, loop = self.pool, asyncio.get_running_loop()
        try:
            with ctrl_c_ignored():  # so too by a process that is begun here
                future = loop.run_in_executor(pool, run_limited, work, *given)
            return await asyncio.wait_for(future, PATIENCE)
        except FAILED:
            if self.pool is pool:
                self.end()
            raise

    def end(self) -> None:
        """End the process at once, and what it draws."""
        if self.pool is not None and self.lifeline is not None:
            self.lifeline.close()
            self.pool.shutdown(wait=False)
            self.pool = None


def run_limited(work: Callable[[*Given], R], *given: *Given) -> R:
    """Run ``work`` within the limits of a command; raise `DataError` if it exceeds them."""
    restart_clock()
    try:
        return work(*given)
    except OverLimitError as error:
        raise DataError(Problem(message=str(error), file="")) from None


@contextmanager
def ctrl_c_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def start_worker(line: Connection, *modules: str) -> None:
    """Import modules, limit this process, and have it end with the line to the one that it draws
    for, which ends with that one, however that ends."""

    def end() -> None:
        wait([line])
        os._exit(0)

    threading.Thread(target=end, daemon=True).start()
    for module in modules:
        import_module(module)
    apply_limits((Path(gettempdir()), cache_folder()))


def read(text: str, data: Path | None, house: HouseRules) -> PositionFile:
    return PositionReader(data, house).read(text, "table")


class SheetPictures:
    """The printed sheets of games with their fields, drawn once for each game."""

    def __init__(self, drawer: DrawingProcess, data: Path | None, house: HouseRules) -> None:
        self.drawer, self.data, self.house = drawer, data, house
        self.found: dict[str, asyncio.Task[tuple[bytes, dict[str, bytes]]]] = {}

    async def of(self, game: str) -> tuple[bytes, dict[str, bytes]]:
        """Return a game's sheets as JSON and the files of their pictures.

        Raises as `DrawingProcess.draw` does.
        """
        self.prefetch(game)
        return await asyncio.shield(self.found[game])

    def prefetch(self, game: str) -> None:
        if game in self.found:
            return

        def drawn(task: asyncio.Task[Any]) -> None:
            """Forget a failure, so that the next request draws again."""
            if task.cancelled() or task.exception():
                del self.found[game]

        work = self.drawer.draw(draw_sheets, game, self.data, self.house)
        self.found[game] = asyncio.create_task(work)
        self.found[game].add_done_callback(drawn)


def draw_sheets(game: str, data: Path | None, house: HouseRules) -> tuple[bytes, dict[str, bytes]]:
    """Return a game's sheets for the most players as JSON, and their pictures by name."""
    from scoring.sheets.live import as_json, live_sheets

    read = PositionReader(data, house).game(game)
    found = live_sheets(read, read.head.players.max, data)
    return as_json(found), {one.sheet.picture: one.svg.encode() for one in found}


def picture(text: str, data: Path | None, house: HouseRules) -> bytes:
    """Return a table's filled-in sheets, with mistakes marked, as PNG."""
    from scoring.positions.positions import check
    from scoring.sheets.picture import draw

    filled = read(text, data, house)
    return draw(filled, check(filled), "png", DPI, data)


def sheets(text: str, data: Path | None, house: HouseRules) -> bytes:
    """Return a table's filled-in sheets as a ZIP archive of PDF files."""
    from zipfile import ZIP_DEFLATED, ZipFile

    from scoring.sheets.fill import write

    filled = read(text, data, house)
    with TemporaryDirectory() as folder, io.BytesIO() as archive:
        written = write(filled, Path(folder), data=data)
        with ZipFile(archive, "w", ZIP_DEFLATED) as zipped:
            for file in written.files:
                zipped.write(file, file.name)
        return archive.getvalue()


def prepare_photos(game: str, data: Path | None, house: HouseRules) -> None:
    from scoring.photo.photos import references

    references(game, data, house)


def photographed(raw: bytes, game: str, data: Path | None, house: HouseRules) -> bytes:
    """Return what a photo shows of a game's sheets as JSON."""
    from scoring.photo.photos import as_json, read

    return as_json(read(raw, "", game, data, house), PositionReader(data, house).game(game))
