"""No slip of the pen in Winston's Archive ends in a traceback; nearly all that show are caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scoring.random_mistakes import nearly_all_are_caught
from tests.sweeps import amounts
from tests.winstons_archive.random_mistakes import slipped
from tests.winstons_archive.tables import GAME

UNSEEABLE = ("other_player", "lock_left_out")  # what stands there is a sound table too


@pytest.mark.parametrize("slips", amounts(40, 200, 20_000))
def test_some_slips(slips: int, tmp_path: Path) -> None:
    nearly_all_are_caught(GAME, slips, tmp_path, slipped, UNSEEABLE)
