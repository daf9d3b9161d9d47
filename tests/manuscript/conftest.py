"""What tests of Untitled Manuscript Game begin with."""

from __future__ import annotations

import pytest

from scoring.play.play import Play
from tests.manuscript.tables import SHOP, sit


@pytest.fixture
def play() -> Play:
    """A game of two before the first action, with a shop whose texts are known."""
    return sit(SHOP)
