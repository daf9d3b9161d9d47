"""Each test has an evening's folders of its own; what pages are drawn is drawn where it is looked
at."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.pad.drawing import Printed


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def nothing_drawn_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that draws sheets for each table that is begun would take minutes."""
    monkeypatch.setattr(Printed, "expect", lambda *_: None)
