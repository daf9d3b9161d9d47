"""Start a game to edit: a copy of a shipped one, a blank one, or an example."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any

from card_data import DataError, Game, Problem, load, names
from card_data.game import folder_of
from card_data.problems import did_you_mean, quote
from card_data.program.staging import Staging
from printkit.templating.loader import TEMPLATES

BLANK = TEMPLATES / "blank"
EXAMPLES = TEMPLATES / "examples"
NAME = re.compile(r"[^\W_][\w.-]*")  # of a game's folder
UNNAMED = "my_game"  # a blank game without a name
PREFIX = "MG"  # of its clauses
PREFIXED = re.compile(r"^prefix: (\w+)", re.M)


def copy_game(game: str, folder: Path) -> Path:
    """Copy a shipped game, data and templates, to ``folder/game``, which must not exist yet."""
    source = folder_of(game)
    drawn = (TEMPLATES / source.name).glob("*.svg")
    templates = {Path("templates", file.name): file.read_bytes() for file in drawn}
    return copy_files(source, folder / source.name, templates)


def blank_game(game: str, folder: Path) -> Path:
    """Start a game, a deck and a booklet, in ``folder/game``, which must not exist yet."""
    components = (BLANK / "print.yaml").read_text("utf-8")
    check_name(game, re.findall(r"^  (\w+):$", components, re.M))
    files = {Path(name): text.encode() for name, text in blank_files(game).items()}
    return copy_files(BLANK, folder / game, files)


def blank_files(game: str) -> dict[str, str]:
    """The data of a blank game, with the title and the prefix of clauses that the name of its
    folder stands for: texts by the names of their files."""
    title = title_of(game)
    prefix = prefix_of(title)
    files = {
        file.relative_to(BLANK).as_posix(): file.read_text("utf-8").replace(PREFIX, prefix)
        for file in BLANK.rglob("*.yaml")
    }
    said = json.dumps(title, ensure_ascii=False)
    files["game.yaml"] = files["game.yaml"].replace("title: My Game", f"title: {said}")
    example = "examples/last_game.yaml"
    files[example] = files[example].replace(UNNAMED, game)
    return files


def title_of(name: str) -> str:
    """The title that a name stands for: ``little_harvest`` for Little Harvest."""
    return re.sub(r"[\W_]+", " ", name).strip().title() or name


def prefix_of(title: str) -> str:
    """Return a prefix for the clauses of a game with this title: its initials or first letters,
    whichever no shipped game has.


    >>> prefix_of("Little Harvest"), prefix_of("Birds"), prefix_of("Été 2"), prefix_of("Wasps")
    ('LH', 'BI', 'ET', 'WAS')
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().upper()
    words = re.findall("[A-Z]+", plain)
    initials, letters = "".join(word[0] for word in words), "".join(words)
    heads = [(folder_of(name) / "game.yaml").read_text("utf-8") for name in names()]
    taken = {found for head in heads for found in PREFIXED.findall(head)}
    for prefix in (initials[:4], letters[:2], letters[:3], letters[:4]):
        if len(prefix) > 1 and prefix not in taken:
            return prefix
    return PREFIX


def check_name(game: str, components: Collection[str]) -> None:
    """Raise `DataError` for names that a new game with these ``components`` cannot have."""
    message = ""
    if not NAME.fullmatch(game):
        message = f"found {quote(game)}, expected a name of letters, digits and _ . -"
    elif game in components:
        message = f"found {game}, which is what its {game} is called: choose another name"
    if message:
        raise DataError(Problem(message=message, file="GAME", typed=True))


def examples() -> tuple[Game[Any], ...]:
    return tuple(load(name, EXAMPLES) for name in names(EXAMPLES))


def example_game(name: str, folder: Path) -> Path:
    """Copy an example to ``folder/name``, which must not exist yet."""
    known = names(EXAMPLES)
    if name not in known:
        message = f"no example called {quote(name)}{did_you_mean(name, known)}"
        raise DataError(Problem(message=message, file="GAME", typed=True))
    return copy_files(EXAMPLES / name, folder / name)


def copy_files(
    data: Path, target: Path, others: Mapping[Path, bytes] = MappingProxyType({})
) -> Path:
    """Copy the files of a game, all but its Python, to the new folder ``target``, with ``others``,
    which stand in place of those of the same names."""
    files = {
        file.relative_to(data): file
        for file in data.rglob("*")
        if file.is_file() and not file.suffix.startswith(".py")
    }
    return write_game(
        target,
        (
            (place, others[place] if place in others else files[place].read_bytes())
            for place in sorted({*files, *others})
        ),
    )


def write_game(target: Path, files: Iterable[tuple[PurePath, bytes]]) -> Path:
    """Write files by their places into the new folder ``target``, all of them or none; raise
    `DataError` if it is there already."""
    with Staging(target.parent) as staging:
        staging.begin()
        if os.path.lexists(target):
            message = "already exists; edit the files in it, choose another folder, or delete it"
            message += " to begin again"
            raise DataError(Problem(message=message, file=str(target), typed=True))
        for place, raw in files:
            staging.write(target / place, raw)
        staging.move_all()
    return target
