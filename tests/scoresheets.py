"""Games with a ``score.yaml`` for tests: written into a folder, loaded, their positions scored."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

import card_data
from card_data import Game
from scoring.positions.positions import PositionReader, Report, score

CLAUSES = [{"id": f"LG-1.{at}", "text": "A rule."} for at in range(1, 10)]
SHEETS = Path(__file__).parent / "scoring" / "score_sheets"
RULES = {"sections": [{"title": "All", "clauses": CLAUSES}]}
BOOKLET = {"title": "Rules", "size": "page", "faces": [{"template": "common/booklet.svg"}]}
PRINT = {"components": {"rules": BOOKLET}}


def write_game(
    folder: Path,
    score_sheet: str,
    tables: Mapping[str, list[dict[str, Any]]] | None = None,
    numbers: Mapping[str, Any] | None = None,
    players: tuple[int, int] = (2, 4),
    options: Mapping[str, Any] | None = None,
) -> Path:
    """Write the game ``little`` into its own folder in ``folder``; the columns of its tables are
    those of their first rows."""
    home = folder / "little"
    home.mkdir(parents=True)
    kinds = {str: "text", int: "number", bool: "flag", list: "list"}
    tables = tables or {}
    columns = {
        name: {key: kinds[type(one)] for key, one in rows[0].items() if key not in ("id", "copies")}
        for name, rows in tables.items()
    }
    head = {
        "title": "Little", "prefix": "LG", "genre": "a test", "blurb": "It is scored.",
        "rules_version": 1, "players": {"min": players[0], "max": players[1]},
        "credits": {"design": ["us"], "source": "here", "ours": "All."},
        "numbers": dict(numbers or {}), "options": dict(options or {}), "tables": columns,
    }  # fmt: skip
    files = {"game": head, "rules": RULES, "print": PRINT}
    files |= {name: {name: rows} for name, rows in tables.items()}
    for name, content in files.items():
        (home / f"{name}.yaml").write_text(yaml.safe_dump(content, sort_keys=False), "utf-8")
    (home / "score.yaml").write_text(score_sheet, "utf-8")
    return folder


def stored(name: str) -> str:
    """The text of a file in ``score_sheets``."""
    return (SHEETS / f"{name}.yaml").read_text("utf-8")


def write_every_field(home: Path) -> Path:
    """Write a game with a field of each kind; the position every_field_position.yaml is of it."""
    kinds = [{"id": "ruby", "title": "A ruby"}, {"id": "jade", "title": "Jade"}]
    tables = {"kinds": kinds, "ports": [{"id": "north"}]}
    return write_game(home, stored("every_field"), tables)


def load(folder: Path) -> Game[Any]:
    """The game in a folder that `write_game` wrote."""
    return card_data.load("little", folder)


def scored(folder: Path, position: str) -> Report:
    return score(PositionReader(folder).read(f"game: little\n{position}"))


def totals(report: Report) -> dict[str, tuple[int, int | None]]:
    assert report.result is not None, (report.findings, report.missing)
    return {one.player: (one.place, one.total) for one in report.result.standings}
