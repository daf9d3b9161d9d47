"""Two of the shipped games with a ``score.yaml`` in place of their scorers, for comparison.

Of the check what no expression says is left out: what no game can come to (WA-6.3, DA-6.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import yaml

import card_data
import tests.dice_archive.random_mistakes
import tests.winstons_archive.random_mistakes
from tests.scoresheets import PRINT, stored
from tests.scoring.random_mistakes import Table, random_position

SHEETS = {game: stored(game) for game in ("winstons_archive", "dice_archive")}
PAD = ("out", "dice", "marks", "points")  # what only a pad has
UNSAID = {"winstons_archive": {"WA-6.3"}, "dice_archive": {"DA-6.5"}}

SLIPPED: dict[str, Callable[[Random], tuple[str, str]]] = {
    "winstons_archive": tests.winstons_archive.random_mistakes.slipped,
    "dice_archive": tests.dice_archive.random_mistakes.slipped,
}
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def tables_of(game: str) -> dict[str, list[dict[str, Any]]]:
    """The tables that a score sheet goes over."""
    data = card_data.load(game).data
    if game == "winstons_archive":
        return {"sets": [{"id": one.id, "size": one.size} for one in data.sets]}
    sides = [
        {"id": side, "need": data.numbers.board.of(side)} for side in ("left", "middle", "right")
    ]
    spaces = [{"id": str(face), "face": face} for face in range(1, data.numbers.dice.faces + 1)]
    return {"sides": sides, "spaces": spaces}


def write(folder: Path, game: str) -> str:
    """Write a game with such a score sheet into a folder of ``folder``; its name."""
    shipped, name = card_data.load(game), f"sheet_{game}"
    home = folder / name
    home.mkdir(parents=True)
    head = yaml.safe_load((shipped.folder / "game.yaml").read_text("utf-8"))
    tables = tables_of(game)
    head["tables"] = {
        table: {key: "number" for key in rows[0] if key != "id"} for table, rows in tables.items()
    }
    rules = {"sections": msgspec.to_builtins(shipped.sections)}
    files = {"game": head, "rules": rules, "print": PRINT}
    files |= {table: {table: rows} for table, rows in tables.items()}
    for file, content in files.items():
        (home / f"{file}.yaml").write_text(yaml.safe_dump(content, sort_keys=False), "utf-8")
    (home / "score.yaml").write_text(SHEETS[game], "utf-8")
    return name


def as_own(table: dict[str, Any], name: str) -> str:
    """A position of a shipped game as its score sheet has it: without what only a pad has."""
    players = [
        {key: one for key, one in player.items() if key not in PAD or one}
        for player in table.get("players") or ()
    ]
    return yaml.safe_dump({**table, "game": name, "players": players})


def positions(game: str, number: int) -> Iterator[Table]:
    """Random end positions, every other one with a slip of the pen."""
    rng = Random(7)
    for at in range(number):
        if at % 2:
            yield yaml.safe_load(SLIPPED[game](rng)[0])
        else:
            yield random_position(card_data.load(game), NAMES, rng)
