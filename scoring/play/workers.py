"""Work shared out in batches through any executor: processes here, or the workers of a cluster."""

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
Opened = Callable[[], AbstractContextManager[Executor]]  # opens an executor, once more if it breaks
IN_FLIGHT = 128  # batches handed out at a time: more than there are workers, few enough to keep
TRIES = 3  # of batches whose workers are lost one after the other
ANSWER = 5  # seconds in which a scheduler must answer
WORKER = 60  # seconds in which it must have a worker
MOMENT = 0.1  # seconds, between two looks for one


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
        except BrokenExecutor:
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


def checked(game: str, here: Installation, work: Callable[[B], T], batch: B) -> T:
    """What ``work`` makes of a batch that comes from ``here``; `DataError` where it differs."""
    if why := difference(installation(game), here):
        refuse("--cluster", f"a worker {why}")
    return work(batch)


class Sealed:
    """A call that is made by whoever unpickles it.

    A worker of dask ends at a message that has what it cannot import, but not where a task fails.
    """

    def __init__(self, *call: Any) -> None:
        self.call = call

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.call[0], self.call[1:]


@contextmanager
def cluster(address: str, game: str, tell: Callable[[str], None]) -> Iterator[Executor]:
    """The workers of a dask scheduler that say the same `installation`; ``tell`` is told, in lines,
    of others and of waiting for a worker.

    Raises `DataError` where there is no such scheduler, no worker comes in time, one batch ends
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
        refuse("--cluster", f"no scheduler answers at {quote(address)}: {error}")
    with unlogged("distributed.client"), client:
        try:
            with Crew(client, game, tell) as crew:
                yield crew
        except KilledWorker as error:
            refuse("--cluster", f"a batch of games was lost with each worker that it had: {error}")
        except Exception:
            if client.status == "running":
                raise
            refuse("--cluster", f"the scheduler at {quote(address)} is gone")


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


class Crew(Executor):
    """The workers of a dask scheduler that are as it is here, while others come and go.

    Each worker is asked when it joins. As that may be too late, a batch is checked again where it
    is played. All but `submit` runs in the client's loop.
    """

    def __init__(self, client: Any, game: str, tell: Callable[[str], None]) -> None:
        self.client, self.game, self.tell = client, game, tell
        self.here = installation(game)
        # by address, what a worker has said; None before it is asked
        self.said: dict[str, Installation | Exception | None] = {}
        self.picked: list[Any] = []  # what only some of the workers may do, as dask's futures
        self.looking = asyncio.Lock()
        self.alone = inf  # since when there is no worker that can play, in seconds
        client.subscribe_topic("all", self.hear)
        self.said |= dict.fromkeys(client.scheduler_info()["workers"])

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Hear no more: dask's scheduler logs an error for whoever leaves and still listens."""
        if self.client.status == "running":
            self.client.unsubscribe_topic("all")

    def submit(self, work: Callable[..., T], /, *batch: Any, **_: Any) -> Future[T]:
        """Have a batch worked, by another worker too if the first one differs or is restarted."""
        loop = self.client.loop.asyncio_loop
        return asyncio.run_coroutine_threadsafe(self.worked(work, *batch), loop)

    async def worked(self, work: Callable[[B], T], batch: B) -> T:
        """What came of a batch."""
        sealed = pickle.dumps(Sealed(checked, self.game, self.here, work, batch))
        while True:
            workers = await self.fit()
            future = self.client.submit(pickle.loads, sealed, workers=workers, pure=False)
            if workers is not None:
                self.picked.append(future)
            try:
                made: T = await future
            except CancelledError:  # by whoever restarts the workers, or with the scheduler
                if self.client.status != "running":
                    raise
            except Exception:  # of a worker that differs, or of the batch
                await self.look()
                if workers is not None or await self.fit() is None:
                    raise
            else:
                return made
            finally:
                if workers is not None:
                    self.picked.remove(future)

    async def hear(self, event: tuple[float, Any]) -> None:
        """Keep up with the workers; one that joins has a share in all that is not done yet."""
        match event[1]:
            case {"action": "add-worker", "worker": worker}:
                self.said[worker] = None
                await self.client.cancel(self.picked, asynchronous=True)
            case {"action": "remove-worker", "worker": worker}:
                self.said.pop(worker, None)

    async def fit(self) -> list[str] | None:
        """The workers that are as it is here, of which there is one at least; None for all."""
        async with self.looking:
            await self.ask()
            while not (fit := [worker for worker in self.said if self.said[worker] == self.here]):
                await self.wait()
                await self.ask()
            self.alone = inf
            return fit if len(fit) < len(self.said) else None

    async def ask(self) -> None:
        """Ask the workers that have not been asked yet."""
        while new := [worker for worker, said in self.said.items() if said is None]:
            said = await self.client.run(installation, self.game, workers=new, on_error="return")
            for worker in new:
                if worker in self.said:
                    self.said[worker] = said[worker]
                    if why := difference(said[worker], self.here):
                        self.tell(f"the worker {worker} {why}: it plays none of the games")

    async def wait(self) -> None:
        """Wait a moment for a worker; raise `DataError` if that took too long."""
        if self.alone == inf:
            self.alone = monotonic()
            self.tell(f"no worker can play; waiting {WORKER} seconds at most for one to join")
        if monotonic() - self.alone > WORKER:
            refuse("--cluster", f"no worker that can play has joined in {WORKER} seconds")
        await asyncio.sleep(MOMENT)
        await self.look()

    async def look(self) -> None:
        """Find workers of which nothing was heard, as at the very beginning."""
        for worker in (await self.client.scheduler.identity(n_workers=-1))["workers"]:
            self.said.setdefault(worker, None)


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
