"""The shipped game, built once for all tests of this folder, and copies of it to edit."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

import card_data
import printkit
from printkit.faces import copy_game
from printkit.fonts import Fonts
from printkit.layout import Layout, Options, lay_out
from tests.card_data.copies import WINSTON
from tests.card_data.copies import errata as copy_of_errata

LONGEST = 20  # seconds; the slowest test needs a tenth of it


@pytest.fixture(autouse=True)
def no_test_hangs() -> Iterator[None]:
    """A loop without end, such as a size that never gets small enough, fails its test."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"still running after {LONGEST} seconds")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiled templates go to a folder of the tests, not to the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def fonts() -> Fonts:
    return Fonts()


@pytest.fixture(scope="session")
def built(own_cache: None, tmp_path_factory: pytest.TempPathFactory) -> dict[str, printkit.Built]:
    """Every component of the shipped game as a PDF on A4, by its name."""
    out = tmp_path_factory.mktemp("built")
    return {one.component: one for one in printkit.build([WINSTON], out=out)}


@pytest.fixture(scope="session")
def layouts(own_cache: None, fonts: Fonts) -> dict[str, Layout]:
    """Every component of the shipped game, typeset and imposed on A4, by its name."""
    game = card_data.load(WINSTON)
    return {name: lay_out(game, name, Options(), fonts) for name in game.components}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A copy of the shipped game's data and templates to edit; its parent is the data folder."""
    return copy_game(WINSTON, tmp_path / "mine")


@pytest.fixture
def errata(tmp_path: Path) -> Path:
    """A copy of the tiny game to edit; its parent is the data folder."""
    return copy_of_errata(tmp_path / "mine")
