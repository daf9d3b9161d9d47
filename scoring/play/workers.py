"""Work shared out in batches through any executor: processes here, or the workers of a cluster."""

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
from card_data.problems import clip
from card_data.version import version

B = TypeVar("B")
T = TypeVar("T")
Opened = Callable[[], AbstractContextManager[Executor]]  # opens an executor, once more if it breaks
IN_FLIGHT = 128  # batches handed out at a time: more than there are workers, few enough to keep
TRIES = 3  # of batches whose workers are lost one after the other
ANSWER = 5  # seconds in which a scheduler must answer
WORKER = 60  # seconds in which it must have a worker


def shared(
    opened: Opened, work: Callable[[B], T], batches: Sequence[B]
) -> Generator[T, None, None]:
    """What ``work`` makes of each batch, as they are finished, in no order.

    Batches of workers that are lost are worked again; `DataError` if no batch gets through. Where
    it is stopped before the end, what is not finished is given up.
    """
    left, tries = list(batches), 0
    while left:
        before = len(left)
        try:
            with opened() as executor:
                for batch, made in finished(executor, work, left):
                    left.remove(batch)
                    yield made
        except (BrokenExecutor, CancelledError):  # that by whoever restarts a cluster's workers
            tries = 1 if len(left) < before else tries + 1
            if tries == TRIES:
                refuse("--workers", f"the workers ended {TRIES} times before any batch was done")


def finished(
    executor: Executor, work: Callable[[B], T], batches: Sequence[B]
) -> Iterator[tuple[B, T]]:
    """Each batch with what came of it."""
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


class Sent(NamedTuple):
    """A game as it is sent to workers: its data as bytes, so that they need no file of it."""

    data: bytes

    @classmethod
    def of(cls, game: Game[Any]) -> Sent:
        return cls(pickle.dumps(game))

    def game(self) -> Game[Any]:
        """The game, which a worker unpacks once for all its batches."""
        return unpacked(self.data)


@lru_cache(maxsize=1)
def unpacked(data: bytes) -> Game[Any]:
    """A game out of its bytes."""
    game: Game[Any] = pickle.loads(data)
    return game


# Processes here


@contextmanager
def processes(number: int) -> Iterator[Executor]:
    """Processes of this machine, which end at once if this one is stopped or killed."""
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
    """Have this worker end when the process that started it says so or is gone; it hears of no
    Ctrl-C but by that process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None
    killed = parent.sentinel

    def wait_for_the_end() -> None:
        connection.wait([stop, killed])
        os._exit(1)

    Thread(target=wait_for_the_end, daemon=True).start()


# A dask cluster


class Installation(NamedTuple):
    """What must be the same wherever a game is played: the versions of printkit and of Python, and
    the fingerprint of the data that the game came with."""

    printkit: str
    data: str
    python: str


@cache  # a process keeps the code that it has loaded
def installation(game: str) -> Installation:
    """What is installed where this is called."""
    return Installation(version(), card_data.load(game).fingerprint, platform.python_version())


@contextmanager
def cluster(address: str, game: str) -> Iterator[Executor]:
    """The workers of a dask scheduler, which must say the same `installation`.

    Raises `DataError` where there is no such scheduler or no worker, one differs, one batch ends
    worker after worker, or the scheduler is lost.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        refuse("--cluster", "needs the package distributed: pip install 'printkit[cluster]'")
    try:
        get_address_host_port(address)  # first: a client of no address at all leaves a traceback
        client = Client(address, timeout=ANSWER, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, ImportError) as error:
        refuse("--cluster", f"no scheduler answers at {clip(address)}: {error}")
    with unlogged("distributed.client"), client:
        try:
            client.wait_for_workers(1, WORKER)
            here = installation(game)
            for worker, said in client.run(installation, game, on_error="return").items():
                if why := difference(said, here):
                    refuse("--cluster", f"the worker {worker} {why}")
            yield client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        except TimeoutError:
            refuse("--cluster", f"no worker has joined in {WORKER} seconds")
        except KilledWorker as error:
            refuse("--cluster", f"a batch of games was lost with each worker that it had: {error}")


@contextmanager
def unlogged(name: str) -> Iterator[None]:
    """Have a logger say nothing of what is told in a line of our own."""
    logger = getLogger(name)
    level = logger.level
    logger.setLevel(CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


def difference(said: Installation | Exception, here: Installation) -> str:
    """How a worker is not as it is here; empty if it is."""
    if isinstance(said, Exception):
        return f"cannot play ({type(said).__name__}: {said})"
    for what, there, ours in zip(Installation._fields, said, here, strict=True):
        if there != ours:
            return f"has {what} {there}, here it is {ours}"
    return ""


def refuse(option: str, message: str) -> NoReturn:
    """Say what is wrong with an option."""
    raise DataError(Problem(message=message, file=option))
