"""The benchmarks run; how fast is for the machine to say that they are run on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bench.enlarge
import bench.manuscript_balance
import bench.play
import bench.printing
import bench.rates
import bench.sharing
import bench.versus
import card_data
from bench.processes import ROOT, Command, Run, run


def once(measured: Callable[..., Run]) -> Callable[..., Run]:
    known: dict[str, Run] = {}

    def run_once(command: Command, *where: Any) -> Run:
        words = " ".join(map(str, command))
        if words not in known:
            known[words] = measured(command, *where)
        return known[words]

    return run_once


@pytest.mark.sweep
def test_the_raw_script_draws_the_deck_that_printkit_builds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`record`, `raw_deck` and `alike` run, each in a process of its own."""
    monkeypatch.setattr("bench.printing.run", once(run))
    bench.printing.main(["small", "--runs", "1"])
    said = capsys.readouterr().out
    assert "the two look alike" in said
    assert "54 cards: printkit / raw reportlab" in said


def test_a_deck_is_enlarged_to_any_number_of_cards(tmp_path: Path) -> None:
    bench.enlarge.main([str(tmp_path), "60"])
    deck = card_data.load("winstons_archive", tmp_path).data
    assert len(deck.books) + len(deck.manuscripts) + len(deck.specials) == 60


@pytest.mark.sweep
def test_the_figures_of_balance_are_worked_out(capsys: pytest.CaptureFixture[str]) -> None:
    bench.manuscript_balance.main(["exeter_book", "--games", "1"])
    said = capsys.readouterr().out
    assert "exeter_book" in said
    assert "4 scribes, 1 games" in said


@pytest.mark.sweep
def test_play_is_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench.play, "RUNS", 1)
    bench.play.main(["winstons_archive", "--games", "1", "--rolls", "1"])
    said = capsys.readouterr().out
    assert "checked and scored, 6 players" in said
    assert "copy / play, 50 moves, 2 players" in said
    assert "time by score.yaml / by its scorer, 6 players" in said
    assert "seconds for advice, worst of 1" in said


def test_two_checkouts_take_turns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench.rates, "AT_LEAST", 1e-9)
    asked: list[Path] = []

    def measured(folder: Path, name: str, games: int) -> dict[str, float]:
        asked.append(folder)
        found = bench.rates.rates(name, games)
        return found if folder == ROOT else {"decisions": found["decisions"] / 4}

    monkeypatch.setattr(bench.versus, "measured", measured)
    bench.versus.main(["/before", "winstons_archive", "--games", "1", "--runs", "2"])
    assert asked == [Path("/before"), ROOT] * 2
    said = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[1] for line in said] == ["second", "decisions", "checks", "scores", "copies"]
    assert [len(line) for line in said[1:]] == [5, 3, 3, 3]


@pytest.mark.sweep
def test_another_checkout_is_measured_by_its_own_code() -> None:
    assert {*bench.versus.measured(ROOT, "winstons_archive", 1)} >= {"decisions", "scores"}


@pytest.mark.sweep
def test_games_are_shared_and_come_out_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    bench.sharing.main(["--games", "40"])
    assert [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()] == [
        "40 games", "one process", "two workers", "a cluster of two",
    ]  # fmt: skip
