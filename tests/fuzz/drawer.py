"""Draws templates one after the other in one process, behind the limits of the wall.

So most templates cost no more than their drawing. What ends this process, takes long, or fails in
any way that is no answer, is done once more by the command itself, and that is what counts.
"""

from __future__ import annotations

import hashlib
import os
import resource
import signal
import time
import traceback
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.fuzz.worker import Guard

WHOLE = "whole"  # the component, and its template
SECONDS = 1.0  # for a template; what takes longer is left to the command
CASES = 400  # of a process
MEGABYTES = 250  # then the command has to show what it needs
Answer = tuple[int, str, str, float, list[str]]  # status, said, digest, seconds, found


class Drawer:
    """Has templates of the games in ``data`` drawn; ``guard`` notes what they reach."""

    def __init__(self, data: Path, guard: Guard) -> None:
        self.data, self.guard = data, guard
        self.process: Any = None
        self.drawn = 0
        self.games: dict[str, Any] = {}
        self.seconds = 0.0  # of processes that are gone, whose work has been counted

    def draw(self, name: str) -> Answer | None:
        """What comes of the template of a game; None if the command has to say."""
        import card_data

        if name not in self.games:
            self.games[name] = card_data.load(name, self.data)
            self.close()
        if self.process is None or self.drawn >= CASES:
            self.start()
        self.drawn += 1
        self.line.send(name)
        try:
            answer: Answer | None = self.line.recv()
        except (EOFError, ConnectionResetError):
            answer = None
        if answer is None:
            self.close()
        return answer

    def start(self) -> None:
        self.close()
        context = get_context("fork")
        self.line, other = context.Pipe()
        arguments = (other, self.line, self.games, self.data, self.guard)
        self.process = context.Process(target=answer, args=arguments)
        self.process.start()
        other.close()
        self.drawn = 0

    def close(self) -> None:
        if self.process is not None:
            self.line.close()
            before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
            self.process.kill()
            self.process.join()
            self.seconds += sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before
            self.process = None


def answer(line: Any, other: Any, games: dict[str, Any], data: Path, guard: Guard) -> None:
    """Answer until nobody asks."""
    from card_data.wall import confine
    from printkit.sheets.typesetting import Typesetter

    other.close()
    typesetter = Typesetter(within=True)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    confine()
    try:
        while True:
            name = line.recv()
            start = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            guard.begin()
            status, said, digest = drawn(games[name], data, typesetter)
            found = guard.end()
            signal.setitimer(signal.ITIMER_PROF, 0)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            if status not in (0, 1) or memory > MEGABYTES:
                line.send(None)
            else:
                line.send((status, said, digest, time.process_time() - start, found))
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)


def drawn(game: Any, data: Path, typesetter: Any) -> tuple[int, str, str]:
    """Status, what is said, and the digest of what is drawn."""
    from card_data import DataError
    from printkit.errors import MarkupError
    from printkit.faces.wire import Drawn, Weight, packed, unpacked
    from printkit.options import Options
    from printkit.sheets.layout import lay_out

    try:
        layout = lay_out(game, WHOLE, Options(data=data), typesetter)
        raw = packed(Drawn(list(layout.faces), layout.symbols, ()))
        unpacked(raw, Weight())
    except (DataError, MarkupError) as error:
        said = str(error)
        return 1, said, hashlib.sha256(said.encode(errors="backslashreplace")).hexdigest()[:16]
    except BaseException:
        return 3, traceback.format_exc(), ""
    return 0, raw.decode("latin-1") if b"0x" in raw else "", hashlib.sha256(raw).hexdigest()[:16]
