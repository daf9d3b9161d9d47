"""Games to edit: a copy of a shipped one, a blank one, or an example to begin with."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from card_data import DataError, Game, Problem, load, names
from card_data.game import folder_of
from card_data.problems import clip, near
from card_data.staging import Staging
from printkit.templating.loader import TEMPLATES

BLANK = TEMPLATES / "blank"
EXAMPLES = TEMPLATES / "examples"
NAME = re.compile(r"[^\W_][\w.-]*")  # of a game's folder
UNNAMED = "my_game"  # a blank game without a name


def copy_game(game: str, folder: Path) -> Path:
    """Copy a shipped game, data and templates, to ``folder/game``, which must not exist yet."""
    source = folder_of(game)
    return copied(source, folder / source.name, TEMPLATES / source.name)


def blank_game(game: str, folder: Path) -> Path:
    """Start a game, a deck and a booklet, in ``folder/game``, which must not exist yet."""
    judge_name(game)
    head = titled((BLANK / "game.yaml").read_text("utf-8"), game)
    evening = (BLANK / "evening.yaml").read_text("utf-8").replace(UNNAMED, game)
    return copied(BLANK, folder / game, edited={"game.yaml": head, "evening.yaml": evening})


def titled(head: str, game: str) -> str:
    """The ``game.yaml`` of a blank game with the title that the name of a folder stands for."""
    title = re.sub(r"[\W_]+", " ", game).strip().title() or game
    return head.replace("title: My Game", f"title: {json.dumps(title, ensure_ascii=False)}")


def judge_name(game: str) -> None:
    """Raise `DataError` for what a new game cannot be called."""
    message = ""
    if not NAME.fullmatch(game):
        message = f"found {clip(game)}, expected a name of letters, digits and _ . -"
    elif game in blank_components():
        message = f"found {game}, which is what its {game} is called: choose another name"
    if message:
        raise DataError(Problem(message=message, file="GAME", typed=True))


def blank_components() -> list[str]:
    """The names of the components of a blank game, which no game can have."""
    return re.findall(r"^  (\w+):$", (BLANK / "print.yaml").read_text("utf-8"), re.M)


def examples() -> tuple[Game[Any], ...]:
    """The examples, in the order of their names."""
    return tuple(load(name, EXAMPLES) for name in names(EXAMPLES))


def example_game(name: str, folder: Path) -> Path:
    """Copy an example to ``folder/name``, which must not exist yet."""
    known = names(EXAMPLES)
    if name not in known:
        message = f"no example called {clip(name)}{near(name, known)}"
        raise DataError(Problem(message=message, file="GAME", typed=True))
    return copied(EXAMPLES / name, folder / name)


def copied(
    data: Path,
    target: Path,
    templates: Path | None = None,
    edited: Mapping[str, str] = MappingProxyType({}),
) -> Path:
    """Copy the files of a game, all but its Python, to the new folder ``target``, all of them or
    none; ``templates`` lie elsewhere for a shipped game, and what is ``edited`` stands in place of
    the file of that name."""
    files = {
        file.relative_to(data): file
        for file in data.rglob("*")
        if file.is_file() and not file.suffix.startswith(".py")
    }
    if templates:
        files |= {Path("templates", file.name): file for file in templates.glob("*.svg")}
    with Staging(target.parent) as staging:
        staging.begin()
        refuse_old(target)
        for place, file in sorted(files.items()):
            own = edited.get(place.as_posix())
            staging.write(target / place, file.read_bytes() if own is None else own.encode())
        staging.move_all()
    return target


def refuse_old(target: Path) -> None:
    """Raise `DataError` if there is something at the place of a new folder."""
    if os.path.lexists(target):
        message = "already exists; choose another folder"
        raise DataError(Problem(message=message, file=str(target), typed=True))
