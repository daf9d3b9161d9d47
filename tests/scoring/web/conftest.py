"""Each test has an evening's folders of its own; what pages are drawn is drawn where it is looked
at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.web.access import AccessControl
from scoring.web.app import app
from scoring.web.drawing import SheetPictures
from tests.chromium import PHONE, People
from tests.scoring.web.served import Served, Thumb


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def nothing_drawn_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that draws sheets for each table that is begun would take minutes."""
    monkeypatch.setattr(SheetPictures, "prefetch", lambda *_: None)


@pytest.fixture
def pad(tmp_path: Path) -> AccessControl:
    """The pad with the shipped games."""
    return app(None, tmp_path / "tables")


@pytest.fixture
def thumb(served: Served, people: People) -> Thumb:
    """Somebody on a phone who has begun a table of Winston's Archive."""
    one = Thumb(people.page(PHONE), served.link)
    one.begin("Winston's Archive", "Ann", "Bo")
    one.settled()
    return one


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The pad in a process of its own, which ends in peace."""
    made = Served(tmp_path_factory.mktemp("served"))
    try:
        yield made
    finally:
        ended = made.stop()
    assert ended == (0, "")
