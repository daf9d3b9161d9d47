"""A game of one's own, in a folder of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scoring.test_asking_sheets import every_field


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return every_field(tmp_path / "mine")
