"""A shipped game, built once for all tests that look at paper, and copies of games to edit."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import card_data
import printkit
from printkit.options import Options
from printkit.sheets.layout import Layout, lay_out
from printkit.typography.fonts import Fonts
from printkit.workshop.new_game import copy_game
from tests.card_data.copies import WINSTON
from tests.card_data.copies import errata as copy_of_errata
from tests.printkit.tools import FONTS, BuildGame


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiled templates go to a folder of the tests, not to the user's; a font's file is read
    once, not by each of a thousand builds."""
    read = cache(Fonts()._load)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Fonts, "_load", lambda self, key, package: read(key, package))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def fonts() -> Fonts:
    return FONTS


@pytest.fixture(scope="session")
def builds(own_cache: None, tmp_path_factory: pytest.TempPathFactory) -> BuildGame:
    """Every component of a shipped game as a PDF on A4, by its name; each game is built once.

    They are not audited: `tests/printkit/test_audit.py` does that.
    """

    @cache
    def build(game: str) -> dict[str, printkit.Built]:
        out = tmp_path_factory.mktemp("built")
        made = printkit.build([game], out=out, audit=False)
        return {built.component: built for built in made}

    return build


@pytest.fixture(scope="session")
def built(builds: BuildGame) -> dict[str, printkit.Built]:
    """Every component of Winston's Archive as a PDF on A4, by its name."""
    return builds(WINSTON)


@pytest.fixture(scope="session")
def layouts(own_cache: None, fonts: Fonts) -> dict[str, Layout]:
    """Every component of Winston's Archive, typeset and imposed on A4, by its name."""
    game = card_data.load(WINSTON)
    return {name: lay_out(game, name, Options(), fonts) for name in game.components}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A copy of the shipped game's data and templates to edit, which prints its clauses alone; its
    parent is the data folder."""
    copy = copy_game(WINSTON, tmp_path / "mine")
    (copy / "rulebook.yaml").unlink()
    return copy


@pytest.fixture
def errata(tmp_path: Path) -> Path:
    """A copy of the tiny game to edit; its parent is the data folder."""
    return copy_of_errata(tmp_path / "mine")


def pytest_collection_finish() -> None:
    """What is there by now stays to the end: the collector need not look through it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
