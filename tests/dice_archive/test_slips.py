"""No slip of the pen in Dice Archive ends in a traceback, and nearly all that show are caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dice_archive.random_mistakes import slipped
from tests.dice_archive.tables import DICE
from tests.scoring.random_mistakes import nearly_all_are_caught
from tests.sweeps import amounts

# What stands there then is mostly a sound table too.
UNSEEABLE = ("other_mark", "other_owner", "die_left_out")


@pytest.mark.parametrize("slips", amounts(40, 100, 20_000))
def test_some_slips(slips: int, tmp_path: Path) -> None:
    nearly_all_are_caught(DICE, slips, tmp_path, slipped, UNSEEABLE)
