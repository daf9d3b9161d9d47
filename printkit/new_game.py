"""Copying a shipped game, so that its data and templates can be edited."""

from __future__ import annotations

import shutil
from pathlib import Path

from card_data import DataError, Problem
from card_data.game import folder_of
from printkit.templating import TEMPLATES


def copy_game(game: str, folder: Path) -> Path:
    """Copy a shipped game, data and templates, to ``folder/game``, which must not exist yet."""
    source = folder_of(game)
    target = folder / game
    if target.exists():
        message = "already exists; choose another folder"
        raise DataError(Problem(message=message, file=str(target)))
    target.mkdir(parents=True)
    for file in sorted(source.glob("*.yaml")):
        shutil.copyfile(file, target / file.name)
    own_templates = target / "templates"
    own_templates.mkdir()
    for file in sorted((TEMPLATES / game).glob("*.svg")):
        shutil.copyfile(file, own_templates / file.name)
    return target
