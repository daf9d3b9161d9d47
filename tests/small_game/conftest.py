"""The small game, for the tests in this folder."""

from __future__ import annotations

from typing import Any

import pytest

from card_data import Game
from tests.small_game.tables import install


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return install(monkeypatch)
