"""Runs batches of work by any executor: processes here, or the workers of a cluster."""

from __future__ import annotations

import os
import pickle
import platform
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, contextmanager
from functools import cache, lru_cache
from logging import CRITICAL, getLogger
from multiprocessing import Pipe, connection, parent_process
from threading import Thread
from typing import Any, NamedTuple, NoReturn, TypeVar

import card_data
from card_data import DataError, Game, Problem
from card_data.problems import quote
from card_data.version import version

B = TypeVar("B")
T = TypeVar("T")
OpenExecutor = Callable[
    [], AbstractContextManager[Executor]
]  # opens an executor, once more if it breaks
IN_FLIGHT = 128  # batches handed out at a time: more than there are workers, few enough to keep
TRIES = 3  # of batches whose workers are lost one after the other
ANSWER_SECONDS = 5  # seconds in which a scheduler must answer
WORKER_SECONDS = 60  # seconds in which it must have a worker


def run_batches(
    opened: OpenExecutor, work: Callable[[B], T], batches: Sequence[B]
) -> Generator[T, None, None]:
    """Yield the result of ``work`` for each batch as it is finished, in no order.

    Batches of lost workers are run again; `DataError` if no batch gets through. Unfinished batches
    are given up if the generator is closed early.
    """
    left, tries = list(batches), 0
    while left:
        before = len(left)
        try:
            with opened() as executor:
                for batch, made in results_of(executor, work, left):
                    left.remove(batch)
                    yield made
        except (BrokenExecutor, CancelledError):  # the latter where somebody restarts a cluster
            tries = 1 if len(left) < before else tries + 1
            if tries == TRIES:
                fail("--workers", f"the workers ended {TRIES} times before any batch was done")


def results_of(
    executor: Executor, work: Callable[[B], T], batches: Sequence[B]
) -> Iterator[tuple[B, T]]:
    """Yield each batch with its result."""
    waiting = iter(tuple(batches))
    running: dict[Future[T], B] = {}
    try:
        while True:
            for batch in waiting:
                running[executor.submit(work, batch)] = batch
                if len(running) == IN_FLIGHT:
                    break
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    finally:
        # Python's pool of processes cancels its own, and fails if it meets one that we cancelled.
        for future in running if not isinstance(executor, ProcessPoolExecutor) else ():
            future.cancel()


class Installation(NamedTuple):
    """The properties that must be the same wherever a game is played: the versions of printkit and
    of Python, and the fingerprint of the data that the game came with."""

    printkit: str
    data: str
    python: str


@cache  # a process keeps the code that it has loaded
def installation(game: str) -> Installation:
    return Installation(version(), card_data.load(game).fingerprint, platform.python_version())


class PickledGame(NamedTuple):
    """A game as bytes for workers, which then need no files of it, and from which installation."""

    data: bytes
    id: str
    sent_from: Installation

    @classmethod
    def of(cls, game: Game[Any]) -> PickledGame:
        return cls(pickle.dumps(game), game.id, installation(game.id))

    def game(self) -> Game[Any]:
        """Return the game, which a worker unpickles once for all its batches; raise `DataError` if
        this installation differs, as that of a worker that joined later may."""
        if why := difference(installation(self.id), self.sent_from):
            fail("--cluster", f"a worker {why}")
        return unpickle_game(self.data)


@lru_cache(maxsize=1)
def unpickle_game(data: bytes) -> Game[Any]:
    game: Game[Any] = pickle.loads(data)
    return game


# Processes here


@contextmanager
def processes(number: int) -> Iterator[Executor]:
    """Open a pool of processes here; they end at once if this process is stopped or killed."""
    stop, stopped = Pipe(duplex=False)
    pool = ProcessPoolExecutor(number, initializer=end_with_parent, initargs=(stop,))
    try:
        yield pool
    except BaseException:
        stopped.send(None)
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        stop.close()
        stopped.close()


def end_with_parent(stop: connection.Connection) -> None:
    """End this worker when its parent asks for it, as at Ctrl-C, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None
    killed = parent.sentinel

    def wait_for_the_end() -> None:
        connection.wait([stop, killed])
        os._exit(1)

    Thread(target=wait_for_the_end, daemon=True).start()


# A dask cluster


@contextmanager
def cluster(address: str, game: str) -> Iterator[Executor]:
    """Open the workers of a dask scheduler, all of which must have the same `installation`.

    Raises `DataError` where there is no such scheduler, no worker comes in time, a worker differs,
    or one batch ends worker after worker.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        fail("--cluster", "needs the package distributed: pip install 'printkit[cluster]'")
    try:
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        fail("--cluster", f"no scheduler answers at {quote(address)}: {error}")
    with silenced_logger("distributed.client"), client:
        try:
            client.wait_for_workers(1, WORKER_SECONDS)
        except TimeoutError:
            fail("--cluster", f"no worker has joined in {WORKER_SECONDS} seconds")
        said = client.run(installation, game, on_error="return")
        for worker, there in said.items():
            if why := difference(there, installation(game)):
                fail("--cluster", f"the worker {worker} {why}")
        try:
            yield client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        except KilledWorker as error:
            fail("--cluster", f"a batch of games was lost with each worker that it had: {error}")


@contextmanager
def silenced_logger(name: str) -> Iterator[None]:
    logger = getLogger(name)
    level = logger.level
    logger.setLevel(CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


def difference(said: Installation | Exception, here: Installation) -> str:
    """Say how a worker's installation differs from ours; empty if it does not."""
    if isinstance(said, Exception):
        return f"cannot play ({type(said).__name__}: {said})"
    for what, there, ours in zip(Installation._fields, said, here, strict=True):
        if there != ours:
            return f"has {what} {there}, here it is {ours}"
    return ""


def fail(option: str, message: str) -> NoReturn:
    raise DataError(Problem(message=message, file=option))
