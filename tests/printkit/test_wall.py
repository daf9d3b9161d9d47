"""The wall: work on files of strangers is ended where it takes too much, and does nothing else."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import pkgutil
import socket
import subprocess
import threading
import time
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import card_data
import printkit
from card_data import wall
from card_data.limits import LARGEST_ANSWER, MEMORY
from card_data.problems import DataError, Problem
from card_data.wall import Outside, Wall, WallError, Worker

pytestmark = pytest.mark.usefixtures("walls")
SECONDS = 0.1


def doing(work: Callable[[Any, Outside], Any]) -> Worker:
    """A worker that says where it is, then does what it is asked for."""

    def do(request: Any, outside: Outside) -> bytes:
        outside.tell("goose")
        return str(work(request, outside)).encode()

    return do


def ask(work: Callable[[Any, Outside], Any], request: object = None, seconds: float = 1) -> str:
    """What a wall of its own answers."""
    asked = Wall(lambda: doing(work))
    try:
        return asked.ask(request, seconds).decode()
    finally:
        asked.close()


def refusal(work: Callable[[Any, Outside], Any], seconds: float = SECONDS) -> WallError:
    with pytest.raises(WallError) as raised:
        ask(work, None, seconds)
    return raised.value


def endless(request: Any, outside: Outside) -> None:
    while True:
        pass


def busy(seconds: float, outside: Outside) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_it_answers() -> None:
    asked = Wall(lambda: doing(lambda request, _: request * 2))
    assert [asked.ask(number, 1) for number in (1, 2)] == [b"2", b"4"]
    first = asked.process.pid
    assert first != os.getpid()
    assert asked.process.is_alive()
    asked.close()
    assert not asked.process.is_alive()
    assert asked.ask(3, 1) == b"6", "in another process"
    assert asked.process.pid != first
    asked.close()


def test_it_ends_with_what_asks() -> None:
    asked = Wall(lambda: doing(lambda request, _: request))
    asked.ask(1, 1)
    process = asked.process
    del asked
    process.join(20)
    assert not process.is_alive()


def test_what_takes_too_long_is_ended() -> None:
    begun = time.process_time()
    error = refusal(endless)
    assert str(error) == "takes too long: more than 0.1 seconds"
    assert error.at == "goose"
    assert time.process_time() - begun < 1, "what waits takes no time of the processor's"


def test_what_is_left_of_the_time_is_for_later() -> None:
    asked = Wall(lambda: doing(busy))
    asked.ask(0.01, 0.2)
    asked.ask(0.15, 0.1)
    with pytest.raises(WallError, match=r"takes too long: more than 0\.4 seconds"):
        asked.ask(9.0, 0.1)


def test_the_first_request_has_time_besides_its_own() -> None:
    asked = Wall(lambda: doing(busy), seconds=0.2)
    asked.ask(0.15, 0.1)
    with pytest.raises(WallError, match=r"takes too long: more than 0\.4 seconds"):
        asked.ask(9.0, 0.1)


def test_what_begins_anew_has_no_time_left_over() -> None:
    """However often it does, it may take what a first request may, and is the same process."""
    asked = Wall(lambda: doing(busy), seconds=0.1)
    asked.ask(0.0, 9.0)
    process = asked.process
    for _ in range(3):
        asked.renew()
        asked.ask(0.15, 0.1)
        assert asked.process is process
    asked.renew()
    with pytest.raises(WallError, match=r"takes too long: more than 0\.2 seconds"):
        asked.ask(9.0, 0.1)


def test_what_begins_anew_ends_what_was_begun_and_replaces_what_is_gone() -> None:
    asked = Wall(lambda: doing(endless))
    asked.begin([(1, 9.0)])
    begun = asked.process
    asked.renew()
    assert not begun.is_alive()
    asked.begin([(1, 9.0)])
    asked.process.kill()
    asked.process.join()
    asked.begun.clear()
    asked.renew()
    asked.worker = lambda: doing(lambda request, _: request)
    assert asked.ask(2, 1) == b"2"
    asked.close()


def test_what_is_begun_is_done_meanwhile_and_answered_in_its_turn() -> None:
    def work(request: Any, outside: Outside) -> bytes:
        outside.tell(f"at {request}")
        if request == 2:
            raise DataError(Problem(message="two", file="print.yaml"))
        if request == 4:
            os._exit(0)
        return str(request).encode()

    asked = Wall(lambda: work)
    asked.begin([(number, 1.0) for number in range(1, 6)])
    asked.process.join(20)
    assert not asked.process.is_alive(), "it has come as far as the fourth on its own"
    assert asked.ask(1, 1) == b"1"
    with pytest.raises(DataError, match="two"):
        asked.ask(2, 1)
    assert asked.ask(3, 1) == b"3"
    with pytest.raises(WallError) as raised:
        asked.ask(4, 1)
    assert raised.value.at == "at 4"
    assert asked.ask(5, 1) == b"5", "by another process"
    asked.close()


def test_what_was_begun_and_dropped_answers_nothing_else() -> None:
    asked = Wall(lambda: lambda request, outside: str(request).encode())
    asked.begin([(1, 1.0)])
    asked.begin([(2, 1.0)])
    process = asked.process
    asked.begin([(2, 1.0)])
    assert asked.process is process, "which is at work on just that"
    assert asked.ask(2, 1.0) == b"2"
    asked.close()


def test_what_is_begun_and_not_asked_for_is_ended() -> None:
    asked = Wall(lambda: doing(lambda request, _: request))
    asked.begin([(1, 1.0), (2, 1.0)])
    begun = asked.process
    assert asked.ask(3, 1) == b"3"
    assert not begun.is_alive()
    assert asked.ask(1, 1) == b"1"
    asked.close()


def test_what_a_request_is_at_is_not_what_another_was_at() -> None:
    def work(request: Any, outside: Outside) -> bytes:
        if request == 2:
            os._exit(0)
        outside.tell("at the first")
        return b""

    asked = Wall(lambda: work)
    asked.ask(1, 1)
    with pytest.raises(WallError) as raised:
        asked.ask(2, 1)
    assert raised.value.at == ""


def test_what_sleeps_is_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall, "PATIENCE", 1)
    assert "takes too long" in str(refusal(lambda *_: time.sleep(60)))


@pytest.fixture(params=["a board", "messages"])
def told(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How it is told where work has come to: some systems share no board with a new process."""
    if request.param == "messages":
        monkeypatch.setattr(wall, "mmap", lambda *_: None)


@pytest.mark.usefixtures("told")
def test_where_work_has_come_to_is_told_whatever_ends_it() -> None:
    def large(*_: Any) -> str:
        return "x" * (LARGEST_ANSWER + 1)

    for work in (endless, large, lambda *_: os._exit(0), lambda *_: [][1]):
        assert refusal(work, 0.2).at == "goose"


@pytest.mark.parametrize("at", ["é" * 150, "a" + "é" * 150])
def test_where_work_has_come_to_is_told_in_short(at: str) -> None:
    def work(request: Any, outside: Outside) -> bytes:
        outside.tell(at)
        os._exit(0)

    with pytest.raises(WallError) as raised:
        Wall(lambda: work).ask(None, 1)
    assert raised.value.at[:99] == at[:99]
    assert len(raised.value.at) <= 101


def test_its_process_has_the_limits_of_the_system() -> None:
    resource = pytest.importorskip("resource")
    names = "CORE", "FSIZE", "NPROC", "NOFILE"
    limits = ask(lambda *_: [resource.getrlimit(getattr(resource, f"RLIMIT_{n}")) for n in names])
    assert limits == str([(0, 0), (0, 0), (0, 0), (wall.OPEN_FILES, wall.OPEN_FILES)])
    least, most = map(
        int, ask(lambda *_: resource.getrlimit(resource.RLIMIT_AS)).strip("()").split(",")
    )
    assert MEMORY * wall.MEGABYTE < least == most < 20 * MEMORY * wall.MEGABYTE


def test_a_system_may_have_few_limits_or_refuse_them(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.delattr(resource, "RLIMIT_NPROC")
    assert ask(lambda *_: 1) == "1"
    for error in (OSError, ValueError):

        def refuse(*_: object, error: type[Exception] = error) -> None:
            raise error

        monkeypatch.setattr(resource, "setrlimit", refuse)
        assert ask(lambda *_: 2) == "2"


def test_its_process_ends_with_ours() -> None:
    asked = Wall(lambda: doing(lambda request, _: request))
    asked.ask(1, 1)
    assert asked.process.daemon
    asked.close()


@pytest.mark.parametrize(("took", "slower"), [(0.001, 1.0), (0.003, 1.0), (0.0075, 2.5)])
def test_a_slow_machine_has_more_time(
    took: float, slower: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([7.0, 7.0 + took])
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    assert wall.pace() == pytest.approx(slower)


def test_what_only_computes_is_let_be_in_any_version_of_python() -> None:
    """Python 3.12 tells audit hooks of `sys._getframemodulename`, by which a module is loaded that
    has a named tuple, and each version adds such events."""

    def load(*_: object) -> int:
        for package in (card_data, printkit):
            for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
                if not module.name.endswith("__main__"):
                    importlib.reload(importlib.import_module(module.name))
        Pair = namedtuple("Pair", ["left", "right"])
        return len(Pair.__match_args__)

    assert ask(load, seconds=20) == "2"


def test_what_is_refused_is_named() -> None:
    with pytest.raises(PermissionError, match=r"os\.fork is not for what strangers send"):
        wall.refuse("os.fork", ())


def test_problems_that_are_none_are_told_of_nothing() -> None:
    with pytest.raises(WallError, match="cannot be drawn: ") as raised:
        wall.problems_in(b"\xc1")
    assert raised.value.at == ""


def test_what_takes_too_much_memory_is_ended() -> None:
    error = refusal(lambda *_: len([bytes(1 << 20) for _ in range(4 * MEMORY)]), 5)
    assert (str(error), error.at) == (f"takes too much memory: more than {MEMORY} MB", "goose")


def test_what_ends_its_process_is_told() -> None:
    error = refusal(lambda *_: os._exit(0))
    assert str(error) == "cannot be drawn: it ends the process that does it"
    assert error.at == "goose"


def test_a_process_that_is_gone_is_told_and_replaced() -> None:
    """As where the system ends it, for want of memory."""
    asked = Wall(lambda: doing(lambda request, _: request))
    asked.ask(1, 1)
    asked.process.kill()
    asked.process.join()
    with pytest.raises(WallError, match="it ends the process that does it"):
        asked.ask(2, 1)
    assert asked.ask(3, 1) == b"3"
    asked.close()


def test_a_fault_of_ours_is_told_without_a_traceback() -> None:
    error = refusal(lambda *_: dict[str, str]()["nothing"])
    assert str(error) == "cannot be drawn: KeyError: 'nothing'"
    assert len(str(refusal(lambda *_: int("x" * 9999)))) < 100


def test_an_answer_that_is_too_large_is_not_taken() -> None:
    error = refusal(lambda *_: "x" * (LARGEST_ANSWER + 1), 5)
    assert str(error) == "makes more than 32 MB of drawings"


def test_problems_are_raised_here() -> None:
    problem = Problem(message="m" * 9999, file="print.yaml", line=3)

    def wrong(request: Any, _: Outside) -> bytes:
        raise DataError(*[problem] * request)

    asked = Wall(lambda: wrong)
    with pytest.raises(DataError) as raised:
        asked.ask(1, 1)
    (found,) = raised.value.problems
    assert (found.file, found.line, len(found.message)) == ("print.yaml", 3, 2000)
    assert asked.process.is_alive(), "as it goes on"
    asked.close()


def test_what_is_to_be_kept_is_handed_over() -> None:
    kept: list[tuple[str, bytes]] = []

    def work(request: Any, outside: Outside) -> bytes:
        outside.keep("name", b"a\0b")
        return b"done"

    asked = Wall(lambda: work, lambda name, raw: kept.append((name, raw)))
    assert asked.ask(None, 1) == b"done"
    assert kept == [("name", b"a\0b")]
    asked.close()


@pytest.mark.parametrize(
    "work",
    [
        lambda place: place.write_text("x"),
        lambda place: place.open("a"),
        lambda place: place.open("r+"),
        lambda place: os.open(place, os.O_RDWR),
        lambda place: os.open(place, os.O_RDONLY | os.O_CREAT),
        lambda place: place.unlink(),
        lambda place: place.rename(place.with_name("other")),
        lambda place: place.with_name("made").mkdir(),
        lambda place: place.chmod(0o777),
        lambda place: place.with_name("link").symlink_to(place),
        lambda place: os.truncate(place, 0),
        lambda place: subprocess.run(["true"]),
        lambda place: os.system("true"),
        lambda place: os.fork(),
        lambda place: os.kill(os.getppid(), 0),
        lambda place: socket.socket(),
        lambda place: socket.getaddrinfo("localhost", 1),
        lambda place: __import__("ctypes").CDLL(None),
    ],
)
def test_it_does_nothing_but_compute_and_read(
    work: Callable[[Path], object], tmp_path: Path
) -> None:
    place = tmp_path / "place"
    place.write_text("as it was")
    error = refusal(lambda *_: work(place), 5)
    assert "PermissionError" in str(error)
    assert [file.name for file in tmp_path.iterdir()] == ["place"]
    assert place.read_text() == "as it was"


def test_it_reads(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("read")
    assert ask(lambda *_: (tmp_path / "file").read_text()) == "read"
    assert ask(lambda *_: sorted(file.name for file in tmp_path.iterdir())) == "['file']"


def test_it_has_none_of_the_files_that_are_open_here(tmp_path: Path) -> None:
    with (tmp_path / "open").open("w") as stream:
        number = stream.fileno()
        assert "Bad file descriptor" in str(refusal(lambda *_: os.write(number, b"x"), 5))
    assert (tmp_path / "open").read_text() == ""


def test_where_a_copy_is_not_safe_a_new_process_is_started() -> None:
    alone = wall.starting().get_start_method()
    assert alone == ("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    assert wall.starting().get_start_method() == "spawn"
    done.set()
    other.join()


def test_macos_copies_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    assert wall.starting().get_start_method() == "spawn"
