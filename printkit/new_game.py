"""Games to edit: a copy of a shipped one, or a blank one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from card_data import DataError, Problem
from card_data.game import folder_of
from printkit.templating import TEMPLATES

BLANK = TEMPLATES / "blank"
NAME = re.compile(r"[^\W_][\w.-]*")  # of a game's folder
UNNAMED = "my_game"  # a blank game that nobody has named


def copy_game(game: str, folder: Path) -> Path:
    """Copy a shipped game, data and templates, to ``folder/game``, which must not exist yet."""
    return copied(folder_of(game), TEMPLATES / game, folder / game)


def blank_game(game: str, folder: Path) -> Path:
    """Start a game, a deck and a booklet, in ``folder/game``, which must not exist yet."""
    if not NAME.fullmatch(game):
        message = f"found {game!r}, expected a name of letters, digits and _ . -"
        raise DataError(Problem(message=message, file="GAME"))
    return copied(BLANK, BLANK / "templates", folder / game)


def copied(data: Path, templates: Path, target: Path) -> Path:
    if target.exists():
        message = "already exists; choose another folder"
        raise DataError(Problem(message=message, file=str(target)))
    own_templates = target / "templates"
    own_templates.mkdir(parents=True)
    for file in sorted(data.glob("*.yaml")):
        shutil.copyfile(file, target / file.name)
    for file in sorted(templates.glob("*.svg")):
        shutil.copyfile(file, own_templates / file.name)
    return target
