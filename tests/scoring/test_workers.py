"""Games shared out: any executor, workers that are lost, a dask cluster."""

from __future__ import annotations

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
from scoring.play.workers import Installation, processes, run_batches
from tests.scoring.tools import run

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


@pytest.mark.parametrize(("different", "why"), [
    ("workers.version = lambda: '0.9'", "has printkit 0.9, here it is .*"),
    pytest.param(
        "sys.modules |= dict.fromkeys([name for name in sys.modules if name[:7] == 'scoring'])",
        r"cannot play \(.*ModuleNotFoundError.*\)", marks=pytest.mark.sweep,
    ),
], ids=["an older kit", "no kit"])  # fmt: skip
def test_games_are_not_given_to_a_worker_that_differs(different: str, why: str) -> None:
    with alone() as local, joined(local.scheduler_address, different):
        said = refused("--cluster", local.scheduler_address)
    assert re.fullmatch(f"--cluster: the worker tcp.* {why}\n", said)


def test_a_worker_that_joins_later_is_asked_where_it_plays() -> None:
    sent = workers.PickledGame.of(GAME)._replace(sent_from=HERE)
    with pytest.raises(DataError, match=r"--cluster: a worker has printkit .*, here it is 1"):
        sent.game()


@contextmanager
def alone() -> Iterator[Any]:
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=0, processes=False, protocol="tcp://", dashboard_address=":0"
    ) as local:
        yield local


def test_no_worker_is_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "WORKER_SECONDS", 0.2)
    with alone() as local:
        said = refused("--cluster", local.scheduler_address)
    assert said == "--cluster: no worker has joined in 0.2 seconds\n"


def refused(*words: str) -> str:
    status, out, err = run("simulate", WINSTON, "--games", "2", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    return err


def test_no_scheduler_and_a_missing_extra_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ANSWER_SECONDS", 0.2)
    assert refused("--cluster", "nonsense").startswith(
        "--cluster: no scheduler answers at 'nonsense': "
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
    (HALF_WAY + "local.close()", 2, "--cluster: no scheduler answers at '.*': "),
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
    assert err == ""
    assert re.search(said, out)
    if not status:
        here = run("simulate", "dice_archive", "--games", "400", "--seed", "5", "--json")[1]
        speed = re.compile(r'"decisions_per_second": \d+')
        assert speed.sub("", out) == speed.sub("", here)
