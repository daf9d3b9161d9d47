"""No slip of the pen in Dice Archive ends in a traceback, and nearly all that show are caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dice_archive.slips import slipped
from tests.dice_archive.tables import DICE
from tests.scoring.slips import caught, summary

# What stands there then is mostly a sound table too.
UNSEEABLE = ("other_mark", "other_owner", "die_left_out")


def slip(number: int, folder: Path) -> None:
    found = []
    for name, was_caught, report in caught(number, seed=1984, folder=folder, make=slipped):
        found.append((name, was_caught))
        assert {one["rule"] for one in report["violations"]} <= set(DICE.clauses())
    print("\n" + summary(found))
    seeable = [was_caught for name, was_caught in found if name not in UNSEEABLE]
    assert sum(seeable) >= 0.97 * len(seeable), summary(found)


def test_some_slips(tmp_path: Path) -> None:
    slip(40, tmp_path)


@pytest.mark.sweep
def test_more_slips(tmp_path: Path) -> None:
    slip(100, tmp_path)


@pytest.mark.soak
def test_many_slips(tmp_path: Path) -> None:
    slip(20_000, tmp_path)
