"""The processes that run cases, as seen by the one that hands them out."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fuzz.cases import Case
from tests.fuzz.worker import Verdict, work

PATIENCE = 60  # seconds for a case, by the clock: for one that waits for ever
CASES_A_WORKER = 1000  # then a new one begins, so that memory is counted afresh


class Worker:
    """A process that runs cases, in a folder of its own; a new one when it dies or is worn out."""

    def __init__(self, number: int, sources: Path, folder: Path) -> None:
        self.number, self.sources, self.folder = number, sources, folder
        self.starts = 0
        self.start()

    def start(self) -> None:
        self.starts += 1
        name = f"{self.number}-{self.starts}"
        self.log = self.folder / f"{name}.log"
        self.connection, other = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")  # each has other hashes
        arguments = (other, self.sources, self.folder / name, self.log)
        self.process = context.Process(target=work, args=arguments, daemon=False)
        self.process.start()
        other.close()
        self.connection.recv()  # it is ready
        self.case: Case | None = None
        self.key: object = None
        self.ran, self.since = 0, 0.0

    def give(self, case: Case, key: object = None, *, draw: bool = True) -> None:
        """Have a case run; ``key`` is what the caller knows it by. Unless ``draw``, a template
        too is built by the command."""
        if self.ran >= CASES_A_WORKER:
            self.stop()
            self.start()
        self.case, self.key, self.since = case, key, time.monotonic()
        self.ran += 1
        self.connection.send((case, draw))

    def take(self) -> Verdict:
        """What came of the case, or how its process died."""
        self.case = None
        try:
            verdict: Verdict = self.connection.recv()
        except (EOFError, ConnectionResetError):
            self.process.join()
            code = self.process.exitcode or 0
            why = "hangs" if code in (-signal.SIGPROF, -signal.SIGABRT) else f"dies ({code})"
            verdict = Verdict("killed", 0, 0, "", [f"{why}\n{self.log.read_text()[:4000]}"])
            self.start()
        else:
            if any(wrong.startswith("needs ") for wrong in verdict.wrong):
                self.ran = CASES_A_WORKER
        return verdict

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()

    def run(self, case: Case, *, draw: bool = True) -> Verdict:
        """Run one case, and wait for it."""
        self.give(case, draw=draw)
        while not self.connection.poll(1):
            self.hurry()
        return self.take()

    def hurry(self) -> None:
        """Kill the process if its case takes longer than we wait."""
        if self.case is not None and time.monotonic() - self.since > PATIENCE:
            os.kill(self.process.pid or 0, signal.SIGABRT)  # it then tells where it was


@contextmanager
def workers(jobs: int, sources: Path) -> Iterator[list[Worker]]:
    """So many workers, ready."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        started = [Worker(number, sources, Path(folder)) for number in range(jobs)]
        try:
            yield started
        finally:
            for worker in started:
                worker.stop()
