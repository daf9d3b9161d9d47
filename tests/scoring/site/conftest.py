"""A game of one's own, in a folder of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scoresheets import write_every_field


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return write_every_field(tmp_path / "mine")
