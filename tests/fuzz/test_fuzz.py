"""The fuzzer itself: that what it finds can be found again, and that it notices what it should."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.fuzz.bench import Bench, Ran, judge
from tests.fuzz.cases import SECRET, TESTS, TINY, Case, Sources, add_whole, make_case, make_sources
from tests.fuzz.games import FOLDERS, GAMES, put_games
from tests.fuzz.program import watch
from tests.printkit.commands import run
from tests.sweeps import sweep

SOUND = Case("art", ("printkit", "build", "art"), "bench/art/rules.yaml", b"sections: []")


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    shutil.copytree(TESTS / "tiny_game" / TINY, tmp_path / "mine" / TINY)
    add_whole(tmp_path / "mine" / TINY, TINY)
    return Sources(tmp_path)


def test_a_case_is_made_again_from_its_number(sources: Sources) -> None:
    cases = [make_case(sources, 1, number, "template") for number in range(100)]
    assert cases == [make_case(sources, 1, number, "template") for number in range(100)]
    assert len(set(cases)) > 90
    assert cases != [make_case(sources, 2, number, "template") for number in range(100)]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    folder = tmp_path_factory.mktemp("fuzz")
    put_games(folder)
    for name in ("mine", "outside"):
        (folder / name).mkdir()
    (folder / SECRET).write_text("secret")
    return Sources(folder)


@pytest.mark.sweep
def test_sources_can_be_made(tmp_path: Path) -> None:
    assert all(make_sources(tmp_path / "sources").files.values())


@pytest.mark.parametrize("kind", sweep(FOLDERS, ["art"]))
def test_the_games_of_seeds_are_sound(kind: str, bench: Sources) -> None:
    """Or what is tried is only how they are refused: an icon called like one of the kit, say."""
    result = run("check", kind, "--data", bench.folder / GAMES)
    assert result.exit_code == 0
    assert "icon" not in result.output


@pytest.fixture(scope="module")
def runner(bench: Sources, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(bench.folder, tmp_path_factory.mktemp("fuzz") / "bench")


@pytest.mark.sweep
@pytest.mark.parametrize("kind", FOLDERS)
def test_changed_files_are_well_answered(kind: str, bench: Sources, runner: Bench) -> None:
    for number in range(3):
        case = make_case(bench, 1, number, kind)
        assert judge(case, runner.run(case)) == []
    assert runner.run(case, fresh=True).same() == runner.run(case).same()


def fault(runner: Bench, monkeypatch: pytest.MonkeyPatch, work: str) -> str:
    def called(command: tuple[str, ...], log: int, secret: str) -> int:
        watch(log, secret)
        exec(work, {"os": os, "secret": secret})
        return 0

    monkeypatch.setattr("tests.fuzz.bench.called", called)
    return " ".join(judge(SOUND, runner.run(SOUND)))


@pytest.mark.parametrize(
    ("work", "wrong"),
    [
        ("pass", ""),
        ("open('out/deck.pdf', 'w').close()", ""),
        ("open('aside', 'w').close()", "writes ['aside']"),
        ("os.remove('bench/art/game.yaml')", "writes ['bench/art/game.yaml']"),
        ("open(secret).close()", "reads a file that is nobody's"),
        ("os.system('true')", "os.system ("),
        ("x = bytearray(b'x' * 250 * 2**20)", "needs"),
        ("os.kill(os.getpid(), 9)", "status -9"),
        ("os._exit(3)", "status 3"),
        ("raise KeyboardInterrupt", "status 99"),
    ],
)
def test_what_a_command_does_wrong_is_noticed(
    work: str, wrong: str, runner: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.fuzz.bench.MEGABYTES", 200)
    found = fault(runner, monkeypatch, work)
    assert wrong in found
    assert bool(wrong) == bool(found)
    assert runner.state() == runner.sound


@pytest.mark.parametrize(
    ("ran", "wrong"),
    [
        (Ran(0, "deck 10\n", files={"deck.pdf": b""}), ""),
        (Ran(1, err="cards.yaml:3: no\n"), ""),
        (Ran(1), "says nothing"),
        (Ran(1, err="no\n", files={"deck.pdf": b""}), "leaves files: ['deck.pdf']"),
        (Ran(1, err="x.svg:1: SyntaxWarning: no"), "speaks Python: x.svg:1: SyntaxWarning: no"),
        (Ran(1, err="found KeyError"), "speaks Python: found KeyError"),
        (Ran(1, err="x\x1b[31m"), "prints control characters: 'x\\x1b[31m'"),
        (Ran(1, err="x\x9b31m"), "prints control characters: 'x\\x9b31m'"),
        (Ran(1, err="a 0x7f0a12345678"), "says or writes an address: b'a 0x7f0a12345678'"),
        (Ran(0, "deck", seconds=60.0), "takes 60.0 s: deck"),
    ],
)
def test_what_is_wrong_with_a_run_is_noticed(ran: Ran, wrong: str) -> None:
    assert judge(SOUND, ran) == ([wrong] if wrong else [])
