"""The ways of scoring in kinds_of_scoring.yaml, each as a little game with a ``score.yaml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.scoresheets import write_game


class Kind(NamedTuple):
    """A way of scoring; ``cases`` are positions with what they come to."""

    sheet: str
    cases: Sequence[Mapping[str, Any]] = ()
    tables: Mapping[str, list[dict[str, Any]]] = {}
    numbers: Mapping[str, Any] = {}
    players: tuple[int, int] = (2, 4)

    def write(self, folder: Path) -> Path:
        """Write it as the game ``little`` into a folder."""
        sheet = f"clause: LG-1.1\n{self.sheet}"
        return write_game(folder, sheet, self.tables, self.numbers, self.players)


def load(file: Path) -> dict[str, Kind]:
    """Return the ways of scoring in a file."""
    return {name: Kind(**kind) for name, kind in yaml.safe_load(file.read_text("utf-8")).items()}


KINDS = load(Path(__file__).with_suffix(".yaml"))
