"""Runs batches of work by any executor: processes here, or the workers of a cluster."""

from __future__ import annotations

import asyncio
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
from math import inf
from multiprocessing import Pipe, connection, parent_process
from threading import Thread
from time import monotonic
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
POLL_SECONDS = 0.1  # seconds, between two looks for one


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
        except BrokenExecutor:
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


class PickledGame(NamedTuple):
    """A game as bytes for workers, which then need no files of it."""

    data: bytes

    @classmethod
    def of(cls, game: Game[Any]) -> PickledGame:
        return cls(pickle.dumps(game))

    def game(self) -> Game[Any]:
        """Return the game, which a worker unpickles once for all its batches."""
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


class Installation(NamedTuple):
    """The properties that must be the same wherever a game is played: the versions of printkit and
    of Python, and the fingerprint of the data that the game came with."""

    printkit: str
    data: str
    python: str


@cache  # a process keeps the code that it has loaded
def installation(game: str) -> Installation:
    return Installation(version(), card_data.load(game).fingerprint, platform.python_version())


def run_if_same_installation(game: str, here: Installation, work: Callable[[B], T], batch: B) -> T:
    """Run ``work`` on a batch from ``here``; raise `DataError` if this installation differs."""
    if why := difference(installation(game), here):
        fail("--cluster", f"a worker {why}")
    return work(batch)


class DeferredCall:
    """A call that is made when it is unpickled.

    A dask worker ends at a message that holds what it cannot import, but survives a failed task.
    """

    def __init__(self, *call: Any) -> None:
        self.call = call

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.call[0], self.call[1:]


@contextmanager
def cluster(address: str, game: str, tell: Callable[[str], None]) -> Iterator[Executor]:
    """Open the workers of a dask scheduler that have the same `installation`; ``tell`` is called
    with lines about others and about waiting for a worker.

    Raises `DataError` where there is no such scheduler, no worker comes in time, one batch ends
    worker after worker, or the scheduler is lost.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        fail("--cluster", "needs the package distributed: pip install 'printkit[cluster]'")
    try:
        get_address_host_port(address)  # first: a client of no address at all leaves a traceback
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, ImportError) as error:
        fail("--cluster", f"no scheduler answers at {quote(address)}: {error}")
    with silenced_logger("distributed.client"), client:
        try:
            with DaskExecutor(client, game, tell) as crew:
                yield crew
        except KilledWorker as error:
            fail("--cluster", f"a batch of games was lost with each worker that it had: {error}")
        except Exception:
            if client.status == "running":
                raise
            fail("--cluster", f"the scheduler at {quote(address)} is gone")


@contextmanager
def silenced_logger(name: str) -> Iterator[None]:
    logger = getLogger(name)
    level = logger.level
    logger.setLevel(CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


class DaskExecutor(Executor):
    """The workers of a dask scheduler that have our installation, while others come and go.

    Each worker is asked when it joins. As that may be too late, a batch is checked again where it
    is played. All but `submit` runs in the client's loop.
    """

    def __init__(self, client: Any, game: str, tell: Callable[[str], None]) -> None:
        self.client, self.game, self.tell = client, game, tell
        self.here = installation(game)
        # by the worker's address; None before it is asked
        self.installations: dict[str, Installation | Exception | None] = {}
        self.pinned: list[Any] = []  # dask's futures for some of the workers only
        self.lock = asyncio.Lock()
        self.idle_since = inf  # when the last usable worker went, in seconds
        client.subscribe_topic("all", self.on_event)
        self.installations |= dict.fromkeys(client.scheduler_info()["workers"])

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Unsubscribe: dask logs an error for a client that leaves while subscribed."""
        if self.client.status == "running":
            self.client.unsubscribe_topic("all")

    def submit(self, work: Callable[..., T], /, *batch: Any, **_: Any) -> Future[T]:
        """Have a batch run, by another worker if the first one differs or is restarted."""
        loop = self.client.loop.asyncio_loop
        return asyncio.run_coroutine_threadsafe(self.run(work, *batch), loop)

    async def run(self, work: Callable[[B], T], batch: B) -> T:
        """Return the result of a batch."""
        sealed = pickle.dumps(
            DeferredCall(run_if_same_installation, self.game, self.here, work, batch)
        )
        while True:
            workers = await self.usable_workers()
            future = self.client.submit(pickle.loads, sealed, workers=workers, pure=False)
            if workers is not None:
                self.pinned.append(future)
            try:
                made: T = await future
            except CancelledError:  # by whoever restarts the workers, or with the scheduler
                if self.client.status != "running":
                    raise
            except Exception:  # of a worker that differs, or of the batch
                await self.find_workers()
                if workers is not None or await self.usable_workers() is None:
                    raise
            else:
                return made
            finally:
                if workers is not None:
                    self.pinned.remove(future)

    async def on_event(self, event: tuple[float, Any]) -> None:
        """Follow workers that come and go; a new one gets a share of the remaining batches."""
        match event[1]:
            case {"action": "add-worker", "worker": worker}:
                self.installations[worker] = None
                await self.client.cancel(self.pinned, asynchronous=True)
            case {"action": "remove-worker", "worker": worker}:
                self.installations.pop(worker, None)

    async def usable_workers(self) -> list[str] | None:
        """Return the workers with our installation, one at least; None if all are."""
        async with self.lock:
            await self.query_new_workers()
            while not (
                fit := [
                    worker
                    for worker in self.installations
                    if self.installations[worker] == self.here
                ]
            ):
                await self.wait_for_worker()
                await self.query_new_workers()
            self.idle_since = inf
            return fit if len(fit) < len(self.installations) else None

    async def query_new_workers(self) -> None:
        while new := [worker for worker, said in self.installations.items() if said is None]:
            said = await self.client.run(installation, self.game, workers=new, on_error="return")
            for worker in new:
                if worker in self.installations:
                    self.installations[worker] = said[worker]
                    if why := difference(said[worker], self.here):
                        self.tell(f"the worker {worker} {why}: it plays none of the games")

    async def wait_for_worker(self) -> None:
        """Wait a moment for a usable worker; raise `DataError` if that took too long."""
        if self.idle_since == inf:
            self.idle_since = monotonic()
            self.tell(
                f"no worker can play; waiting {WORKER_SECONDS} seconds at most for one to join"
            )
        if monotonic() - self.idle_since > WORKER_SECONDS:
            fail("--cluster", f"no worker that can play has joined in {WORKER_SECONDS} seconds")
        await asyncio.sleep(POLL_SECONDS)
        await self.find_workers()

    async def find_workers(self) -> None:
        """Add workers whose joining no event reported, as at the very beginning."""
        for worker in (await self.client.scheduler.identity(n_workers=-1))["workers"]:
            self.installations.setdefault(worker, None)


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
