"""Games shared out: any executor, workers that are lost, a dask cluster."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import card_data
from card_data import DataError
from printkit.tools.new_game import copy_game
from scoring.play import workers
from scoring.play.simulate import Plan, Summary, simulate
from scoring.play.workers import Installation, cluster, processes, run_batches
from tests.scoring.tools import run
from tests.sweeps import sweep

WINSTON = "winstons_archive"
GAME = card_data.load(WINSTON)
HERE = Installation("1", "2", "3")
# Tests in the background ignore Ctrl-C, and so would the commands that they start.
SCORING = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "import scoring.__main__"
)


def played(games: int = 70, executor: Any = None, **more: Any) -> Summary:
    found = simulate(GAME, games, Plan(4), 3, executor=executor, **more)
    found.seconds = 0.0
    return found


class Losing(ThreadPoolExecutor):
    """An executor that breaks at the batches that are named, once each."""

    lost: set[int]

    def submit(self, work: Any, /, *batch: Any, **named: Any) -> Any:
        if batch[0] in self.lost:
            self.lost.remove(batch[0])
            future: Future[Any] = Future()
            future.set_exception(BrokenExecutor("a worker is lost"))
            return future
        return super().submit(work, *batch, **named)


def losing(lost: set[int]) -> Callable[[], Executor]:
    return lambda: vars(pool := Losing(2)).update(lost=lost) or pool


def test_batches_of_lost_workers_are_run_again_however_many_there_are() -> None:
    assert sorted(run_batches(losing({-3, -7, -8}), abs, range(-9, 1))) == [*range(10)]
    many = range(3 * workers.IN_FLIGHT + 1)
    assert sorted(run_batches(partial(ThreadPoolExecutor, 2), abs, many)) == [*many]


def test_a_batch_that_fails_or_ends_every_worker_is_given_up_with_the_rest() -> None:
    done: list[int] = []

    def fail(number: int) -> None:
        done.append(number)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(run_batches(partial(ThreadPoolExecutor, 1), fail, range(workers.IN_FLIGHT)))
    assert len(done) < workers.IN_FLIGHT

    @contextmanager
    def never() -> Iterator[Executor]:
        tries.append(1)
        yield losing({*range(10)})()

    tries: list[int] = []
    with pytest.raises(DataError, match="--workers: the workers ended 3 times before any batch"):
        list(run_batches(never, abs, range(1)))
    assert len(tries) == 3


def test_all_executors_play_the_same_games_without_files(tmp_path: Path) -> None:
    alone = played()
    assert played(executor=partial(ThreadPoolExecutor, 3)) == alone
    assert played(executor=partial(processes, 2)) == alone
    mine = copy_game(WINSTON, tmp_path / "mine")
    game = card_data.load(WINSTON, tmp_path / "mine")
    mine.rename(tmp_path / "gone")
    assert workers.PickledGame.of(game).game().data == game.data
    found = simulate(game, 3, Plan(2), 1, executor=partial(processes, 2))
    assert found.games == sum(found.lengths.values()) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill")
def test_games_of_a_process_that_is_killed_are_played_again(tmp_path: Path) -> None:
    module = tmp_path / "deadly.py"
    module.write_text(
        "import os, pathlib, signal\n"
        "class Once:\n"
        "    def __init__(self, game, rng): pass\n"
        "    def __call__(self, view, decision):\n"
        "        mark = pathlib.Path(__file__).with_name('dead')\n"
        "        if not mark.exists():\n"
        "            mark.touch()\n"
        "            os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    words = ["simulate", WINSTON, "--games", "4", "--bot", "deadly:Once", "--workers", "2"]
    command = [sys.executable, "-m", "scoring", *words]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path.cwd()), str(tmp_path)])}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (tmp_path / "dead").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_ctrl_c_ends_the_workers_too(tmp_path: Path) -> None:
    module = tmp_path / "slow.py"
    module.write_text(
        "import os, pathlib, time\n"
        "class Sleeper:\n"
        "    def __init__(self, game, rng): pass\n"
        "    def __call__(self, view, decision):\n"
        "        pathlib.Path(__file__).with_name(f'{os.getpid()}.pid').touch()\n"
        "        time.sleep(60)\n"
    )
    words = ["simulate", WINSTON, "--bot", "slow:Sleeper", "--workers", "2"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path.cwd()), str(tmp_path)])}
    with subprocess.Popen(
        [sys.executable, "-c", SCORING, *words], stderr=subprocess.PIPE, env=environment
    ) as process:
        while len(found := [*tmp_path.glob("*.pid")]) < 2:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""
    for file in found:
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.stem), 0)


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        dashboard_address=None,
    ) as local:
        yield local.scheduler_address


def test_games_come_out_the_same_on_a_cluster(scheduler: str, tmp_path: Path) -> None:
    words = ["simulate", WINSTON, "--games", "9", "--seed", "3", "--records"]
    at = ["--cluster", scheduler]
    for folder, more in (("here", []), ("there", at)):
        assert run(*words, str(tmp_path / folder), *more)[::2] == (0, "")
    here, there = ({file.name: file.read_text("utf-8") for file in (tmp_path / name).iterdir()}
                   for name in ("here", "there"))  # fmt: skip
    assert (len(here), here) == (9, there)
    status, _, err = run(*words[:-3], *at, "--opening", "nothing")
    assert (status, err.count("\n")) == (2, 1)


@pytest.mark.parametrize(("said", "why"), [
    (HERE, ""),
    (HERE._replace(printkit="0.9"), "has printkit 0.9, here it is 1"),
    (HERE._replace(data="f00d"), "has data f00d, here it is 2"),
    (HERE._replace(python="3.15"), "has python 3.15, here it is 3"),
    (ModuleNotFoundError("No module named 'scoring'"),
     "cannot play (ModuleNotFoundError: No module named 'scoring')"),
])  # fmt: skip
def test_how_a_worker_differs_is_told(said: Installation | Exception, why: str) -> None:
    assert workers.difference(said, HERE) == why


# Batches are expressions, which even a worker without the kit could work: where, after a while.
WHERE = "__import__('time').sleep(0.05) or __import__('os').getpid()"
OTHER = """
import asyncio, sys
import scoring.play.workers as workers
from distributed import Worker

{different}

async def work():
    async with Worker(sys.argv[1], nthreads=2) as worker:
        await worker.finished()

asyncio.run(work())
"""
WAITING = "no worker can play; waiting 60 seconds at most for one to join"
OLDER = "workers.version = lambda: '0.9'"
BARE = "sys.modules |= dict.fromkeys([name for name in sys.modules if name[:7] == 'scoring'])"


@contextmanager
def joined(address: str, different: str) -> Iterator[None]:
    """A worker that differs has joined, a process of its own."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        before = len(client.scheduler_info()["workers"])
        command = [sys.executable, "-c", OTHER.format(different=different), address]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            try:
                client.wait_for_workers(before + 1, 60)
                yield
            finally:
                process.kill()


async def deaf(self: Any, event: Any) -> None:
    """Hear of no worker, as before the scheduler knows that one listens."""


DIFFERENT = {
    "asked": (OLDER, True, "has printkit 0.9, here it is .*"),
    "checked where it is played": (OLDER, False, "has printkit 0.9, here it is .*"),
    "cannot unpack what it is handed": (BARE, False, r"cannot play \(.*ModuleNotFoundError.*\)"),
}


@pytest.mark.parametrize("case", sweep(DIFFERENT, ["checked where it is played"]))
def test_differing_worker_plays_nothing(
    scheduler: str, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    different, heard, why = DIFFERENT[case]
    if not heard:
        monkeypatch.setattr(workers.DaskExecutor, "on_event", deaf)
    told: list[str] = []
    with cluster(scheduler, WINSTON, told.append) as crew:
        assert crew.submit(eval, WHERE).result() == os.getpid()
        with joined(scheduler, different):
            found = [crew.submit(eval, WHERE) for _ in range(40)]
            assert {future.result(30) for future in found} == {os.getpid()}
    (line,) = told
    assert re.fullmatch(f"the worker tcp.* {why}: it plays none of the games", line)


def test_worker_that_leaves_is_forgotten() -> None:
    crew = object.__new__(workers.DaskExecutor)
    crew.installations = {"tcp://one": None, "tcp://two": None}
    for _ in range(2):  # dask may say it twice
        asyncio.run(crew.on_event((0.0, {"action": "remove-worker", "worker": "tcp://one"})))
    assert [*crew.installations] == ["tcp://two"]


@contextmanager
def alone() -> Iterator[Any]:
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=0, processes=False, protocol="tcp://", dashboard_address=":0"
    ) as local:
        yield local


def test_a_worker_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.DaskExecutor, "on_event", deaf)
    told: list[str] = []
    with alone() as local, cluster(local.scheduler_address, WINSTON, told.append) as crew:
        found = crew.submit(eval, "6 * 7")
        while not told:
            time.sleep(0.01)
        local.scale(1)
        assert found.result(30) == 42
    assert told == [WAITING]


@pytest.mark.sweep
def test_a_worker_that_joins_takes_over_from_the_last_one_that_could_play() -> None:
    told: list[str] = []
    with alone() as local, joined(local.scheduler_address, OLDER):
        local.scale(1)
        with cluster(local.scheduler_address, WINSTON, told.append) as crew:
            found = [crew.submit(eval, WHERE) for _ in range(40)]
            found[0].result(30)
            local.scale(0)
            while "no worker" not in told[-1]:
                crew.submit(eval, WHERE)
                time.sleep(0.1)
            local.scale(1)
            assert {future.result(30) for future in found} == {os.getpid()}


@pytest.mark.sweep
def test_workers_that_join_play_where_one_differs() -> None:
    with alone() as local, joined(local.scheduler_address, OLDER):
        local.scale(1)
        with cluster(local.scheduler_address, WINSTON, print) as crew:
            assert isinstance(crew, workers.DaskExecutor)
            crew.submit(eval, WHERE).result(30)
            local.scale(2)
            deadline = time.monotonic() + 30
            while [*crew.installations.values()].count(crew.here) < 2:
                assert time.monotonic() < deadline
                crew.submit(eval, WHERE).result(30)


def test_no_worker_is_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "WORKER_SECONDS", 0.2)
    words = ["simulate", WINSTON, "--games", "200", "--cluster"]
    with alone() as local:
        said = run(*words, local.scheduler_address)[::2]
    assert said == (
        2, "no worker can play; waiting 0.2 seconds at most for one to join\n"
        "--cluster: no worker that can play has joined in 0.2 seconds\n",
    )  # fmt: skip


def test_batches_are_handed_out_again_when_somebody_restarts_the_workers() -> None:
    from distributed import Client

    with alone() as local, cluster(local.scheduler_address, WINSTON, print) as crew:
        local.scale(1)
        found = [crew.submit(eval, WHERE) for _ in range(40)]
        found[0].result(30)
        with Client(local.scheduler_address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.restart(wait_for_workers=False)
        local.scale(2)  # as it still counts the one that has ended
        assert {future.result(30) for future in found} == {os.getpid()}


def refused(*words: str) -> str:
    status, out, err = run("simulate", WINSTON, "--games", "2", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    return err


def test_no_scheduler_and_a_missing_extra_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ANSWER_SECONDS", 0.2)
    assert refused("--cluster", "nonsense").startswith(
        "--cluster: no scheduler answers at 'nonsense': missing port number"
    )
    said = refused("--cluster", "127.0.0.1:1")
    assert said.startswith("--cluster: no scheduler answers at '127.0.0.1:1': Timed out")
    assert "--workers: cannot be combined" in refused("--cluster", "x", "--workers", "2")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refused("--cluster", "127.0.0.1:1") == (
        "--cluster: needs the package distributed: pip install 'printkit[cluster]'\n"
    )


LOCAL = """
import os, signal, subprocess, sys, time
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        words = ["simulate", "dice_archive", "--games", "400", "--seed", "5", "--json"]
        words += ["--cluster", local.scheduler_address]
        at = subprocess.Popen([sys.executable, "-c", "{scoring}", *words], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        {while_it_plays}
    out, err = at.communicate()
    print(at.returncode, out, err, sep="|", end="")
"""
HALF_WAY = "while not local.scheduler.tasks: time.sleep(0.01)\n        "


@pytest.mark.sweep
@pytest.mark.parametrize(("while_it_plays", "status", "said"), [
    ("at.wait()", 0, ""),
    (HALF_WAY + "os.kill([*local.workers.values()][0].pid, signal.SIGKILL); at.wait()", 0, ""),
    (HALF_WAY + "at.send_signal(signal.SIGINT); at.wait(); time.sleep(0.5);"
     "assert not local.scheduler.tasks", 130, ""),
    (HALF_WAY + "from distributed import Client; Client(local).restart(); at.wait()", 0, ""),
    (HALF_WAY + "local.close()", 2, "--cluster: the scheduler at '.*' is gone"),
], ids=["played", "a worker killed", "stopped", "restarted", "the scheduler gone"])  # fmt: skip
def test_real_workers(tmp_path: Path, while_it_plays: str, status: int, said: str) -> None:
    """Processes of their own: the same games when one is killed; none left when it is stopped."""
    file = tmp_path / "local.py"
    file.write_text(LOCAL.format(while_it_plays=while_it_plays, scoring=SCORING))
    environment = os.environ | {"PYTHONPATH": str(Path.cwd())}
    ran = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, env=environment
    )
    left, out, err = ran.stdout.split("|")
    assert int(left) == status, ran.stderr
    # There may be no worker for a moment until all are back, or until the scheduler is gone too.
    assert err in (("", f"{WAITING}\n") if "Client" in while_it_plays or said else ("",))
    assert re.search(said, out)
    if not status:
        here = run("simulate", "dice_archive", "--games", "400", "--seed", "5", "--json")[1]
        speed = re.compile(r'"decisions_per_second": \d+')
        assert speed.sub("", out) == speed.sub("", here)
