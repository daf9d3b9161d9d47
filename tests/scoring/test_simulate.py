"""Random games summed up: by seat, by what ended them, by several workers."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import card_data
from card_data.game import SHIPPED
from card_data.program.staging import UNFINISHED
from scoring import games
from scoring.cli import show
from scoring.play.play import IllegalMove
from scoring.play.simulate import Plan, Summary, share, simulate
from scoring.play.workers import OpenExecutor, processes
from tests.scoring.tools import run

TWO = partial(processes, 2)
LENGTHS = {
    "winstons_archive": "turn", "dice_archive": "week", "nineteen_eighty_four": "round",
    "manuscript": "round", "verse_and_variant": "session",
}  # fmt: skip


def summed(name: str, number: int, players: int, executor: OpenExecutor | None = None) -> Summary:
    return simulate(card_data.load(name), number, Plan(players), 5, executor=executor)


@pytest.mark.parametrize("name", games.names())
def test_each_game_has_an_ending_and_its_winners(name: str) -> None:
    least = card_data.load(name).head.players.min
    found = summed(name, 3, least)
    assert sum(found.ends.values()) == sum(found.took.values()) == 3
    assert (found.unit, len(found.wins)) == (LENGTHS[name], least)
    assert least == 1 or sum(found.wins) == pytest.approx(3)


def test_wins_are_shared_in_parts_and_of_a_solitaire_counted() -> None:
    found = summed("winstons_archive", 60, 4)
    assert found.shared > 0
    assert any(wins != int(wins) for wins in found.wins)
    assert sum(found.wins) == pytest.approx(60)
    walk = card_data.load("nineteen_eighty_four")
    found = simulate(walk, 2, Plan(1, ("level 1",), ("advice",)), 1)
    assert found.wins == [found.ends["the walk has arrived in the Golden Country"]]
    assert found.wins[0] > 0


def test_the_interval_is_wilsons() -> None:
    """Against the published table of the score interval at 95 %."""
    table = (
        (50, 100, 0.404, 0.596),
        (0, 20, 0.0, 0.161),
        (20, 20, 0.839, 1.0),
        (1, 3, 0.061, 0.792),
    )
    for wins, number, least, most in table:
        found = share(wins, number)
        assert (found.wins, found.share) == (wins, wins / number)
        assert (found.least, found.most) == pytest.approx((least, most), abs=0.001)


def test_wrong_opening_is_told_before_workers_start() -> None:
    assert "sessions: always 3" in [*show.summary_lines(summed("verse_and_variant", 2, 3))]
    with pytest.raises(IllegalMove, match="NE-"):
        simulate(card_data.load("nineteen_eighty_four"), 9, Plan(1, ("level 9",)), 1, executor=TWO)


def test_records_are_kept_all_or_none(tmp_path: Path) -> None:
    words = ["simulate", "dice_archive", "--games", "5", "--records", str(tmp_path), "--seed"]
    assert run(*words, "3")[0] == 0
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    (tmp_path / "dice_archive-9.yaml").mkdir()
    for workers in ("1", "2"):
        why = (
            f"{tmp_path / 'dice_archive-9.yaml'}: cannot be written: is a folder, expected a file\n"
        )
        assert run(*words, "6", "--workers", workers) == (1, "", why)
        (tmp_path / "dice_archive-9.yaml").rmdir()
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
        (tmp_path / "dice_archive-9.yaml").mkdir()


def test_two_folders_are_summed_up_one_after_the_other(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED / "winstons_archive", tmp_path / "winstons_archive")
    file = tmp_path / "winstons_archive" / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("book: 1", "book: 2"), "utf-8")
    words = ["simulate", "winstons_archive", "--games", "3", "--against", str(tmp_path)]
    ours, mine = map(json.loads, run(*words, "--json")[1].splitlines())
    assert ours["length"] == mine["length"]
    assert ours["points"]["mean"] < mine["points"]["mean"]
    said = run(*words)[1]
    assert said.startswith("By the rules in the kit:\n3 games")
    assert f"\nBy the rules in {tmp_path}:\n3 games" in said
    refused = run(*words, "--records", str(tmp_path / "records"))
    assert refused == (2, "", "--records: cannot be combined with --against\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill")
def test_workers_end_with_the_command_that_is_killed(tmp_path: Path) -> None:
    """Or they would keep others from writing there; the next has nothing left of it."""
    words = ["simulate", "dice_archive", "--records", str(tmp_path), "--workers", "2"]
    command = [sys.executable, "-m", "scoring", *words, "--games", "100000"]
    new = tmp_path / UNFINISHED
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while not (new.is_dir() and any(new.iterdir())):
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
    assert run(*words[:-2], "--games", "1")[0] == 0
    assert [file.name for file in tmp_path.iterdir()] == ["dice_archive-1.yaml"]
