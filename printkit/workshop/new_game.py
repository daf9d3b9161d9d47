"""Games to edit: a copy of a shipped one, or a blank one."""

from __future__ import annotations

import os
import re
from pathlib import Path

from card_data import DataError, Problem
from card_data.game import folder_of
from card_data.problems import clip
from card_data.staging import Staging
from printkit.templating.loader import TEMPLATES

BLANK = TEMPLATES / "blank"
NAME = re.compile(r"[^\W_][\w.-]*")  # of a game's folder
UNNAMED = "my_game"  # a blank game without a name


def copy_game(game: str, folder: Path) -> Path:
    """Copy a shipped game, data and templates, to ``folder/game``, which must not exist yet."""
    source = folder_of(game)
    return copied(source, TEMPLATES / source.name, folder / source.name)


def blank_game(game: str, folder: Path) -> Path:
    """Start a game, a deck and a booklet, in ``folder/game``, which must not exist yet."""
    if not NAME.fullmatch(game):
        message = f"found {clip(game)}, expected a name of letters, digits and _ . -"
        raise DataError(Problem(message=message, file="GAME", typed=True))
    return copied(BLANK, BLANK / "templates", folder / game)


def copied(data: Path, templates: Path, target: Path) -> Path:
    """Copy a game's files and templates to the new folder ``target``, all of them or none."""
    with Staging(target.parent) as staging:
        staging.begin()
        if os.path.lexists(target):
            message = "already exists; choose another folder"
            raise DataError(Problem(message=message, file=str(target), typed=True))
        for file in sorted([*data.glob("*.yaml"), *data.glob("examples/*.yaml")]):
            staging.write(target / file.relative_to(data), file.read_bytes())
        for file in sorted(templates.glob("*.svg")):
            staging.write(target / "templates" / file.name, file.read_bytes())
        staging.move_all()
    return target
