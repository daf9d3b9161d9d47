"""The games as `printkit new` of the last release copied them, in one file.

``python -m tests.printkit.kept_copies`` makes it anew: at a release, and not before.
"""

from __future__ import annotations

import tarfile
import tempfile
from pathlib import Path

import card_data
from printkit.tools.new_game import copy_game

FILE = Path(__file__).with_suffix(".tar.xz")


def unpack(folder: Path) -> None:
    with tarfile.open(FILE) as kept:
        kept.extractall(folder, filter="data")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, tarfile.open(FILE, "w:xz") as kept:
        for game in card_data.names():
            copy_game(game, Path(folder))
            kept.add(Path(folder) / game, game)


if __name__ == "__main__":
    main()
