"""What docs/guide/scoring.md shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from scoring.cli.main import app
from tests.scoring.tools import KEYS

DOCS = (Path(__file__).parents[2] / "docs" / "scoring.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", DOCS, re.MULTILINE | re.DOTALL)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The position that the docs show, as the file that they name."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "evening.yaml"
    (text,) = [text for kind, text in BLOCKS if kind == "yaml" and text.startswith("game:")]
    path.write_text(text, encoding="utf-8")
    return path


def test_the_position_scores_as_shown(evening: Path) -> None:
    (shown,) = [text for kind, text in BLOCKS if not kind and text.startswith("evening.yaml:")]
    assert CliRunner().invoke(app, ["score", evening.name]).stdout == shown


def test_every_command_and_key_is_named() -> None:
    commands: Any = typer.main.get_command(app)
    for name in commands.commands:
        assert f"scoring {name}" in DOCS
    for key in KEYS | {"error"}:
        assert f"`{key}`" in DOCS
