"""The fuzzer itself: that what it finds can be found again, and that it notices what it should."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.fuzz.bench import Bench, judge
from tests.fuzz.cases import SECRET, TESTS, TINY, Sources, add_whole, make_case, make_sources
from tests.fuzz.games import FOLDERS, GAMES, put_games
from tests.printkit.commands import run
from tests.sweeps import sweep


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
