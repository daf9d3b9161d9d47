"""No slip of the pen in Winston's Archive ends in a traceback; nearly all that show are caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scoring.slips import caught, summary
from tests.winstons_archive.slips import slipped
from tests.winstons_archive.tables import GAME

UNSEEABLE = ("other_player", "lock_left_out")  # what stands there is a sound table too


def slip(number: int, folder: Path) -> None:
    found = []
    for name, was_caught, report in caught(number, seed=1984, folder=folder, make=slipped):
        found.append((name, was_caught))
        assert {one["rule"] for one in report["violations"]} <= set(GAME.clauses())
    print("\n" + summary(found))
    seeable = [was_caught for name, was_caught in found if name not in UNSEEABLE]
    assert sum(seeable) >= 0.97 * len(seeable), summary(found)


def test_some_slips(tmp_path: Path) -> None:
    slip(40, tmp_path)


@pytest.mark.sweep
def test_more_slips(tmp_path: Path) -> None:
    slip(200, tmp_path)


@pytest.mark.soak
def test_many_slips(tmp_path: Path) -> None:
    slip(20_000, tmp_path)
